import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ticket, TicketFile, TicketRow } from '../../../src/contract/tickets/tickets.ts'
import { isAgent, statusOf, UNMERGE_DAYS } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import * as schema from '../../db/schema/tickets/tickets.ts'
import { dueSentences } from '../../domain/tickets/due.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import type { TicketRecord } from './scope.ts'

const { tickets, ticket_assignments, ticket_categories, ticket_comments, ticket_files, ticket_tasks } = schema

/** Past its due time and not closed. A stopped clock is compared with the time when it stopped. */
export const isLate = (now: Date): SQL<boolean> =>
  sql<boolean>`(${tickets.status_id} <> 5 and ${tickets.due_at} < coalesce(${tickets.paused_at}, ${now.toISOString()}::timestamptz))`

const requester = alias(users, 'requester')
/** Condition on comments: only agents read internal notes. */
const readable = (user: Pick<User, 'roles' | 'permissions'>): SQL => (isAgent(user) ? sql`true` : sql`not ${ticket_comments.internal}`)
const rowColumns = (user: User, now: Date) => ({
  ...getTableColumns(tickets),
  category: { id: ticket_categories.id, name: ticket_categories.name, color: ticket_categories.color },
  station: { id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province },
  requester: { id: requester.id, name: requester.name },
  assignments: jsonRows(
    { user_id: ticket_assignments.user_id, name: users.name, at: ticket_assignments.at },
    sql`${ticket_assignments} inner join ${users} on ${eq(users.id, ticket_assignments.user_id)}`,
    eq(ticket_assignments.ticket_id, tickets.id),
    ticket_assignments.at,
  ),
  comments_count: sql<number>`(select count(*)::int from ${ticket_comments} where ${ticket_comments.ticket_id} = ${tickets.id} and ${readable(user)})`,
  late: isLate(now),
})
type ShownTicket = TicketRecord & Omit<TicketRow, keyof TicketRecord | 'status'>
/** Written out by hand: the builder's inferred type is too large for a declaration. */
interface Rows<R> extends PromiseLike<R[]> {
  where(where: SQL | undefined): Rows<R>
  orderBy(...order: SQL[]): Rows<R>
  limit(most: number): Rows<R>
}
/** Selects tickets with the columns of a list row, and `more`. */
export const ticketRows = <M extends Record<string, SQL>>(db: Db, user: User, now: Date, more: M) =>
  db
    .select({ ...rowColumns(user, now), ...(more as object) })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .innerJoin(requester, eq(requester.id, tickets.requester_id))
    .leftJoin(stations, eq(stations.id, tickets.station_id))
    .$dynamic() as unknown as Rows<ShownTicket & { [K in keyof M]: M[K] extends SQL<infer T> ? T : unknown }>
/** The row with its status as the API gives it: id and name. */
export const toTicketRow = <R extends TicketRecord>(row: R) => {
  const { id, name } = statusOf(row.status_id)
  return { ...row, status: { id, name } }
}

const numberColumns = { id_year: tickets.id_year, id_number: tickets.id_number }
export type FileShown = TicketFile & { comment_id: number | null }
/** Attachments of tickets, oldest first. */
export async function filesOfTickets(db: Db, where: SQL): Promise<FileShown[]> {
  return db
    .select({
      ...{
        uid: tickets.uid,
        fileName: ticket_files.file_name,
        originalName: ticket_files.original_name,
        size: files.size,
        mime: files.mime,
      },
      ...{ created_at: ticket_files.created_at, comment_id: ticket_files.comment_id, user: { id: users.id, name: users.name } },
    })
    .from(ticket_files)
    .innerJoin(tickets, eq(tickets.id, ticket_files.ticket_id))
    .innerJoin(files, eq(files.id, ticket_files.file_id))
    .leftJoin(users, eq(users.id, ticket_files.created_by))
    .where(where)
    .orderBy(asc(ticket_files.id))
}
/**
 * Comments with their attachments, oldest first.
 * @param home id of the ticket they are shown in: comments of merged tickets get the other ticket's number as `from`
 */
export async function commentsOf(db: Db, user: User, home: number, where: SQL) {
  const rows = await db
    .select({ row: ticket_comments, number: numberColumns, user: { id: users.id, name: users.name } })
    .from(ticket_comments)
    .innerJoin(tickets, eq(tickets.id, ticket_comments.ticket_id))
    .innerJoin(users, eq(users.id, ticket_comments.user_id))
    .where(and(where, readable(user)))
    .orderBy(asc(ticket_comments.created_at), asc(ticket_comments.id))
  const ids = rows.map(({ row }) => row.id)
  const attached = ids.length ? await filesOfTickets(db, inArray(ticket_files.comment_id, ids)) : []
  const mentioned = [...new Set(rows.flatMap(({ row }) => row.mentions))]
  const people = mentioned.length ? await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, mentioned)) : []
  return rows.map(({ row, number, user }) => ({
    ...row,
    user,
    mentions: people.filter(({ id }) => row.mentions.includes(id)),
    attachments: attached.filter(({ comment_id }) => comment_id === row.id),
    from: row.ticket_id === home ? null : number,
  }))
}
const refOf = async (db: Db, id: number | null) =>
  id === null ? null : ((await db.select(numberColumns).from(tickets).where(eq(tickets.id, id)))[0] ?? null)

/** The whole ticket with what the caller may read of it; undefined if `where` matches none. */
export async function readTicket({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, where: SQL): Promise<Ticket | undefined> {
  const [found] = await ticketRows(db, user, now, {}).where(where)
  if (!found) return undefined
  const row = toTicketRow(found)
  const { ticket_merges: merges, ticket_pauses: pauses, ticket_ratings: ratings } = schema
  const merged = await db
    .select({ id: tickets.id, ...numberColumns, subject: tickets.subject, at: merges.at })
    .from(merges)
    .innerJoin(tickets, eq(tickets.id, merges.source_id))
    .where(and(eq(merges.target_id, row.id), isNull(merges.undone_at)))
    .orderBy(asc(merges.id))
  const all = [row.id, ...merged.map(({ id }) => id)]
  const comments = await commentsOf(db, user, row.id, inArray(ticket_comments.ticket_id, all))
  const attachments = await filesOfTickets(db, and(inArray(ticket_files.ticket_id, all), isNull(ticket_files.comment_id))!)
  const tasks = await db
    .select({ ...getTableColumns(ticket_tasks), done_by: { id: users.id, name: users.name } })
    .from(ticket_tasks)
    .leftJoin(users, eq(users.id, ticket_tasks.done_by))
    .where(eq(ticket_tasks.ticket_id, row.id))
    .orderBy(asc(ticket_tasks.position), asc(ticket_tasks.id))
  const stops = await db.select().from(pauses).where(eq(pauses.ticket_id, row.id)).orderBy(asc(pauses.id))
  const [inspection] = row.inspection_id
    ? await db
        .select({ id: inspections.id, id_year: inspections.id_year, id_number: inspections.id_number })
        .from(inspections)
        .where(eq(inspections.id, row.inspection_id))
    : []
  const [rating] = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.ticket_id, row.id), sql`${ratings.rated_at} is not null`))
    .orderBy(sql`${ratings.id} desc`)
    .limit(1)
  return {
    ...row,
    inspection: inspection ?? null,
    due_words: dueSentences({ ...row, category: row.category.name, pauses: stops }),
    comments,
    attachments,
    tasks,
    merged_into: await refOf(db, row.merged_into),
    split_from: await refOf(db, row.split_from),
    merged: merged.map(({ id_year, id_number, subject, at }) => ({
      ...{ id_year, id_number, subject },
      until: new Date(Date.parse(at) + UNMERGE_DAYS * 86_400_000).toISOString(),
    })),
    rating: rating ? { score: rating.score!, note: rating.note, rated_at: rating.rated_at! } : null,
  }
}
/** The ticket as an answer to a call that has just written it. */
export const readWritten = async (context: Pick<Context, 'db' | 'user' | 'now'>, id: number): Promise<Ticket> =>
  (await readTicket(context, eq(tickets.id, id)))!
