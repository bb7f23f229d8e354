import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { activity as contract } from '../../src/contract/activity.ts'
import { allows } from '../../src/contract/policies.ts'
import { users } from '../db/schema/people.ts'
import { activity_log, model_history } from '../db/schema/system.ts'
import { romeTime } from '../domain/rome-time.ts'
import type { Context } from '../lib/context.ts'
import { implement } from '../lib/implement.ts'
import { inStations } from '../lib/scope.ts'
import { matches, ordering, paged } from '../lib/table.ts'

const midnight = (day: string, later = 0) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date + later)).toISOString()
}
/** Between two days of Rome, both included. */
const within = (column: AnyPgColumn, { from, to }: { from?: string | null | undefined; to?: string | null | undefined }) =>
  and(from ? gte(column, midnight(from)) : undefined, to ? lt(column, midnight(to, 1)) : undefined)
const among = <T>(column: AnyPgColumn, wanted: T[] | undefined) => (wanted?.length ? inArray(column, wanted) : undefined)
const person = { id: users.id, name: users.name }

const ofStation = ['dispenser', 'tank', 'gun', 'station_device', 'fire_extinguisher', 'oil_separator', 'price', 'management']
/** Whose history a caller reads (domain.md 4.5): all, customers and cards, stations in scope with what belongs to them. */
function readable(user: Context['user']): SQL | undefined {
  if (allows('super', user)) return undefined
  const { model, model_id } = model_history
  const station = sql`(coalesce(${model_history.new}, ${model_history.old}) ->> 'station_id')::int`
  return or(
    allows('cards.write', user) ? inArray(model, ['customer', 'card']) : sql`false`,
    allows('net.write', user)
      ? or(and(eq(model, 'station'), inStations(user, model_id)), and(inArray(model, ofStation), inStations(user, station)))
      : undefined,
  )
}

export default implement(contract, {
  list(input, context) {
    const { db } = context
    const log = activity_log
    const where = and(
      within(log.created_at, input),
      among(log.user_id, input.user_id),
      among(log.action, input.action),
      matches(input.search ?? input.query, users.name, log.entity, log.entity_id, log.path, log.ip),
    )
    // Rows are written as things happen: the id gives the order of time, and has the index.
    const order = ordering(input.sort ?? '-created_at', { created_at: log.id, user: users.name, action: log.action }, log.id)
    const author = eq(users.id, log.user_id)
    return paged(input, context, [sql`${log} left join ${users} on ${author}`, where], async (in_all, limit, offset) => {
      const rows = await db
        .select({ row: log, user: person, in_all })
        .from(log)
        .leftJoin(users, author)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map(({ row, ...more }) => ({ ...row, ...more }))
    })
  },
  history(input, context) {
    const { db, user: caller } = context
    const past = model_history
    const where = and(
      readable(caller),
      within(past.created_at, input),
      among(past.model, input.model),
      among(past.model_id, input.model_id),
      among(past.event, input.event),
      among(past.user_id, input.user_id),
      matches(input.search ?? input.query, past.model, past.model_id, users.name),
    )
    const order = ordering(input.sort ?? '-created_at', { created_at: past.id }, past.id)
    const author = eq(users.id, past.user_id)
    return paged(input, context, [sql`${past} left join ${users} on ${author}`, where], async (in_all, limit, offset) => {
      const rows = await db
        .select({ row: past, user: person, in_all })
        .from(past)
        .leftJoin(users, author)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map(({ row, ...more }) => ({ ...row, ...more }))
    })
  },
})
