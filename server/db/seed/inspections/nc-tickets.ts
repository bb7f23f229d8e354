import { asc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import type { TicketStatus } from '../../../../src/contract/tickets/words.ts'
import { dayInRome } from '../../../domain/shared/rome-time.ts'
import type { Db } from '../../../lib/core/db.ts'
import { ncName, ncTicketFields } from '../../../resources/inspections/nc-tickets.ts'
import { indexTickets } from '../../../resources/tickets/search-index.ts'
import { users } from '../../schema/core/accounts.ts'
import { counters } from '../../schema/core/system.ts'
import { inspection_models, inspections, non_conformities } from '../../schema/inspections/inspections.ts'
import { ticket_assignments, ticket_categories, ticket_history, ticket_tasks, tickets } from '../../schema/tickets/tickets.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { type Random, stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'

const GRAVEST = ['critica', 'grave', 'lieve']
const CATEGORY = 'Non conformità verifica'
const DAY_MS = 86_400_000
const later = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY_MS).toISOString()

type Nc = typeof non_conformities.$inferSelect
type Visit = typeof inspections.$inferSelect
interface Agent {
  id: number
  name: string
}
const emptyRows = () => ({
  tickets: [] as (typeof tickets.$inferInsert & { id: number })[],
  assignments: [] as (typeof ticket_assignments.$inferInsert)[],
  tasks: [] as (typeof ticket_tasks.$inferInsert)[],
  history: [] as (typeof ticket_history.$inferInsert)[],
})
type Rows = ReturnType<typeof emptyRows>

/** The tickets that the seeded verifiche have opened, one each, and the states that their non-conformities have by them. Needs the other tickets. */
export async function insertNcTickets(db: Db, { seed }: SeedOptions, at: string): Promise<void> {
  const visits = await visitsWithTickets(db)
  const [category] = await db.select().from(ticket_categories).where(eq(ticket_categories.name, CATEGORY))
  const agents = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.roles} && array['helpdesk', 'ticket_supervisor']`)
    .orderBy(users.id)
  if (!visits.length || !category) return
  const [last] = await db.select({ id: max(tickets.id) }).from(tickets)
  const numbers = new Map((await db.select().from(counters).where(eq(counters.name, 'ticket'))).map(({ year, value }) => [year, value]))
  const rows = emptyRows()
  const resolved: Nc[] = []
  for (const [place, { visit, ncs }] of visits.entries()) {
    const random = stream(seed, 'nc_tickets', place)
    const agent = random.pick(agents)
    resolved.push(...resolveOld(ncs, agent, at, random))
    const id_year = Number(dayInRome(new Date(visit.completed_at!)).slice(0, 4))
    const id_number = (numbers.get(id_year) ?? 0) + 1
    numbers.set(id_year, id_number)
    const key = { id: (last?.id ?? 0) + place + 1, id_year, id_number, uid: uuidOf(seed, 'nc_tickets', place) }
    addTicket(rows, { key, category, visit, ncs, agent, at }, random)
  }
  await insertRows(db, tickets, rows.tickets, at)
  await insertRows(db, ticket_assignments, rows.assignments, at)
  await insertRows(db, ticket_tasks, rows.tasks, at)
  await insertRows(db, ticket_history, rows.history, at)
  const ofAll = (list: readonly Nc[]) => inArray(non_conformities.id, [0, ...list.map(({ id }) => id)])
  for (const [place, { ncs }] of visits.entries())
    await db.update(non_conformities).set({ ticket_id: rows.tickets[place]!.id }).where(ofAll(ncs))
  for (const { id, status, resolution_note, resolved_at, resolved_by } of resolved)
    await db.update(non_conformities).set({ status, resolution_note, resolved_at, resolved_by }).where(eq(non_conformities.id, id))
  const open = visits.flatMap(({ ncs }) => ncs.filter(({ status }) => status === 'open'))
  await db.update(non_conformities).set({ status: 'in_progress' }).where(ofAll(open))
  for (const [year, value] of numbers)
    await db
      .insert(counters)
      .values({ name: 'ticket', year, value })
      .onConflictDoUpdate({ target: [counters.name, counters.year], set: { value } })
  for (const { id } of rows.tickets) await indexTickets(db, id)
}

/** The verifiche whose model opens tickets, in the order of their completion, each with its non-conformities, the gravest first. */
async function visitsWithTickets(db: Db): Promise<{ visit: Visit; ncs: Nc[] }[]> {
  const found = await db
    .select({ nc: non_conformities, visit: inspections })
    .from(non_conformities)
    .innerJoin(inspections, eq(inspections.id, non_conformities.inspection_id))
    .innerJoin(inspection_models, eq(inspection_models.id, inspections.model_id))
    .where(ne(inspection_models.ticket_mode, 'none'))
    .orderBy(asc(inspections.completed_at), asc(non_conformities.id))
  const byVisit = new Map<number, { visit: Visit; ncs: Nc[] }>()
  for (const { visit, nc } of found) {
    const known = byVisit.get(visit.id) ?? { visit, ncs: [] }
    known.ncs.push(nc)
    byVisit.set(visit.id, known)
  }
  for (const { ncs } of byVisit.values()) ncs.sort((a, b) => GRAVEST.indexOf(a.severity) - GRAVEST.indexOf(b.severity) || a.id - b.id)
  return [...byVisit.values()]
}

/** Resolves most of those that were due more than a month ago, and gives them. */
function resolveOld(ncs: readonly Nc[], agent: Agent, at: string, random: Random): Nc[] {
  const old = ncs.filter(({ status, deadline }) => status === 'open' && later(`${deadline}T12:00:00.000Z`, 30) < at && random.chance(0.95))
  for (const nc of old) {
    const resolved_at = `${nc.deadline}T12:00:00.000Z`
    Object.assign(nc, { status: 'resolved', resolution_note: 'Intervento della ditta eseguito.', resolved_at, resolved_by: agent.id })
  }
  return old
}

interface Given {
  key: Pick<Rows['tickets'][number], 'id' | 'id_year' | 'id_number' | 'uid'>
  category: typeof ticket_categories.$inferSelect
  visit: Visit
  ncs: Nc[]
  agent: Agent
  at: string
}
/** Adds the rows of one ticket: itself, its assignment, its tasks if there are several non-conformities, and its history. */
function addTicket(rows: Rows, { key, category, visit, ncs, agent, at }: Given, random: Random) {
  const ticket_id = key.id
  const since = visit.completed_at!
  const solved = ncs.filter(({ status }) => status === 'resolved' || status === 'verified')
  const closed = solved.length === ncs.length
  const ended = closed ? ([since, ...ncs.flatMap((nc) => nc.resolved_at ?? [])].toSorted().at(-1) as string) : null
  const status: TicketStatus = closed ? 5 : random.pick([2, 3] as const)
  const resolution = closed ? (solved.at(-1)!.resolution_note ?? 'Verificata nella verifica successiva.') : null
  const what = ncTicketFields(`Verifica ${visit.id_year}/${visit.id_number}`, visit.model_name, ncs)
  const taken = closed || later(since, 0.5) > at ? since : later(since, 0.5)
  rows.tickets.push({
    ...{ ...key, ...what, due_given: true, category_id: category.id, station_id: visit.station_id, sla_hours: category.sla_hours },
    ...{ source: 'inspection', inspection_id: visit.id, nc_id: ncs.length === 1 ? ncs[0]!.id : null },
    ...{ requester_id: visit.inspector_id, created_by: visit.inspector_id, created_at: since },
    ...{ status_id: status, is_new: false, resolution, completed_at: ended, updated_by: agent.id, updated_at: ended ?? taken },
  })
  rows.assignments.push({ ticket_id, user_id: agent.id, at: taken, by: agent.id })
  const tell = (event: 'creato' | 'assegnato' | 'chiuso', when: string, user_id: number, more: { old?: string; new: string }) =>
    rows.history.push({ ticket_id, event, user_id, at: when, ...more })
  tell('creato', since, visit.inspector_id, { new: what.subject })
  tell('assegnato', taken, agent.id, { new: agent.name })
  if (ended) tell('chiuso', ended, agent.id, { old: 'In lavorazione', new: resolution! })
  if (ncs.length === 1) return
  for (const [position, nc] of ncs.entries())
    rows.tasks.push({
      ...{ ticket_id, text: ncName(nc).slice(0, 500), position, created_at: since, created_by: visit.inspector_id },
      ...(solved.includes(nc) && { done_at: nc.resolved_at ?? ended ?? since, done_by: agent.id }),
    })
}
