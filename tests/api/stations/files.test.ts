import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const pdf = (name = 'cpi.pdf') => ({ name, bytes: Buffer.from('%PDF-1.4\n%%EOF\n') })

test('files of a station are stored with category and expiration, downloaded, deleted', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const sent = await admin.upload(`/stations/${id}/upload`, [pdf(), pdf('pianta.pdf')], { category: 'cpi', expiration: '2027-05-01' })
    expect(sent).toMatchObject({ status: 201, body: { message: 'File caricati' } })
    expect(sent.body.data).toMatchObject([
      { name: 'cpi.pdf', category: 'cpi', expiration: '2027-05-01', mime: 'application/pdf' },
      { name: 'pianta.pdf' },
    ])
    await admin.upload(`/stations/${id}/upload`, [pdf('altro.pdf')])
    const list = (await admin.get(`/stations/${id}/files`)).body.data
    expect(list).toMatchObject([{ name: 'altro.pdf', category: 'altro', expiration: null }, { name: 'pianta.pdf' }, { name: 'cpi.pdf' }])
    const [first] = sent.body.data
    const got = await admin.get(`/stations/download/${first.id}`)
    expect([got.status, got.bytes.toString()]).toEqual([200, '%PDF-1.4\n%%EOF\n'])
    expect(got.headers['content-disposition']).toContain('cpi.pdf')
    expect((await admin.del(`/stations/${id}/files/${first.id}`)).status).toBe(204)
    expect((await admin.get(`/stations/download/${first.id}`)).status).toBe(404)
    expect((await admin.del(`/stations/${id}/files/${first.id}`)).status).toBe(204)
    expect((await admin.get(`/stations/${id}/files`)).body.data).toHaveLength(2)
  }))

test('an upload without files, with an unknown category or a wrong content is refused', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const send = (name: string, text: string, fields?: Record<string, string>) =>
      admin.upload(`/stations/${id}/upload`, [{ name, bytes: Buffer.from(text) }], fields)
    expect(await admin.upload(`/stations/${id}/upload`, [])).toMatchObject({
      status: 422,
      body: { error: 'Assicurati di aver selezionato dei file' },
    })
    expect((await send('foto.pdf', '<svg onload=alert(1)>')).status).toBe(415)
    expect((await send('pianta.svg', '<svg/>')).status).toBe(415)
    expect((await send('a.pdf', '%PDF-1.4\n%%EOF\n', { category: 'fattura' })).body.error).toEqual({
      category: 'Il valore del campo Categoria non è ammesso.',
    })
    expect((await send('a.pdf', '%PDF-1.4\n%%EOF\n', { expiration: '2027-02-30' })).body.error).toEqual({
      expiration: 'Il campo Scadenza non contiene una data valida.',
    })
    expect(await db.$count(files, eq(files.owner_type, 'station'))).toBe(0)
  }))

test('a file whose bytes are gone is told in words, and what is about it is still there', () =>
  inWorld(async ({ as, db, deps }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [sent] = (await admin.upload(`/stations/${id}/upload`, [pdf()])).body.data
    const [row] = await db.select().from(files).where(eq(files.id, sent.id))
    await deps.files.remove(row!.uuid, new Date(row!.created_at))
    const asked = await admin.get(`/stations/download/${sent.id}`)
    expect([asked.status, asked.body.error]).toEqual([404, "Il file non si trova nell'archivio: avvisare l'amministratore."])
    expect((await admin.get(`/stations/${id}/files`)).body.data).toMatchObject([{ id: sent.id, name: 'cpi.pdf' }])
  }))

test("files are limited to the caller's stations, and no other file can be reached", () =>
  inWorld(async ({ as, db }) => {
    const [admin, stazione] = [await as('admin'), await as('stazione')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const [mine] = (await admin.upload(`/stations/${here.id}/upload`, [pdf()])).body.data
    const [other] = (await admin.upload(`/stations/${there.id}/upload`, [pdf()])).body.data
    const bank = (await admin.post('/banks', { name: 'Banca' })).body.data
    const [foreign] = (await admin.upload(`/banks/${bank.id}/upload`, [pdf()])).body.data
    for (const name of ['ispettore', 'gestore', 'autista', 'helpdesk']) {
      const person = await as(name)
      expect((await person.get(`/stations/${here.id}/files`)).status, name).toBe(403)
      expect((await person.get(`/stations/download/${mine.id}`)).status, name).toBe(403)
      expect((await person.upload(`/stations/${here.id}/upload`, [pdf()])).status, name).toBe(403)
      expect((await person.del(`/stations/${here.id}/files/${mine.id}`)).status, name).toBe(403)
    }
    await assign(db, here.id, stazione.user_id)
    expect((await stazione.get(`/stations/download/${mine.id}`)).status).toBe(200)
    for (const id of [other.id, foreign.id, 2_147_483_647]) expect((await stazione.get(`/stations/download/${id}`)).status, id).toBe(404)
    expect((await admin.get(`/stations/download/${foreign.id}`)).status).toBe(404)
    expect((await stazione.get(`/stations/${there.id}/files`)).status).toBe(404)
    expect((await stazione.upload(`/stations/${there.id}/upload`, [pdf()])).status).toBe(404)
    // Given to read: read. Given to write: written, and not what is another's.
    expect((await stazione.upload(`/stations/${here.id}/upload`, [pdf()])).status).toBe(403)
    expect((await stazione.del(`/stations/${here.id}/files/${mine.id}`)).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' }).where(eq(station_acl.station_id, here.id))
    expect((await stazione.del(`/stations/${here.id}/files/${other.id}`)).status).toBe(204)
    expect(await db.$count(files, eq(files.id, other.id))).toBe(1)
    expect((await stazione.del(`/stations/${here.id}/files/${mine.id}`)).status).toBe(204)
    expect(await db.$count(files, eq(files.id, mine.id))).toBe(0)
  }))
