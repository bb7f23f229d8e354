import { type Unzipped, unzip } from 'fflate'
import { fold } from '../../../contract/kernel/fold.ts'
import { MAX_PHOTO_BYTES, type ProductRow } from '../../../contract/shop/products.ts'

/** Entries of one archive, and bytes of all of them unpacked. */
const MAX_ENTRIES = 1_000
const MAX_UNPACKED = 500 * 1024 * 1024
const PICTURE = /\.(jpe?g|png|webp)$/i
const isZip = ({ name }: File) => /\.zip$/i.test(name)
const TYPES = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as Record<string, string>

export type Article = Pick<ProductRow, 'id' | 'code' | 'name' | 'photo'>
/** A chosen file, with the article it is the photo of, or why it is of none. */
export interface PhotoFile {
  key: number
  file: File
  article?: Article
  problem?: string
}
/** The pictures of an archive as files. @throws Error with a sentence */
async function unpacked(archive: File): Promise<File[]> {
  let entries = 0
  let bytes = 0
  let tooMuch = false
  const bringing = new Uint8Array(await archive.arrayBuffer())
  const found = await new Promise<Unzipped>((done, failed) =>
    unzip(
      bringing,
      {
        filter({ name, originalSize }) {
          const wanted = !/(^|\/)(__MACOSX|\.)/.test(name) && !name.endsWith('/')
          entries += 1
          bytes += wanted ? originalSize : 0
          tooMuch ||= entries > MAX_ENTRIES || bytes > MAX_UNPACKED
          return wanted && !tooMuch && originalSize <= MAX_PHOTO_BYTES
        },
      },
      (error, data) => (error ? failed(new Error(`${archive.name}: lo ZIP è danneggiato o non si può leggere.`)) : done(data)),
    ),
  )
  if (tooMuch) throw new Error(`${archive.name}: lo ZIP contiene troppi file o file troppo grandi. Dividilo.`)
  return Object.entries(found).map(([name, data]) => {
    const last = name.slice(name.lastIndexOf('/') + 1)
    return new File([data as BlobPart], last, { type: TYPES[last.split('.').at(-1)!.toLowerCase()] ?? '' })
  })
}

/** The chosen files, archives unpacked, each with its article: the one whose code is the name of the file. @throws Error with a sentence */
export async function photoFiles(chosen: readonly File[], articles: readonly Article[]): Promise<PhotoFile[]> {
  const byCode = new Map(articles.map((one) => [fold(one.code), one]))
  const files = (await Promise.all(chosen.map(async (file) => (isZip(file) ? unpacked(file) : [file])))).flat()
  const taken = new Set<number>()
  return files.map((file, key) => {
    const refused = (problem: string) => ({ key, file, problem })
    if (!PICTURE.test(file.name)) return refused('Non è una foto JPG, PNG o WebP.')
    if (file.size > MAX_PHOTO_BYTES) return refused('Supera la dimensione massima di 10 MB.')
    const article = byCode.get(fold(file.name.replace(PICTURE, '').trim()))
    if (!article) return refused('Nessun articolo ha questo codice.')
    if (taken.has(article.id)) return refused(`C’è già un’altra foto per ${article.code}.`)
    taken.add(article.id)
    return { key, file, article }
  })
}
