import fs from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { withUniqueBytes } from '../../src/outbox/unique-bytes.ts'
import { heicSize } from '../../src/ui/heic.ts'
import { imageKind } from '../../src/ui/image-kind.ts'
import { photoFacts } from '../../src/ui/photo-facts.ts'

const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#804020' } })
const buffer = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('knows %s by its first bytes', async (format) => {
  expect(imageKind((await blank().toFormat(format).toBuffer()).subarray(0, 16))).toBe(`image/${format}`)
})

it.each([
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
  ['HEIF of other makers', '\0\0\0\x18ftypmif1\0\0\0\0', 'image/heic'],
  ['a film', '\0\0\0\x18ftypisom\0\0\0\0', null],
  ['a page', '<!doctype html>', null],
  ['a drawing with script', '<svg xmlns="http', null],
  ['nothing', '', null],
])('takes %s for what it is', (_, head, kind) => {
  expect(imageKind(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))).toBe(kind)
})

it('reads when and where a photo was taken', async () => {
  const photo = await blank()
    .jpeg()
    .withExif({
      IFD2: { DateTimeOriginal: '2026:04:03 10:20:30' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '45/1 27/1 5000/100', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 2400/100' },
    })
    .toBuffer()
  const { takenAt, gps } = await photoFacts(buffer(photo))
  expect(takenAt).toBe('2026-04-03T10:20:30')
  expect(gps?.latitude).toBeCloseTo(-45.46389, 4)
  expect(gps?.longitude).toBeCloseTo(9.19, 4)
})

it('a photo that says nothing, or nonsense, has no facts', async () => {
  expect(await photoFacts(buffer(await blank().jpeg().toBuffer()))).toEqual({})
  expect(await photoFacts(buffer(await blank().png().toBuffer()))).toEqual({})
  expect(await photoFacts(buffer(Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, 20, 69, 120])))).toEqual({})
  const zero = await blank()
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: '0000-00-00' } })
    .toBuffer()
  expect(await photoFacts(buffer(zero))).toEqual({})
})

it('a moment or a place that cannot be counts as none, and the other is kept', async () => {
  const facts = async (taken: string, latitude: string, longitude: string) =>
    photoFacts(
      buffer(
        await blank()
          .jpeg()
          .withExif({
            IFD2: { DateTimeOriginal: taken },
            IFD3: { GPSLatitudeRef: 'N', GPSLatitude: latitude, GPSLongitudeRef: 'E', GPSLongitude: longitude },
          })
          .toBuffer(),
      ),
    )
  const [good, north, east] = ['2026:02:28 10:20:30', '45/1 0/1 0/1', '9/1 0/1 0/1']
  for (const taken of ['2026:02:31 10:20:30', '0000:00:00 00:00:00', '2026:13:01 10:20:30', '2026:02:28 24:00:00', '2026:02:28 10:61:00'])
    expect(await facts(taken, north, east), taken).toEqual({ gps: { latitude: 45, longitude: 9 } })
  for (const [latitude, longitude] of [
    ['4530/1 0/1 0/1', east],
    [north, '181/1 0/1 0/1'],
    ['0/0 0/0 0/0', '0/0 0/0 0/0'],
    ['0/1 0/1 0/1', '0/1 0/1 0/1'],
  ] as const)
    expect(await facts(good, latitude, longitude), `${latitude} ${longitude}`).toEqual({ takenAt: '2026-02-28T10:20:30' })
  const alone = await blank()
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: north } })
    .toBuffer()
  expect(await photoFacts(buffer(alone))).toEqual({})
})

const heic = fs.readFileSync('tests/fixtures/iphone.heic')
it('a HEIC that no browser here decodes is known to be whole, and tells its pixels, time and place', async () => {
  expect(heicSize(buffer(heic))).toEqual({ width: 3200, height: 2400 })
  const { takenAt, gps } = await photoFacts(buffer(heic))
  expect(takenAt).toBe('2026-04-03T10:20:30')
  expect(gps?.latitude).toBeCloseTo(45.46389, 4)
  const named = withUniqueBytes(buffer(heic), 'image/heic', '0b8f6e0e-98a2-4b0a-9d53-2c42a2b0e1aa')
  expect(named.byteLength).toBeGreaterThan(heic.length)
  expect(heicSize(named)).toEqual({ width: 3200, height: 2400 })
})

it('a HEIC cut off anywhere, or with a box that never ends, is not taken', () => {
  for (let length = 0; length < heic.length; length += 50) expect(heicSize(buffer(heic.subarray(0, length)))).toBeNull()
  const meta = heic.indexOf('meta') - 4
  for (const size of [0, 1, 7, 0xffffffff]) {
    const wrong = Buffer.from(heic)
    wrong.writeUInt32BE(size, meta)
    expect(heicSize(buffer(wrong))).toBeNull()
  }
})
