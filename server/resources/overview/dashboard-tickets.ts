import { and, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_assignments, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { ticketListScope } from '../tickets/scope.ts'

const WEEKS = 12
/** The tickets closed in so many days, today included, tell how fast tickets are solved. */
const DAYS = 30
const CLOSED = 5
/** Days in Rome, both included, as the list of tickets takes them. */
function within(column: AnyPgColumn, from: string, to: string): SQL {
  const midnight = (day: string) => {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    return new Date(romeTime(year, month, date)).toISOString()
  }
  return and(gte(column, midnight(from)), lt(column, midnight(addDays(to, 1))))!
}
const many = sql<number>`count(*)::int`
const open = (context: Context) => and(ticketListScope(context.user), ne(tickets.status_id, CLOSED))
const solved = (context: Context, from: string, to: string) =>
  and(ticketListScope(context.user), eq(tickets.status_id, CLOSED), within(tickets.completed_at, from, to))

/** Monday to Sunday, the last week is this one. */
export async function ticketWeeks(context: Context) {
  const today = dayInRome(context.now)
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const weeks = Array.from({ length: WEEKS }, (_, at) => {
    const from = addDays(monday, 7 * (at + 1 - WEEKS))
    return { from, to: addDays(from, 6) }
  })
  const [first, last] = [weeks[0]!.from, weeks.at(-1)!.to]
  const weekOf = (column: AnyPgColumn) => sql<string>`date_trunc('week', ${column} at time zone 'Europe/Rome')::date::text`
  const counted = (column: AnyPgColumn, where: SQL | undefined) => {
    const week = weekOf(column)
    return context.db
      .select({ week, many })
      .from(tickets)
      .where(and(where, within(column, first, last)))
      .groupBy(sql`1`)
  }
  const opened = await counted(tickets.created_at, ticketListScope(context.user))
  const closed = await counted(tickets.completed_at, and(ticketListScope(context.user), eq(tickets.status_id, CLOSED)))
  const of = (rows: typeof opened, from: string) => rows.find(({ week }) => week === from)?.many ?? 0
  return weeks.map((week) => ({ ...week, opened: of(opened, week.from), closed: of(closed, week.from) }))
}
export const ticketCategories = (context: Context) =>
  context.db
    .select({ id: ticket_categories.id, name: ticket_categories.name, many })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .where(open(context))
    .groupBy(ticket_categories.id)
    .orderBy(sql`count(*) desc`, ticket_categories.name)
const lately = ({ now }: Context) => {
  const to = dayInRome(now)
  return { from: addDays(to, 1 - DAYS), to }
}
export async function ticketSla(context: Context) {
  const { from, to } = lately(context)
  const in_time = sql<number>`(count(*) filter (where ${tickets.completed_at} <= ${tickets.due_at}))::int`
  const [row] = await context.db
    .select({ closed: many, in_time })
    .from(tickets)
    .where(solved(context, from, to))
  return { from, to, ...row! }
}
export async function ticketClosing(context: Context) {
  const { from, to } = lately(context)
  const hours = sql<number>`round(avg(extract(epoch from ${tickets.completed_at} - ${tickets.created_at}) / 3600), 1)::float8`
  return context.db
    .select({ id: ticket_categories.id, name: ticket_categories.name, many, hours })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .where(solved(context, from, to))
    .groupBy(ticket_categories.id)
    .orderBy(sql`4 desc`, ticket_categories.name)
}
export const ticketLoad = (context: Context) =>
  context.db
    .select({ id: users.id, name: users.name, many })
    .from(ticket_assignments)
    .innerJoin(tickets, eq(tickets.id, ticket_assignments.ticket_id))
    .innerJoin(users, eq(users.id, ticket_assignments.user_id))
    .where(and(open(context), isNull(users.deleted_at)))
    .groupBy(users.id)
    .orderBy(sql`count(*) desc`, users.name)
