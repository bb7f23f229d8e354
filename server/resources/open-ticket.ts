import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { stations } from '../db/schema/stations.ts'
import { type TicketEquipment, ticket_categories, ticket_history, tickets } from '../db/schema/support.ts'
import { afterWorkingHours } from '../domain/working-hours.ts'
import type { Context } from '../lib/context.ts'
import { nextNumber } from '../lib/numbering.ts'
import { readersOf } from './station-readers.ts'

export type Ticket = typeof tickets.$inferSelect
export const URGENT = 4
interface Asked {
  /** The first active category whose name begins so, in their order. */
  category: string
  station_id: number
  subject: string
  /** At least ten characters. */
  description: string
  priority: 1 | 2 | 3 | 4
  source: Ticket['source']
  equipment?: TicketEquipment
  inspection_id?: number
  nc_id?: number
  /** Where it is seen, in the mail: a path of the app. */
  page: string
}

/**
 * Opens a ticket in the transaction of what it is about, in the name of who writes (domain.md 2.2): numbered without a gap, due by the category's working
 * hours (an urgent one by those of the clock), told by mail to who answers for the station, as far as addresses are known. Whoever calls it sees to it that
 * it is called once. Undefined, and nobody is told, where there is no such category.
 */
export async function openTicket(asked: Asked, { db, user, now, history, send, origin }: Context): Promise<Ticket | undefined> {
  const { category: wanted, page, ...given } = asked
  const [category] = await db
    .select()
    .from(ticket_categories)
    .where(and(eq(ticket_categories.active, true), sql`lower(${ticket_categories.name}) like ${`${wanted.toLowerCase()}%`}`))
    .orderBy(asc(ticket_categories.position), asc(ticket_categories.id))
    .limit(1)
  if (!category) return undefined
  const [station] = await db.select().from(stations).where(eq(stations.id, asked.station_id))
  const hours = category.sla_hours
  const due = asked.priority === URGENT ? new Date(now.getTime() + hours * 3_600_000) : afterWorkingHours(now, hours)
  const [ticket] = await db
    .insert(tickets)
    .values({
      ...given,
      ...(await nextNumber(db, 'ticket', now)),
      ...{ uid: randomUUID(), category_id: category.id, requester_id: user.id, due_at: due.toISOString() },
      ...{ company: station?.maintenanceCompany ?? null, company_email: station?.maintenance_email ?? null },
      ...{ created_by: user.id, updated_by: user.id, created_at: now.toISOString(), updated_at: now.toISOString() },
    })
    .returning()
  const number = `${ticket!.id_year}/${ticket!.id_number}`
  const told = (event: 'creato' | 'notifica', text: string) =>
    db.insert(ticket_history).values({ ticket_id: ticket!.id, event, new: text, user_id: user.id, at: now.toISOString() })
  await told('creato', asked.subject)
  await history('ticket', ticket!.id, 'created', null, ticket)

  const readers = await readersOf(db, asked.station_id)
  const place = `${station?.code} ${station?.name}`
  const text = [
    `Ticket ${number} – ${asked.subject}`,
    `Categoria: ${category.name}`,
    `Punto vendita: ${place}, ${station?.city} (${station?.province})`,
    `Richiedente: ${user.name}`,
    '',
    asked.description,
    '',
    `${origin}${page}`,
  ].join('\n')
  for (const to of readers) await send({ kind: 'mail', to, subject: `[Ticket ${number}] ${asked.subject} – ${place}`, text })
  if (readers.length) await told('notifica', readers.join('; '))
  return ticket!
}
