import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ticket_pauses, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { insertNcTickets } from '../../../server/db/seed/inspections/nc-tickets.ts'
import { insertTickets } from '../../../server/db/seed/tickets/tickets.ts'
import { inWorld, type World } from '../support/world.ts'

/** Rules that hold for tickets whatever was done to them. */
const BROKEN = {
  'closed, its time and its solution go together': sql`select id from tickets
    where (status_id = 5) <> (completed_at is not null) or (status_id = 5) <> (resolution is not null)`,
  'only an open one is new': sql`select id from tickets where is_new and status_id <> 1`,
  'numbers of a year go from 1 without a gap': sql`select id_year from tickets
    group by id_year having min(id_number) <> 1 or max(id_number) <> count(*)`,
  'the counter of a year stands at its last number': sql`select t.id_year from tickets t
    left join counters c on c.name = 'ticket' and c.year = t.id_year
    group by t.id_year, c.value having c.value is distinct from max(t.id_number)`,
  'the clock of a waiting one stands': sql`select id from tickets t where (status_id = 4) <> (paused_at is not null)
    or (status_id = 4) <> exists (select 1 from ticket_pauses p where p.ticket_id = t.id and p."to" is null)`,
  'an assigned one is somebody’s': sql`select id from tickets where status_id = 2 and assignees = 0`,
  'those who have it are counted': sql`select id from tickets t
    where assignees <> (select count(*) from ticket_assignments a where a.ticket_id = t.id)`,
  'nothing is said before it was opened': sql`select c.id from ticket_comments c join tickets t on t.id = c.ticket_id
    where c.created_at < t.created_at`,
  'each is found by its words': sql`select id from tickets where id not in (select ticket_id from ticket_words)`,
}
const broken = async ({ db }: Pick<World, 'db'>) => {
  const found: Record<string, number> = {}
  for (const [name, query] of Object.entries(BROKEN)) {
    const { rows } = (await db.execute(query)) as unknown as { rows: object[] }
    if (rows.length) found[name] = rows.length
  }
  return found
}

test('what holds for tickets holds after a seed of 1,400 over three years, and is told when it does not', () =>
  inWorld(async (world) => {
    const { db } = world
    await insertTickets(db, { seed: 42, asOf: '2026-11-20' }, 1_400, '2026-11-19T23:00:00.000Z')
    expect((await db.selectDistinct({ year: tickets.id_year }).from(tickets)).length).toBeGreaterThanOrEqual(3)
    expect(await db.selectDistinct({ status: tickets.status_id }).from(tickets)).toHaveLength(5)
    expect(await broken(world)).toEqual({})
    await db.execute(sql`update tickets set resolution = null, is_new = true where id = (select min(id) from tickets where status_id = 5)`)
    await db.execute(sql`update tickets set id_number = id_number + 100000 where id = (select max(id) from tickets)`)
    await db.delete(ticket_pauses)
    await db.execute(sql`update tickets set assignees = 0 where status_id = 2`)
    await db.execute(sql`update ticket_comments set created_at = '2000-01-01' where id = 1`)
    await db.execute(sql`delete from ticket_words where ticket_id = 1`)
    expect(Object.keys(await broken(world))).toEqual(Object.keys(BROKEN))
  }))

test('the seeded verifiche have opened their tickets, which stand as what they found does', () =>
  inWorld(async (world) => {
    const { db } = world
    const seed = { seed: 42, asOf: '2026-11-20' }
    await insertTickets(db, seed, 60, '2026-11-19T23:00:00.000Z')
    await insertNcTickets(db, seed, '2026-11-19T23:00:00.000Z')
    expect(await broken(world)).toEqual({})
    const { rows } = (await db.execute(sql`select nc.ticket_id, nc.status, t.status_id, t.inspection_id, nc.inspection_id as found_in
      from non_conformities nc join inspection_models m on m.id = nc.model_id left join tickets t on t.id = nc.ticket_id
      where m.ticket_mode <> 'none'`)) as unknown as { rows: Record<string, unknown>[] }
    expect(rows.length).toBeGreaterThan(2)
    for (const row of rows) {
      expect(row.inspection_id).toBe(row.found_in)
      expect(row.status).not.toBe('open')
      if (row.status_id === 5) expect(['resolved', 'verified']).toContain(row.status)
    }
  }))

test('the counts of the views are of what the filters find', () =>
  inWorld(async ({ db, as }) => {
    await insertTickets(db, { seed: 42, asOf: '2026-11-20' }, 60, '2026-11-19T23:00:00.000Z')
    const boss = await as('sup.ticket')
    const countsOf = async (query: string) => (await boss.get(`/support/ticket/counts?${query}`)).body.data
    const { counts: all } = (await boss.get('/support/ticket/info')).body.data
    expect(await countsOf('')).toEqual(all)
    for (const query of ['priority=3', 'search=pistola', 'category_id=1', 'priority=2&priority=3']) {
      const counts = await countsOf(query)
      for (const view of ['all', 'new', 'mine', 'unassigned', 'late', 'waiting', 'closed']) {
        const { total } = (await boss.get(`/support/ticket?view=${view}&${query}`)).body.data
        expect([query, view, counts[view]]).toEqual([query, view, total])
      }
      expect(counts.closed, query).toBeLessThan(all.closed)
    }
    expect((await countsOf('priority=3')).all).toBeGreaterThan(0)
  }))

test('a manager finds tickets of their own among the seeded ones, about their station', () =>
  inWorld(async ({ db, as }) => {
    await insertTickets(db, { seed: 42, asOf: '2026-11-20' }, 60, '2026-11-19T23:00:00.000Z')
    const { body } = await (await as('gestore')).get('/support/ticket')
    const { data } = body.data as { data: { requester: { name: string }; station: { code: string } }[] }
    expect(data.length).toBeGreaterThan(0)
    for (const { requester, station } of data) expect([requester.name, station.code]).toEqual(['Gina Gestore', 'PV001'])
  }))
