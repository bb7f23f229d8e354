import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { oil_separators } from '../../../server/db/schema/equipment/equipment.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { notification_group_users, notification_groups, notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { notifyDueExpirations } from '../../../server/resources/expirations/late-notices.ts'
import { syncExpiration } from '../../../server/resources/expirations/sync-expiration.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const inTime = (work: (world: World) => Promise<void>) => inWorld(work, () => NOW)
const due = { type: 'terra', message: 'Messa a terra', date: '2026-12-10', periodicity: 'biennial' }
/** The open expiration of a date of an extinguisher or separator. */
async function linked({ db, as }: World, station_id: number, date: string) {
  const { user_id } = await as('admin')
  const [piece] = await db
    .insert(oil_separators)
    .values({ station_id, number: 'DS-1', last_cleaning: '2025-12-01', next_cleaning: date })
    .returning()
  const made = await syncExpiration(
    {
      ...{ subject_type: 'oil_separator', subject_id: piece!.id, field: 'next_cleaning', type: 'disoleatore', station_id, date },
      ...{ message: 'Svuotamento disoleatore DS-1', periodicity: 'annual' },
    },
    { db, now: NOW, user: { id: user_id }, history: async () => undefined } as never,
  )
  const now = async () => (await db.select().from(oil_separators).where(eq(oil_separators.id, piece!.id)))[0]!
  return { id: made!.id, piece: piece!.id, now }
}

test('an expiration is written where the person may write; of no station by who writes in all of them; bad fields are told', () =>
  inTime(async ({ as, db }) => {
    const [admin, rete, lettura] = [await as('admin'), await as('rete'), await as('lettura.rete')]
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    expect((await (await as('gestore')).get('/expirations')).status).toBe(403)
    expect((await lettura.post('/expirations', { ...due, station_id })).status).toBe(403)
    expect((await rete.post('/expirations', { ...due, station_id })).status).toBe(404)
    expect((await rete.post('/expirations', due)).body.error).toEqual({ station_id: 'Il campo Punto vendita è obbligatorio.' })
    await db.insert(station_acl).values({ station_id, user_id: rete.user_id, level: 'read' })
    expect((await rete.post('/expirations', { ...due, station_id })).status).toBe(403)
    const bad = await admin.post('/expirations', { type: 'boh', message: 'x'.repeat(501), date: '2026-02-31', periodicity: 'mai' })
    expect(bad.status).toBe(422)
    expect(Object.keys(bad.body.error)).toHaveMembers(['date', 'message', 'periodicity', 'type'])

    const made = await admin.post('/expirations', { ...due, station_id, google_id: 'finto', status: 'done' })
    expect(made).toMatchObject({ status: 201, body: { message: 'Scadenza creata' } })
    expect(made.body.data).toMatchObject({ ...due, status: 'open', late: false, google_id: null, station: { code: 'ZZ1' }, writable: true })
    const { id } = made.body.data
    expect((await rete.get(`/expirations/${id}`)).body.data).toMatchObject({ id, writable: false })
    expect((await rete.put(`/expirations/${id}`, { rev: 1, message: 'Mia' })).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' }).where(eq(station_acl.station_id, station_id))
    expect(await rete.put(`/expirations/${id}`, { rev: 1, message: 'Mia' })).toMatchObject({
      status: 200,
      body: { message: 'Scadenza modificata', data: { message: 'Mia', rev: 2 } },
    })
    expect((await admin.put(`/expirations/${id}`, { rev: 1, message: 'Tua' })).status).toBe(409)
    // An expiration of the whole network: read and written by people who have all of it.
    const all = (await admin.post('/expirations', { ...due, message: 'Polizza di rete' })).body.data
    expect(all).toMatchObject({ station: null, writable: true })
    expect((await rete.get(`/expirations/${all.id}`)).status).toBe(404)
    expect(JSON.stringify((await rete.get('/expirations?per_page=100')).body)).not.toContain('Polizza di rete')
  }))

test('what happens again comes again when it is done: from the day it was done, or from the day it was due', () =>
  inTime(async ({ as, db }) => {
    const admin = await as('admin')
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    const make = async (more = {}) => (await admin.post('/expirations', { ...due, station_id, date: '2026-11-10', ...more })).body.data
    const done = (id: number, more = {}) => admin.put(`/expirations/${id}/complete`, { rev: 1, done_at: '2026-11-20', ...more })
    const first = await make()
    expect(first.late).toBe(true)
    expect((await done(first.id, { done_at: '2026-11-26' })).body.error).toEqual({
      done_at: 'La data di completamento non può essere nel futuro.',
    })
    const answer = await done(first.id, { done_note: 'Tutto bene' })
    expect(answer).toMatchObject({ status: 200, body: { message: 'Scadenza completata' } })
    expect(answer.body.data).toMatchObject({
      ...{ status: 'done', late: false, done_at: '2026-11-20', done_note: 'Tutto bene', done_by: { name: expect.any(String) } },
      occurrences: [{ date: '2028-11-20', status: 'open' }],
    })
    // Pressed twice, it is done once.
    expect((await done(first.id)).status).toBe(409)
    expect((await admin.put(`/expirations/${first.id}/complete`, { rev: 2, done_at: '2026-11-20' })).body.error).toBe(
      'La scadenza è già completata.',
    )
    expect((await admin.put(`/expirations/${first.id}`, { rev: 2, message: 'Dopo' })).status).toBe(409)
    const kept = await make()
    expect((await done(kept.id, { keep_cadence: true })).body.data.occurrences).toMatchObject([{ date: '2028-11-10' }])
    const once = await make({ periodicity: 'once' })
    expect((await done(once.id)).body.data.occurrences).toEqual([])
    const next = (await done((await make({ periodicity: 'monthly' })).id)).body.data.occurrences[0]
    expect(next.date).toBe('2026-12-20')
    expect((await admin.get(`/expirations/${next.id}`)).body.data.occurrences).toMatchObject([{ date: '2026-11-10', status: 'done' }])
  }))

test('a kept cadence of the 31st is the last day of a shorter month and the 31st again after it, until somebody moves the date', () =>
  inTime(async ({ as }) => {
    const admin = await as('admin')
    const made = (await admin.post('/expirations', { ...due, date: '2026-01-31', periodicity: 'monthly' })).body.data
    const next = async ({ id, rev }: { id: number; rev: number }, keep_cadence = true) => {
      const { occurrences } = (await admin.put(`/expirations/${id}/complete`, { rev, done_at: '2026-11-20', keep_cadence })).body.data
      return (await admin.get(`/expirations/${occurrences[0].id}`)).body.data
    }
    const february = await next(made)
    expect(february).toMatchObject({ date: '2026-02-28', cadence_day: 31 })
    const march = await next(february)
    expect(march).toMatchObject({ date: '2026-03-31', cadence_day: null })
    const april = await next(march)
    expect(april).toMatchObject({ date: '2026-04-30', cadence_day: 31 })
    const moved = (await admin.put(`/expirations/${april.id}`, { rev: 1, date: '2026-04-29' })).body.data
    expect(moved).toMatchObject({ date: '2026-04-29', cadence_day: null })
    const may = await next(moved)
    expect(may).toMatchObject({ date: '2026-05-29', cadence_day: null })
    expect(await next(may, false)).toMatchObject({ date: '2026-12-20', cadence_day: null })
  }))

test('what was closed opens again within seven days, for who closed it: its successor goes, unless somebody has changed that', () =>
  inTime(async ({ as, db }) => {
    const [admin, rete] = [await as('admin'), await as('rete')]
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_acl).values({ station_id, user_id: rete.user_id, level: 'write' })
    const { id } = (await rete.post('/expirations', { ...due, station_id })).body.data
    expect((await rete.put(`/expirations/${id}/cancel`, { rev: 1 })).body.error).toEqual({
      cancel_reason: 'Il campo Motivo è obbligatorio.',
    })
    expect(await rete.put(`/expirations/${id}/cancel`, { rev: 1, cancel_reason: 'Venduto' })).toMatchObject({
      body: { message: 'Scadenza annullata', data: { status: 'cancelled', cancel_reason: 'Venduto' } },
    })
    expect(await rete.put(`/expirations/${id}/reopen`, { rev: 2 })).toMatchObject({
      body: { message: 'Scadenza riaperta', data: { status: 'open', cancel_reason: null } },
    })
    const [next] = (await admin.put(`/expirations/${id}/complete`, { rev: 3, done_at: '2026-11-25' })).body.data.occurrences
    expect((await rete.put(`/expirations/${id}/reopen`, { rev: 4 })).status).toBe(403)
    await admin.put(`/expirations/${next.id}`, { rev: 1, message: 'Con altro testo' })
    expect((await admin.put(`/expirations/${id}/reopen`, { rev: 4 })).body.error).toMatch(/successiva è già stata modificata/)
    await db.update(expirations).set({ rev: 1 }).where(eq(expirations.id, next.id))
    expect((await admin.put(`/expirations/${id}/reopen`, { rev: 4 })).body.data).toMatchObject({ status: 'open', occurrences: [] })
    await admin.put(`/expirations/${id}/complete`, { rev: 5, done_at: '2026-11-25' })
    await db.update(expirations).set({ closed_at: '2026-11-17T08:00:00.000Z' }).where(eq(expirations.id, id))
    expect((await admin.put(`/expirations/${id}/reopen`, { rev: 6 })).body.error).toBe('La scadenza si può riaprire entro 7 giorni.')
  }))

test('what is still to come is deleted; of what is late or done a trace stays', () =>
  inTime(async ({ as, db }) => {
    const admin = await as('admin')
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    const make = async (date: string) => (await admin.post('/expirations', { ...due, station_id, date })).body.data.id
    const [ahead, late] = [await make('2026-11-25'), await make('2026-11-24')]
    expect((await admin.del(`/expirations/${ahead}`)).status).toBe(204)
    expect((await admin.get(`/expirations/${ahead}`)).status).toBe(404)
    expect((await admin.del(`/expirations/${ahead}`)).status).toBe(204)
    expect((await admin.del(`/expirations/${late}`)).status).toBe(204)
    expect((await admin.get(`/expirations/${late}`)).body.data).toMatchObject({ status: 'cancelled', cancel_reason: 'Eliminata.' })
  }))

test('the date of a record and its open expiration are one: done or moved here, it stands there', () =>
  inTime(async (world) => {
    const admin = await world.as('admin')
    const { id: station_id } = await makeStation(world.db, { code: 'ZZ1' })
    const { id, piece, now } = await linked(world, station_id, '2026-12-01')
    expect((await admin.get(`/expirations?subject=oil_separator:${piece}`)).body.data.data).toMatchObject([{ id }])
    expect((await admin.get(`/expirations?subject=oil_separator:${piece}:next_check`)).body.data.total).toBe(0)
    expect((await admin.put(`/expirations/${id}`, { rev: 1, type: 'altro' })).body.error).toEqual({
      type: 'Si cambia nella scheda di ciò a cui la scadenza si riferisce.',
    })
    await admin.put(`/expirations/${id}`, { rev: 1, date: '2026-12-05' })
    expect(await now()).toMatchObject({ next_cleaning: '2026-12-05', last_cleaning: '2025-12-01', rev: 2 })
    const { occurrences } = (await admin.put(`/expirations/${id}/complete`, { rev: 2, done_at: '2026-11-24' })).body.data
    expect(occurrences).toMatchObject([{ date: '2027-11-24', status: 'open' }])
    expect(await now()).toMatchObject({ next_cleaning: '2027-11-24', last_cleaning: '2026-11-24', rev: 3 })
    expect((await admin.get(`/expirations?subject=oil_separator:${piece}&status=open`)).body.data.data).toMatchObject([
      { id: occurrences[0].id, subject_field: 'next_cleaning' },
    ])
    await admin.put(`/expirations/${id}/reopen`, { rev: 3 })
    expect(await now()).toMatchObject({ next_cleaning: '2026-12-05' })
  }))

test('a subject that is written otherwise is refused, and a text is only ever text', () =>
  inTime(async ({ as }) => {
    const admin = await as('admin')
    for (const subject of ['tank', 'tank:x', "tank:1' or 1=1", 'tank:1:a-b'])
      expect((await admin.get(`/expirations?subject=${encodeURIComponent(subject)}`)).status, subject).toBe(422)
    const message = '<img src=x onerror=alert(1)>'
    const { id } = (await admin.post('/expirations', { ...due, message })).body.data
    expect((await admin.get(`/expirations?search=${encodeURIComponent('onerror=alert')}`)).body.data.data).toMatchObject([{ id, message }])
  }))

test('files tell that it was done: loaded by who may write it, also after it is done, read by who reads it, gone with it', () =>
  inTime(async ({ as, db }) => {
    const [admin, lettura, gestore] = [await as('admin'), await as('lettura.rete'), await as('gestore')]
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_acl).values({ station_id, user_id: lettura.user_id, level: 'read' })
    const { id, rev } = (await admin.post('/expirations', { ...due, periodicity: 'once', station_id })).body.data
    const paper = [{ name: 'rapporto.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }]
    for (const who of [gestore, lettura]) expect((await who.upload(`/expirations/${id}/upload`, paper)).status).toBe(403)
    await admin.put(`/expirations/${id}/complete`, { rev, done_at: '2026-11-20' })
    const [file] = (await admin.upload(`/expirations/${id}/upload`, paper)).body.data
    expect((await lettura.get(`/expirations/${id}`)).body.data.files).toMatchObject([{ id: file.id, name: 'rapporto.pdf' }])
    expect((await lettura.get(`/expirations/${id}/files/${file.id}`)).status).toBe(200)
    expect((await lettura.del(`/expirations/${id}/files/${file.id}`)).status).toBe(403)
    const [second] = (await admin.upload(`/expirations/${id}/upload`, paper)).body.data
    expect((await admin.del(`/expirations/${id}/files/${second.id}`)).status).toBe(204)
    expect((await lettura.get(`/expirations/${id}`)).body.data.files).toMatchObject([{ id: file.id }])
    const open = (await admin.post('/expirations', { ...due, station_id })).body.data
    const [gone] = (await admin.upload(`/expirations/${open.id}/upload`, paper)).body.data
    expect((await admin.del(`/expirations/${open.id}`)).status).toBe(204)
    expect(await db.$count(files, eq(files.id, gone.id))).toBe(0)
    expect(await db.$count(files, eq(files.id, file.id))).toBe(1)
  }))

test('a station that is given up has nothing left to be done; what was done stays', () =>
  inTime(async ({ as, db }) => {
    const admin = await as('admin')
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    const { id: other } = await makeStation(db, { code: 'ZZ2' })
    const made = async (of: number, date: string) => (await admin.post('/expirations', { ...due, date, station_id: of })).body.data
    const [late, next, done, elsewhere] = [
      await made(station_id, '2026-10-01'),
      await made(station_id, '2027-01-01'),
      await made(station_id, '2026-12-01'),
      await made(other, '2027-01-01'),
    ]
    await admin.put(`/expirations/${done.id}/complete`, { rev: done.rev, done_at: '2026-11-20' })
    expect((await admin.post(`/stations/status/${station_id}`, { status: 'dismissed' })).status).toBe(200)
    const rows = await db.select().from(expirations).where(eq(expirations.station_id, station_id)).orderBy(expirations.id)
    expect(rows.map((row) => [row.status, row.cancel_reason])).toEqual([
      ...[late, next].map(() => ['cancelled', 'Punto vendita dismesso.']),
      ['done', null],
      ['cancelled', 'Punto vendita dismesso.'],
    ])
    expect((await admin.get(`/expirations/${elsewhere.id}`)).body.data.status).toBe('open')
  }))

test('it is found by words with any accent in what it says and in its station, and in the order of the stations', () =>
  inTime(async ({ as, db }) => {
    const admin = await as('admin')
    for (const [code, name] of [
      ['ZZ1', 'Zeta'],
      ['ZZ2', 'Àlfa'],
      ['ZZ3', 'beta'],
    ] as const) {
      const { id: station_id } = await makeStation(db, { code, name })
      await admin.post('/expirations', { ...due, message: `Verifica (unità) di ${name}`, station_id })
    }
    const found = async (query: string) =>
      (await admin.get(`/expirations?${query}`)).body.data.data.map((row: { station: { name: string } }) => row.station.name)
    expect(await found(`search=${encodeURIComponent('unità)')}&sort=station`)).toEqual(['Zeta', 'Àlfa', 'beta'])
    expect(await found('search=UNITA&sort=-station')).toEqual(['beta', 'Àlfa', 'Zeta'])
    expect(await found('search=unita%20alfa')).toEqual(['Àlfa'])
    expect(await found('search=un.t')).toEqual([])
    expect((await admin.get('/expirations?search=unita&per_page=5&page=9')).body.data).toMatchObject({ total: 3, data: [] })
  }))

test('an overhaul every 48 months, which no periodicity says, comes again by the table of the settings; what does not come again leaves no date', () =>
  inTime(async ({ as, db }) => {
    const admin = await as('admin')
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    const make = async (body: object) => (await admin.post('/station/fireext', { station_id, year: 2025, ...body })).body.data
    const complete = async (id: number) => {
      const found = await admin.get(`/expirations?subject=fire_extinguisher:${id}:next_overhaul&status=open`)
      const { id: one, rev, periodicity } = found.body.data.data[0]
      expect(periodicity).toBe('once')
      return (await admin.put(`/expirations/${one}/complete`, { rev, done_at: '2026-11-20' })).body.data
    }
    const piece = async (id: number) =>
      (await admin.get(`/station/fireext/${station_id}`)).body.data.find((one: { id: number }) => one.id === id)
    const foam = await make({ number: 'S1', type: 'schiuma', tank_kind: 'inox', next_overhaul: '2026-12-01' })
    expect((await complete(foam.id)).occurrences).toMatchObject([{ date: '2030-11-20', status: 'open' }])
    expect(await piece(foam.id)).toMatchObject({ last_overhaul: '2026-11-20', next_overhaul: '2030-11-20' })
    const unknown = await make({ number: 'X1', next_overhaul: '2026-12-01' })
    expect((await complete(unknown.id)).occurrences).toEqual([])
    expect(await piece(unknown.id)).toMatchObject({ last_overhaul: '2026-11-20', next_overhaul: null })
  }))

test.each([
  ['2026-11-24', 'expiration_late', 'Scadenza superata: Messa a terra', 'Messa a terra: era per il 24/11/2026.'],
  ['2026-11-25', 'expiration_due', 'Scadenza vicina: Messa a terra', 'Messa a terra: è per oggi, 25/11/2026.'],
  ['2026-11-26', 'expiration_due', 'Scadenza vicina: Messa a terra', 'Messa a terra: è per il 26/11/2026, tra 1 giorno.'],
  ['2026-12-25', 'expiration_due', 'Scadenza vicina: Messa a terra', 'Messa a terra: è per il 25/12/2026, tra 30 giorni.'],
])('on 25 November 2026 what is due on %s is told as %s', (date, event, title, text) =>
  inTime(async ({ as, db, deps }) => {
    const admin = await as('admin')
    await db.update(expirations).set({ status: 'done' })
    await db.update(notification_groups).set({ active: false })
    const [group] = await db
      .insert(notification_groups)
      .values({ name: 'Prova', events: [event as 'expiration_due'], channels: [] })
      .returning()
    await db.insert(notification_group_users).values({ group_id: group!.id, user_id: admin.user_id })
    await db.insert(expirations).values({ type: 'terra', message: 'Messa a terra', periodicity: 'once', date, notify_days: [0, 1, 30] })
    await notifyDueExpirations({ db, jobs: deps.jobs, origin: deps.origin, now: NOW }, 24)
    expect(await db.select().from(notifications).where(eq(notifications.user_id, admin.user_id))).toMatchObject([{ event, title, text }])
  }),
)
