import { and, asc, eq, getTableColumns, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
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
import { continuations } from './merge-chain.ts'
import { ownRatingTokens } from './rating.ts'
import type { TicketRecord } from './scope.ts'

const { tickets, ticket_assignments, ticket_categories, ticket_comments, ticket_files, ticket_tasks } = schema

/** Past its due time and not closed. A stopped clock is compared with the time when it stopped. */
export const isLate = (now: Date): SQL<boolean> =>
  sql<boolean>`(${tickets.status_id} <> 5 and ${tickets.due_at} < coalesce(${tickets.paused_at}, ${now.toISOString()}::timestamptz))`

const requester = alias(users, 'requester')
const writer = alias(users, 'writer')
/** A person wrote the request for somebody else, or split the ticket. */
const forAnother = and(eq(writer.id, tickets.created_by), ne(tickets.created_by, tickets.requester_id), eq(tickets.source, 'web'))
/** Condition on comments: only agents read internal notes. */
const readable = (user: Pick<User, 'roles' | 'permissions'>): SQL => (isAgent(user) ? sql`true` : sql`not ${ticket_comments.internal}`)
const writtenBy = sql<
  Ticket['written_by']
>`(select json_build_object('id', ${writer.id}, 'name', ${writer.name}) from ${users} ${sql.identifier('writer')} where ${forAnother})`
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
type Numbered = { id: number; id_year: number; id_number: number }
const numberOnly = ({ id_year, id_number }: Numbered) => ({ id_year, id_number })
/** The ticket a comment was written in. What is older than the ticket that has it was moved there by a split, so it is of the one that was split. */
const writtenIn = sql<Numbered>`(with recursive origin as (
    select t.id, t.id_year, t.id_number, t.split_from, t.created_at from ${tickets} t where t.id = ${ticket_comments.ticket_id}
    union all select t.id, t.id_year, t.id_number, t.split_from, t.created_at from origin join ${tickets} t on t.id = origin.split_from
      where ${ticket_comments.created_at} < origin.created_at
  ) select json_build_object('id', id, 'id_year', id_year, 'id_number', id_number) from origin order by created_at limit 1)`
/** Comments with their attachments, the number of their ticket and of the one they were written in, oldest first. */
async function commentRows(db: Db, user: User, where: SQL) {
  const rows = await db
    .select({ row: ticket_comments, number: numberColumns, written: writtenIn, user: { id: users.id, name: users.name } })
    .from(ticket_comments)
    .innerJoin(tickets, eq(tickets.id, ticket_comments.ticket_id))
    .innerJoin(users, eq(users.id, ticket_comments.user_id))
    .where(and(where, readable(user)))
    .orderBy(asc(ticket_comments.created_at), asc(ticket_comments.id))
  const ids = rows.map(({ row }) => row.id)
  const attached = ids.length ? await filesOfTickets(db, inArray(ticket_files.comment_id, ids)) : []
  const mentioned = [...new Set(rows.flatMap(({ row }) => row.mentions))]
  const people = mentioned.length ? await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, mentioned)) : []
  return rows.map(({ row, number, written, user }) => ({
    ...row,
    user,
    mentions: people.filter(({ id }) => row.mentions.includes(id)),
    attachments: attached.filter(({ comment_id }) => comment_id === row.id),
    ...{ number, written },
  }))
}
/** The comment as it is shown in the ticket `home`. */
const shownIn = (home: number, { number, written, ...comment }: Awaited<ReturnType<typeof commentRows>>[0]) => ({
  ...comment,
  from: comment.ticket_id === home ? null : number,
  written_in: written.id === home ? null : numberOnly(written),
})
/**
 * The comments that are shown in a ticket.
 * @param home id of that ticket: comments of merged tickets get the other ticket's number as `from`
 */
export const commentsOf = async (db: Db, user: User, home: number, where: SQL) =>
  (await commentRows(db, user, where)).map((one) => shownIn(home, one))
/** Groups rows by a key, in their order. */
function grouped<T>(rows: readonly T[], keyOf: (row: T) => number | null) {
  const groups = new Map<number | null, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return (key: number) => groups.get(key) ?? []
}
type Reader = Pick<Context, 'db' | 'user' | 'now'>
/** The rows that belong to tickets, for all of them at once. */
async function partsOf(rows: readonly ShownTicket[], { db, user }: Reader) {
  const { ticket_merges: merges, ticket_pauses: pauses, ticket_ratings: ratings } = schema
  const ids = rows.map(({ id }) => id)
  const merged = await db
    .select({
      ...{ id: tickets.id, uid: tickets.uid, ...numberColumns, subject: tickets.subject, at: merges.at, target: merges.target_id },
      ...{ description: tickets.description, created_at: tickets.created_at, requester: { id: users.id, name: users.name } },
      ...{ written_by: { id: writer.id, name: writer.name }, split_from: tickets.split_from },
    })
    .from(merges)
    .innerJoin(tickets, eq(tickets.id, merges.source_id))
    .innerJoin(users, eq(users.id, tickets.requester_id))
    .leftJoin(writer, forAnother)
    .where(and(inArray(merges.target_id, ids), isNull(merges.undone_at)))
    .orderBy(asc(merges.id))
  const all = [...ids, ...merged.map(({ id }) => id)]
  const goesOn = await continuations(
    rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : id)),
    { db, user },
  )
  // Who wrote to a merged ticket reads there what they wrote, also if they may not read the ticket that has it.
  const own = and(
    inArray(
      ticket_comments.ticket_id,
      goesOn.map(({ id }) => id),
    ),
    eq(ticket_comments.user_id, user.id),
  )
  const comments = await commentRows(db, user, or(inArray(ticket_comments.ticket_id, all), own)!)
  const attachments = await filesOfTickets(db, and(inArray(ticket_files.ticket_id, all), isNull(ticket_files.comment_id))!)
  const tasks = await db
    .select({ ...getTableColumns(ticket_tasks), done_by: { id: users.id, name: users.name } })
    .from(ticket_tasks)
    .leftJoin(users, eq(users.id, ticket_tasks.done_by))
    .where(inArray(ticket_tasks.ticket_id, ids))
    .orderBy(asc(ticket_tasks.position), asc(ticket_tasks.id))
  const stops = await db.select().from(pauses).where(inArray(pauses.ticket_id, ids)).orderBy(asc(pauses.id))
  const begunBy = rows.flatMap(({ inspection_id }) => inspection_id ?? [])
  const begun = begunBy.length
    ? await db
        .select({ id: inspections.id, id_year: inspections.id_year, id_number: inspections.id_number })
        .from(inspections)
        .where(inArray(inspections.id, begunBy))
    : []
  const rated = await db
    .select()
    .from(ratings)
    .where(and(inArray(ratings.ticket_id, ids), sql`${ratings.rated_at} is not null`))
    .orderBy(sql`${ratings.id} desc`)
  const named = rows.flatMap(({ split_from }) => split_from ?? [])
  const others = named.length
    ? await db
        .select({ id: tickets.id, ...numberColumns })
        .from(tickets)
        .where(inArray(tickets.id, named))
    : []
  return {
    ...{ merged: grouped(merged, ({ target }) => target), comments: grouped(comments, ({ ticket_id }) => ticket_id) },
    ...{ tasks: grouped(tasks, ({ ticket_id }) => ticket_id), stops: grouped(stops, ({ ticket_id }) => ticket_id) },
    rated: grouped(rated, ({ ticket_id }) => ticket_id),
    attachments,
    goesOn: (id: number) => goesOn.find(({ source }) => source === id),
    inspection: (id: number | null) => begun.find((one) => one.id === id) ?? null,
    ref(id: number | null) {
      const found = others.find((one) => one.id === id)
      return found ? { id_year: found.id_year, id_number: found.id_number } : null
    },
  }
}
/** Whole tickets with what the caller may read of them, in a number of statements that does not depend on how many they are. */
export async function readTickets(context: Reader, where: SQL, ...order: SQL[]): Promise<Ticket[]> {
  const found = await ticketRows(context.db, context.user, context.now, { written_by: writtenBy })
    .where(where)
    .orderBy(...(order.length ? order : [asc(tickets.id)]))
  if (!found.length) return []
  const parts = await partsOf(found, context)
  const questions = await ownRatingTokens(found, context)
  return found.map((one) => {
    const row = toTicketRow(one)
    const merged = parts.merged(row.id)
    const all = [row, ...merged]
    const uids = new Set(all.map(({ uid }) => uid))
    const goesOn = parts.goesOn(row.id)
    const mine = goesOn ? parts.comments(goesOn.id).filter(({ user_id }) => user_id === context.user.id) : []
    const comments = [...all.flatMap(({ id }) => parts.comments(id)), ...mine].sort(byTime)
    const [rating] = parts.rated(row.id)
    return {
      ...row,
      inspection: parts.inspection(row.inspection_id),
      due_words: dueSentences({ ...row, category: row.category.name, pauses: parts.stops(row.id) }),
      comments: comments.map((one) => shownIn(row.id, one)),
      attachments: parts.attachments.filter(({ uid }) => uids.has(uid)),
      tasks: parts.tasks(row.id),
      merged_into: goesOn ?? null,
      split_from: parts.ref(row.split_from),
      merged: merged.map(({ uid, id_year, id_number, subject, description, created_at, requester, written_by, split_from, at }) => ({
        ...{ uid, id_year, id_number, subject, description, created_at, requester, written_by, split: split_from !== null },
        until: new Date(Date.parse(at) + UNMERGE_DAYS * 86_400_000).toISOString(),
      })),
      rating: rating ? { score: rating.score!, note: rating.note, rated_at: rating.rated_at! } : null,
      rating_token: questions.get(row.id) ?? null,
    }
  })
}
const byTime = (a: { created_at: string; id: number }, b: { created_at: string; id: number }) =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id
/** The whole ticket; undefined if `where` matches none. */
export const readTicket = async (context: Reader, where: SQL): Promise<Ticket | undefined> => (await readTickets(context, where))[0]
/** The ticket as an answer to a call that has just written it. */
export const readWritten = async (context: Pick<Context, 'db' | 'user' | 'now'>, id: number): Promise<Ticket> =>
  (await readTicket(context, eq(tickets.id, id)))!
