import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { files, model_history } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { station_images } from '../../../server/db/schema/stations/station-sets.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const plain = (width: number, height = 400) => sharp({ create: { width, height, channels: 3, background: '#0b5563' } })
const jpeg = (width: number, height?: number) => plain(width, height).jpeg().toBuffer()
const image = (bytes: Buffer, name = 'foto.jpg') => [{ name, bytes }]
const place = (id: number) => `/stations/station-image/${id}`
const kept = (db: Db, id: number) => db.$count(files, and(eq(files.owner_type, 'station_image'), eq(files.owner_id, id)))

test('a cover is uploaded and removed with write access, and seen with read access', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const bytes = await jpeg(2000)
    const [reader, rete, other] = [await as('lettura.rete'), await as('rete'), await as('gestore')]
    await assign(db, station.id, reader.user_id)
    expect((await reader.upload(place(station.id), image(bytes))).status).toBe(403)
    expect((await reader.del(place(station.id))).status).toBe(403)
    expect((await (await as('p.show_payroll')).get(place(station.id))).status).toBe(403)
    expect((await (await as()).get(place(station.id))).status).toBe(401)
    for (const caller of [rete, other]) {
      expect((await caller.get(place(station.id))).status, 'not one of theirs').toBe(404)
      expect((await caller.get(`${place(station.id)}/320`)).status).toBe(404)
    }
    expect((await rete.upload(place(station.id), image(bytes))).status).toBe(404)
    await assign(db, station.id, rete.user_id)
    await db.update(station_acl).set({ level: 'read' }).where(eq(station_acl.user_id, rete.user_id))
    expect((await rete.upload(place(station.id), image(bytes))).status, 'given to be read').toBe(403)
    await db.update(station_acl).set({ level: 'write' }).where(eq(station_acl.user_id, rete.user_id))
    expect((await rete.get(`/stations/station-image/${station.id}`)).body).toEqual({ data: null })
    const sent = await rete.upload(place(station.id), image(bytes))
    expect([sent.status, sent.body.message]).toEqual([201, 'Cover caricata'])
    expect(sent.body.data).toEqual({ station_id: station.id, name: 'foto.jpg', created_at: expect.any(String) })
    for (const caller of [reader, await as('ispettore'), await as('autista')]) {
      expect((await caller.get(place(station.id))).body.data).toEqual(sent.body.data)
      expect((await caller.get(`/stations/station-image/${station.id}/320`)).headers['content-type']).toBe('image/jpeg')
    }
    expect((await rete.del(place(station.id))).status).toBe(204)
    expect((await rete.del(place(station.id))).status, 'a second click').toBe(204)
    expect((await rete.get(place(station.id))).body).toEqual({ data: null })
    expect((await rete.get(`${place(station.id)}/320`)).status).toBe(404)
    expect(await kept(db, station.id)).toBe(0)
    const told = await db.select().from(model_history).where(eq(model_history.model, 'station_image')).orderBy(model_history.id)
    expect(told.map(({ model_id, event }) => [model_id, event])).toEqual([
      [station.id, 'created'],
      [station.id, 'deleted'],
    ])
  }))

test('a cover is stored upright in three widths without enlarging; a new one replaces it', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const widths = async () =>
      Promise.all(
        [320, 960, 1600].map(async (width) => (await sharp((await admin.get(`${place(station.id)}/${width}`)).bytes).metadata()).width),
      )
    expect((await admin.upload(place(station.id), image(await jpeg(2000)))).status).toBe(201)
    expect(await widths()).toEqual([320, 960, 1600])
    // Lying on its side, as phones write it: 700 wide once it is upright, and where it was taken is told to nobody.
    const onSide = await plain(900, 700)
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 5000/100' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await admin.upload(place(station.id), image(onSide, 'nuova.jpeg'))).status).toBe(201)
    expect(await widths()).toEqual([320, 700, 700])
    const { exif, height } = await sharp((await admin.get(`${place(station.id)}/1600`)).bytes).metadata()
    expect([exif, height]).toEqual([undefined, 900])
    expect((await admin.get(place(station.id))).body.data.name).toBe('nuova.jpg')
    expect(await kept(db, station.id)).toBe(3)
    expect(await db.$count(station_images, eq(station_images.station_id, station.id))).toBe(1)
    for (const [name, format] of [
      ['a.png', 'png'],
      ['a.webp', 'webp'],
    ] as const)
      expect((await admin.upload(place(station.id), image(await plain(640).toFormat(format).toBuffer(), name))).status, name).toBe(201)
    expect((await admin.get(`${place(station.id)}/500`)).status, 'no such width').toBe(404)
  }))

test('a file that is no picture, or a polyglot, is refused with a sentence and not stored', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const good = await jpeg(800)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const badFile = 'Formato file non consentito.'
    const refused: [name: string, bytes: Buffer, status: number, words: string][] = [
      ['a.svg', svg, 415, badFile],
      ['a.jpg', svg, 415, badFile],
      ['a.html', html, 415, badFile],
      ['a.png', html, 415, badFile],
      ['a.gif', Buffer.from('GIF89a'), 415, badFile],
      ['a.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 415, badFile],
      ['page.jpg', Buffer.concat([good, html]), 415, badFile],
      ['zip.jpg', Buffer.concat([good, Buffer.from('PK\x05\x06\0\0\0\0\0\0\0\0\0\0')]), 415, badFile],
      ['cut.jpg', good.subarray(0, good.length / 2), 415, "Il file non è un'immagine leggibile."],
      ['small.jpg', await jpeg(639), 422, "L'immagine deve essere larga almeno 640 pixel: questa è di 639."],
      ['large.jpg', Buffer.concat([good, Buffer.alloc(30 * 1024 * 1024)]), 413, 'Il file supera la dimensione massima di 10 MB.'],
    ]
    for (const [name, bytes, status, words] of refused) {
      const { body, ...answer } = await admin.upload(place(station.id), image(bytes, name))
      expect([answer.status, body.message], name).toEqual([status, words])
    }
    const none = await admin.upload(place(station.id), [])
    expect([none.status, none.body.message]).toEqual([422, 'Immagine non selezionata'])
    const two = await admin.upload(place(station.id), [...image(good), ...image(good)])
    expect([two.status, two.body.message]).toEqual([422, 'È possibile caricare al massimo 1 file per volta.'])
    expect((await admin.get(place(station.id))).body).toEqual({ data: null })
    expect(await kept(db, station.id)).toBe(0)
    const exact = Buffer.concat([good, Buffer.alloc(10 * 1024 * 1024 - good.length)])
    expect((await admin.upload(place(station.id), image(exact))).status, 'ten megabytes are not more than ten').toBe(201)
  }))

test('a decompression bomb is refused before it is decoded', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const bomb = await sharp({ create: { width: 30_000, height: 10_000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .toColourspace('b-w')
      .png({ compressionLevel: 1 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(10 * 1024 * 1024)
    const sent = await (await as('admin')).upload(place(station.id), image(bomb, 'a.png'))
    expect([sent.status, sent.body.message]).toEqual([413, "L'immagine ha più di 50 megapixel: ridurla e riprovare."])
  }))
