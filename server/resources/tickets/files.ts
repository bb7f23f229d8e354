import { and, eq, isNull, or } from 'drizzle-orm'
import { CLOSED, isAgent } from '../../../src/rules/tickets/states.ts'
import { files } from '../../db/schema/core/system.ts'
import { ticket_comments, ticket_files, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { readFile, saveRow, storeBytes, type Upload } from '../../lib/files/files.ts'
import { ATTACHMENTS_LOCKED, addHistory, type Numbered, needMay, needTicket, touchTicket } from './change.ts'
import { filesOfTickets } from './read.ts'
import { ticketScope } from './scope.ts'
import { indexTickets } from './search-index.ts'

/** A file name that is unique within the ticket: "foto.jpg", "foto (2).jpg", … Characters with a meaning in a URL are replaced. */
export async function freeName(db: Db, ticket_id: number, name: string): Promise<string> {
  const safe = name.replace(/[%#?]/g, '_').replace(/\.{2,}/g, '.')
  const [, stem = safe, end = ''] = /^(.*?)(\.[^.]*)?$/.exec(safe) ?? []
  for (let at = 1; ; at++) {
    const free = at === 1 ? safe : `${stem} (${at})${end}`
    if (!(await db.$count(ticket_files, and(eq(ticket_files.ticket_id, ticket_id), eq(ticket_files.file_name, free))))) return free
  }
}
type UploadInput = Numbered & { files: Upload[]; comment_id?: number | undefined }
/** Checks the ticket and the comment that files are added to. Runs before the bytes are stored, and again in the transaction that writes the rows. */
async function needUploadTarget(input: UploadInput, context: Context) {
  const row = await needTicket(input, context)
  needMay('upload', row, context, ATTACHMENTS_LOCKED)
  if (input.comment_id === undefined) return row
  const own = and(
    eq(ticket_comments.id, input.comment_id),
    eq(ticket_comments.ticket_id, row.id),
    eq(ticket_comments.user_id, context.user.id),
  )
  if (!(await context.db.$count(ticket_comments, own)))
    throw problem.invalid({ comment_id: 'Il valore selezionato per Commento non esiste.' })
  return row
}
/** @throws 404 for an attachment of a ticket that the caller may not see, or of an internal note if the caller is no agent */
async function needFile({ uid, fileName }: { uid: string; fileName: string }, { db, user }: Context) {
  const readable = isAgent(user) ? undefined : or(isNull(ticket_comments.id), eq(ticket_comments.internal, false))
  const [found] = await db
    .select({ file: files, of: ticket_files, ticket: tickets })
    .from(ticket_files)
    .innerJoin(tickets, eq(tickets.id, ticket_files.ticket_id))
    .innerJoin(files, eq(files.id, ticket_files.file_id))
    .leftJoin(ticket_comments, eq(ticket_comments.id, ticket_files.comment_id))
    .where(and(eq(tickets.uid, uid), eq(ticket_files.file_name, fileName), ticketScope(user), readable))
  if (!found) throw problem.notFound()
  return found
}

export const ticketFiles = {
  upload: preparedWrite(
    async (input: UploadInput, context: Context) => {
      if (!input.files.length) throw problem.noFiles()
      await needUploadTarget(input, context)
      const stored = []
      for (const upload of input.files) stored.push(await storeBytes(upload, context))
      return stored
    },
    async (input, context, stored) => {
      const { db, user, now } = context
      const row = await needUploadTarget(input, context)
      const ids = []
      for (const one of stored) {
        const file = await saveRow(one, { type: 'ticket', id: row.id }, context)
        const file_name = await freeName(db, row.id, file.name)
        const facts = { file_id: file.id, file_name, original_name: file.name, created_by: user.id, created_at: now.toISOString() }
        await db.insert(ticket_files).values({ ticket_id: row.id, comment_id: input.comment_id ?? null, ...facts })
        await addHistory(context, row.id, 'allegato', { new: file.name })
        ids.push(file.id)
      }
      await touchTicket(context, row)
      await indexTickets(db, row.id)
      const all = await filesOfTickets(db, eq(ticket_files.ticket_id, row.id))
      return all.slice(-ids.length)
    },
  ),
  async file(input: { uid: string; fileName: string }, context: Context) {
    const { file } = await needFile(input, context)
    return { bytes: await readFile(file, context.files), mime: file.mime, name: file.name }
  },
  /** Agents remove any file, others their own, while the ticket is open. */
  async removeFile(input: { uid: string; fileName: string }, context: Context) {
    const { db, user } = context
    const { of, ticket, file } = await needFile(input, context)
    context.audit({ entity_id: ticket.id })
    if (!isAgent(user) && of.created_by !== user.id) throw problem.forbidden()
    if (ticket.status_id === CLOSED) throw problem.conflict(ATTACHMENTS_LOCKED, { code: 'closed' })
    await db.delete(ticket_files).where(eq(ticket_files.id, of.id))
    await db.delete(files).where(eq(files.id, file.id))
    await addHistory(context, ticket.id, 'allegato', { old: of.original_name })
    await touchTicket(context, ticket)
    await indexTickets(db, ticket.id)
    return undefined
  },
}
