import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { TicketStatus, WaitingFor } from '../../../../src/contract/tickets/words.ts'
import { FAILURE_CATEGORIES, tankFailure } from '../../../domain/equipment/tank-failure.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../../domain/shared/rome-time.ts'
import { dueOf } from '../../../domain/tickets/due.ts'
import { isWorkingDay } from '../../../domain/tickets/working-hours.ts'
import type { Db } from '../../../lib/core/db.ts'
import { indexTickets } from '../../../resources/tickets/search-index.ts'
import { users } from '../../schema/core/accounts.ts'
import { counters } from '../../schema/core/system.ts'
import { tanks } from '../../schema/equipment/equipment.ts'
import { tank_maintenances as done } from '../../schema/equipment/tank-maintenances.ts'
import { station_acl } from '../../schema/stations/station-acl.ts'
import { stations } from '../../schema/stations/stations.ts'
import {
  ticket_assignments,
  ticket_categories,
  ticket_comments,
  ticket_history,
  ticket_pauses,
  tickets,
} from '../../schema/tickets/tickets.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { type Random, stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'
import { answers, notes, replies, requests, resolutions } from './texts.ts'

const HOUR_MS = 3_600_000
const DAYS = 730
/** One in so many of the latest is asked by a manager: nobody at a station asks for thousands. */
const [OF_MANAGERS, ASKED_BY_MANAGERS] = [8, 400]
const NEWEST: readonly TicketStatus[] = [1, 3, 1, 2, 4]
type Row<T extends { $inferInsert: object }> = T['$inferInsert'] & { id: number }
const iso = (time: number) => new Date(time).toISOString()
const filled = (text: string, random: Random) => text.replaceAll('#', () => String(random.int(2, 9)))

/** When it was opened: more of them lately, by day, seldom when nobody works. */
function openedAt(random: Random, asOf: string): number {
  let day = addDays(asOf, -1 - Math.floor(DAYS * random.next() ** 1.6))
  if (!isWorkingDay(day) && random.chance(0.8)) day = addDays(day, -1)
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return romeTime(year, month, date, 0, 7 * 60 + random.int(0, 12 * 60))
}

/** The interventions on tanks that failed, and when what they found was put right: each opened a ticket (domain.md 5.2). */
const failedOnTanks = (db: Db) =>
  db
    .select({
      ...{ id: done.id, type: done.type, date: done.date, company: done.company, note: done.note, noted_at: done.noted_at },
      ...{ station_id: done.station_id, tank_id: done.tank_id, created_by: done.created_by, number: tanks.number },
      passed_at: sql<string>`(select min(later.noted_at) from tank_maintenances later
        where later.tank_id = tank_maintenances.tank_id and later.type = 'prova_tenuta' and later.date > tank_maintenances.date)`,
    })
    .from(done)
    .innerJoin(tanks, eq(tanks.id, done.tank_id))
    .where(eq(done.outcome, 'negativo'))
    .orderBy(done.id)
type Failure = Awaited<ReturnType<typeof failedOnTanks>>[number]

/** Tickets over the two years before the base day, with their conversations (domain.md 7.4). Needs stations and people. */
export async function insertTickets(db: Db, { seed, asOf }: SeedOptions, count: number, at: string): Promise<void> {
  const now = Date.parse(at)
  const categories = await db.select().from(ticket_categories).orderBy(asc(ticket_categories.position), asc(ticket_categories.id))
  const people = await db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(isNull(users.deleted_at))
    .orderBy(users.id)
  const having = (...roles: string[]) => people.filter((one) => one.roles.some((role) => roles.includes(role)))
  const agents = having('helpdesk', 'ticket_supervisor')
  const askers = having('station', 'network_manager', 'accounting', 'inspection')
  // Managers ask about their own station: the first screen of theirs is not an empty one.
  const managers = await db
    .select({ user_id: station_acl.user_id, station_id: station_acl.station_id })
    .from(station_acl)
    .where(inArray(station_acl.user_id, [0, ...having('manager').map(({ id }) => id)]))
    .orderBy(station_acl.user_id, station_acl.station_id)
  const places = await db
    .select({ id: stations.id, company: stations.maintenanceCompany, email: stations.maintenance_email })
    .from(stations)
    .where(eq(stations.status, 'active'))
    .orderBy(stations.id)
  const failures = count ? await failedOnTanks(db) : []
  const opened: { since: number; place: number; failure?: Failure }[] = [
    ...Array.from({ length: count }, (_, place) => openedAt(stream(seed, 'ticket_times', place), asOf))
      .sort((a, b) => a - b)
      .map((since, place) => ({ since, place })),
    ...failures.map((failure) => ({ since: Date.parse(failure.noted_at), place: count + failure.id, failure })),
  ].sort((a, b) => a.since - b.since)

  const years = new Map<number, number>()
  const rows: Row<typeof tickets>[] = []
  const assignments: (typeof ticket_assignments.$inferInsert)[] = []
  const comments: Row<typeof ticket_comments>[] = []
  const pauses: (typeof ticket_pauses.$inferInsert)[] = []
  const told: (typeof ticket_history.$inferInsert)[] = []
  for (const [index, { since, place, failure }] of opened.entries()) {
    const random = stream(seed, 'tickets', place)
    const id = index + 1
    const failed = failure && tankFailure(failure, failure.number)
    const [kind, title, text] = random.zipf(requests)
    const category = categories.find(({ name }) => name.startsWith(failed ? FAILURE_CATEGORIES[0]! : kind)) ?? categories.at(-1)!
    const priority = failed?.priority ?? (random.chance(0.05) ? 4 : category.default_priority)
    const year = Number(dayInRome(new Date(since)).slice(0, 4))
    const number = (years.get(year) ?? 0) + 1
    years.set(year, number)
    // That of a tank is closed by the test that it has passed again.
    const ends = failure ? Date.parse(failure.passed_at) : since + Math.exp(2.2 + 1.1 * random.bell()) * HOUR_MS
    const old = now - since > 60 * 24 * HOUR_MS
    const open = random.weighted([
      [1, 4],
      [2, 3],
      [3, 5],
      [4, 3],
    ])
    // The newest are one of each, so that the smallest network has them all.
    const age = count - 1 - place
    const newest = NEWEST[age]
    const wanted: TicketStatus = failed ? 5 : (newest ?? (random.chance(old ? 0.97 : 0.5) ? 5 : open))
    const status = wanted === 5 && ends > now ? 3 : wanted
    const until = status === 5 ? ends : now
    // Every other one of theirs is of the first, whom the demonstration is entered as.
    const turn = age / OF_MANAGERS
    const own = failure || age % OF_MANAGERS || age > ASKED_BY_MANAGERS ? undefined : managers[turn % 2 ? turn % managers.length : 0]
    const picked = random.pick(askers)
    const asker = people.find((one) => one.id === (failure?.created_by ?? own?.user_id)) ?? picked
    const agent = random.pick(agents)
    const anywhere = random.pick(places)
    const station = places.find((one) => one.id === (failure?.station_id ?? own?.station_id)) ?? anywhere
    const clock = { created_at: iso(since), sla_hours: category.sla_hours, priority }
    const subject = failed?.subject ?? filled(title, random)
    const resolution = failed ? 'Riparata; la prova di tenuta ripetuta ha avuto esito positivo.' : random.pick(resolutions)
    let last = since
    const between = () => {
      last += random.next() * 0.6 * (until - last)
      return last
    }
    const tell = (event: (typeof told)[number]['event'], time: number, user_id: number, more: { old?: string; new?: string } = {}) =>
      told.push({ ticket_id: id, event, user_id, at: iso(time), ...more })
    tell('creato', since, asker.id, { new: subject })
    if (status > 1) {
      const taken = between()
      assignments.push({ ticket_id: id, user_id: agent.id, at: iso(taken), by: agent.id })
      tell('assegnato', taken, agent.id, { new: agent.name })
      for (let left = failed ? 0 : random.int(0, 9); left; left--) {
        const own = random.chance(0.55)
        const internal = own && random.chance(0.25)
        comments.push({
          ...{ id: comments.length + 1, uuid: uuidOf(seed, 'ticket_comments', comments.length), ticket_id: id, internal },
          ...{ user_id: own ? agent.id : asker.id, created_at: iso(between()), mentions: [] },
          message: filled(random.pick(internal ? notes : own ? replies : answers), random),
        })
      }
    }
    const paused_at = status === 4 ? iso(between()) : null
    const waiting_for: WaitingFor | null = status === 4 ? random.pick(['requester', 'company', 'parts'] as const) : null
    if (paused_at) pauses.push({ ticket_id: id, reason: waiting_for!, from: paused_at })
    if (status === 5) tell('chiuso', until, agent.id, { old: 'In lavorazione', new: resolution })
    rows.push({
      ...{ id, id_year: year, id_number: number, status_id: status, is_new: status === 1 && random.chance(0.6) },
      ...{ ...clock, category_id: category.id, station_id: failed?.station_id ?? station.id, subject },
      ...{ description: failed?.description ?? filled(text, random), equipment: failed?.equipment ?? null },
      ...{ requester_id: asker.id, company: station.company, company_email: station.email, due_at: dueOf(clock).toISOString() },
      ...{
        paused_at,
        waiting_for,
        source: failed?.source ?? 'web',
        uid: uuidOf(seed, 'tickets', place),
        created_by: asker.id,
        updated_by: status > 1 ? agent.id : asker.id,
      },
      ...{
        // A trigger counts them, and would write each ticket anew.
        assignees: status > 1 ? 1 : 0,
        resolution: status === 5 ? resolution : null,
        completed_at: status === 5 ? iso(until) : null,
        updated_at: iso(status === 5 ? until : last),
      },
    })
  }
  await insertRows(db, tickets, rows, at)
  const ofFailures = opened.flatMap(({ failure }, place) => (failure ? [{ id: failure.id, ticket_id: place + 1 }] : []))
  for (const { id, ticket_id } of ofFailures) await db.update(done).set({ ticket_id }).where(eq(done.id, id))
  await insertRows(db, ticket_assignments, assignments, at)
  await insertRows(db, ticket_comments, comments, at)
  await insertRows(db, ticket_pauses, pauses, at)
  await insertRows(db, ticket_history, told, at)
  if (years.size) await db.insert(counters).values([...years].map(([year, value]) => ({ name: 'ticket', year, value })))
  if (count) await indexTickets(db)
  await db.execute(sql`analyze ${tickets}`)
}
