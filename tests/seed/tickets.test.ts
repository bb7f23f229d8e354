import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { counters } from '../../server/db/schema/system.ts'
import { insertTickets } from '../../server/db/seed/tickets.ts'
import { inWorld } from '../api/world.ts'

/** What has to be so of all tickets, at any time (domain.md 5.6, numbers 5 and 6), of the seeded ones too. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'closed, when it was closed and how it was solved go together': `select id from tickets where (status_id = 5) <> (completed_at is not null) or (status_id = 5) <> (resolution is not null)`,
  'only an open one is new': `select id from tickets where is_new and status_id <> 1`,
  'numbers begin at 1 each year and have no gap': `select id_year as id from tickets group by id_year having min(id_number) <> 1 or max(id_number) <> count(*)`,
  'the next number is the one after the last': `select t.id_year as id from (select id_year, max(id_number) as last from tickets group by 1) t
    left join counters c on c.name = 'ticket' and c.year = t.id_year where c.value is distinct from t.last`,
  'assigned is one that somebody has': `select id from tickets where status_id = 2 and assignees = 0`,
  'those who have it are counted': `select id from tickets t where assignees <> (select count(*) from ticket_assignments a where a.ticket_id = t.id)`,
  'the clock of one that waits stands, and of no other': `select t.id from tickets t where (status_id = 4) <> (paused_at is not null)
    or (status_id = 4) <> exists (select from ticket_pauses p where p.ticket_id = t.id and p."to" is null)`,
  'nothing is said before it was opened': `select c.id from ticket_comments c join tickets t on t.id = c.ticket_id where c.created_at < t.created_at`,
  'each is found by its words': `select id from tickets where id not in (select ticket_id from ticket_words)`,
}
test('seeded tickets keep every rule of tickets', () =>
  inWorld(async ({ db }) => {
    await insertTickets(db, { seed: 7, asOf: '2026-11-25' }, 400, '2026-11-24T23:00:00.000Z')
    const broken: string[] = []
    for (const [rule, query] of Object.entries(INVARIANTS)) {
      const { rows } = (await db.execute(sql.raw(query))) as unknown as { rows: { id: number }[] }
      if (rows.length) broken.push(`${rule}: ${rows.length}, such as ${rows[0]!.id}`)
    }
    expect(broken).toEqual([])
    expect(await db.$count(counters, sql`name = 'ticket'`)).toBeGreaterThan(1)
    const { rows } = (await db.execute(sql`select count(distinct status_id)::int as n from tickets`)) as unknown as {
      rows: { n: number }[]
    }
    expect(rows[0]!.n).toBe(5)
  }))
