import { randomUUID } from 'node:crypto'
import { desc, eq, lt, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { non_conformities } from '../../server/db/schema/inspections.ts'
import { job_history } from '../../server/db/schema/jobs.ts'
import { users } from '../../server/db/schema/people.ts'
import { activity_log, model_history } from '../../server/db/schema/system.ts'
import type { AtOnce } from '../../server/lib/at-once.ts'
import type { Db } from '../../server/lib/db.ts'
import { Problem } from '../../server/lib/problem.ts'
import { newLink } from '../../server/lib/sessions.ts'
import { implementations } from '../../server/resources/registry.ts'
import { calls, label } from './calls.ts'
import { tableNames } from './checksum.ts'
import { makeStation } from './fixtures.ts'
import { BAD, begin, completed, GOOD, jpeg, makeModel, send } from './inspection-fixtures.ts'
import { newNote, notePicture, sendPicture } from './note-fixtures.ts'
import { type Caller, inWorld, PASSWORD, type Reply, type World } from './world.ts'

/**
 * Every write that can be done is done up to its last step but one, and then refused, or the database fails at its first change, its second, and so on to
 * its last: what stays is told by the witness of every test (`witness.ts`), which the refusals of other tests, mostly made before anything is written, do
 * not try.
 */
interface Scene extends World {
  admin: Caller
  ivan: Caller
  station: number
  model: number
  /** Headers of the write itself. */
  headers: Record<string, string>
}
type Do = () => Promise<Reply>
const NEXT = 'cavallo batteria graffetta'
const both = { password: NEXT, password_confirmation: NEXT }
const bank = async ({ admin }: Scene) => (await admin.post('/banks', { name: 'Banca di prova' })).body.data
const closed = ({ ivan, model, station }: Scene) => completed(ivan, model, station, GOOD)
const png = async () =>
  (await import('sharp'))
    .default({ create: { width: 20, height: 20, channels: 3, background: '#135' } })
    .png()
    .toBuffer()
const link = async ({ db, deps }: Scene, id: number, kind: 'reset' | 'invitation') =>
  newLink({ db, now: deps.now() } as Parameters<typeof newLink>[0], id, kind)
const section = async ({ admin, model }: Scene) => (await admin.get(`/inspection/category?model=${model}`)).body.data[0]
const draftModel = async ({ admin }: Scene) =>
  (await admin.post('/inspection/model', { code: 'BOZZA', name: 'Bozza', categories: [] })).body.data

/** The three writes of a plain resource. */
const plain = (path: string, body: (scene: Scene) => object, change: object, owner = (_: Scene) => ''): typeof WRITES => {
  const made = async (scene: Scene) => (await scene.admin.post(path, body(scene))).body.data as { id: number; rev: number }
  const own = path.startsWith('/station/') ? '/{stationId}' : ''
  return {
    [`POST ${path}`]: async (scene) => () => scene.admin.post(path, body(scene), scene.headers),
    [`PUT ${path}/{id}`]: async (scene) => {
      const { id, rev } = await made(scene)
      return () => scene.admin.put(`${path}/${id}`, { ...change, rev }, scene.headers)
    },
    [`DELETE ${path}${own}/{id}`]: async (scene) => {
      const { id } = await made(scene)
      return () => scene.admin.del(`${path}${owner(scene)}/${id}`, scene.headers)
    },
  }
}
const WRITES: Record<string, (scene: Scene) => Promise<Do>> = {
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
  ...plain('/users', () => ({ name: 'Nora Nuova', email: 'nora@example.it', roles: ['driver'] }), { roles: ['helpdesk'] }),
  'POST /users/{id}/invite': async ({ admin, ivan, headers }) => {
    return () => admin.post(`/users/${ivan.user_id}/invite`, undefined, headers)
  },
  ...plain('/support/t/category', () => ({ name: 'Giardino' }), { sla_hours: 72 }),
  ...plain('/fuels', () => ({ name: 'Idrogeno', unit: 'kg' }), { name: 'Idrogeno verde' }),
  ...plain(
    '/station/fireext',
    ({ station }) => ({ station_id: station, number: 'EX-9' }),
    { location: 'Bar' },
    ({ station }) => `/${station}`,
  ),
  ...plain(
    '/station/oilseparator',
    ({ station }) => ({ station_id: station, number: 'DS-9' }),
    { brand: 'Ecovasca' },
    ({ station }) => `/${station}`,
  ),
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
const WITHOUT: Record<string, string> = {
  'POST /inspection/rescue': 'each piece of a ZIP is a write of its own: tests/api/rescue.test.ts',
  'POST /auth/invitation': 'writes nothing: tests/api/auth-links.test.ts',
  'POST /stations/import/check': 'writes nothing: tests/api/station-import.test.ts',
  'POST /stations/import/read': 'writes nothing: tests/api/station-import.test.ts',
  'POST /mails/{id}/retry': 'one change, of the queue: tests/api/mails.test.ts',
}

/** Whether the next write is refused after all its work. */
let refuses = false
beforeAll(() => {
  for (const { handlers } of implementations)
    for (const [name, handler] of Object.entries(handlers)) {
      const late = async (...given: Parameters<typeof handler>) => {
        const done = await handler(...given)
        if (refuses) throw new Problem(422, 'Rifiutato alla fine.')
        return done
      }
      // What is made by one statement has no end to be refused at: there is only the database, which fails below.
      const { atOnce } = handler
      handlers[name] = Object.assign(
        late,
        handler,
        atOnce && { atOnce: (...given: Parameters<AtOnce>) => (refuses ? undefined : atOnce(...given)) },
      )
    }
})
/** Changes in any table, of which the one that `witness.left` counts down to fails; only within a transaction: alone there is nothing to undo. */
const FAILING = `
  create function witness.fail() returns trigger language plpgsql as $$
    declare left_ int := coalesce(nullif(current_setting('witness.left', true), ''), '0')::int;
    begin
      if coalesce(current_setting('witness.inside', true), '') <> 'yes' then return coalesce(new, old); end if;
      if left_ > 0 then perform set_config('witness.left', (left_ - 1)::text, false); end if;
      if left_ = 1 then raise exception 'planted'; end if;
      return coalesce(new, old);
    end $$;
  ${tableNames.map((name) => `create trigger fail before insert or update or delete on "${name}" for each row execute function witness.fail();`).join('\n')}`

/** What the last write left for the office to read: the activity and whether it names what it was about, and the changes of the history. */
async function leftBehind(db: Db): Promise<string> {
  const [act] = await db.select().from(activity_log).where(lt(activity_log.status, 300)).orderBy(desc(activity_log.id)).limit(1)
  const changes = await db.select().from(model_history).where(eq(model_history.created_at, act!.created_at)).orderBy(model_history.id)
  const told = [...new Set(changes.map(({ model, event }) => `${model} ${event}`))]
  return [act!.action, act!.entity, act!.entity_id === null ? 'of nothing' : 'named', ...told].join(', ')
}
const LEFT: Record<string, string> = {
  'DELETE /available_services/{id}': 'eliminazione, available_services, named, available_service deleted',
  'DELETE /banks/{id}': 'eliminazione, banks, named, bank deleted',
  'DELETE /banks/{id}/files/{fileId}': 'eliminazione, banks, named',
  'DELETE /fuels/{id}': 'eliminazione, fuels, named, fuel deleted',
  'DELETE /inspection/category/{id}': 'eliminazione, inspection-models, named, inspection_category deleted',
  'DELETE /inspection/model/{id}': 'eliminazione, inspection-models, named, inspection_model deleted',
  'DELETE /inspection/{id}': 'eliminazione, inspections, named, inspection deleted',
  'DELETE /saved-views/{id}': 'eliminazione, saved_views, named, saved_view deleted',
  'DELETE /settings/logo': 'eliminazione, settings, named, settings updated',
  'DELETE /station/fireext/{stationId}/{id}': 'eliminazione, fire_extinguishers, named, fire_extinguisher deleted',
  'DELETE /station/notes/{uuid}': 'eliminazione, station_notes, named, station_note deleted',
  'DELETE /station/oilseparator/{stationId}/{id}': 'eliminazione, oil_separators, named, oil_separator deleted',
  'DELETE /support/t/category/{id}': 'eliminazione, ticket-categories, named, ticket_category deleted',
  'DELETE /users/{id}': 'eliminazione, users, named, user deleted',
  'POST /admin/history/{id}/cancel': 'comando, jobs, named',
  'POST /admin/history/{id}/retry': 'comando, jobs, named',
  'POST /admin/history/{id}/undo': 'comando, jobs, named',
  'POST /auth/accept-invitation': 'password, users, named',
  'POST /auth/forgot-password': 'comando, auth, of nothing',
  'POST /auth/login': 'login, users, named',
  'POST /auth/logout': 'logout, users, named',
  'POST /auth/refresh': 'comando, users, named',
  'POST /auth/reset-password': 'password, users, named',
  'POST /available_services': 'creazione, available_services, named, available_service created',
  'POST /banks': 'creazione, banks, named, bank created',
  'POST /banks/{id}/upload': 'creazione, banks, named',
  'POST /bulk': 'comando, jobs, named',
  'POST /client-errors': 'creazione, client-errors, named',
  'POST /devices/report': 'creazione, devices, named',
  'POST /exports': 'export, jobs, named',
  'POST /fuels': 'creazione, fuels, named, fuel created',
  'POST /inspection': 'creazione, inspections, named, inspection created',
  'POST /inspection/category': 'creazione, inspection-models, named, inspection_category created',
  'POST /inspection/files': 'creazione, inspection-files, named',
  'POST /inspection/model': 'creazione, inspection-models, named, inspection_model created',
  'POST /inspection/model/library/{code}': 'creazione, inspection-models, named, inspection_model created',
  'POST /inspection/model/{id}/clone': 'creazione, inspection-models, named, inspection_model created',
  'POST /inspection/{id}/approve': 'comando, inspections, named, inspection status',
  'POST /inspection/{id}/reopen': 'comando, inspections, named, inspection status',
  'POST /inspection/{id}/send': 'send, inspection-send, named',
  'POST /mimit/publish': 'comando, jobs, named',
  'POST /models/history/{id}/revert': 'ripristino, banks, named, bank restored',
  'POST /saved-views': 'creazione, saved_views, named, saved_view created',
  'POST /settings/logo': 'creazione, settings, named, settings updated',
  'POST /station/fireext': 'creazione, fire_extinguishers, named, fire_extinguisher created',
  'POST /station/notes': 'creazione, station_notes, named, station_note created',
  'POST /station/notes/files': 'creazione, station_notes, named',
  'POST /station/oilseparator': 'creazione, oil_separators, named, oil_separator created',
  'POST /stations/import': 'comando, jobs, named',
  'POST /support/t/category': 'creazione, ticket-categories, named, ticket_category created',
  'POST /users': 'creazione, users, named, user created',
  'POST /users/{id}/invite': 'send, users, named',
  'PUT /available_services/{id}': 'modifica, available_services, named, available_service updated',
  'PUT /banks/{id}': 'modifica, banks, named, bank updated',
  'PUT /fuels/{id}': 'modifica, fuels, named, fuel updated',
  'PUT /inspection/category/{id}': 'modifica, inspection-models, named, inspection_category updated',
  'PUT /inspection/model/{id}': 'modifica, inspection-models, named, inspection_model updated',
  'PUT /inspection/nc/{id}': 'modifica, non-conformities, named, non_conformity status',
  'PUT /inspection/{id}': 'modifica, inspections, named, inspection status',
  'PUT /saved-views/{id}': 'modifica, saved_views, named, saved_view updated',
  'PUT /settings': 'modifica, settings, named, settings updated',
  'PUT /station/fireext/{id}': 'modifica, fire_extinguishers, named, fire_extinguisher updated',
  'PUT /station/notes/{uuid}': 'modifica, station_notes, named, station_note updated',
  'PUT /station/oilseparator/{id}': 'modifica, oil_separators, named, oil_separator updated',
  'PUT /support/t/category/{id}': 'modifica, ticket-categories, named, ticket_category updated',
  'PUT /users/password': 'password, users, named',
  'PUT /users/{id}': 'modifica, users, named, user updated',
}

test('every write is tried, or says where it is', () => {
  const writes = calls.filter(({ method, acts }) => method !== 'GET' && !acts).map(label)
  expect([...Object.keys(WRITES), ...Object.keys(WITHOUT)].sort()).toEqual(writes.sort())
})

test(
  'of a write that is refused at its end, or whose database fails at any of its changes, nothing stays; tried again it is done',
  { timeout: 600_000 },
  () =>
    inWorld(async (world) => {
      const { db, as, deps } = world
      const inside = (value: string) => sql`select set_config('witness.inside', ${value}, false)`
      const marked = db.transaction.bind(db)
      const transaction: typeof marked = (work) =>
        marked(async (tx) => {
          await tx.execute(inside('yes'))
          const done = await work(tx)
          await tx.execute(inside('no'))
          return done
        })
      deps.db = Object.assign(Object.create(db), { transaction })
      deps.mail = { sends: true, send: async () => undefined }
      for (const statement of FAILING.split(/;\n(?=\s*create)/)) await db.execute(sql.raw(statement))
      const jobs = async () =>
        ((await db.execute(sql`select count(*)::int as n from pgboss.job`)) as unknown as { rows: { n: number }[] }).rows[0]!.n
      const [admin, ivan] = [await as('admin'), await as('ispettore')]
      const station = (await makeStation(db, { code: 'ZZ1', email: 'zz1@example.it' })).id
      const model = await makeModel(admin, 'PARZIALE')
      const wrong: string[] = []
      const left: Record<string, string> = {}
      for (const [name, write] of Object.entries(WRITES)) {
        await db.execute(sql`savepoint scene`)
        const headers: Record<string, string> = {}
        const go = await write({ ...world, admin, ivan, station, model, headers })
        const before = await jobs()
        for (const key of [undefined, randomUUID()]) {
          refuses = true
          if (key) headers['idempotency-key'] = key
          const { status, body } = await go()
          refuses = false
          if (status !== 422 || body.error !== 'Rifiutato alla fine.')
            wrong.push(`${name} refused at its end: ${status} ${JSON.stringify(body)}`)
        }
        headers['idempotency-key'] = randomUUID()
        let steps = 0
        let status = 500
        for (; status === 500 && steps < 60; steps++) {
          await db.execute(sql.raw(`select set_config('witness.left', '${steps + 1}', false)`))
          status = (await go()).status
          await db.execute(sql`select set_config('witness.left', '0', false)`)
          if (status === 500 && (await jobs()) !== before) wrong.push(`${name}, failed at change ${steps + 1}: a mail or a job stayed`)
        }
        if (status >= 400) wrong.push(`${name} was never done: ${status}`)
        if (steps < 2) wrong.push(`${name} changes nothing`)
        left[name] = await leftBehind(db)
        await db.execute(sql`rollback to savepoint scene`)
      }
      expect(wrong).toEqual([])
      expect(left).toEqual(LEFT)
    }),
)
