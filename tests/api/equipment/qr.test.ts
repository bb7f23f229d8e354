import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { dispensers, fire_extinguishers, guns, network_devices } from '../../../server/db/schema/equipment/equipment.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { qr_codes } from '../../../server/db/schema/stations/station-sets.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { qrPng, readQr } from '../../../server/lib/files/qr-code.ts'
import { labelAddress, labelCode, labelCodeKinds, parseLabelCode, withoutAddress } from '../../../src/rules/equipment/label-code.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld, type Reply } from '../support/world.ts'

const hasPdfToPpm = (() => {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
/** The four quarters of each page of a PDF, as images. */
async function quarters(pdf: Buffer): Promise<Buffer[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'piazzale-qr-'))
  writeFileSync(path.join(folder, 'sheet.pdf'), pdf)
  execFileSync('pdftoppm', ['-r', '100', '-png', 'sheet.pdf', 'page'], { cwd: folder })
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort()
  const cut: Buffer[] = []
  for (const name of pages) {
    const page = readFileSync(path.join(folder, name))
    const { width, height } = await sharp(page).metadata()
    const [w, h] = [Math.floor(width / 2), Math.floor(height / 2)]
    for (const top of [0, h])
      for (const left of [0, w]) cut.push(await sharp(page).extract({ left, top, width: w, height: h }).png().toBuffer())
  }
  return cut
}

test('a label code is read as printed, from an address of any server, or typed with other spaces and case', () => {
  for (const kind of Object.values(labelCodeKinds))
    expect(parseLabelCode(labelAddress('https://altrove.example', labelCode(kind, 55)))).toEqual({ kind, id: 55 })
  for (const text of ['ES-55', ' es-55 ', 'Es 55', 'ES - 55', 'http://127.0.0.1:3000/q/es-55/'])
    expect(parseLabelCode(text)).toEqual({ kind: 'fire_extinguishers', id: 55 })
  for (const text of ['ES55', 'XX-55', 'ES-', 'ES-1234567890', 'https://x.example/q/ES-55?x', 'javascript:alert(1)', 'toString-5'])
    expect(parseLabelCode(text), text).toBeUndefined()
  expect(withoutAddress('https://fatture.example/q/altro')).toBe('https://fatture.example/q/altro')
})

test('generated QR codes are decoded small, large and rotated', async () => {
  for (const text of ['https://piazzale.example/q/ES-55', `https://fatture.example/${'a'.repeat(200)}`, 'Città è così'])
    for (const width of [200, 900]) {
      const picture = await sharp(await qrPng(text))
        .resize(width)
        .rotate(90)
        .jpeg()
        .toBuffer()
      expect(await readQr(picture), `${width} ${text}`).toBe(text)
    }
  expect(
    await readQr(
      await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
    ),
  ).toBeUndefined()
})

test("a station without a QR code gets one from a given address, from its page's address, or by upload; it can be deleted", () =>
  inWorld(async ({ as, db }) => {
    const [admin, rete, autista] = [await as('admin'), await as('rete'), await as('autista')]
    expect((await autista.get('/stations/qr')).status).toBe(403)
    const { id } = await makeStation(db, { code: 'ZZ1', name: 'Qrona' })
    expect((await rete.upload(`/stations/qr/${id}`, [], { name: 'Mio' })).status).toBe(404)
    expect((await rete.get(`/stations/qr/${id}/image`)).status).toBe(404)
    await db.insert(station_acl).values({ station_id: id, user_id: rete.user_id, level: 'read' })
    expect((await rete.upload(`/stations/qr/${id}`, [], { name: 'Mio' })).status).toBe(403)
    const offered = async () =>
      ((await admin.get('/station/qr/available-stations?search=qrona')).body.data as { id: number }[]).map((one) => one.id)
    expect(await offered()).toEqual([id])
    const bad = await admin.upload(`/stations/qr/${id}`, [], { name: '', url: 'javascript:alert(1)' })
    expect([bad.status, Object.keys(bad.body.error)]).toEqual([422, ['name', 'url']])

    const name = '<img src=x onerror=alert(1)>'
    const made = await admin.upload(`/stations/qr/${id}`, [], { name, url: 'https://fatture.example/zz1' })
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'QR Inserito', data: { name, url: 'https://fatture.example/zz1', station: { code: 'ZZ1' } } },
    })
    expect(await offered()).toEqual([])
    expect(await admin.upload(`/stations/qr/${id}`, [], { name: 'Altro' })).toMatchObject({
      status: 409,
      body: { error: 'Il punto vendita ha già un QR.' },
    })
    const picture = await rete.get(`/stations/qr/${id}/image`)
    expect(picture.headers['content-type']).toBe('image/png')
    expect(await readQr(picture.bytes)).toBe('https://fatture.example/zz1')
    expect((await rete.get('/stations/qr?search=qrona')).body.data.data).toMatchObject([{ writable: false, station: { id } }])
    expect((await rete.del(`/stations/qr/${id}`)).status).toBe(403)
    expect((await admin.del(`/stations/qr/${id}`)).status).toBe(204)
    expect((await admin.del(`/stations/qr/${id}`)).status).toBe(204)
    expect((await admin.get('/stations/qr?search=qrona')).body.data.total).toBe(0)
    expect(await db.$count(files, eq(files.owner_type, 'qr_code'))).toBe(await db.$count(qr_codes))

    const own = await admin.upload(`/stations/qr/${id}`, [], { name: 'Scheda' })
    expect(own.body.data.url).toBe(`http://piazzale.test/q/PV-${id}`)
    await admin.del(`/stations/qr/${id}`)
    const loaded = await sharp(await qrPng('https://loro.example/x'))
      .webp()
      .toBuffer()
    const sent = await admin.upload(`/stations/qr/${id}`, [{ name: 'loro.webp', bytes: loaded }], { name: 'Loro' })
    expect(sent.body.data.url).toBe('https://loro.example/x')
    await admin.del(`/stations/qr/${id}`)
    const logo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0b5563' } })
      .png()
      .toBuffer()
    expect((await admin.upload(`/stations/qr/${id}`, [{ name: 'logo.png', bytes: logo }], { name: 'Logo' })).body.data.url).toBeNull()
  }))

test('a file that is no picture is refused by its content and not stored', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const send = (name: string, bytes: Buffer) => admin.upload(`/stations/qr/${id}`, [{ name, bytes }], { name: 'Prova' })
    const said = ({ status, body }: Reply) => [status, body.error]
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const [name, bytes] of [
      ['a.svg', svg],
      ['a.png', svg],
      ['a.html', html],
      ['a.jpg', html],
      ['a.pdf', Buffer.from('%PDF-1.4\n%%EOF')],
    ] as const)
      expect(said(await send(name, bytes)), name).toEqual([415, 'Formato file non consentito.'])
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(said(await send('rotto.png', png.subarray(0, 60)))).toEqual([415, "Il file non è un'immagine leggibile."])
    expect(said(await send('grande.png', Buffer.concat([png, Buffer.alloc(30 * 1024 * 1024)])))).toEqual([
      413,
      'Il file supera la dimensione massima di 5 MB.',
    ])
    const small = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect((await send('piccola.png', small)).status).toBe(422)
    expect(await db.$count(qr_codes, eq(qr_codes.station_id, id))).toBe(0)
  }))

test('a code finds only what the caller may see; an unknown code reveals nothing', () =>
  inWorld(async ({ as, db }) => {
    const [admin, rete, autista] = [await as('admin'), await as('rete'), await as('autista')]
    const { id } = await makeStation(db, { code: 'ZZ1', name: 'Letta' })
    const [piece] = await db.insert(fire_extinguishers).values({ station_id: id, number: 'EX/77-b', brand: 'Rossi' }).returning()
    await admin.upload(`/stations/qr/${id}`, [], { name: 'Fattura', url: 'https://fatture.example/zz1' })
    const read = async (who: typeof admin, code: string) => (await who.get(`/stations/qr/read?code=${encodeURIComponent(code)}`)).body.data
    const [station, extinguisher] = [`PV-${id}`, `ES-${piece!.id}`]
    for (const code of [station, 'zz1', 'https://fatture.example/zz1', `http://altrove.example/q/${station}`])
      expect(await read(admin, code), code).toEqual([{ kind: 'stations', id: String(id), name: 'ZZ1 Letta', also: expect.any(String) }])
    for (const code of [extinguisher, 'ex/77-B'])
      expect(await read(admin, code), code).toMatchObject([
        { kind: 'fire_extinguishers', id: String(piece!.id), station_id: id, number: 'EX/77-b' },
      ])
    for (const code of ['ex/77', '77-b', 'ES-999999999', 'PV-0', "' or 1=1 --", '%', 'https://fatture.example/zz'])
      expect(await read(admin, code), code).toEqual([])
    for (const code of [station, 'ZZ1', extinguisher, 'EX/77-b', 'https://fatture.example/zz1'])
      expect(await read(rete, code), code).toEqual([])
    // A gun is shown on its dispenser's page; a network device has its own code.
    const [dispenser] = await db.insert(dispensers).values({ station_id: id, number: 'E1' }).returning()
    const gun = { dispenser_id: dispenser!.id, station_id: id, number: 3, fuel_id: 1 }
    const [{ id: gunId } = { id: 0 }] = await db.insert(guns).values(gun).returning()
    expect(await read(admin, labelCode('guns', gunId))).toMatchObject([
      { kind: 'guns', station_id: id, of: dispenser!.id, name: 'Pistola 3 Benzina' },
    ])
    const [router] = await db.insert(network_devices).values({ station_id: id, item: 'Router', ip: '10.0.0.1' }).returning()
    expect(await read(admin, labelCode('network_devices', router!.id))).toMatchObject([{ kind: 'network_devices', id: String(router!.id) }])
    expect(await read(rete, labelCode('guns', gunId))).toEqual([])
    const sheet = await admin.get(`/stations/qr/sheet?of=equipment&station_id=${id}`)
    if (hasPdfToText)
      for (const code of [labelCode('guns', gunId), labelCode('network_devices', router!.id)]) expect(letters(sheet.bytes)).toContain(code)
    // A driver sees stations but not their equipment.
    expect(await read(autista, station)).toHaveLength(1)
    expect(await read(autista, extinguisher)).toEqual([])
    await db.update(stations).set({ deleted_at: '2026-01-01T00:00:00Z' }).where(eq(stations.id, id))
    for (const code of [station, 'ZZ1', extinguisher, 'EX/77-b']) expect(await read(admin, code), code).toEqual([])
    for (const code of ['', ' ', 'x'.repeat(501)]) expect((await admin.get(`/stations/qr/read?code=${code}`)).status).toBe(422)
  }))

test('a sheet has four labels, each with its text and a readable code', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1', name: 'Stampata' })
    const pieces = await db
      .insert(fire_extinguishers)
      .values(['A', 'B', 'C', 'D'].map((number) => ({ station_id: id, number: `EX-${number}` })))
      .returning()
    const sheet = (query: string) => admin.get(`/stations/qr/sheet?${query}`)
    expect(await sheet(`of=stations&station_id=${id}`)).toMatchObject({
      status: 422,
      body: { error: 'Nessun punto vendita ha un QR da stampare.' },
    })
    await admin.upload(`/stations/qr/${id}`, [], { name: 'Fattura qui', url: 'https://fatture.example/zz1' })
    const own = await sheet(`of=stations&station_id=${id}`)
    expect([own.status, own.headers['content-type']]).toEqual([200, 'application/pdf'])
    const codes = [labelCode('stations', id), ...pieces.map((piece) => labelCode('fire_extinguishers', piece.id))]
    const all = await sheet(`of=equipment&station_id=${id}`)
    if (hasPdfToText) {
      expect(letters(own.bytes)).toContain('Fatturaqui')
      for (const code of codes) expect(letters(all.bytes)).toContain(code)
    }
    if (hasPdfToPpm) {
      const said = await Promise.all((await quarters(all.bytes)).map(readQr))
      expect(said).toEqual([...codes.map((code) => `http://piazzale.test/q/${code}`), undefined, undefined, undefined])
      expect((await Promise.all((await quarters(own.bytes)).map(readQr)))[0]).toBe('https://fatture.example/zz1')
    }
    expect((await sheet('of=equipment&station_id=999999')).body.error).toBe('Nessuna attrezzatura da stampare.')
  }))
