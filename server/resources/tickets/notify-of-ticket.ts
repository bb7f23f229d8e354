import { and, eq, sql } from 'drizzle-orm'
import { renderTemplate } from '../../../src/rules/tickets/mail-template.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { type Happening, notify, type Teller, type Told } from '../notifications/notify.ts'
import { ticketValues } from './template-values.ts'

/** A group that a category has is told of the tickets of that category alone. */
const ofNoCategory = sql`not exists (select from ${ticket_categories} c where c.notification_group_id = ${notification_groups}.id)`

/** Tells people of what has happened to a ticket, the `subject`: the group of its category too, and by mail as the template of the event says. */
export async function notifyOfTicket(happening: Happening, teller: Teller): Promise<Told> {
  const { groups = [], mail } = happening
  return notify(
    {
      ...happening,
      groups: groups === 'none' ? groups : [...groups, await groupOf(happening, teller)],
      asking: ofNoCategory,
      mail: mail ?? (await templated(happening, teller)),
    },
    teller,
  )
}
/** The group of the category of the ticket. */
async function groupOf({ subject }: Happening, { db }: Teller) {
  const [category] = await db
    .select({ group: ticket_categories.notification_group_id })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .where(eq(tickets.id, subject.id))
  return category?.group
}
/** The mail of a ticket as the active template of the event has it: that of its category, else the first; a comment's words follow. */
async function templated({ event, subject, text }: Happening, teller: Teller) {
  const { db } = teller
  const [found] = await db
    .select({ subject: default_mails.subject, body: default_mails.body })
    .from(default_mails)
    .where(and(eq(default_mails.active, true), sql`${default_mails.event} = ${event}`))
    .orderBy(
      sql`not exists (select from ${tickets} t join ${ticket_categories} c on c.id = t.category_id where t.id = ${subject.id} and c.default_mail_id = ${default_mails}.id)`,
      default_mails.id,
    )
    .limit(1)
  const values = found && (await ticketValues(subject.id, teller))
  if (!values) return undefined
  const body = renderTemplate(found.body, values)
  return { subject: renderTemplate(found.subject, values), text: event === 'ticket_comment' ? `${body}\n\n${text}` : body }
}
