import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { CLOSED, UNMERGE_DAYS } from '../../../src/rules/tickets/states.ts'
import { ticket_comments, ticket_files, ticket_merges, ticket_pauses, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { addHistory, linkOf, type Numbered, needMay, needTicket, needTicketForUpdate, touchTicket, updateTicket } from './change.ts'
import { closeTicket } from './close.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { openTicket } from './open-ticket.ts'
import { readWritten } from './read.ts'
import { assigneesOf, requesterOf } from './recipients.ts'
import type { TicketRecord } from './scope.ts'
import { indexTickets } from './search-index.ts'

interface Into {
  into: { id_year: number; id_number: number }
}
/** Closes the source; its conversation goes on in the target. No row is moved: the target's page shows the comments of both. */
async function merge({ into, ...input }: Numbered & Into, context: Context) {
  const { db, user, now } = context
  // Both tickets are locked in the order of their numbers, so that two crossing merges do not deadlock.
  const other = { year: into.id_year, number: into.id_number }
  const first = input.year === other.year ? input.number < other.number : input.year < other.year
  const rows = first
    ? [await needTicket(input, context), await needTarget(other, context)]
    : [await needTarget(other, context), await needTicket(input, context)]
  const [source, target] = (first ? rows : rows.toReversed()) as [TicketRecord, TicketRecord]
  context.audit({ entity_id: source.id, action: 'modifica' })
  if (source.id === target.id) throw problem.invalid({ into: 'Un ticket non si unisce a se stesso.' })
  needMay('merge', source, context)
  if (target.status_id === CLOSED) throw problem.conflict('Il ticket in cui unire è chiuso.', { code: 'closed' })
  const { status_id, is_new, completed_at, resolution, paused_at, waiting_for, due_at } = source
  const before = { status_id, is_new, completed_at, resolution, paused_at, waiting_for, due_at }
  await db.insert(ticket_merges).values({ source_id: source.id, target_id: target.id, before, by: user.id, at: now.toISOString() })
  await closeTicket(source, `Unito al ticket ${numberOf(target)}.`, context, { merged_into: target.id })
  await addHistory(context, source.id, 'unito', { new: numberOf(target) })
  await addHistory(context, target.id, 'unito', { old: numberOf(source), new: source.subject })
  await touchTicket(context, target)
  await notifyMerged(source, target, context)
  return readWritten(context, target.id)
}
/** Tells both requesters where it goes on; one who has asked for both is told once. */
async function notifyMerged(source: TicketRecord, target: TicketRecord, context: Context) {
  const tell = (row: TicketRecord, other: TicketRecord, title: string, text: string) =>
    notifyOfTicket(
      {
        ...{ event: 'ticket_comment', subject: { type: 'ticket', id: row.id, link: linkOf(row) }, by: context.user.id, groups: 'none' },
        ...{ title: `[Ticket ${numberOf(row)}] ${title} ${numberOf(other)}: ${row.subject}`, text, people: [requesterOf(row)] },
      },
      context,
      { ownWords: true },
    )
  const [from, to] = [`${numberOf(source)} – ${source.subject}`, `${numberOf(target)} – ${target.subject}`]
  await tell(source, target, 'Unito al ticket', `La tua richiesta continua nel ticket ${to}. Quello che scrivi in questo arriva là.`)
  if (target.requester_id !== source.requester_id)
    await tell(target, source, 'Unito qui il ticket', `A questo ticket è stato unito il ticket ${from}, perché chiede la stessa cosa.`)
}
/** @throws 422 if the target is not there: a 404 would mean the ticket of the page */
const needTarget = (other: Numbered, context: Context) =>
  needTicket(other, context).catch(() => {
    throw problem.invalid({ into: 'Il valore selezionato per Ticket non esiste.' })
  })

/** Gives the source its former state back, within thirty days. Comments written to the target since then stay there. */
async function unmerge(input: Numbered, context: Context) {
  const { db, user, now } = context
  const row = await needTicketForUpdate(input, context)
  if (row.merged_into === null) throw problem.conflict('Il ticket non è unito ad altri.')
  needMay('unmerge', row, context)
  const since = new Date(now.getTime() - UNMERGE_DAYS * 86_400_000).toISOString()
  const [made] = await db
    .select()
    .from(ticket_merges)
    .where(and(eq(ticket_merges.source_id, row.id), isNull(ticket_merges.undone_at), gt(ticket_merges.at, since)))
    .orderBy(desc(ticket_merges.id))
    .limit(1)
  if (!made) throw problem.conflict(`Un’unione si annulla entro ${UNMERGE_DAYS} giorni.`)
  const before = made.before as Pick<
    TicketRecord,
    'status_id' | 'is_new' | 'completed_at' | 'resolution' | 'paused_at' | 'waiting_for' | 'due_at'
  >
  await db.update(ticket_merges).set({ undone_at: now.toISOString(), undone_by: user.id }).where(eq(ticket_merges.id, made.id))
  if (before.paused_at)
    await db
      .update(ticket_pauses)
      .set({ to: null })
      .where(and(eq(ticket_pauses.ticket_id, row.id), eq(ticket_pauses.to, made.at)))
  await updateTicket(context, row, { ...before, merged_into: null }, 'status')
  const [target] = await db.select().from(tickets).where(eq(tickets.id, made.target_id))
  await addHistory(context, row.id, 'separato', { field: 'unione', old: target && numberOf(target) })
  if (target) await addHistory(context, target.id, 'separato', { field: 'unione', old: numberOf(row) })
  return readWritten(context, row.id)
}

interface Split {
  subject: string
  category_id?: number | undefined
  comments: number[]
}
/** Moves comments with their attachments and authors into a new ticket, whose description says where they come from. */
async function split({ subject, category_id, comments: ids, ...input }: Numbered & Split, context: Context) {
  const { db } = context
  const row = await needTicket(input, context)
  needMay('update', row, context)
  const these = and(eq(ticket_comments.ticket_id, row.id), inArray(ticket_comments.id, ids))
  const moved = await db.select().from(ticket_comments).where(these).orderBy(asc(ticket_comments.id))
  if (moved.length < new Set(ids).size) throw problem.invalid({ comments: 'Il valore selezionato per Commento non esiste.' })
  const { station_id, priority, contact, equipment, company, company_email, requester_id } = row
  const made = await openTicket(
    {
      ...{ category: category_id ?? row.category_id, station_id, priority, contact, equipment, company, company_email },
      ...{ requester_id, subject, split_from: row.id, source: 'web', assignees: await assigneesOf(context, row) },
      description: `Diviso dal ticket ${numberOf(row)}: ${row.subject}`,
    },
    context,
  )
  if (!made) throw problem.invalid({ category_id: 'Il valore selezionato per Categoria non esiste.' })
  await db.update(ticket_comments).set({ ticket_id: made.id }).where(these)
  // File names are unique within a ticket, so those that move together do not collide in the new one.
  await db.update(ticket_files).set({ ticket_id: made.id }).where(inArray(ticket_files.comment_id, ids))
  await addHistory(context, row.id, 'separato', { new: numberOf(made) })
  await addHistory(context, made.id, 'separato', { old: numberOf(row) })
  await touchTicket(context, row)
  await indexTickets(db, row.id, made.id)
  context.audit({ entity_id: made.id })
  return readWritten(context, made.id)
}
export const ticketMerge = { merge, unmerge, split }
