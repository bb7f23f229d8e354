import { eq, sql } from 'drizzle-orm'
import type { WaitingFor } from '../../../../src/contract/tickets/words.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../../domain/shared/rome-time.ts'
import { dueOf } from '../../../domain/tickets/due.ts'
import { isWorkingDay } from '../../../domain/tickets/working-hours.ts'
import type { Db } from '../../../lib/core/db.ts'
import { indexTickets } from '../../../resources/tickets/search-index.ts'
import { counters } from '../../schema/core/system.ts'
import { tank_maintenances as done } from '../../schema/equipment/tank-maintenances.ts'
import { ticket_assignments, ticket_comments, ticket_history, ticket_pauses, ticket_words, tickets } from '../../schema/tickets/tickets.ts'
import { withoutIndexes } from '../bulk-load.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { type Random, stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'
import { type Drawn, drawTicket, type Failure, failedOnTanks, filled, type Opening, readCast } from './draw-ticket.ts'
import { answers, notes, replies } from './texts.ts'

const DAYS = 730
type Row<T extends { $inferInsert: object }> = T['$inferInsert'] & { id: number }
const iso = (time: number) => new Date(time).toISOString()
const emptyRows = () => ({
  tickets: [] as Row<typeof tickets>[],
  assignments: [] as (typeof ticket_assignments.$inferInsert)[],
  comments: [] as Row<typeof ticket_comments>[],
  pauses: [] as (typeof ticket_pauses.$inferInsert)[],
  history: [] as (typeof ticket_history.$inferInsert)[],
})
type Rows = ReturnType<typeof emptyRows>

/** A moment when a ticket was opened: more of them recently, in the daytime, seldom on a day off. */
function openedAt(random: Random, asOf: string): number {
  let day = addDays(asOf, -1 - Math.floor(DAYS * random.next() ** 1.6))
  if (!isWorkingDay(day) && random.chance(0.8)) day = addDays(day, -1)
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return romeTime(year, month, date, 0, 7 * 60 + random.int(0, 12 * 60))
}
/** `count` tickets and those of tanks that failed, in the order they were opened. */
function openings({ seed, asOf }: SeedOptions, count: number, failures: readonly Failure[]): Opening[] {
  const times = Array.from({ length: count }, (_, place) => openedAt(stream(seed, 'ticket_times', place), asOf)).sort((a, b) => a - b)
  return [
    ...times.map((since, place) => ({ since, place })),
    ...failures.map((failure) => ({ since: Date.parse(failure.noted_at), place: count + failure.id, failure })),
  ].sort((a, b) => a.since - b.since)
}

/** Tickets over the two years before the base day, with their conversations. Needs stations and people. */
export async function insertTickets(db: Db, options: SeedOptions, count: number, at: string): Promise<void> {
  const now = Date.parse(at)
  const cast = await readCast(db)
  const opened = openings(options, count, count ? await failedOnTanks(db) : [])
  const numbers = new Map<number, number>()
  const rows = emptyRows()
  for (const [index, opening] of opened.entries()) {
    const { since, place } = opening
    const random = stream(options.seed, 'tickets', place)
    const id_year = Number(dayInRome(new Date(since)).slice(0, 4))
    const id_number = (numbers.get(id_year) ?? 0) + 1
    numbers.set(id_year, id_number)
    const drawn = drawTicket(opening, count - 1 - place, cast, now, random)
    addTicket(rows, drawn, { id: index + 1, id_year, id_number, uid: uuidOf(options.seed, 'tickets', place) }, options.seed, random)
  }
  await withoutIndexes(db, [tickets, ticket_assignments, ticket_comments, ticket_pauses, ticket_history], async () => {
    await insertRows(db, tickets, rows.tickets, at)
    await insertRows(db, ticket_assignments, rows.assignments, at)
    await insertRows(db, ticket_comments, rows.comments, at)
    await insertRows(db, ticket_pauses, rows.pauses, at)
    await insertRows(db, ticket_history, rows.history, at)
  })
  const ofFailures = opened.flatMap(({ failure }, index) => (failure ? [{ id: failure.id, ticket_id: index + 1 }] : []))
  for (const { id, ticket_id } of ofFailures) await db.update(done).set({ ticket_id }).where(eq(done.id, id))
  if (numbers.size) await db.insert(counters).values([...numbers].map(([year, value]) => ({ name: 'ticket', year, value })))
  if (count) await withoutIndexes(db, [ticket_words], () => indexTickets(db))
  await db.execute(sql`analyze ${tickets}`)
}

/** Adds the rows of one ticket: itself, its assignment, conversation, pause and history. */
function addTicket(
  rows: Rows,
  drawn: Drawn,
  key: Pick<Row<typeof tickets>, 'id' | 'id_year' | 'id_number' | 'uid'>,
  seed: number,
  random: Random,
) {
  const { since, until, failed, category, priority, status, asker, agent, station, subject, text, resolution } = drawn
  const { id } = key
  let last = since
  /** A moment between the last event and the end. */
  const next = () => {
    last += random.next() * 0.6 * (until - last)
    return last
  }
  const tell = (event: Rows['history'][number]['event'], time: number, user_id: number, more: { old?: string; new?: string } = {}) =>
    rows.history.push({ ticket_id: id, event, user_id, at: iso(time), ...more })
  tell('creato', since, asker.id, { new: subject })
  if (status > 1) {
    const taken = next()
    rows.assignments.push({ ticket_id: id, user_id: agent.id, at: iso(taken), by: agent.id })
    tell('assegnato', taken, agent.id, { new: agent.name })
    for (let left = failed ? 0 : random.int(0, 9); left; left--) addComment(rows, drawn, id, seed, next, random)
  }
  const paused_at = status === 4 ? iso(next()) : null
  const waiting_for: WaitingFor | null = status === 4 ? random.pick(['requester', 'company', 'parts'] as const) : null
  if (paused_at) rows.pauses.push({ ticket_id: id, reason: waiting_for!, from: paused_at })
  if (status === 5) tell('chiuso', until, agent.id, { old: 'In lavorazione', new: resolution })
  const clock = { created_at: iso(since), sla_hours: category.sla_hours, priority }
  rows.tickets.push({
    ...{ ...key, status_id: status, is_new: status === 1 && random.chance(0.6) },
    ...{ ...clock, category_id: category.id, station_id: failed?.station_id ?? station.id, subject },
    ...{ description: failed?.description ?? filled(text, random), equipment: failed?.equipment ?? null },
    ...{ requester_id: asker.id, company: station.company, company_email: station.email, due_at: dueOf(clock).toISOString() },
    ...{ paused_at, waiting_for, source: failed?.source ?? 'web' },
    ...{ created_by: asker.id, updated_by: status > 1 ? agent.id : asker.id },
    // Written here, because the trigger that counts them would write each ticket anew.
    assignees: status > 1 ? 1 : 0,
    resolution: status === 5 ? resolution : null,
    completed_at: status === 5 ? iso(until) : null,
    updated_at: iso(status === 5 ? until : last),
  })
}

function addComment({ comments }: Rows, { asker, agent }: Drawn, ticket_id: number, seed: number, next: () => number, random: Random) {
  const own = random.chance(0.55)
  const internal = own && random.chance(0.25)
  comments.push({
    ...{ id: comments.length + 1, uuid: uuidOf(seed, 'ticket_comments', comments.length), ticket_id, internal },
    ...{ user_id: own ? agent.id : asker.id, created_at: iso(next()), mentions: [] },
    message: filled(random.pick(internal ? notes : own ? replies : answers), random),
  })
}
