import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { ASSIGNED } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { type TicketEquipment, ticket_assignments, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { dueOf } from '../../domain/tickets/due.ts'
import type { Context } from '../../lib/core/context.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { stationMailRecipients } from '../stations/mail-recipients.ts'
import { isActiveAgent } from './assign.ts'
import { addHistory, linkOf } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { attachPictures } from './pictures.ts'
import { indexTickets } from './search-index.ts'
import { mailSubject, mailThread } from './ticket-mail.ts'

export type Ticket = typeof tickets.$inferSelect
interface NewTicket {
  /** An id, or the beginning of a name: the first active category in their order. */
  category: string | number
  station_id?: number | null | undefined
  subject: string
  /** At least ten characters. */
  description: string
  /** Default: that of the category. */
  priority?: number | undefined
  source: Ticket['source']
  /** Default: the caller. */
  requester_id?: number | undefined
  contact?: string | null | undefined
  equipment?: TicketEquipment | null | undefined
  /** Default: the maintenance company of the station. */
  company?: string | null | undefined
  company_email?: string | null | undefined
  /** A due time (ISO instant) that is set by hand and does not follow from hours. */
  due_at?: string | undefined
  inspection_id?: number
  nc_id?: number
  split_from?: number
  /** Default: that of the category. */
  assignees?: readonly { id: number }[]
  /** When it was written on a device, if that was before now. */
  written_at?: string | null
  /** Default: a new one. */
  uid?: string
  /** Uuids of files that have arrived before it. */
  photos?: readonly string[]
  /** The path of the app that the mail links to. Default: the ticket's page. */
  page?: string
}

/**
 * Opens a ticket in the caller's transaction: numbers it, computes the due time (docs/spec/tickets.md#due-time), assigns it to the given persons or
 * the category's default assignee and notifies the category's group. A ticket of source `system` is also mailed to those who answer for the station.
 *
 * Each call opens a ticket, so callers make sure that they call it once.
 * @returns undefined, without any notice, if there is no such category
 */
export async function openTicket(asked: NewTicket, context: Context): Promise<Ticket | undefined> {
  const { db, user, now, history } = context
  const { category: wanted, page: _, requester_id = user.id, due_at, photos = [], assignees = [], ...given } = asked
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
  const wantedIds = assignees.length ? assignees.map(({ id }) => id) : [category.default_assignee_id ?? 0]
  // Who is no active agent any more gets no tickets.
  const solvers = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.id, wantedIds), isActiveAgent()))
    .orderBy(asc(users.id))
  const [ticket] = await db
    .insert(tickets)
    .values({
      ...{ ...given, ...clock, station_id: asked.station_id ?? null },
      ...(await nextNumber(db, 'ticket', now)),
      ...{ uid: asked.uid ?? randomUUID(), category_id: category.id, requester_id },
      ...{ due_at: due_at ?? dueOf(clock).toISOString(), due_given: due_at !== undefined },
      ...{ company: asked.company ?? station?.maintenanceCompany ?? null },
      ...{ company_email: asked.company_email ?? (asked.company ? null : (station?.maintenance_email ?? null)) },
      ...(solvers.length ? ({ status_id: ASSIGNED, is_new: false, assignees: solvers.length } as const) : {}),
      ...{ created_by: user.id, updated_by: user.id, updated_at: now.toISOString() },
    })
    .returning()
  await addHistory(context, ticket!.id, 'creato', { new: asked.subject })
  for (const { id, name } of solvers) {
    await db.insert(ticket_assignments).values({ ticket_id: ticket!.id, user_id: id, at: now.toISOString(), by: user.id })
    await addHistory(context, ticket!.id, 'assegnato', { new: name })
  }
  await history('ticket', ticket!.id, 'created', null, ticket)
  if (photos.length) await attachPictures(ticket!.id, null, photos, context)
  await indexTickets(db, ticket!.id)
  await notifyOpened(ticket!, { asked, category, station, solvers }, context)
  return ticket!
}

/** Tells a person for whom somebody else has opened the ticket. */
export async function notifyRequester(ticket: Ticket, context: Context) {
  const { user } = context
  const reason = `${user.name} ha aperto il ticket per te.`
  await notifyOfTicket(
    {
      ...{ event: 'ticket_created', subject: { type: 'ticket', id: ticket.id, link: linkOf(ticket) }, by: user.id, groups: 'none' },
      ...{ people: [{ user_id: ticket.requester_id, reason }], title: `[Ticket ${numberOf(ticket)}] Aperto per te: ${ticket.subject}` },
      text: `${reason}\n\n${ticket.description}`,
    },
    context,
    { ownWords: true },
  )
}
interface Opened {
  asked: NewTicket
  category: typeof ticket_categories.$inferSelect
  station: typeof stations.$inferSelect | undefined
  solvers: readonly { id: number; name: string }[]
}
/** Notifies the groups and the assignee. If the system has opened the ticket, mails also those who answer for the station. */
async function notifyOpened(ticket: Ticket, { asked, category, station, solvers }: Opened, context: Context) {
  const { db, user, send, origin } = context
  const number = numberOf(ticket)
  const [requester] = await db.select({ name: users.name }).from(users).where(eq(users.id, ticket.requester_id))
  const place = station && `${station.code} ${station.name}`
  const title = `[Ticket ${number}] ${asked.subject}${place ? ` – ${place}` : ''}`
  const text = [
    `Ticket ${number} – ${asked.subject}`,
    `Categoria: ${category.name}`,
    ...(station ? [`Punto vendita: ${place}, ${station.city} (${station.province})`] : []),
    `Richiedente: ${requester!.name}`,
    '',
    asked.description,
  ].join('\n')
  const about = { subject: { type: 'ticket', id: ticket.id, link: linkOf(ticket) }, text, by: user.id }
  await notifyOfTicket({ ...about, event: 'ticket_created', title, without: solvers.map(({ id }) => id) }, context)
  const reason = asked.assignees?.length
    ? 'Il ticket da cui è stato diviso ti è assegnato.'
    : `Il ticket ti è assegnato dalla categoria "${category.name}".`
  if (solvers.length)
    await notifyOfTicket(
      {
        ...{ ...about, event: 'ticket_assigned' },
        title: `[Ticket ${number}] Assegnato a ${solvers.map(({ name }) => name).join(', ')}: ${asked.subject}`,
        after: 'ticket_created',
        people: solvers.map(({ id }) => ({ user_id: id, reason })),
      },
      context,
    )
  if (ticket.requester_id !== user.id) await notifyRequester(ticket, context)
  const readers = asked.source !== 'system' || !asked.station_id ? [] : await stationMailRecipients(db, asked.station_id)
  const subject = mailSubject(ticket)
  const thread = mailThread(ticket, undefined, origin)
  for (const to of readers) await send({ kind: 'mail', to, subject, thread, text: `${text}\n\n${origin}${asked.page ?? linkOf(ticket)}` })
  if (readers.length) await addHistory(context, ticket.id, 'notifica', { new: readers.join('; ') })
}
