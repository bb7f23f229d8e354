import { asc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import type { TicketStatus } from '../../../../src/contract/tickets/words.ts'
import { dayInRome } from '../../../domain/shared/rome-time.ts'
import type { Db } from '../../../lib/core/db.ts'
import { nameOf, ticketOfNcs } from '../../../resources/inspections/nc-tickets.ts'
import { indexTickets } from '../../../resources/tickets/search-index.ts'
import { users } from '../../schema/core/accounts.ts'
import { counters } from '../../schema/core/system.ts'
import { inspection_models, inspections, non_conformities } from '../../schema/inspections/inspections.ts'
import { ticket_assignments, ticket_categories, ticket_history, ticket_tasks, tickets } from '../../schema/tickets/tickets.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'

const GRAVEST = ['critica', 'grave', 'lieve']
const CATEGORY = 'Non conformità verifica'
const DAY_MS = 86_400_000
const later = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY_MS).toISOString()

/** The tickets that the seeded verifiche have opened, one each, and how their non-conformities stand by them (domain.md 3.5, 7.4). Needs the other tickets. */
export async function insertNcTickets(db: Db, { seed }: SeedOptions, at: string): Promise<void> {
  const found = await db
    .select({ nc: non_conformities, visit: inspections })
    .from(non_conformities)
    .innerJoin(inspections, eq(inspections.id, non_conformities.inspection_id))
    .innerJoin(inspection_models, eq(inspection_models.id, inspections.model_id))
    .where(ne(inspection_models.ticket_mode, 'none'))
    .orderBy(asc(inspections.completed_at), asc(non_conformities.id))
  const [category] = await db.select().from(ticket_categories).where(eq(ticket_categories.name, CATEGORY))
  const helpers = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.roles} && array['helpdesk', 'ticket_supervisor']`)
    .orderBy(users.id)
  if (!found.length || !category) return
  const byVisit = new Map<number, typeof found>()
  for (const one of found) byVisit.set(one.visit.id, [...(byVisit.get(one.visit.id) ?? []), one])
  const visits = [...byVisit.values()]
  const [last] = await db.select({ id: max(tickets.id) }).from(tickets)
  const numbers = new Map((await db.select().from(counters).where(eq(counters.name, 'ticket'))).map(({ year, value }) => [year, value]))
  const rows: (typeof tickets.$inferInsert & { id: number })[] = []
  const assigned: (typeof ticket_assignments.$inferInsert)[] = []
  const tasks: (typeof ticket_tasks.$inferInsert)[] = []
  const told: (typeof ticket_history.$inferInsert)[] = []
  const open: number[] = []
  const settled: (typeof non_conformities.$inferSelect)[] = []
  for (const [place, group] of visits.entries()) {
    const random = stream(seed, 'nc_tickets', place)
    const id = (last?.id ?? 0) + place + 1
    const { visit } = group[0]!
    const ncs = group.map(({ nc }) => nc).toSorted((a, b) => GRAVEST.indexOf(a.severity) - GRAVEST.indexOf(b.severity) || a.id - b.id)
    const since = visit.completed_at!
    const agent = random.pick(helpers)
    // Few are left undone for longer than a month after they were due.
    for (const nc of ncs.filter(({ status }) => status === 'open'))
      if (later(`${nc.deadline}T12:00:00.000Z`, 30) < at && random.chance(0.95)) {
        const resolved_at = `${nc.deadline}T12:00:00.000Z`
        Object.assign(nc, { status: 'resolved', resolution_note: 'Intervento della ditta eseguito.', resolved_at, resolved_by: agent.id })
        settled.push(nc)
      }
    const solved = ncs.filter(({ status }) => status === 'resolved' || status === 'verified')
    const closed = solved.length === ncs.length
    const ended = closed ? ([since, ...ncs.flatMap((nc) => nc.resolved_at ?? [])].toSorted().at(-1) as string) : null
    const status: TicketStatus = closed ? 5 : random.pick([2, 3] as const)
    const year = Number(dayInRome(new Date(since)).slice(0, 4))
    numbers.set(year, (numbers.get(year) ?? 0) + 1)
    const resolution = closed ? (solved.at(-1)!.resolution_note ?? 'Verificata nella verifica successiva.') : null
    const what = ticketOfNcs(`Verifica ${visit.id_year}/${visit.id_number}`, visit.model_name, ncs)
    const taken = closed || later(since, 0.5) > at ? since : later(since, 0.5)
    rows.push({
      ...{ id, id_year: year, id_number: numbers.get(year)!, uid: uuidOf(seed, 'nc_tickets', place), ...what, due_given: true },
      ...{
        category_id: category.id,
        station_id: visit.station_id,
        sla_hours: category.sla_hours,
        source: 'inspection',
        inspection_id: visit.id,
      },
      ...{
        nc_id: ncs.length === 1 ? ncs[0]!.id : null,
        requester_id: visit.inspector_id,
        created_by: visit.inspector_id,
        created_at: since,
      },
      ...{ status_id: status, is_new: false, resolution, completed_at: ended, updated_by: agent.id, updated_at: ended ?? taken },
    })
    assigned.push({ ticket_id: id, user_id: agent.id, at: taken, by: agent.id })
    const tell = (event: 'creato' | 'assegnato' | 'chiuso', when: string, user_id: number, more: { old?: string; new: string }) =>
      told.push({ ticket_id: id, event, user_id, at: when, ...more })
    tell('creato', since, visit.inspector_id, { new: what.subject })
    tell('assegnato', taken, agent.id, { new: agent.name })
    if (ended) tell('chiuso', ended, agent.id, { old: 'In lavorazione', new: resolution! })
    if (ncs.length > 1)
      for (const [position, nc] of ncs.entries())
        tasks.push({
          ...{ ticket_id: id, text: nameOf(nc).slice(0, 500), position, created_at: since, created_by: visit.inspector_id },
          ...(solved.includes(nc) && { done_at: nc.resolved_at ?? ended ?? since, done_by: agent.id }),
        })
    open.push(...ncs.filter((nc) => nc.status === 'open').map((nc) => nc.id))
  }
  await insertRows(db, tickets, rows, at)
  await insertRows(db, ticket_assignments, assigned, at)
  await insertRows(db, ticket_tasks, tasks, at)
  await insertRows(db, ticket_history, told, at)
  for (const [place, group] of visits.entries())
    await db
      .update(non_conformities)
      .set({ ticket_id: rows[place]!.id })
      .where(
        inArray(
          non_conformities.id,
          group.map(({ nc }) => nc.id),
        ),
      )
  for (const { id, status, resolution_note, resolved_at, resolved_by } of settled)
    await db.update(non_conformities).set({ status, resolution_note, resolved_at, resolved_by }).where(eq(non_conformities.id, id))
  if (open.length) await db.update(non_conformities).set({ status: 'in_progress' }).where(inArray(non_conformities.id, open))
  for (const [year, value] of numbers)
    await db
      .insert(counters)
      .values({ name: 'ticket', year, value })
      .onConflictDoUpdate({ target: [counters.name, counters.year], set: { value } })
  for (const { id } of rows) await indexTickets(db, id)
}
