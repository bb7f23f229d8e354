import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { newLink } from '../../../server/lib/core/sessions.ts'
import type { StationPrices } from '../../../src/contract/prices/prices.ts'
import { competitorWrites } from './competitor-writes.ts'
import { equipmentWrites } from './equipment-writes.ts'
import { expirationWrites } from './expiration-writes.ts'
import { BAD, begin, completed, GOOD, jpeg, send } from './inspection-fixtures.ts'
import { newNote, notePicture, sendPicture } from './note-fixtures.ts'
import { notificationWrites } from './notification-writes.ts'
import { type Do, plain, type Scene, type Writes } from './plain-writes.ts'
import { MAINTENANCE_FILES, maintenancePicture, newMaintenance, newTank } from './tank-fixtures.ts'
import { ticketWrites } from './ticket-writes.ts'
import { type Caller, PASSWORD } from './world.ts'

const NEXT = 'cavallo batteria graffetta'
const both = { password: NEXT, password_confirmation: NEXT }
const bank = async ({ admin }: Scene) => (await admin.post('/banks', { name: 'Banca di prova' })).body.data
const closed = ({ ivan, model, station }: Scene) => completed(ivan, model, station, GOOD)
const png = async (width = 20) =>
  (await import('sharp'))
    .default({ create: { width, height: 20, channels: 3, background: '#135' } })
    .png()
    .toBuffer()
const link = async ({ db, deps }: Scene, id: number, kind: 'reset' | 'invitation') =>
  newLink({ db, now: deps.now() } as Parameters<typeof newLink>[0], id, kind)
const section = async ({ admin, model }: Scene) => (await admin.get(`/inspection/category?model=${model}`)).body.data[0]
const draftModel = async ({ admin }: Scene) =>
  (await admin.post('/inspection/model', { code: 'BOZZA', name: 'Bozza', categories: [] })).body.data

/** A station with its first price, and what another of that series would be. */
const priced = async ({ admin }: Scene) => {
  const rows: StationPrices[] = (await admin.get('/prices?per_page=25')).body.data.data
  const { id, cells } = rows.find((row) => row.cells.some((cell) => cell.price !== null))!
  const { fuel_id, mode, id: seen, price } = cells.find((cell) => cell.price !== null)!
  return { id, seen: seen!, fuel_id, mode, next: { station_id: id, prices: [{ fuel_id, mode, price: (price! * 1_000 + 5) / 1_000 }] } }
}
/** The rows of a list the other way round. */
const ordered = (path: string): Writes => ({
  [`PUT ${path}/order`]: async ({ admin, headers }) => {
    const { data } = (await admin.get(`${path}?is_paginated=0`)).body
    const was = (data.data ?? data).map(({ id }: { id: number }) => id)
    return () => admin.put(`${path}/order`, { ids: was.toReversed(), was }, headers)
  },
})
/** Every write that can be done: the way to it, and then the call itself. */
export const WRITES: Writes = {
  ...ticketWrites,
  'POST /stations/detailed-openings': async ({ admin, station, headers }) => {
    const { rev } = (await admin.get(`/stations/${station}`)).body.data
    const entries = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ mode: 'bar', weekday, h24: true }))
    return () => admin.post('/stations/detailed-openings', { station_id: station, rev, entries }, headers)
  },
  'POST /auth/login': async ({ as, headers }) => {
    const nobody = await as()
    return () => nobody.post('/auth/login', { email: 'rete@demo.example.it', password: PASSWORD }, headers)
  },
  'POST /auth/logout': async ({ as, headers }) => {
    const rete = await as('rete')
    return () => rete.post('/auth/logout', undefined, headers)
  },
  'POST /auth/refresh': async ({ as, headers }) => {
    const rete = await as('rete')
    return () => rete.post('/auth/refresh', { handle: rete.handle }, headers)
  },
  'POST /auth/forgot-password': async ({ as, headers }) => {
    const nobody = await as()
    return () => nobody.post('/auth/forgot-password', { email: 'rete@demo.example.it' }, headers)
  },
  'POST /auth/reset-password': async (scene) => {
    const nobody = await scene.as()
    const token = await link(scene, scene.ivan.user_id, 'reset')
    return () => nobody.post('/auth/reset-password', { token, ...both }, scene.headers)
  },
  'POST /auth/accept-invitation': async (scene) => {
    const nobody = await scene.as()
    const [invited] = await scene.db
      .insert(users)
      .values({ name: 'Nora', email: 'nora@example.it', roles: ['worker'] })
      .returning()
    const token = await link(scene, invited!.id, 'invitation')
    return () => nobody.post('/auth/accept-invitation', { token, ...both }, scene.headers)
  },
  'PUT /users/password': async ({ as, headers }) => {
    const rete = await as('rete')
    return () => rete.put('/users/password', { current_password: PASSWORD, ...both }, headers)
  },
  'POST /banks':
    async ({ admin, headers }) =>
    () =>
      admin.post('/banks', { name: 'Una banca', cards: [{ kind: 'aziendale', number: '•••• 1' }] }, headers),
  'PUT /banks/{id}': async (scene) => {
    const { id, rev, name } = await bank(scene)
    return () =>
      scene.admin.put(`/banks/${id}`, { rev, name: `${name} due`, cards: [{ kind: 'aziendale', number: '•••• 2' }] }, scene.headers)
  },
  'DELETE /banks/{id}': async (scene) => {
    const { id } = await bank(scene)
    return () => scene.admin.del(`/banks/${id}`, scene.headers)
  },
  'POST /banks/{id}/upload': async (scene) => {
    const { id } = await bank(scene)
    const file = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }
    return () => scene.admin.upload(`/banks/${id}/upload`, [file], {}, scene.headers)
  },
  'DELETE /banks/{id}/files/{fileId}': async (scene) => {
    const { id } = await bank(scene)
    await scene.admin.upload(`/banks/${id}/upload`, [{ name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }])
    const [file] = (await scene.admin.get(`/banks/${id}`)).body.data.files
    return () => scene.admin.del(`/banks/${id}/files/${file.id}`, scene.headers)
  },
  ...plain('/saved-views', () => ({ key: randomUUID(), screen: 'banks.list', name: 'Le mie' }), { name: 'Le nostre', standard: true }),
  ...plain('/available_services', () => ({ name: 'Cambio gomme', category: 'auto' }), { name: 'Gommista mobile' }),
  ...ordered('/available_services'),
  ...ordered('/fuels'),
  ...ordered('/support/t/category'),
  ...plain('/users', () => ({ name: 'Nora Nuova', email: 'nora@example.it', roles: ['driver'] }), { roles: ['helpdesk'] }),
  'POST /users/{id}/invite': async ({ admin, ivan, headers }) => {
    return () => admin.post(`/users/${ivan.user_id}/invite`, undefined, headers)
  },
  ...notificationWrites,
  ...plain('/support/t/category', () => ({ name: 'Giardino' }), { sla_hours: 72 }),
  ...plain('/fuels', () => ({ name: 'Idrogeno', unit: 'kg' }), { name: 'Idrogeno verde' }),
  ...plain(
    '/station/fireext',
    ({ station }) => ({ station_id: station, number: 'EX-9' }),
    { location: 'Bar' },
    ({ station }) => `/${station}`,
  ),
  'POST /stations/qr/{station}':
    async ({ admin, station, headers }) =>
    () =>
      admin.upload(`/stations/qr/${station}`, [], { name: 'Fattura' }, headers),
  'DELETE /stations/qr/{station}': async ({ admin, station, headers }) => {
    await admin.upload(`/stations/qr/${station}`, [], { name: 'Fattura' })
    return () => admin.del(`/stations/qr/${station}`, headers)
  },
  ...competitorWrites,
  ...expirationWrites,
  ...equipmentWrites,
  ...plain(
    '/station/tanks',
    ({ station }) => ({ station_id: station, number: 'C9', fuel_id: 1 }),
    { capacity: 9000 },
    ({ station }) => `/${station}`,
  ),
  'POST /station/tanks/maintenances': async ({ admin, station, db, headers }) => {
    const tank_id = await newTank(db, station)
    const record = randomUUID()
    const photo = await maintenancePicture(admin, record)
    return () => newMaintenance(admin, tank_id, { uuid: record, photos: [photo] }, headers)
  },
  'PUT /station/tanks/maintenances/{uuid}': async ({ admin, station, db, headers }) => {
    const { uuid, rev } = (await newMaintenance(admin, await newTank(db, station))).body.data
    return () => admin.put(`/station/tanks/maintenances/${uuid}`, { rev, company: 'Altra S.r.l.' }, headers)
  },
  'DELETE /station/tanks/maintenances/{tankId}/{maintenanceId}': async ({ admin, station, db, headers }) => {
    const tank_id = await newTank(db, station)
    const { id } = (await newMaintenance(admin, tank_id)).body.data
    return () => admin.del(`/station/tanks/maintenances/${tank_id}/${id}`, headers)
  },
  'POST /station/tanks/maintenances/files': async ({ admin, headers }) => {
    const bytes = await jpeg()
    const [uuid, record] = [randomUUID(), randomUUID()]
    return () => sendPicture(admin, record, bytes, { uuid }, headers, MAINTENANCE_FILES)
  },
  'POST /stations/station-image/{stationId}': async ({ admin, station, headers }) => {
    const picture = { name: 'uno.png', bytes: await png(640) }
    return () => admin.upload(`/stations/station-image/${station}`, [picture], {}, headers)
  },
  'DELETE /stations/station-image/{stationId}': async ({ admin, station, headers }) => {
    await admin.upload(`/stations/station-image/${station}`, [{ name: 'uno.png', bytes: await png(640) }])
    return () => admin.del(`/stations/station-image/${station}`, headers)
  },
  'POST /station-acl': async ({ admin, as, station, headers }) => {
    const { user_id } = await as('stazione')
    return () => admin.post('/station-acl', { station_id: station, users: [{ user_id }] }, headers)
  },
  'POST /station/notes': async (scene) => {
    const record = randomUUID()
    const photo = await notePicture(scene.ivan, record)
    return () => newNote(scene.ivan, scene.station, { uuid: record, photos: [photo] }, scene.headers)
  },
  'PUT /station/notes/{uuid}': async ({ ivan, station, headers }) => {
    const { uuid, rev } = (await newNote(ivan, station)).body.data
    return () => ivan.put(`/station/notes/${uuid}`, { rev, text: 'dopo' }, headers)
  },
  'DELETE /station/notes/{uuid}': async ({ ivan, station, headers }) => {
    const { uuid } = (await newNote(ivan, station)).body.data
    return () => ivan.del(`/station/notes/${uuid}`, headers)
  },
  'POST /station/notes/files': async ({ ivan, headers }) => {
    const bytes = await jpeg()
    const [uuid, record] = [randomUUID(), randomUUID()]
    return () => sendPicture(ivan, record, bytes, { uuid }, headers)
  },
  'POST /models/history/{id}/revert': async (scene) => {
    const { id, rev } = await bank(scene)
    await scene.admin.put(`/banks/${id}`, { rev, note: 'dopo' })
    const [{ id: change }] = (await scene.admin.get(`/models/history?model=bank&model_id=${id}`)).body.data.data
    return () => scene.admin.post(`/models/history/${change}/revert`, { fields: ['note'], rev: rev + 1 }, scene.headers)
  },
  'POST /mimit/publish':
    async ({ admin, headers }) =>
    () =>
      admin.post('/mimit/publish', undefined, headers),
  'POST /stations/import':
    async ({ admin, headers }) =>
    () =>
      admin.post('/stations/import', { columns: ['code', 'name'], lines: [{ line: 2, cells: ['ZQ1', 'Prova'] }] }, headers),
  ...plain('/stations', () => ({ code: 'ZZ7', name: 'Nuova', address: 'Via Roma 1', cap: '43036', city: 'Fidenza', province: 'PR' }), {
    name: 'Altra',
  }),
  'POST /stations/status/{id}':
    async ({ admin, station, headers }) =>
    () =>
      admin.post(`/stations/status/${station}`, { status: 'maintenance' }, headers),
  ...Object.fromEntries(
    Object.entries({
      phones: { number: '0524555001' },
      fuels: { fuel_id: 1 },
      services: { available_service_id: 1 },
      networks: { provider: 'TIM' },
      bills: { type: 'acqua', supplier: 'Iren' },
      openings: { weekday: 1, h24: true },
    }).map(([name, row]): [string, (scene: Scene) => Promise<Do>] => [
      `POST /stations/{id}/s/${name}`,
      async ({ admin, station, headers }) =>
        () =>
          admin.post(`/stations/${station}/s/${name}`, { [name]: [row], rev: 1 }, headers),
    ]),
  ),
  'POST /stations/{id}/upload':
    async ({ admin, station, headers }) =>
    () =>
      admin.upload(`/stations/${station}/upload`, [{ name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }], {}, headers),
  'DELETE /stations/{id}/files/{fileId}': async ({ admin, station, headers }) => {
    const sent = await admin.upload(`/stations/${station}/upload`, [{ name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }])
    return () => admin.del(`/stations/${station}/files/${sent.body.data[0].id}`, headers)
  },
  'POST /admin/history/{id}/cancel': async ({ admin, headers }) => {
    const { id } = (await admin.post('/mimit/publish')).body.data
    return () => admin.post(`/admin/history/${id}/cancel`, undefined, headers)
  },
  'POST /admin/history/{id}/retry': async ({ admin, headers }) => {
    const { id } = (await admin.post('/mimit/publish')).body.data
    await admin.post(`/admin/history/${id}/cancel`)
    return () => admin.post(`/admin/history/${id}/retry`, undefined, headers)
  },
  'POST /client-errors': async ({ ivan, headers }) => {
    const told = { kind: 'download', message: 'banks.file: 404', page: '/stazioni/banche', app_version: 'v1' }
    return () => ivan.post('/client-errors', told, headers)
  },
  'POST /devices/report': async ({ ivan, headers }) => {
    const state = { uuid: randomUUID(), app_version: 'v1', unsent: 3, oldest_age_s: 7200, persistent: true, usage: 1, quota: 2 }
    return () => ivan.post('/devices/report', state, headers)
  },
  'POST /inspection/files': async ({ ivan, model, station, headers }) => {
    const { client_uuid } = await begin(ivan, model, station)
    const bytes = await jpeg()
    const uuid = randomUUID()
    const caller = { ...ivan, upload: (...[url, files, fields]: Parameters<Caller['upload']>) => ivan.upload(url, files, fields, headers) }
    return () => send(caller, client_uuid, bytes, { uuid })
  },
  'POST /inspection/model':
    async ({ admin, headers }) =>
    () =>
      admin.post('/inspection/model', { code: 'NUOVO', name: 'Nuovo', categories: [{ key: 'c_1', name: 'Una', questions: [] }] }, headers),
  'PUT /inspection/model/{id}': async ({ admin, model, headers }) => {
    const { rev, categories } = (await admin.get(`/inspection/model/${model}`)).body.data
    const more = [...categories, { key: 'c_nuova', name: 'Nuova', questions: [{ key: 'q_n', type: 'yes_no', label: 'Nuova?' }] }]
    return () => admin.put(`/inspection/model/${model}`, { rev, name: 'Altro nome', categories: more }, headers)
  },
  'DELETE /inspection/model/{id}': async (scene) => {
    const { id } = await draftModel(scene)
    return () => scene.admin.del(`/inspection/model/${id}`, scene.headers)
  },
  'POST /inspection/model/{id}/clone':
    async ({ admin, model, headers }) =>
    () =>
      admin.post(`/inspection/model/${model}/clone`, undefined, headers),
  'POST /inspection/model/library/{code}': async ({ admin, db, headers }) => {
    const { data } = (await admin.get('/inspection/model/library')).body
    await db.execute(sql`update inspection_models set code = code || '-V', name = name || ' vecchio'`)
    return () => admin.post(`/inspection/model/library/${data[0].code}`, undefined, headers)
  },
  'POST /inspection/category':
    async ({ admin, model, headers }) =>
    () =>
      admin.post('/inspection/category', { model_id: model, key: 'c_in_piu', name: 'In più', questions: [] }, headers),
  'PUT /inspection/category/{id}': async (scene) => {
    const { id, rev } = await section(scene)
    return () => scene.admin.put(`/inspection/category/${id}`, { rev, name: 'Altro titolo' }, scene.headers)
  },
  'DELETE /inspection/category/{id}': async (scene) => {
    await scene.admin.post('/inspection/category', {
      model_id: scene.model,
      key: 'c_resta',
      name: 'Resta',
      questions: [{ key: 'q_r', type: 'yes_no', label: 'R' }],
    })
    const { id } = await section(scene)
    return () => scene.admin.del(`/inspection/category/${id}`, scene.headers)
  },
  'POST /inspection': async ({ ivan, model, station, headers }) => {
    const body = { model_id: model, station_id: station, client_uuid: randomUUID(), answers: GOOD }
    return () => ivan.post('/inspection', body, headers)
  },
  'PUT /inspection/{id}': async ({ ivan, model, station, headers }) => {
    const { id, rev } = await begin(ivan, model, station)
    return () => ivan.put(`/inspection/${id}`, { rev, answers: BAD, status: 'completed' }, headers)
  },
  'DELETE /inspection/{id}': async ({ ivan, model, station, headers }) => {
    const { id } = await begin(ivan, model, station)
    return () => ivan.del(`/inspection/${id}`, headers)
  },
  'POST /inspection/{id}/approve': async (scene) => {
    const { id } = await closed(scene)
    return () => scene.admin.post(`/inspection/${id}/approve`, undefined, scene.headers)
  },
  'POST /inspection/{id}/reopen': async (scene) => {
    const { id } = await closed(scene)
    return () => scene.admin.post(`/inspection/${id}/reopen`, { reason: 'Da rivedere' }, scene.headers)
  },
  'POST /inspection/{id}/send': async (scene) => {
    const { id } = await closed(scene)
    return () => scene.ivan.post(`/inspection/${id}/send`, undefined, scene.headers)
  },
  'PUT /inspection/nc/{id}': async (scene) => {
    const { id } = await completed(scene.ivan, scene.model, scene.station, BAD)
    const [nc] = await scene.db.select().from(non_conformities).where(eq(non_conformities.inspection_id, id))
    return () => scene.ivan.put(`/inspection/nc/${nc!.id}`, { rev: nc!.rev, status: 'in_progress' }, scene.headers)
  },
  'POST /prices': async (scene) => {
    const { next } = await priced(scene)
    return () => scene.admin.post('/prices', next, scene.headers)
  },
  'POST /prices/variation': async (scene) => {
    const { id, seen, fuel_id, mode } = await priced(scene)
    const body = { stations: [{ id, seen: [seen] }], fuels: [fuel_id], modes: [mode], delta: 0.005 }
    return () => scene.admin.post('/prices/variation', body, scene.headers)
  },
  'DELETE /prices/{stationId}/{priceId}': async (scene) => {
    const { id, next } = await priced(scene)
    const { prices } = (await scene.admin.post('/prices', next)).body.data
    return () => scene.admin.del(`/prices/${id}/${prices[0].id}`, scene.headers)
  },
  'POST /exports': async ({ admin, headers }) => {
    return () => admin.post('/exports', { list: 'activity.list', format: 'csv', columns: ['Utente'] }, headers)
  },
  'POST /bulk': async ({ admin, headers }) => {
    return () => admin.post('/bulk', { list: 'banks.list', action: 'remove', all: true }, headers)
  },
  'POST /admin/history/{id}/undo': async ({ admin, db, headers }) => {
    const over = { type: 'operazione_in_blocco', description: 'Prova', status: 'completato', done: 1, user_id: admin.user_id } as const
    const [job] = await db.insert(job_history).values(over).returning()
    return () => admin.post(`/admin/history/${job!.id}/undo`, {}, headers)
  },
  'PUT /settings': async ({ admin, headers }) => {
    const { rev } = (await admin.get('/settings')).body.data
    return () => admin.put('/settings', { rev, name: 'Altra S.r.l.' }, headers)
  },
  'POST /settings/logo': async ({ admin, headers }) => {
    const file = { name: 'logo.png', bytes: await png() }
    return () => admin.upload('/settings/logo', [file], {}, headers)
  },
  'DELETE /settings/logo': async ({ admin, headers }) => {
    await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: await png() }])
    return () => admin.del('/settings/logo', headers)
  },
}
/** The writes that are tried elsewhere. */
export const WITHOUT: Record<string, string> = {
  'POST /stations/report': 'writes nothing: tests/api/stations/report.test.ts',
  'POST /inspection/rescue': 'each piece of a ZIP is a write of its own: tests/api/inspections/rescue.test.ts',
  'POST /support/presence': 'writes nothing: tests/api/core/live.test.ts',
  'POST /auth/invitation': 'writes nothing: tests/api/people/auth-links.test.ts',
  'POST /stations/import/check': 'writes nothing: tests/api/stations/import.test.ts',
  'POST /stations/import/read': 'writes nothing: tests/api/stations/import.test.ts',
  'PUT /support/ticket/{year}/{number}/draft': 'what is being typed leaves no activity: tests/api/tickets/replies.test.ts',
  'POST /mails/{id}/retry': 'one change, of the queue: tests/api/notifications/mails.test.ts',
}
