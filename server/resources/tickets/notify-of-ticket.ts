import { and, eq, sql } from 'drizzle-orm'
import { renderTemplate } from '../../../src/rules/tickets/mail-template.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { type Notice, type NoticeCounts, type NotifyContext, notify } from '../notifications/notify.ts'
import { templateValues } from './template-values.ts'

/** A group that belongs to categories gets only the tickets of these categories. */
const belongsToNoCategory = sql`not exists (select from ${ticket_categories} c where c.notification_group_id = ${notification_groups}.id)`

/** `notify` for a ticket, its `subject`: adds the group of its category, and takes the mail from the event's template unless one is given. */
export async function notifyOfTicket(notice: Notice, context: NotifyContext): Promise<NoticeCounts> {
  const { groups = [], mail } = notice
  return notify(
    {
      ...notice,
      groups: groups === 'none' ? groups : [...groups, await groupOf(notice, context)],
      asking: belongsToNoCategory,
      mail: mail ?? (await templatedMail(notice, context)),
    },
    context,
  )
}
async function groupOf({ subject }: Notice, { db }: NotifyContext) {
  const [category] = await db
    .select({ group: ticket_categories.notification_group_id })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .where(eq(tickets.id, subject.id))
  return category?.group
}
/** The mail from an active template of the event: that of the ticket's category, else the first. The text of a comment is added to it. */
async function templatedMail({ event, subject, text }: Notice, context: NotifyContext) {
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
  const values = found && (await templateValues(subject.id, context))
  if (!values) return undefined
  const body = renderTemplate(found.body, values)
  return { subject: renderTemplate(found.subject, values), text: event === 'ticket_comment' ? `${body}\n\n${text}` : body }
}
