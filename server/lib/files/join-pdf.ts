import { setImmediate as turn } from 'node:timers/promises'

/** A PDF as the compiler of the templates writes it: a plain table of objects, none of them packed into another. */
interface Part {
  /** The bytes of each object by its number, as latin1, without `n 0 obj` and `endobj`. */
  objects: Map<number, string>
  /** Numbers of the catalogue, the tree of pages and the tree of tags. */
  root: number
  pages: number
  tags: number
}
const numberIn = (text: string, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1])

function parse(pdf: Buffer): Part {
  const text = pdf.toString('latin1')
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const rows = /^xref\s+0 \d+\s+/.exec(text.slice(table, table + 40))
  if (!rows) throw new Error('not a PDF of the templates')
  const starts = [...text.slice(table + rows[0].length, text.indexOf('trailer', table)).matchAll(/(\d{10}) \d{5} n/g)]
    .map(([, at]) => Number(at))
    .sort((a, b) => a - b)
  const objects = new Map<number, string>()
  for (const [index, at] of starts.entries()) {
    const whole = text.slice(at, starts[index + 1] ?? table)
    const head = /^(\d+) 0 obj\s/.exec(whole)!
    objects.set(Number(head[1]), whole.slice(head[0].length, whole.lastIndexOf('endobj')))
  }
  const root = numberIn(text.slice(text.indexOf('trailer', table)), 'Root')
  const catalogue = objects.get(root) ?? ''
  const part = { objects, root, pages: numberIn(catalogue, 'Pages'), tags: numberIn(catalogue, 'StructTreeRoot') }
  if (!objects.has(part.pages) || !objects.has(part.tags)) throw new Error('not a tagged PDF of the templates')
  return part
}

const STREAM = /\sstream\r?\n/
/** An object with each reference in it given another number. Texts in parentheses and the bytes of a stream are left alone. */
function renumber(object: string, of: (number: number) => number): string {
  const end = STREAM.exec(object)?.index ?? object.length
  const head = object
    .slice(0, end)
    .replace(/\((?:\\[\s\S]|[^\\()])*\)|\b(\d+) 0 R\b/g, (all, number?: string) => (number ? `${of(Number(number))} 0 R` : all))
  return head + object.slice(end)
}
const list = (object: string, name: string) => new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(object)?.[1]?.trim() ?? ''
const countIn = (object: string, name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(object)![1])

/**
 * Joins PDFs of one template into one: all pages in one tree, all tags in another, title and language of the first.
 * @throws Error for a PDF that was not written by the templates' compiler
 */
export async function joinPdfs(pdfs: readonly Buffer[]): Promise<Buffer> {
  if (pdfs.length === 1) return pdfs[0]!
  const first = parse(pdfs[0]!)
  const chunks: Buffer[] = []
  const places: number[] = []
  let length = 0
  let last = 0
  const add = (text: string) => {
    chunks.push(Buffer.from(text, 'latin1'))
    length += text.length
  }
  const put = (number: number, object: string) => {
    places[number] = length
    last = Math.max(last, number)
    add(`${number} 0 obj\n${object.trimEnd()}\nendobj\n`)
  }
  add('%PDF-1.7\n%\xAA\xAA\xAA\xAA\n')
  // The first part keeps its numbers, so that title, language and the description of the file stay as they are; the pages' root is the one new object.
  const trunk = Math.max(...first.objects.keys()) + 1
  last = trunk
  const kids: string[] = []
  const tagKids: string[] = []
  const parents: string[] = []
  let count = 0
  for (const pdf of pdfs) {
    await turn()
    const part = pdf === pdfs[0] ? first : parse(pdf)
    const from = part === first ? 0 : last
    const of = (number: number) => (number === part.tags ? first.tags : number + from)
    const pagesBefore = count
    const moved = (object: string) => renumber(object, of)
    for (const [number, object] of part.objects) {
      if (number === part.tags || number === part.root) continue
      let next = moved(object)
      if (number === part.pages) next = next.replace('/Type /Pages', `/Type /Pages\n  /Parent ${trunk} 0 R`)
      else if (/^<<\s*\/Type \/Page\s/.test(next))
        next = next.replace(/\/StructParents (\d+)/, (_, at) => `/StructParents ${Number(at) + pagesBefore}`)
      put(number + from, next)
    }
    const tags = part.objects.get(part.tags)!
    count += countIn(part.objects.get(part.pages)!, 'Count')
    kids.push(`${part.pages + from} 0 R`)
    tagKids.push(moved(list(tags, 'K')))
    parents.push(moved(list(tags, 'Nums')).replace(/(\d+) (\d+ 0 R)/g, (_, at, ref) => `${Number(at) + pagesBefore} ${ref}`))
  }
  put(trunk, `<<\n  /Type /Pages\n  /Count ${count}\n  /Kids [${kids.join(' ')}]\n>>`)
  const tags = first.objects
    .get(first.tags)!
    .replace(/\/K \[[^\]]*\]/, `/K [${tagKids.join(' ')}]`)
    .replace(/\/Nums \[[^\]]*\]/, `/Nums [${parents.join(' ')}]`)
    .replace(/\/ParentTreeNextKey \d+/, `/ParentTreeNextKey ${count}`)
  put(first.tags, tags)
  put(first.root, first.objects.get(first.root)!.replace(`/Pages ${first.pages} 0 R`, `/Pages ${trunk} 0 R`))
  const table = length
  const row = (number: number) =>
    places[number] === undefined ? '0000000000 65535 f' : `${String(places[number]).padStart(10, '0')} 00000 n`
  add(`xref\n0 ${last + 1}\n${Array.from({ length: last + 1 }, (_, number) => `${row(number)} \n`).join('')}`)
  const trailer = pdfs[0]!.toString('latin1', pdfs[0]!.lastIndexOf('trailer'))
  add(trailer.replace(/\/Size \d+/, `/Size ${last + 1}`).replace(/startxref\s+\d+/, `startxref\n${table}`))
  return Buffer.concat(chunks)
}
