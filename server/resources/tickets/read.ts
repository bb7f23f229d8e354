import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Ticket, TicketFile, TicketRow } from '../../../src/contract/tickets/tickets.ts'
import { seesAllStations } from '../../../src/rules/stations/sight.ts'
import { isAgent, statusOf, UNMERGE_DAYS } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { notification_group_users } from '../../db/schema/notifications/notifications.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import * as support from '../../db/schema/tickets/tickets.ts'
import { dueWords } from '../../domain/tickets/due.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import { assignedIds } from '../stations/scope.ts'

const { tickets, ticket_assignments, ticket_categories, ticket_comments, ticket_files, ticket_tasks } = support
export type TicketRecord = typeof tickets.$inferSelect
type Caller = Pick<User, 'id' | 'roles' | 'permissions' | 'all_stations'>

/** Nobody has taken it. */
export const unassigned: SQL = eq(tickets.assignees, 0)
export const assignedTo = (...ids: number[]): SQL =>
  sql`${tickets.id} in (select ${ticket_assignments.ticket_id} from ${ticket_assignments} where ${inArray(ticket_assignments.user_id, ids)})`
/** Past its due time and not closed; its clock may stand. */
export const isLate = (now: Date): SQL<boolean> =>
  sql<boolean>`(${tickets.status_id} <> 5 and ${tickets.due_at} < coalesce(${tickets.paused_at}, ${now.toISOString()}::timestamptz))`

/**
 * Which tickets somebody sees (domain.md 4.3, TKT), way by way; undefined for who sees all. By a narrow way few are seen, which are read off its index; by a
 * wide one perhaps half of all, which are looked at one by one.
 */
function waysTo(user: Caller): { narrow: SQL[]; wide: SQL[] } | undefined {
  const { id, roles, permissions } = user
  if (roles.includes('superAdmin') || roles.includes('ticket_supervisor') || permissions.includes('manage_tickets')) return undefined
  const area = roles.includes('network_manager')
  // Every station: every ticket.
  if (area && seesAllStations(user)) return undefined
  const helpdesk = roles.includes('helpdesk')
  return {
    narrow: [
      ...[eq(tickets.requester_id, id), eq(tickets.created_by, id)],
      ...(helpdesk ? [assignedTo(id), and(unassigned, isNull(tickets.deleted_at))!] : []),
      ...(area ? assignedIds(user).map((ids) => sql`${tickets.station_id} in (${ids})`) : []),
    ],
    wide: helpdesk ? [inGroupOf(user)] : [],
  }
}
/** In a category whose notification group somebody is in. */
const inGroupOf = ({ id }: Caller): SQL =>
  sql`${tickets.category_id} in (select c.id from ${ticket_categories} c inner join notification_group_users g on g.group_id = c.notification_group_id where g.user_id = ${id})`
/** Whether somebody sees it, of a ticket that is known by its number. */
export function ticketScope(user: Caller): SQL {
  const { narrow = [], wide = [] } = waysTo(user) ?? {}
  return and(isNull(tickets.deleted_at), or(...narrow, ...wide))!
}
const build = new QueryBuilder()
const idsOf = (where: SQL): SQL => sql`${build.select({ id: tickets.id }).from(tickets).where(where)}`
/** The same, where many are looked at: of one `or` of all the ways the database reads every ticket. */
export function ticketsSeen(user: Caller, wide?: SQL[]): SQL {
  const ways = waysTo(user)
  const few = ways && sql`${tickets.id} in (${sql.join(ways.narrow.map(idsOf), sql` union all `)})`
  return and(isNull(tickets.deleted_at), ways && or(few, ...(wide ?? ways.wide)))!
}
/** The same, once it is known which categories are of somebody's groups, most often none; `ids` of them, undefined where that is all. */
export async function seenNow({ db, user }: Pick<Context, 'db' | 'user'>): Promise<{ seen: SQL; ids: SQL | undefined }> {
  const ways = waysTo(user)
  const { id, notification_group_id } = ticket_categories
  const categories = ways?.wide.length
    ? await db
        .select({ id })
        .from(ticket_categories)
        .innerJoin(notification_group_users, eq(notification_group_users.group_id, notification_group_id))
        .where(eq(notification_group_users.user_id, user.id))
    : []
  const wide = categories.map((one) => one.id)
  const seen = ticketsSeen(user, wide.length ? [inArray(tickets.category_id, wide)] : [])
  return { seen, ids: ways && idsOf(seen) }
}

const requester = alias(users, 'requester')
/** Those of one's own and of merged tickets that the caller may read. */
const readable = (user: Pick<User, 'roles' | 'permissions'>): SQL => (isAgent(user) ? sql`true` : sql`not ${ticket_comments.internal}`)
const shown = (user: User, now: Date) => ({
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
type Shown = TicketRecord & Omit<TicketRow, keyof TicketRecord | 'status'>
/** Said by hand: what the builder knows of it is more than a declaration holds. */
interface Rows<R> extends PromiseLike<R[]> {
  where(where: SQL | undefined): Rows<R>
  orderBy(...order: SQL[]): Rows<R>
  limit(most: number): Rows<R>
}
/** Rows of tickets with what a list shows of them. */
export const ticketRows = <M extends Record<string, SQL>>(db: Db, user: User, now: Date, more: M) =>
  db
    .select({ ...shown(user, now), ...(more as object) })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .innerJoin(requester, eq(requester.id, tickets.requester_id))
    .leftJoin(stations, eq(stations.id, tickets.station_id))
    .$dynamic() as unknown as Rows<Shown & { [K in keyof M]: M[K] extends SQL<infer T> ? T : unknown }>
/** The state as it goes over the wire. */
export const asRow = <R extends TicketRecord>(row: R) => {
  const { id, name } = statusOf(row.status_id)
  return { ...row, status: { id, name } }
}

const numberOf = { id_year: tickets.id_year, id_number: tickets.id_number }
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
/** Comments with their attachments, oldest first; `home`: the ticket they are read in, so that others are named. */
export async function commentsOf(db: Db, user: User, home: number, where: SQL) {
  const rows = await db
    .select({ row: ticket_comments, number: numberOf, user: { id: users.id, name: users.name } })
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
  id === null ? null : ((await db.select(numberOf).from(tickets).where(eq(tickets.id, id)))[0] ?? null)

/** A ticket with all there is of it, as the caller may read it. */
export async function readTicket({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, where: SQL): Promise<Ticket | undefined> {
  const [found] = await ticketRows(db, user, now, {}).where(where)
  if (!found) return undefined
  const row = asRow(found)
  const { ticket_merges: merges, ticket_pauses: pauses, ticket_ratings: ratings } = support
  const merged = await db
    .select({ id: tickets.id, ...numberOf, subject: tickets.subject, at: merges.at })
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
  const stood = await db.select().from(pauses).where(eq(pauses.ticket_id, row.id)).orderBy(asc(pauses.id))
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
    due_words: dueWords({ ...row, category: row.category.name, pauses: stood }),
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
