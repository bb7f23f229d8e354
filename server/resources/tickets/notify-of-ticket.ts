import { and, eq, sql } from 'drizzle-orm'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { type Notice, type NoticeCounts, type NotifyContext, notify } from '../notifications/notify.ts'
import { ticketScope } from './scope.ts'
import { templateValues } from './template-values.ts'
import { type TicketMail, ticketMail } from './ticket-mail.ts'

/** A group that belongs to categories gets only the tickets of these categories. */
const belongsToNoCategory = sql`not exists (select from ${ticket_categories} c where c.notification_group_id = ${notification_groups}.id)`

/** `notify` for a ticket, its `subject`: adds the group of its category, and writes the mail as part of the ticket's conversation. */
export async function notifyOfTicket(
  notice: Omit<Notice, 'mayRead'> & Partial<Pick<Notice, 'mayRead'>>,
  context: NotifyContext,
  about: TicketMail = {},
): Promise<NoticeCounts> {
  const { groups = [], mail, subject } = notice
  const { db } = context
  const [found] = await db
    .select({ ticket: tickets, group: ticket_categories.notification_group_id })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .where(eq(tickets.id, subject.id))
  const { ticket, group } = found!
  const template = about.internal || about.ownWords ? undefined : await templateOf(notice, context)
  const written = await ticketMail(notice, ticket, about, template, context)
  return notify(
    {
      mayRead: async (person) => !!(await db.$count(tickets, and(eq(tickets.id, subject.id), ticketScope(person)))),
      ...notice,
      groups: groups === 'none' ? groups : [...groups, group],
      asking: belongsToNoCategory,
      mail: mail ? { ...mail, thread: written.thread } : written,
    },
    context,
  )
}
/** The active template of the event: that of the ticket's category, else the first. */
async function templateOf({ event, subject, by }: Pick<Notice, 'event' | 'subject' | 'by'>, context: NotifyContext) {
  const { db } = context
  const [found] = await db
    .select({ subject: default_mails.subject, body: default_mails.body })
    .from(default_mails)
    .where(and(eq(default_mails.active, true), sql`${default_mails.event} = ${event}`))
    .orderBy(
      sql`not exists (select from ${tickets} t join ${ticket_categories} c on c.id = t.category_id where t.id = ${subject.id} and c.default_mail_id = ${default_mails}.id)`,
      default_mails.id,
    )
    .limit(1)
  const values = found && (await templateValues(subject.id, context, by))
  return values && { ...found, values }
}
