import { and, eq, inArray, isNull } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { ticketSend as contract } from '../../../src/contract/tickets/default-mails.ts'
import { oneLine } from '../../../src/rules/shared/one-line.ts'
import { renderTemplate, templateProblem } from '../../../src/rules/tickets/mail-template.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { notification_group_users, notification_groups } from '../../db/schema/notifications/notifications.ts'
import { default_mails, ticket_files } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { refuse } from '../../lib/core/problem.ts'
import { NOT_SENT } from '../../lib/jobs/mail.ts'
import { addressesOf, addressProblem } from '../notifications/notify.ts'
import { addHistory, linkOf, needTicket } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { templateValues } from './template-values.ts'

interface Addressees {
  group_ids: number[]
  user_ids: number[]
  emails?: string | null | undefined
}
/** The people of the message with their reasons, and the outside addresses, each once. `told`: all of them in words, for the history. */
async function recipientsOf({ group_ids, user_ids, emails }: Addressees, { db, user }: Context) {
  const groups = group_ids.length
    ? await db
        .select()
        .from(notification_groups)
        .where(and(inArray(notification_groups.id, group_ids), eq(notification_groups.active, true)))
    : []
  const named = user_ids.length
    ? await db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(and(inArray(users.id, user_ids), eq(users.enabled, 1), isNull(users.deleted_at)))
    : []
  const members = groups.length
    ? await db.select().from(notification_group_users).where(inArray(notification_group_users.group_id, group_ids))
    : []
  refuse({
    group_ids: groups.length < new Set(group_ids).size ? messages.exists('Gruppi di notifica') : undefined,
    user_ids: named.length < new Set(user_ids).size ? messages.exists('Utenti') : undefined,
  })
  const outside = [...new Set([...addressesOf(emails ?? null), ...groups.flatMap((group) => addressesOf(group.emails))])]
  const people = [
    ...named.map(({ id }) => ({ user_id: id, reason: `Te l'ha inviata ${user.name}.` })),
    ...members.map(({ user_id, group_id }) => ({
      ...{ user_id },
      reason: `${user.name} l'ha inviata al gruppo di notifica "${groups.find(({ id }) => id === group_id)!.name}".`,
    })),
  ].filter(({ user_id }) => user_id !== user.id)
  refuse({ emails: people.length + outside.length ? undefined : 'Indicare almeno un destinatario.' })
  return { people, outside, told: [...groups.map(({ name }) => name), ...named.map(({ name }) => name), ...outside].join('; ') }
}

export default implement(contract, {
  async send({ id_year, id_number, template_id, subject, message, attach, ...addressees }, context) {
    const { db, user } = context
    const ticket = await needTicket({ year: id_year, number: id_number }, context)
    context.audit({ action: 'send' })
    refuse({ subject: templateProblem(subject), message: templateProblem(message), emails: addressProblem(addressees.emails) })
    if (template_id && !(await db.$count(default_mails, eq(default_mails.id, template_id))))
      refuse({ template_id: messages.exists('Template') })
    const { people, outside, told } = await recipientsOf(addressees, context)
    const attached = attach.length
      ? await db
          .select({ id: ticket_files.file_id })
          .from(ticket_files)
          .where(and(eq(ticket_files.ticket_id, ticket.id), inArray(ticket_files.file_name, attach)))
      : []
    refuse({ attach: attached.length < new Set(attach).size ? messages.exists('Allegati') : undefined })
    const values = (await templateValues(ticket.id, context, user.id))!
    const [title, text] = [oneLine(renderTemplate(subject, values)), renderTemplate(message, values)]
    const { people: reached, mails } = await notifyOfTicket(
      {
        ...{ event: 'ticket_comment', subject: { type: 'ticket', id: ticket.id, link: linkOf(ticket) }, title, text, by: user.id },
        ...{
          people,
          groups: 'none',
          // Whoever sends it chooses who reads this text.
          mayRead: () => true,
          emails: { list: outside, reason: `Te l'ha inviata ${user.name}.` },
          mail: { subject: title, text, attach: attached.map(({ id }) => id) },
        },
      },
      context,
    )
    await addHistory(context, ticket.id, 'notifica', { new: `${title} – ${told}` })
    return { people: reached, mails, ...(mails && !context.sendsMail && { warning: NOT_SENT }) }
  },
})
