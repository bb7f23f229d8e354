import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sha256 } from '../../../server/lib/files/files.ts'
import { photoFacts } from '../../../src/ui/photo-facts.ts'
import { hasPdfToText, words } from '../../pdf/pdf-text.ts'
import { makeStation } from '../support/fixtures.ts'
import { begin, completed, GOOD, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** As an iPhone writes it: 3200 × 2400 lying on its side, turned by `irot`, red on top when upright; time and place in its Exif. */
const heic = fs.readFileSync('tests/fixtures/iphone.heic')
/** The same without what the decoder must know of it: sound to whoever looks at its boxes, and nothing to decode. */
const broken = Buffer.from(heic).fill(0, heic.indexOf('hvcC') + 4, heic.indexOf('ispe') - 4)
const facts = (bytes: Buffer) => photoFacts(new Uint8Array(bytes).buffer)
const here = { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 5000/100', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 2400/100' }
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#804020' } })
/** A phone's own: on its side, red on top when upright, saying when and where. */
const original = (width = 4032, height = 3024) =>
  plain(width, height)
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: '#d02020' } }, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: '2026:04:03 10:20:30' }, IFD3: here })
    .withMetadata({ orientation: 6 })
    .toBuffer()

const redOnTop = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y: number) => data.subarray((y * info.width + 10) * info.channels, (y * info.width + 10) * info.channels + 3)
  const [top, bottom] = [at(10), at(info.height - 10)]
  return top[0]! > 180 && top[2]! < 60 && bottom[0]! < 180
}
async function inDraft({ as, db }: World) {
  const ivan = await as('ispettore')
  const station = await makeStation(db, { code: 'ZZ1' })
  const model = await makeModel(ivan, 'PIC')
  const { id, client_uuid } = await begin(ivan, model, station.id)
  return { ivan, station, model, id, client_uuid }
}
const got = async (caller: Caller, uuid: string) => caller.get(`/inspection/files/${uuid}`)

test('a HEIC is kept as an upright JPEG of at most 2560 px that says no place, and known by the bytes that were sent', () =>
  inWorld(async (world) => {
    const { ivan, client_uuid } = await inDraft(world)
    const uuid = randomUUID()
    const sent = await send(ivan, client_uuid, heic, { uuid }, 'IMG_0001.heic')
    expect(sent).toMatchObject({
      status: 201,
      body: { data: { sha256: sha256(heic), mime: 'image/jpeg', name: 'IMG_0001.jpg', readable: true } },
    })
    expect((await send(ivan, client_uuid, heic, { uuid }, 'IMG_0001.heic')).status).toBe(200)
    const stored = await got(ivan, uuid)
    expect(stored.headers['content-type']).toBe('image/jpeg')
    expect((await send(ivan, client_uuid, stored.bytes, { uuid })).body.code).toBe('uuid_taken')
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1920, height: 2560 })
    expect(await redOnTop(stored.bytes)).toBe(true)
    expect(await facts(stored.bytes)).toEqual({})
  }))

/** The share of white among the pixels of a part of a picture, and how bright it is all in all (0–255). */
async function looks(bytes: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { data } = await sharp(bytes).extract(part).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { white: data.filter((value) => value > 200).length / data.length, mean: data.reduce((sum, one) => sum + one, 0) / data.length }
}
test('what the device could not write on its photo the server writes, at its lower left; on no signature and no attachment', () =>
  inWorld(async (world) => {
    const { ivan, client_uuid } = await inDraft(world)
    const stored = async (bytes: Buffer, name: string, more: Record<string, string>) => {
      const { status, body } = await send(ivan, client_uuid, bytes, more, name)
      expect(status, name).toBe(201)
      return { bytes: (await got(ivan, body.data.uuid)).bytes, mime: body.data.mime }
    }
    const stamp = '03/04/2026 10:20 · PV001'
    const light = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#ddd' } })
    for (const [name, bytes, height] of [
      ['IMG_0001.heic', heic, 2560],
      ['a.jpg', await light.clone().jpeg().toBuffer(), 900],
      ['b.webp', await light.clone().webp().toBuffer(), 900],
      ['c.png', await light.clone().png().toBuffer(), 900],
    ] as const) {
      const [plainOne, marked] = [await stored(bytes, name, {}), await stored(bytes, name, { stamp })]
      expect(marked.mime, name).toBe('image/jpeg')
      const { width, height: high } = await sharp(marked.bytes).metadata()
      expect(high, name).toBe(height)
      const size = Math.round(Math.min(width, high) / 32)
      const bar = { left: 0, top: high - Math.round(size * 1.8), width: size * 10, height: Math.round(size * 1.8) }
      const [before, after] = [await looks(plainOne.bytes, bar), await looks(marked.bytes, bar)]
      expect(after.mean, name).toBeLessThan(before.mean)
      expect(after.white, name).toBeGreaterThan(0.05)
      expect(after.white, name).toBeLessThan(0.5)
      // Nothing above it, and nothing beside it once the words have ended.
      const rest = { left: 0, top: 0, width, height: bar.top - 4 }
      const beside = { left: size * 20, top: bar.top, width: width - size * 20, height: bar.height }
      for (const part of [rest, beside])
        expect((await looks(marked.bytes, part)).mean, name).toBeCloseTo((await looks(plainOne.bytes, part)).mean, 0)
    }
    for (const kind of ['signature', 'file']) {
      const png = await light.clone().png().toBuffer()
      expect((await stored(png, 's.png', { kind, stamp })).bytes.equals(png)).toBe(true)
    }
    // Broken as it is, it is kept: nothing can be written on it.
    expect((await send(ivan, client_uuid, broken, { stamp }, 'rotta.heic')).body.data).toMatchObject({ readable: false })
    // Longer than the picture is wide, the words are made to fit.
    const narrow = await stored(await jpeg(), 'd.jpg', { stamp })
    expect(await sharp(narrow.bytes).metadata()).toMatchObject({ width: 32, height: 24 })
  }))

test('originals are made smaller and upright, whatever they came as; what fits is kept byte for byte', () =>
  inWorld(async (world) => {
    const { ivan, client_uuid } = await inDraft(world)
    const big = await original()
    const cases = [
      { name: 'a.jpg', bytes: big, width: 1920, height: 2560 },
      { name: 'b.webp', bytes: await plain(800, 600).webp().toBuffer(), width: 800, height: 600 },
      { name: 'c.png', bytes: await plain(3000, 300).png().toBuffer(), width: 2560, height: 256 },
      { name: 'd.jpg', bytes: await original(640, 480), width: 480, height: 640 },
    ]
    for (const { name, bytes, width, height } of cases) {
      const { body } = await send(ivan, client_uuid, bytes, {}, name)
      expect(body.data).toMatchObject({ sha256: sha256(bytes), mime: 'image/jpeg', readable: true })
      const stored = await got(ivan, body.data.uuid)
      expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'jpeg', width, height })
      expect((await sharp(stored.bytes).metadata()).orientation ?? 1).toBe(1)
      expect((await facts(stored.bytes)).gps).toBeUndefined()
      if (name.endsWith('.jpg')) expect(await redOnTop(stored.bytes)).toBe(true)
    }
    const drawing = await sharp({ create: { width: 300, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    for (const [name, bytes] of [
      ['s.png', Buffer.concat([drawing, Buffer.from(randomUUID())])],
      ['e.jpg', await jpeg()],
    ] as const) {
      const { body } = await send(ivan, client_uuid, bytes, { kind: name === 's.png' ? 'signature' : 'photo' }, name)
      expect((await got(ivan, body.data.uuid)).bytes.equals(bytes)).toBe(true)
    }
  }))

test('nothing that is kept says where it was taken, but what the model asks for', () =>
  inWorld(async (world) => {
    const { ivan, client_uuid } = await inDraft(world)
    const small = await plain(640, 480)
      .jpeg()
      .withExif({ IFD2: { DateTimeOriginal: '2026:04:03 10:20:30' }, IFD3: here })
      .toBuffer()
    const xmp = '<x:xmpmeta><rdf:Description exif:GPSLatitude="45,27.83N" exif:GPSLongitude="9,11.4E"/></x:xmpmeta>'
    const told = Buffer.concat([small.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, xmp.length + 2]), Buffer.from(xmp), small.subarray(2)])
    expect((await facts(small)).gps).toBeDefined()
    expect((await facts(broken)).gps).toBeDefined()
    for (const [name, bytes, kind] of [
      ['uno.jpg', small, 'photo'],
      ['due.jpg', told, 'photo'],
      ['allegato.jpg', small, 'file'],
      ['rotta.heic', broken, 'photo'],
    ] as const) {
      const { body } = await send(ivan, client_uuid, bytes, { kind }, name)
      const stored = (await got(ivan, body.data.uuid)).bytes
      expect(stored.length, name).toBe(bytes.length)
      const { gps, takenAt } = await facts(stored)
      expect(gps?.latitude || undefined, name).toBeUndefined()
      expect(takenAt, name).toBe('2026-04-03T10:20:30')
      expect(stored.toString('latin1')).not.toMatch(/45,27|9,11\.4/)
    }
    // The device tells the place apart, where the model keeps it.
    const { body } = await send(ivan, client_uuid, small, { latitude: '45.46389', longitude: '9.19' })
    expect(body.data).toMatchObject({ latitude: 45.46389, longitude: 9.19 })
    expect((await facts((await got(ivan, body.data.uuid)).bytes)).gps?.latitude || undefined).toBeUndefined()
  }))

test('a picture that nobody can decode is kept as it came, and said to be unreadable; its verbale is printed all the same', () =>
  inWorld(async (world) => {
    const { ivan, station, model } = await inDraft(world)
    const client_uuid = randomUUID()
    const cut = (await original(640, 480)).subarray(0, -200)
    const uuids = []
    for (const [name, bytes] of [
      ['rotta.heic', broken],
      ['tagliata.jpg', cut],
    ] as const) {
      const { status, body } = await send(ivan, client_uuid, bytes, {}, name)
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ readable: false, name, sha256: sha256(bytes) })
      uuids.push(body.data.uuid)
    }
    const { id } = await completed(ivan, model, station.id, { ...GOOD, q_photo: { v: uuids } }, { client_uuid })
    expect((await ivan.get(`/inspection/${id}`)).body.data.files.map(({ readable }: { readable: boolean }) => readable)).toEqual([
      false,
      false,
    ])
    const { status, bytes } = await ivan.get(`/inspection/export/pdf/${id}`)
    expect(status).toBe(200)
    if (hasPdfToText) expect(words(bytes)).toContain('Immagine non disponibile')
  }))

test('what is two things at once is refused, or keeps only its picture', () =>
  inWorld(async (world) => {
    const { ivan, client_uuid } = await inDraft(world)
    const page = '<html><script>alert(1)</script></html>'
    const photo = await jpeg()
    const comment = Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, page.length + 2]),
      Buffer.from(page),
      photo.subarray(2),
    ])
    for (const [name, bytes] of [
      ['dentro.jpg', comment],
      ['dietro.jpg', Buffer.concat([photo, Buffer.from(page)])],
      ['dietro.png', Buffer.concat([await plain(20, 20).png().toBuffer(), Buffer.from(page)])],
      ['zip.jpg', Buffer.concat([photo, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
      ['pdf.jpg', Buffer.concat([photo, Buffer.from('%PDF-1.4\n%%EOF')])],
    ] as const) {
      const { status, body } = await send(ivan, client_uuid, bytes, {}, name)
      expect(status, name).toBe(201)
      const stored = (await got(ivan, body.data.uuid)).bytes
      expect(stored.toString('latin1'), name).not.toMatch(/<script|%PDF/)
      expect(stored.includes('PK\x05\x06'), name).toBe(false)
      expect((await sharp(stored).metadata()).width).toBe((await sharp(bytes).metadata()).width)
      // As an attachment it would go out as it came.
      expect((await send(ivan, client_uuid, bytes, { kind: 'file' }, name)).body, name).toMatchObject({ status: 415 })
    }
    const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD'}-ANTIVIRUS-TEST-FILE!$H+H*`
    for (const [name, text] of [
      ['virus.txt', eicar],
      ['virus.pdf', `%PDF-1.4\n${eicar}\n%%EOF`],
      ['prima.pdf', `%PDF-1.4\n${page}\n%%EOF`],
      ['dopo.pdf', `%PDF-1.4\n%%EOF\n${page}`],
      ['senza.pdf', `%PDF-1.4\n${page}`],
      ['pagina.txt', page],
    ] as const)
      expect((await send(ivan, client_uuid, Buffer.from(text), { kind: 'file' }, name)).body, name).toMatchObject({
        status: 415,
        error: 'Formato file non consentito.',
      })
  }))
