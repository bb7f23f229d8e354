import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { TicketStatus } from '../../../../src/contract/tickets/words.ts'
import { FAILURE_CATEGORIES, failureTicket } from '../../../domain/equipment/tank-failure.ts'
import type { Db } from '../../../lib/core/db.ts'
import { users } from '../../schema/core/accounts.ts'
import { tanks } from '../../schema/equipment/equipment.ts'
import { tank_maintenances as done } from '../../schema/equipment/tank-maintenances.ts'
import { station_acl } from '../../schema/stations/station-acl.ts'
import { stations } from '../../schema/stations/stations.ts'
import { ticket_categories } from '../../schema/tickets/tickets.ts'
import type { Random } from '../random.ts'
import { requests, resolutions } from './texts.ts'

const HOUR_MS = 3_600_000
/** One in eight of the latest 400 is asked by a manager: nobody at a station asks for thousands. */
const [OF_MANAGERS, ASKED_BY_MANAGERS] = [8, 400]
/** The states of the newest tickets: one of each, so that the smallest network has them all. */
const NEWEST: readonly TicketStatus[] = [1, 3, 1, 2, 4]
const OPEN_STATES = [
  [1, 4],
  [2, 3],
  [3, 5],
  [4, 3],
] as const
/** Replaces each `#` of a text by a figure. */
export const filled = (text: string, random: Random) => text.replaceAll('#', () => String(random.int(2, 9)))

/** Interventions on tanks that failed, and when the fault was repaired: each opened a ticket. */
export const failedOnTanks = (db: Db) =>
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
export type Failure = Awaited<ReturnType<typeof failedOnTanks>>[number]

/** The people who open and treat tickets, and the stations and categories they can be about. */
export type Cast = Awaited<ReturnType<typeof readCast>>
export async function readCast(db: Db) {
  const categories = await db.select().from(ticket_categories).orderBy(asc(ticket_categories.position), asc(ticket_categories.id))
  const people = await db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(isNull(users.deleted_at))
    .orderBy(users.id)
  const having = (...roles: string[]) => people.filter((one) => one.roles.some((role) => roles.includes(role)))
  // Managers ask about their own station, so that their first screen is not empty.
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
  const agents = having('helpdesk', 'ticket_supervisor')
  return { categories, people, managers, places, agents, askers: having('station', 'network_manager', 'accounting', 'inspection') }
}

export interface Opening {
  /** Milliseconds since 1970. */
  since: number
  /** Names the random stream. */
  place: number
  failure?: Failure
}
export type Drawn = ReturnType<typeof drawTicket>
/** Draws what a ticket is about, who deals with it, and how far it has come. `age`: how many were opened after it. */
export function drawTicket({ since, failure }: Opening, age: number, cast: Cast, now: number, random: Random) {
  const { categories, people, managers, places, agents, askers } = cast
  const failed = failure && failureTicket(failure, failure.number)
  const [kind, title, text] = random.zipf(requests)
  const category = categories.find(({ name }) => name.startsWith(failed ? FAILURE_CATEGORIES[0]! : kind)) ?? categories.at(-1)!
  const priority = failed?.priority ?? (random.chance(0.05) ? 4 : category.default_priority)
  // A failed tank's ticket is closed by the test that the tank passes afterwards.
  const ends = failure ? Date.parse(failure.passed_at) : since + Math.exp(2.2 + 1.1 * random.bell()) * HOUR_MS
  const old = now - since > 60 * 24 * HOUR_MS
  const open = random.weighted(OPEN_STATES)
  const wanted: TicketStatus = failed ? 5 : (NEWEST[age] ?? (random.chance(old ? 0.97 : 0.5) ? 5 : open))
  const status: TicketStatus = wanted === 5 && ends > now ? 3 : wanted
  // Every other one of the managers' is of the first, as whom the demonstration signs in.
  const turn = age / OF_MANAGERS
  const own = failure || age % OF_MANAGERS || age > ASKED_BY_MANAGERS ? undefined : managers[turn % 2 ? turn % managers.length : 0]
  const picked = random.pick(askers)
  const asker = people.find((one) => one.id === (failure?.created_by ?? own?.user_id)) ?? picked
  const agent = random.pick(agents)
  const anywhere = random.pick(places)
  const station = places.find((one) => one.id === (failure?.station_id ?? own?.station_id)) ?? anywhere
  const subject = failed?.subject ?? filled(title, random)
  const resolution = failed ? 'Riparata; la prova di tenuta ripetuta ha avuto esito positivo.' : random.pick(resolutions)
  return { since, until: status === 5 ? ends : now, failed, category, priority, status, asker, agent, station, subject, text, resolution }
}
