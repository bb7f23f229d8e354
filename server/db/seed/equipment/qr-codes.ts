import { labelAddress, labelCode } from '../../../../src/rules/equipment/label-code.ts'
import type { Db } from '../../../lib/core/db.ts'
import { type FileStore, sha256 } from '../../../lib/files/files.ts'
import { qrPng } from '../../../lib/files/qr-code.ts'
import { files } from '../../schema/core/system.ts'
import { qr_codes } from '../../schema/stations/station-sets.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import type { SeedOptions, SeedStation } from '../stations/stations.ts'

/** Where the seeded codes lead: kept for examples (RFC 2606). */
const ORIGIN = 'https://fatture.example'
/** A QR for the first `count` stations that sell; without a store for its picture there would be none to show. */
export async function insertQrCodes(
  db: Db,
  { seed }: SeedOptions,
  { stations, count }: { stations: readonly SeedStation[]; count: number },
  at: string,
  store: FileStore | undefined,
) {
  if (!store) return
  const before = await db.$count(files)
  const [rows, pictures]: [(typeof qr_codes.$inferInsert)[], (typeof files.$inferInsert)[]] = [[], []]
  for (const { id, code } of stations.filter(({ status, is_warehouse }) => status === 'active' && !is_warehouse).slice(0, count)) {
    const url = labelAddress(ORIGIN, labelCode('stations', id))
    const bytes = await qrPng(url)
    const uuid = uuidOf(seed, 'qr_codes', id)
    await store.write(uuid, bytes, new Date(at))
    const file = { id: before + rows.length + 1, uuid, owner_type: 'qr_code', owner_id: id, name: `${code}.png` }
    pictures.push({ ...file, extension: 'png', mime: 'image/png', size: bytes.length, sha256: sha256(bytes), created_at: at } as never)
    rows.push({ station_id: id, name: `QR fattura ${code}`, url, file_id: file.id })
  }
  await insertRows(db, files, pictures, at)
  await insertRows(db, qr_codes, rows, at)
}
