import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { users } from '../../db/schema/core/accounts.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { type TicketEquipment, ticket_assignments, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { dueOf } from '../../domain/tickets/due.ts'
import type { Context } from '../../lib/core/context.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { readersOf } from '../stations/readers.ts'
import { keepWords, linkOf, tell } from './change.ts'
import { agents } from './close.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'

export type Ticket = typeof tickets.$inferSelect
interface Asked {
  /** Its id, or the first active one whose name begins so, in their order. */
  category: string | number
  station_id?: number | null | undefined
  subject: string
  /** At least ten characters. */
  description: string
  /** The category's where none is named. */
  priority?: number | undefined
  source: Ticket['source']
  /** Somebody else than who writes. */
  requester_id?: number | undefined
  contact?: string | null | undefined
  equipment?: TicketEquipment | null | undefined
  /** That of the station where none is named. */
  company?: string | null | undefined
  company_email?: string | null | undefined
  /** A term that is given, and follows from no hours. */
  due_at?: string | undefined
  inspection_id?: number
  nc_id?: number
  split_from?: number
  /** Where it is seen, in the mail: a path of the app; its own page where none is named. */
  page?: string
}

/**
 * Opens a ticket in the transaction of what it is about, in the name of who writes (domain.md 2.2): numbered without a gap, due by the category's working
 * hours (an urgent one by those of the clock), given to whom its category gives it, told to the category's group, and, where no person has opened it, by mail
 * to who answers for the station, as far as addresses are known. Whoever calls it sees to it that it is called once. Undefined, and nobody is told, where
 * there is no such category.
 */
export async function openTicket(asked: Asked, context: Context): Promise<Ticket | undefined> {
  const { db, user, now, history, send, origin } = context
  const { category: wanted, page, requester_id = user.id, due_at, ...given } = asked
  const [category] = await db
    .select()
    .from(ticket_categories)
    .where(
      typeof wanted === 'number'
        ? eq(ticket_categories.id, wanted)
        : and(eq(ticket_categories.active, true), sql`lower(${ticket_categories.name}) like ${`${wanted.toLowerCase()}%`}`),
    )
    .orderBy(asc(ticket_categories.position), asc(ticket_categories.id))
    .limit(1)
  if (!category) return undefined
  const [station] = asked.station_id ? await db.select().from(stations).where(eq(stations.id, asked.station_id)) : []
  const priority = asked.priority ?? category.default_priority
  const clock = { created_at: now.toISOString(), sla_hours: category.sla_hours, priority }
  // Who may no longer solve tickets gets none.
  const [solver] = category.default_assignee_id
    ? await db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(and(eq(users.id, category.default_assignee_id), agents()))
    : []
  const assignee = solver?.id
  const [ticket] = await db
    .insert(tickets)
    .values({
      ...{ ...given, ...clock, station_id: asked.station_id ?? null },
      ...(await nextNumber(db, 'ticket', now)),
      ...{ uid: randomUUID(), category_id: category.id, requester_id },
      ...{ due_at: due_at ?? dueOf(clock).toISOString(), due_given: due_at !== undefined },
      ...{ company: asked.company ?? station?.maintenanceCompany ?? null },
      ...{ company_email: asked.company_email ?? (asked.company ? null : (station?.maintenance_email ?? null)) },
      ...(assignee && { status_id: 2 as const, is_new: false, assignees: 1 }),
      ...{ created_by: user.id, updated_by: user.id, updated_at: now.toISOString() },
    })
    .returning()
  const number = `${ticket!.id_year}/${ticket!.id_number}`
  await tell(context, ticket!.id, 'creato', { new: asked.subject })
  if (assignee) {
    await db.insert(ticket_assignments).values({ ticket_id: ticket!.id, user_id: assignee, at: now.toISOString(), by: user.id })
    await tell(context, ticket!.id, 'assegnato', { new: solver!.name })
  }
  await history('ticket', ticket!.id, 'created', null, ticket)
  await keepWords(db, ticket!.id)

  const place = station && `${station.code} ${station.name}`
  const title = `[Ticket ${number}] ${asked.subject}${place ? ` – ${place}` : ''}`
  const text = [
    `Ticket ${number} – ${asked.subject}`,
    `Categoria: ${category.name}`,
    ...(station ? [`Punto vendita: ${place}, ${station.city} (${station.province})`] : []),
    `Richiedente: ${user.name}`,
    '',
    asked.description,
  ].join('\n')
  await notifyOfTicket(
    {
      ...{ event: 'ticket_created', subject: { type: 'ticket', id: ticket!.id, link: linkOf(ticket!) }, title, text, by: user.id },
      without: assignee,
    },
    context,
  )
  if (assignee)
    await notifyOfTicket(
      {
        ...{ event: 'ticket_assigned', subject: { type: 'ticket', id: ticket!.id, link: linkOf(ticket!) }, text, by: user.id },
        ...{ title: `[Ticket ${number}] Assegnato a te: ${asked.subject}` },
        people: [{ user_id: assignee, reason: `Il ticket ti è assegnato dalla categoria "${category.name}".` }],
      },
      context,
    )
  const readers = asked.source !== 'system' || !asked.station_id ? [] : await readersOf(db, asked.station_id)
  for (const to of readers) await send({ kind: 'mail', to, subject: title, text: `${text}\n\n${origin}${page ?? linkOf(ticket!)}` })
  if (readers.length) await tell(context, ticket!.id, 'notifica', { new: readers.join('; ') })
  return ticket!
}
