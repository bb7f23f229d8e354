import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_rows } from '../../../server/db/schema/core/jobs.ts'
import { oil_separators } from '../../../server/db/schema/equipment/equipment.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { competitors } from '../../../server/db/schema/prices/competitors.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { syncExpiration } from '../../../server/resources/expirations/sync-expiration.ts'
import { bulkLists } from '../../../server/resources/overview/bulk-lists.ts'
import { bulkActions } from '../../../src/contract/kernel/bulk-actions.ts'
import { makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** Many stations, expirations, users and competitors at once, and back. */
const NOW = new Date('2026-11-25T09:00:00Z')
const told = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map((row) => [row.outcome, row.message])
async function ran(world: World, who: Caller, body: object): Promise<number> {
  const answer = await who.post('/bulk', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  await world.runs()
  return answer.body.data.id
}
async function undone(world: World, who: Caller, job: number) {
  const { id } = (await who.post(`/admin/history/${job}/undo`)).body.data
  await world.runs()
  return told(world, id)
}

test('each action that sets values knows the revision that it starts from', () => {
  for (const [name, { of, current }] of Object.entries(bulkLists))
    for (const [action, { values, given }] of Object.entries(bulkActions(of.endpoints.list!)))
      if (values || given) expect(current, `${name} ${action}`).toBeDefined()
})

test('competitors are deactivated together and active again; those of a station that is only read stay', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const admin = await as('admin')
    const made = await db
      .insert(competitors)
      .values([
        { name: 'Zeta A', brand: 'Q8', city: 'Fidenza' },
        { name: 'Zeta B', brand: 'Q8', city: 'Fidenza', active: false },
      ])
      .returning()
    const ids = made.map(({ id }) => id)
    const body = { list: 'competitors.list', action: 'deactivate', search: { sort: 'name' }, ids }
    expect((await (await as('lettura.rete')).post('/bulk', body)).status).toBe(403)
    const active = async () =>
      (await db.select().from(competitors).where(inArray(competitors.id, ids)).orderBy(asc(competitors.id))).map((row) => row.active)
    const job = await ran(world, admin, body)
    expect(await told(world, job)).toEqual([
      ['fatto', 'Concorrente modificato'],
      ['invariato', 'È già così.'],
    ])
    expect(await active()).toEqual([false, false])
    expect(await undone(world, admin, job)).toEqual([['fatto', 'Come prima.']])
    expect(await active()).toEqual([true, false])
  }))

test('users are disabled together, except oneself, and enabled again', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [admin, ivan, rete] = [await as('admin'), await as('ispettore'), await as('rete')]
    const ids = [admin.user_id, ivan.user_id, rete.user_id]
    const body = { list: 'users.list', action: 'disable', search: { sort: 'name' }, ids }
    expect((await rete.post('/bulk', body)).status).toBe(403)
    const enabled = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!.enabled
    const job = await ran(world, admin, body)
    expect((await told(world, job)).map(([outcome]) => outcome)).toHaveMembers(['errore', 'fatto', 'fatto'])
    expect([await enabled(admin.user_id), await enabled(ivan.user_id), await enabled(rete.user_id)]).toEqual([1, 0, 0])
    expect((await ivan.get('/auth/me')).status, 'their sessions have ended').toBe(401)
    expect((await undone(world, admin, job)).map(([outcome]) => outcome)).toEqual(['fatto', 'fatto'])
    expect([await enabled(ivan.user_id), await enabled(rete.user_id)]).toEqual([1, 1])
  }))

test('expirations are completed together, with the next one and the date of the piece, and open again; reminders are suspended and go on', () =>
  inWorld(
    async (world) => {
      const { db, as } = world
      const admin = await as('admin')
      const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
      const [piece] = await db.insert(oil_separators).values({ station_id, number: 'DS-1', next_cleaning: '2026-12-01' }).returning()
      const linked = await syncExpiration(
        {
          ...{ subject_type: 'oil_separator', subject_id: piece!.id, field: 'next_cleaning', type: 'disoleatore', station_id },
          ...{ date: '2026-12-01', message: 'Svuotamento', periodicity: 'annual' },
        },
        { db, now: NOW, user: { id: admin.user_id }, history: async () => undefined } as never,
      )
      const plain = { type: 'terra', message: 'Messa a terra', date: '2026-12-10', periodicity: 'once', station_id }
      const single = (await admin.post('/expirations', plain)).body.data
      const ids = [linked!.id, single.id]
      const list = { list: 'expirations.list', search: { sort: 'date' }, ids }
      const complete = { ...list, action: 'complete', values: { done_at: '2026-11-20', done_note: 'Rapporto 7' } }
      expect((await (await as('lettura.rete')).post('/bulk', complete)).status).toBe(403)
      expect((await admin.post('/bulk', { ...complete, values: { done_note: 'senza giorno' } })).status).toBe(422)
      const rows = () => db.select().from(expirations).where(eq(expirations.station_id, station_id)).orderBy(asc(expirations.id))
      const seen = async () => (await rows()).map(({ status, date, done_at }) => [status, date, done_at])
      const next = async () => (await db.select().from(oil_separators).where(eq(oil_separators.id, piece!.id)))[0]!.next_cleaning
      const before = await seen()
      const job = await ran(world, admin, complete)
      expect((await told(world, job)).map(([outcome]) => outcome)).toEqual(['fatto', 'fatto'])
      expect(await seen()).toEqual([
        ['done', '2026-12-01', '2026-11-20'],
        ['done', '2026-12-10', '2026-11-20'],
        ['open', '2027-11-20', null],
      ])
      expect(await next()).toBe('2027-11-20')
      expect((await undone(world, admin, job)).map(([outcome]) => outcome)).toHaveMembers(['fatto', 'invariato', 'invariato', 'fatto'])
      expect(await seen()).toEqual(before)
      expect(await next()).toBe('2026-12-01')

      const values = { snoozed_until: '2026-12-05', snooze_reason: 'Ditta in ferie' }
      const quiet = await ran(world, admin, { ...list, action: 'snooze', values })
      expect((await rows()).map((row) => row.snoozed_until)).toEqual(['2026-12-05', '2026-12-05'])
      await undone(world, admin, quiet)
      expect((await rows()).map((row) => row.snoozed_until)).toEqual([null, null])
    },
    () => NOW,
  ))

test('stations get another company of maintenance together, and the earlier one again', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const admin = await as('admin')
    const ids: number[] = []
    for (const code of ['ZZ1', 'ZZ2']) ids.push((await makeStation(db, { code, maintenanceCompany: 'Vecchia' })).id)
    const body = { list: 'stations.list', action: 'update', search: { sort: 'code' }, ids, values: { maintenanceCompany: 'Nuova S.r.l.' } }
    expect((await (await as('rete')).post('/bulk', body)).status).toBe(403)
    const companies = async () => (await db.select().from(stations).where(inArray(stations.id, ids))).map((row) => row.maintenanceCompany)
    const job = await ran(world, admin, body)
    expect(await told(world, job)).toEqual(Array(2).fill(['fatto', 'Punto vendita modificato']))
    expect(await companies()).toEqual(['Nuova S.r.l.', 'Nuova S.r.l.'])
    await undone(world, admin, job)
    expect(await companies()).toEqual(['Vecchia', 'Vecchia'])
  }))
