import { expect, test } from 'vitest'
import { stripGps } from '../../../server/lib/files/strip-gps.ts'

const GPS = 0x8825
interface Entry {
  tag: number
  type: number
  count: number
  /** As it stands in the entry: four bytes, or where the value begins. */
  value: number
}
/** A TIFF structure: a directory with a make and the pointer to the place, then the place, then what stands outside of its entries. */
function tiff(little: boolean, place: Entry[], { pointer = GPS, type = 4, outside = '' } = {}): Buffer {
  const at = 8 + 2 + 24 + 4
  const bytes = Buffer.alloc(at + 2 + place.length * 12)
  const short = (value: number, to: number) => (little ? bytes.writeUInt16LE(value, to) : bytes.writeUInt16BE(value, to))
  const long = (value: number, to: number) => (little ? bytes.writeUInt32LE(value, to) : bytes.writeUInt32BE(value, to))
  const entry = (one: Entry, to: number) => {
    short(one.tag, to)
    short(one.type, to + 2)
    long(one.count, to + 4)
    long(one.value, to + 8)
  }
  bytes.write(little ? 'II*\0' : 'MM\0*', 'latin1')
  long(8, 4)
  short(2, 8)
  entry({ tag: 0x010f, type: 2, count: 4, value: 0x41424344 }, 10)
  entry({ tag: pointer, type, count: 1, value: at }, 22)
  short(place.length, at)
  for (const [n, one] of place.entries()) entry(one, at + 2 + n * 12)
  return Buffer.concat([bytes, Buffer.from(outside, 'latin1')])
}
const END = (entries: number) => 38 + 2 + entries * 12
const RATIONALS = '112233445566778899aabbcc'
const latitude = (count: number, value: number): Entry => ({ tag: 2, type: 5, count, value })
/** Where a structure holds zeros that it did not hold before. */
const zeroed = (before: Buffer, after: Buffer) => [...before.keys()].filter((at) => before[at] !== after[at])

test.each([true, false])(
  'the place in a photo is zeroed, in its entries and where they point to, and nothing else (little end first: %s)',
  (little) => {
    const place = [
      { tag: 1, type: 2, count: 2, value: 0x4e4e4e4e },
      { tag: 2, type: 5, count: 3, value: END(3) },
      { tag: 5, type: 1, count: 4, value: 0x01020304 },
    ]
    const photo = Buffer.concat([Buffer.from('JPEG before '), tiff(little, place, { outside: `${RATIONALS}after` })])
    const clean = stripGps(photo)
    expect(clean).not.toBe(photo)
    expect(clean).toHaveLength(photo.length)
    const head = 12
    const [first, second, third] = [0, 1, 2].map((n) => head + 38 + 2 + n * 12)
    for (const at of [first!, second!, third!]) {
      expect(clean.subarray(at, at + 4), 'tag and type stay').toEqual(photo.subarray(at, at + 4))
      expect(clean.subarray(at + 4, at + 12)).toEqual(Buffer.alloc(8))
    }
    const outside = head + END(3)
    expect(clean.subarray(outside, outside + 24)).toEqual(Buffer.alloc(24))
    expect(clean.subarray(outside + 24).toString()).toBe('after')
    expect(clean.subarray(0, head + 38)).toEqual(photo.subarray(0, head + 38))
    expect(clean.indexOf(RATIONALS.slice(0, 6))).toBe(-1)
  },
)
test('a picture that tells of no place is given as it is', () => {
  const none = [
    Buffer.from('no picture'),
    Buffer.alloc(0),
    tiff(true, [latitude(3, 80)], { pointer: 0x8769 }),
    tiff(true, [latitude(3, 80)], { type: 3 }),
  ]
  for (const bytes of none) expect(stripGps(bytes)).toBe(bytes)
})
test('what lies is not followed: values out of the file or too long, directories without end or beyond it', () => {
  const changes = (bytes: Buffer) => zeroed(bytes, stripGps(bytes))
  const own = [...Array(8).keys()].map((n) => 38 + 2 + 4 + n)
  const inside = (bytes: Buffer) => changes(bytes).every((at) => own.includes(at))
  expect(inside(tiff(true, [latitude(3, 1_000)], { outside: RATIONALS }))).toBe(true)
  expect(inside(tiff(true, [latitude(4, END(1))], { outside: RATIONALS })), 'longer than the file').toBe(true)
  expect(inside(tiff(true, [latitude(512, END(1))], { outside: 'x'.repeat(4096) })), 'a page of it is no place').toBe(true)
  expect(changes(tiff(true, [latitude(511, END(1))], { outside: 'x'.repeat(4096) })).length).toBeGreaterThan(4_000)
  expect(inside(tiff(true, [{ tag: 2, type: 99, count: 9, value: END(1) }], { outside: RATIONALS })), 'of no known type').toBe(true)
  expect(inside(tiff(true, [{ tag: 2, type: 2, count: 4, value: END(1) }], { outside: RATIONALS })), 'it stands in its entry').toBe(true)
  expect(inside(tiff(true, [{ tag: 2, type: 2, count: 5, value: END(1) }], { outside: RATIONALS }))).toBe(false)
  const endless = tiff(true, [latitude(3, END(1))], { outside: RATIONALS })
  endless.writeUInt16LE(201, 38)
  expect(stripGps(endless)).toBe(endless)
  const most = Buffer.concat([tiff(true, [latitude(3, END(200))]), Buffer.alloc(199 * 12, 1)])
  most.writeUInt16LE(200, 38)
  expect(changes(most).length).toBeGreaterThan(199 * 8)
  const cut = tiff(true, [latitude(3, 60), latitude(3, 60)]).subarray(0, 38 + 2 + 12 + 6)
  expect(
    changes(cut).every((at) => at < 38 + 2 + 12),
    'an entry that is cut is left',
  ).toBe(true)
  for (const length of [4, 6, 9, 20, 39]) expect(() => stripGps(tiff(true, [latitude(3, 60)]).subarray(0, length))).not.toThrow()
})
test('each of several structures is cleaned, one that is none stops nothing', () => {
  const one = tiff(true, [latitude(3, END(1))], { outside: RATIONALS })
  const other = tiff(false, [latitude(3, END(1))], { outside: RATIONALS })
  const clean = stripGps(Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(9), one, other, one]))
  expect(clean.indexOf(RATIONALS)).toBe(-1)
})
test('what XMP says of it goes, as an attribute and as an element; its name and everything else stay', () => {
  const xmp = (name: string, value: string) => `<rdf:Description exif:${name}="${value}" tiff:Make="X1"/>`
  const of = (text: string) => stripGps(Buffer.from(text, 'latin1')).toString('latin1')
  expect(of(xmp('GPSLatitude', '45,27.83N'))).toBe(xmp('GPSLatitude', '000000000'))
  expect(of(`<exif:GPSLongitude>9,11.4E</exif:GPSLongitude> GPSL`)).toBe('<exif:GPSLongitude>0000000</exif:GPSLongitude> GPSL')
  expect(of(`${xmp('GPSLatitude', '1')}${xmp('GPSAltitude', '123/4')}`)).toBe(`${xmp('GPSLatitude', '0')}${xmp('GPSAltitude', '00000')}`)
  expect(of("exif:GPSLongitudeRef = 'E'")).toBe("exif:GPSLongitudeRef = '0'")
  const other = Buffer.from(xmp('GPSLearned', '7'))
  expect(stripGps(other)).toBe(other)
})
