import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { notification_group_users } from '../../db/schema/notifications/notifications.ts'
import { ticket_assignments, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { assignedIds } from '../stations/scope.ts'

export type TicketRecord = typeof tickets.$inferSelect
type Caller = Pick<User, 'id' | 'roles' | 'permissions' | 'all_stations'>

export const isUnassigned: SQL = eq(tickets.assignees, 0)
export const isAssignedTo = (...ids: number[]): SQL =>
  sql`${tickets.id} in (select ${ticket_assignments.ticket_id} from ${ticket_assignments} where ${inArray(ticket_assignments.user_id, ids)})`

interface Visibility {
  /** Conditions that match few tickets and are answered by an index. */
  few: SQL[]
  /** Conditions that may match half of all tickets, so that each ticket is tested. */
  many: SQL[]
}
/** The conditions by which a user sees tickets; undefined for users who see all (docs/spec/tickets.md#who-sees-a-ticket). */
function visibilityOf(user: Caller): Visibility | undefined {
  const { id, roles, permissions } = user
  if (roles.includes('superAdmin') || roles.includes('ticket_supervisor') || permissions.includes('manage_tickets')) return undefined
  const area = roles.includes('network_manager')
  if (area && seesAllStations(user)) return undefined
  const helpdesk = roles.includes('helpdesk')
  return {
    few: [
      ...[eq(tickets.requester_id, id), eq(tickets.created_by, id)],
      ...(helpdesk ? [isAssignedTo(id), and(isUnassigned, isNull(tickets.deleted_at))!] : []),
      ...(area ? assignedIds(user).map((ids) => sql`${tickets.station_id} in (${ids})`) : []),
    ],
    many: helpdesk ? [inGroupOf(user)] : [],
  }
}
/** Whether the user sees every ticket. */
export const seesAllTickets = (user: Caller): boolean => !visibilityOf(user)
/** The ticket's category has a notification group that the user belongs to. */
const inGroupOf = ({ id }: Caller): SQL =>
  sql`${tickets.category_id} in (select c.id from ${ticket_categories} c inner join notification_group_users g on g.group_id = c.notification_group_id where g.user_id = ${id})`
/** Condition: the user may see the ticket. For single tickets, found by id or number. */
export const ticketScope = (user: Caller): SQL => and(isNull(tickets.deleted_at), reachable(user))!
/** Condition: the ticket is deleted, and the user could see it. */
export const deletedTicketScope = (user: Caller): SQL => and(isNotNull(tickets.deleted_at), reachable(user))!
function reachable(user: Caller): SQL | undefined {
  const { few = [], many = [] } = visibilityOf(user) ?? {}
  return or(...few, ...many)
}
const build = new QueryBuilder()
const idsOf = (where: SQL): SQL => sql`${build.select({ id: tickets.id }).from(tickets).where(where)}`
/** The same condition for lists, as a union of indexed queries: PostgreSQL would answer one long `or` by reading every ticket. */
export function ticketListScope(user: Caller, many?: SQL[]): SQL {
  const visibility = visibilityOf(user)
  const few = visibility && sql`${tickets.id} in (${sql.join(visibility.few.map(idsOf), sql` union all `)})`
  return and(isNull(tickets.deleted_at), visibility && or(few, ...(many ?? visibility.many)))!
}
/**
 * `ticketListScope` after one query for the categories of the user's groups. Most users have none, and the condition becomes simpler.
 * @returns `ids`: a query for the ids of the visible tickets, undefined if the user sees all
 */
export async function resolvedListScope({ db, user }: Pick<Context, 'db' | 'user'>): Promise<{ seen: SQL; ids: SQL | undefined }> {
  const visibility = visibilityOf(user)
  const { id, notification_group_id } = ticket_categories
  const rows = visibility?.many.length
    ? await db
        .select({ id })
        .from(ticket_categories)
        .innerJoin(notification_group_users, eq(notification_group_users.group_id, notification_group_id))
        .where(eq(notification_group_users.user_id, user.id))
    : []
  const categories = rows.map((one) => one.id)
  const seen = ticketListScope(user, categories.length ? [inArray(tickets.category_id, categories)] : [])
  return { seen, ids: visibility && idsOf(seen) }
}
