import { crc32, deflateSync } from 'node:zlib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heavyWork } from '../../../server/lib/files/heavy-work.ts'
import cardImport from '../../../server/resources/cards/card-import.ts'
import models from '../../../server/resources/inspections/models.ts'
import productImport from '../../../server/resources/shop/product-import.ts'
import stationImport from '../../../server/resources/stations/import.ts'
import { makeStation } from '../support/fixtures.ts'
import { type RawRow, rawWorkbook } from '../support/raw-sheet.ts'
import { type Caller, inWorld } from '../support/world.ts'

const sheet = (by: Caller, bytes: Buffer) => by.upload('/stations/import/read', [{ name: 'rete.xlsx', bytes }])
const LINES = 5_000
const book = (row: (line: number) => RawRow) => rawWorkbook([{ name: 'Rete', rows: Array.from({ length: LINES }, (_, line) => row(line)) }])
/** A sheet of so many lines, whose only cells stand far to the right. */
function farRight(): Buffer {
  const parts = unzipSync(book(() => ['1']))
  const name = 'xl/worksheets/sheet1.xml'
  return Buffer.from(zipSync({ ...parts, [name]: strToU8(strFromU8(parts[name]!).replace(/ r="A(\d+)"/g, ' r="XFD$1"')) }))
}

test('a sheet of some kilobytes whose cells stand at XFD is refused with less work than a usual one of as many lines', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const usual = book((line) => Array(5).fill(String(line)))
    const bomb = farRight()
    expect(bomb.length).toBeLessThan(60_000)
    const timed = async (bytes: Buffer) => {
      const from = performance.now()
      const { status, body } = await sheet(admin, bytes)
      return { status, error: body.error, ms: performance.now() - from }
    }
    const [floor, refused] = [await timed(usual), await timed(bomb)]
    expect(refused).toMatchObject({ status: 422, error: 'Il foglio ha più di 500 colonne: togliere ciò che sta a destra della tabella.' })
    expect(refused.ms).toBeLessThan(2 * floor.ms)
  }))

/** A square picture of one bit a pixel. */
function png(edge: number, pixels: Buffer): Buffer {
  const piece = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(data.length, 0)
    numbers.writeUInt32BE(crc32(body), 4)
    return [numbers.subarray(0, 4), body, numbers.subarray(4)]
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  head[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, ...piece('IHDR', head), ...piece('IDAT', pixels), ...piece('IEND', Buffer.alloc(0))])
}
test('a picture of 268 million pixels in 31 kB is refused by its head, and none of its pixels is read', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const station = await makeStation(db, { code: 'ZZ1' })
    const bomb = png(16_384, deflateSync(Buffer.alloc(16_384 * (1 + 16_384 / 8)), { level: 9 }))
    expect(bomb.length).toBeLessThan(40_000)
    const begin = bomb.indexOf('IDAT') + 14
    // Without the pixels it could not be decoded: that it is refused for its size shows that nobody tried.
    for (const bytes of [bomb, bomb.subarray(0, begin), Buffer.concat([bomb.subarray(0, begin), Buffer.alloc(bomb.length - begin, 1)])]) {
      const { status, body } = await admin.upload(`/stations/station-image/${station.id}`, [{ name: 'a.png', bytes }])
      expect([status, body.error]).toEqual([413, "L'immagine ha più di 50 megapixel: ridurla e riprovare."])
    }
  }))

test('where too many sheets and pictures of one person wait, one more is told 429, and taken once there is room', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const station = await makeStation(db, { code: 'ZZ1' })
    const open: (() => void)[] = []
    const held = Array.from({ length: 22 }, () =>
      heavyWork(String(admin.user_id), () => new Promise<void>((resolve) => open.push(resolve))),
    )
    const small = await sharp({ create: { width: 700, height: 700, channels: 3, background: '#c00' } })
      .png()
      .toBuffer()
    const both = async () => [
      (await admin.upload(`/stations/station-image/${station.id}`, [{ name: 'a.png', bytes: small }])).status,
      (await sheet(admin, farRight())).status,
    ]
    expect(await both()).toEqual([429, 429])
    let left = held.length
    for (const one of held) void one.then(() => left--)
    while (left) {
      for (const end of open.splice(0)) end()
      await new Promise((next) => setImmediate(next))
    }
    expect(await both()).toEqual([201, 422])
  }))
// The embedded database has one connection: a request that waits its turn with a transaction open would hold up everybody.
test.each([
  ['stations', stationImport.handlers.read],
  ['cards', cardImport.handlers.read],
  ['cards, as the documents have it', cardImport.handlers.importData],
  ['articles', productImport.handlers.read],
  ['models', models.handlers.previewForm],
])('a sheet of %s is read before the transaction of its request', (_, handler) => expect(handler?.prepare).toBeTypeOf('function'))
