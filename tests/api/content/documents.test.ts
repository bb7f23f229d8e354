import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { activity_log, files } from '../../../server/db/schema/core/system.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { openFile } from '../../../server/resources/content/read-documents.ts'
import { paper } from '../../resources/files.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const mine = async (by: Caller, query = '') =>
  (await by.get(`/user/documents?${query}`)).body.data.data as { id: number; my_read_at: string | null }[]
const ids = async (by: Caller, query = '') => (await mine(by, query)).map(({ id }) => id)

test('a document is seen by those it is given to, who are told of it once; others do not find it', () =>
  inWorld(async ({ as, db }) => {
    const [admin, ugo, sergio, daria] = [await as('admin'), await as('autista'), await as('stazione'), await as('dipendente')]
    for (const answer of [
      ...[await ugo.get('/documents'), await ugo.upload('/documents/upload', [paper]), await ugo.post('/documents/set-permissions', {})],
      await (await as('ispettore')).get('/user/documents'),
    ])
      expect(answer.status).toBe(403)
    expect(await admin.upload('/documents/upload', [])).toMatchObject({
      status: 422,
      body: { error: 'Assicurati di aver selezionato un file' },
    })
    const sent = await admin.upload('/documents/upload', [paper], {
      name: 'Circolare n. 12',
      category: 'circolare',
      valid_to: '2020-01-01',
    })
    expect(sent).toMatchObject({ status: 201, body: { message: 'File caricato' } })
    const [one] = sent.body.data
    expect(one).toMatchObject({
      ...{
        name: 'Circolare n. 12',
        originalName: 'uno.pdf',
        extension: 'pdf',
        isEncrypted: false,
        version: 1,
        visible_to: 0,
        my_read_at: null,
      },
      permissions: { roles: [], stations: [], users: [], station_names: [], user_names: [] },
    })
    expect((await ids(ugo)).includes(one.id), 'without permissions nobody sees it').toBe(false)
    expect((await ugo.get(`/documents/${one.id}`)).status).toBe(404)
    const { id: station } = await makeStation(db, { code: 'ZD1' })
    await assign(db, station, sergio.user_id)
    const to = { roles: ['driver'], stations: [station], users: [] }
    const counted = (await admin.post('/documents/audience', to)).body.data
    const set = await admin.post('/documents/set-permissions', { document_id: one.id, ...to })
    expect(set).toMatchObject({ status: 200, body: { message: 'Permessi impostati', data: [{ visible_to: counted.total }] } })
    expect(counted.people.map(({ id }: { id: number }) => id)).toHaveMembers([ugo.user_id, sergio.user_id])
    expect(await ids(ugo, 'category=circolare&expired=true&unread=true')).toEqual([one.id])
    expect((await ids(sergio)).includes(one.id)).toBe(true)
    expect((await ids(daria)).includes(one.id)).toBe(false)
    for (const _ of [1, 2]) await admin.post('/documents/set-permissions', { document_ids: [one.id], ...to })
    const told = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.subject_type, 'document'), eq(notifications.subject_id, one.id)))
    expect(
      told.map(({ user_id }) => user_id),
      'once each',
    ).toHaveMembers([ugo.user_id, sergio.user_id])
    expect(await ugo.get(`/documents/${one.id}`)).toMatchObject({ status: 200 })
    expect((await mine(ugo)).find(({ id }) => id === one.id)?.my_read_at).not.toBeNull()
    expect(await ids(ugo, 'unread=true&category=circolare')).toEqual([])
    // A new version is to be read again.
    const next = await admin.upload('/documents/upload', [{ ...paper, name: 'due.pdf' }], { document_id: String(one.id) })
    expect(next.body.data).toMatchObject([{ id: one.id, version: 2, originalName: 'due.pdf', name: 'Circolare n. 12' }])
    expect(await ids(ugo, 'unread=true&category=circolare')).toEqual([one.id])
    expect((await admin.del(`/documents/${one.id}`)).status).toBe(204)
    expect((await ugo.get(`/documents/${one.id}`)).status).toBe(404)
    expect(await admin.post('/documents/set-permissions', { document_id: one.id })).toMatchObject({ status: 404 })
  }))

test('a reserved document lies encrypted on the disk, and each reading of it is logged', () =>
  inWorld(async ({ as, db, deps }) => {
    const [admin, ugo] = [await as('admin'), await as('autista')]
    const [one] = (await admin.upload('/documents/upload', [paper], { isEncrypted: 'true' })).body.data
    expect(one.isEncrypted).toBe(true)
    await admin.post('/documents/set-permissions', { document_id: one.id, users: [ugo.user_id] })
    const [file] = await db
      .select()
      .from(files)
      .where(and(eq(files.owner_type, 'document'), eq(files.owner_id, one.id)))
    const raw = await deps.files.read(file!.uuid, new Date(file!.created_at))
    expect(raw.includes(paper.bytes.subarray(0, 8))).toBe(false)
    const read = await ugo.get(`/documents/${one.id}`)
    expect(read.bytes.equals(paper.bytes)).toBe(true)
    const logged = await db
      .select()
      .from(activity_log)
      .where(and(eq(activity_log.action, 'lettura_file'), eq(activity_log.entity, 'documents')))
    expect(logged).toMatchObject([{ user_id: ugo.user_id, entity_id: String(one.id) }])
  }))

test('a document is renamed, and its earlier versions are listed and opened by whoever may see it, under the same log', () =>
  inWorld(async ({ as, db }) => {
    const [admin, ugo, daria] = [await as('admin'), await as('autista'), await as('dipendente')]
    const [one] = (await admin.upload('/documents/upload', [paper], { name: 'Procedura', isEncrypted: 'true' })).body.data
    await admin.post('/documents/set-permissions', { document_id: one.id, roles: ['driver'] })
    const path = `/documents/${one.id}`
    const body = { name: 'Procedura di scarico', description: 'Da lunedì', category: 'procedura', valid_to: '2031-01-01', rev: 2 }
    expect((await ugo.put(path, body)).status).toBe(403)
    expect(await admin.put(path, body)).toMatchObject({
      ...{ status: 200 },
      body: { message: 'Documento modificato', data: { ...body, rev: 3, permissions: { roles: ['driver'] }, isEncrypted: true } },
    })
    expect(await admin.put(path, { ...body, name: 'Vecchia' })).toMatchObject({ status: 409, body: { data: { name: body.name } } })
    const next = { name: 'due.pdf', bytes: Buffer.from(`${paper.bytes.toString('latin1')}\n% due`, 'latin1') }
    await admin.upload('/documents/upload', [next], { document_id: String(one.id) })
    expect((await ugo.get(path)).bytes.equals(next.bytes)).toBe(true)
    expect((await ugo.get(`${path}/versions`)).body.data).toMatchObject([
      { version: 2, name: 'due.pdf', author: { id: admin.user_id } },
      { version: 1, name: 'uno.pdf', size: paper.bytes.length, author: { id: admin.user_id } },
    ])
    expect((await ugo.get(`${path}/versions/1`)).bytes.equals(paper.bytes)).toBe(true)
    expect((await ugo.get(`${path}/versions/2`)).bytes.equals(next.bytes)).toBe(true)
    const logged = await db.select().from(activity_log).where(eq(activity_log.action, 'lettura_file')).orderBy(activity_log.id)
    expect(logged.map((row) => [row.user_id, row.entity_id, row.path.split('/api/v1')[1]])).toEqual(
      ['', '/versions/1', '/versions/2'].map((more) => [ugo.user_id, String(one.id), `${path}${more}`]),
    )
    expect((await ugo.get(`${path}/versions/3`)).status).toBe(404)
    for (const hidden of ['/versions', '/versions/1']) expect((await daria.get(`${path}${hidden}`)).status).toBe(404)
    await admin.post('/documents/set-permissions', { document_id: one.id })
    for (const lost of ['/versions', '/versions/1']) expect((await ugo.get(`${path}${lost}`)).status, 'the right is gone').toBe(404)
  }))

test('a document replaced while somebody reads it is read whole as it was, and the new version stays to be read', () =>
  inWorld(async ({ as, db, deps }) => {
    const [admin, ugo] = [await as('admin'), await as('autista')]
    const [one] = (await admin.upload('/documents/upload', [paper])).body.data
    await admin.post('/documents/set-permissions', { document_id: one.id, roles: ['driver'] })
    const next = { name: 'due.pdf', bytes: Buffer.from(`${paper.bytes.toString('latin1')}\n% due`, 'latin1') }
    const replace = () => admin.upload('/documents/upload', [next], { document_id: String(one.id) })
    const [user] = await db.select().from(users).where(eq(users.id, ugo.user_id))
    /** Reads as the driver's request does, and does something between finding the file and having its bytes. */
    const meanwhile = async (act: () => Promise<unknown>) => {
      const read = async (...of: Parameters<typeof deps.files.read>) => {
        await act()
        return deps.files.read(...of)
      }
      return (await openFile(one.id, undefined, { db, user, now: deps.now(), files: { ...deps.files, read } } as never)).bytes as Buffer
    }
    expect((await meanwhile(replace)).equals(paper.bytes), 'the one it began with').toBe(true)
    expect(await ids(ugo, 'unread=true')).toContain(one.id)
    // Who has read the new one in another tab keeps that.
    const both = async () => {
      await replace()
      await ugo.get(`/documents/${one.id}`)
    }
    expect((await meanwhile(both)).equals(next.bytes)).toBe(true)
    expect(await ids(ugo, 'unread=true')).not.toContain(one.id)
  }))
