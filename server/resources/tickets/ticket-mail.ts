import { and, desc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { romeMoment } from '../../../src/rules/shared/italian.ts'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { renderTemplate, type TemplateValues } from '../../../src/rules/tickets/mail-template.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_comments, ticket_files, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Db } from '../../lib/core/db.ts'
import type { Mail } from '../../lib/jobs/mail.ts'
import type { MailBlock } from '../../lib/jobs/mail-body.ts'
import type { Notice, NotifyContext } from '../notifications/notify.ts'
import type { TicketRecord } from './scope.ts'

const QUOTED_MESSAGES = 3
const QUOTED_LETTERS = 600
const shortened = (text: string) => (text.length > QUOTED_LETTERS ? `${text.slice(0, QUOTED_LETTERS).trimEnd()} …` : text)
const build = new QueryBuilder()

/** The subject of all mails of a ticket, so that mail programs show them as one conversation. */
export const mailSubject = (ticket: Pick<TicketRecord, 'id_year' | 'id_number' | 'subject'>) => `[#${numberOf(ticket)}] ${ticket.subject}`
/**
 * The place of a mail in the conversation of its ticket.
 * @param message what the mail is about, once for a ticket: `comment.12`; undefined for the first mail, to which the others answer
 */
export function mailThread({ id }: Pick<TicketRecord, 'id'>, message: string | undefined, origin: string): NonNullable<Mail['thread']> {
  const host = new URL(origin).hostname
  const first = `ticket.${id}@${host}`
  return { first, id: message ? `ticket.${id}.${message}@${host}` : first }
}

/** The messages that came before, newest first, then the request. Internal notes are never quoted, as some readers may not read them. */
async function earlierMessages(
  ticket: TicketRecord,
  comment: number | undefined,
  { db, now }: Pick<NotifyContext, 'db' | 'now'>,
): Promise<MailBlock[]> {
  const merged = build.select({ id: tickets.id }).from(tickets).where(eq(tickets.merged_into, ticket.id))
  const rows = await db
    .select({ message: ticket_comments.message, at: ticket_comments.created_at, name: users.name })
    .from(ticket_comments)
    .innerJoin(users, eq(users.id, ticket_comments.user_id))
    .where(
      and(
        or(eq(ticket_comments.ticket_id, ticket.id), inArray(ticket_comments.ticket_id, merged)),
        eq(ticket_comments.internal, false),
        comment ? lt(ticket_comments.id, comment) : undefined,
        // What may still be taken back leaves by no mail.
        or(isNull(ticket_comments.recallable_until), lte(ticket_comments.recallable_until, now.toISOString())),
      ),
    )
    .orderBy(desc(ticket_comments.id))
    .limit(QUOTED_MESSAGES)
  // The first words of a split ticket are of whoever split it.
  const writer = (ticket.split_from && ticket.created_by) || ticket.requester_id
  const [signed] = await db.select({ name: users.name }).from(users).where(eq(users.id, writer))
  const request = { message: ticket.description, at: ticket.created_at, name: signed!.name }
  return [...rows, request]
    .slice(0, QUOTED_MESSAGES)
    .map(({ message, at, name }) => ({ kind: 'quote', head: `${romeMoment(at)}, ${name}:`, text: shortened(message) }))
}
/** The names of what was attached to a comment, or to the ticket when it was opened. */
async function attachedNames(ticket: TicketRecord, comment: number | undefined, db: Db): Promise<string[]> {
  const of = comment ? eq(ticket_files.comment_id, comment) : eq(ticket_files.ticket_id, ticket.id)
  const rows = await db.select({ name: ticket_files.original_name }).from(ticket_files).where(of).orderBy(ticket_files.id)
  return rows.map(({ name }) => name)
}

export interface TicketMail {
  /** The comment that the mail is about. */
  comment?: number
  /** It is a note that only agents read. */
  internal?: boolean
  /** The template of the event would not say what has happened. */
  ownWords?: boolean
}
/** `[Ticket 2026/1] Chiuso: Pompa ferma` without the number, which stands in the subject. */
const headline = (title: string) => {
  const said = title.replace(/^\[[^\]]*\d+\/\d+\]\s*/, '')
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
}
const INTERNAL = 'Nota interna: la leggono solo gli operatori, non chi ha chiesto.'

/** The mail of a notice of a ticket: what has happened, in the words of the template if there is one, what is attached, and what was said before. */
export async function ticketMail(
  { event, title, text }: Pick<Notice, 'event' | 'title' | 'text'>,
  ticket: TicketRecord,
  { comment, internal = false }: TicketMail,
  template: { subject: string; body: string; values: TemplateValues } | undefined,
  { db, now, origin }: NotifyContext,
) {
  const opens = event === 'ticket_created'
  const files = comment || opens ? await attachedNames(ticket, comment, db) : []
  const said = template && renderTemplate(template.body, template.values)
  const parts = [
    internal ? INTERNAL : said,
    // A template of comments stands above what was written; other templates take the place of the text.
    !said || event === 'ticket_comment' ? text : undefined,
    files.length ? `${files.length === 1 ? 'Allegato' : 'Allegati'}: ${files.join(', ')}` : undefined,
  ]
  const head = headline(template ? renderTemplate(template.subject, template.values) : title)
  // Both say the description already.
  const quotes = opens || event === 'ticket_assigned' ? [] : await earlierMessages(ticket, comment, { db, now })
  return {
    subject: mailSubject(ticket),
    blocks: [
      { kind: 'head', text: head },
      ...parts.filter((one) => one !== undefined).map((one) => ({ kind: 'text', text: one })),
    ] as MailBlock[],
    below: quotes.length ? [{ kind: 'small', text: 'Ultimi messaggi' } as const, ...quotes] : [],
    thread: mailThread(ticket, opens ? undefined : comment ? `comment.${comment}` : `${event}.${now.getTime()}`, origin),
  }
}
