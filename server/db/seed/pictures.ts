import sharp from 'sharp'
import type { Db } from '../../lib/core/db.ts'
import { type FileStore, sha256 } from '../../lib/files/files.ts'
import { files } from '../schema/core/system.ts'
import { insertRows } from './insert.ts'
import { stream } from './random.ts'

/** Drawn photos and signatures for the seeded verifiche: a few files that many answers share, so that no photo of a real place is needed. */
export interface Pictures {
  /** Ids in `files`. */
  photos: readonly number[]
  signatures: readonly number[]
}
const PHOTOS = 10
const SIGNATURES = 4

/** A forecourt in the light of some hour: sky, canopy, pumps, ground. */
function scene(seed: number, place: number): string {
  const random = stream(seed, 'pictures', place)
  const hue = random.int(195, 225)
  const canopy = random.pick(['#0b5563', '#b3261e', '#1f4e9c', '#e0a100', '#2e7d32'])
  const pumps = Array.from({ length: random.int(2, 4) }, (_, i) => {
    const x = 70 + i * 130 + random.int(-12, 12)
    return `<rect x="${x}" y="250" width="54" height="120" rx="6" fill="#f4f4f4"/><rect x="${x + 8}" y="262" width="38" height="26" fill="#223"/><rect x="${x + 8}" y="300" width="38" height="10" fill="${canopy}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(${hue},${random.int(30, 60)}%,${random.int(60, 85)}%)"/><rect y="360" width="640" height="120" fill="hsl(30,6%,${random.int(38, 55)}%)"/><rect x="30" y="130" width="580" height="46" fill="${canopy}"/><rect x="60" y="176" width="14" height="200" fill="#ccd"/><rect x="566" y="176" width="14" height="200" fill="#ccd"/>${pumps.join('')}</svg>`
}
/** A signature: one running stroke. */
function stroke(seed: number, place: number): string {
  const random = stream(seed, 'signatures', place)
  let path = `M 20 ${random.int(70, 90)}`
  for (let x = 20; x < 320; x += random.int(18, 40)) path += ` Q ${x + 10} ${random.int(10, 120)} ${x + 24} ${random.int(50, 95)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="130"><path d="${path}" fill="none" stroke="#14213d" stroke-width="3"/></svg>`
}

/**
 * Writes the rows of the pictures, and their bytes where there is a store to hold them (the snapshot of the tests has none).
 * @param at ISO instant they count as taken at
 */
export async function insertPictures(db: Db, seed: number, at: string, store: FileStore | undefined): Promise<Pictures> {
  const drawings = [
    ...Array.from({ length: PHOTOS }, (_, place) => ({ name: `foto-${place + 1}.jpg`, svg: scene(seed, place) })),
    ...Array.from({ length: SIGNATURES }, (_, place) => ({ name: `firma-${place + 1}.png`, svg: stroke(seed, place) })),
  ]
  const rows: (typeof files.$inferInsert & { id: number })[] = []
  for (const [place, { name, svg }] of drawings.entries()) {
    const photo = name.endsWith('.jpg')
    const picture = sharp(Buffer.from(svg))
    const bytes = await (photo ? picture.jpeg({ quality: 70 }) : picture.png({ palette: true })).toBuffer()
    const uuid = uuidOf(seed, 'files', place)
    await store?.write(uuid, bytes, new Date(at))
    rows.push({
      ...{
        id: place + 1,
        uuid,
        owner_type: 'inspection',
        name,
        extension: photo ? 'jpg' : 'png',
        mime: photo ? 'image/jpeg' : 'image/png',
      },
      ...{ size: bytes.length, sha256: sha256(bytes), created_at: at },
    })
  }
  await insertRows(db, files, rows, at)
  const ids = rows.map(({ id }) => id)
  return { photos: ids.slice(0, PHOTOS), signatures: ids.slice(PHOTOS) }
}

/** A UUID that is the same on every run. */
export function uuidOf(seed: number, entity: string, place: number): string {
  const hex = stream(seed, `uuid:${entity}`, place).chars(32, '0123456789abcdef')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
