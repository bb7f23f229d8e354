import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { banks } from '../../db/schema/banks/banks.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { fuels, stations } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'

interface Named {
  table: PgTable
  id: AnyPgColumn
  name: SQL<string>
}
const of = (table: PgTable & { id: AnyPgColumn }, name: SQL<string>): Named => ({ table, id: table.id, name })
const people = of(users, sql<string>`${users.name}`)
/** What a field refers to, by its name in every model. */
const referred: Readonly<Record<string, Named>> = {
  station_id: of(stations, sql<string>`${stations.code} || ' ' || ${stations.name}`),
  fuel_id: of(fuels, sql<string>`${fuels.name}`),
  bank_id: of(banks, sql<string>`${banks.name}`),
  customer_id: of(customers, sql<string>`${customers.denomination}`),
  manager_id: of(managers, sql<string>`${managers.name} || ' ' || ${managers.lastname}`),
  notification_group_id: of(notification_groups, sql<string>`${notification_groups.name}`),
  ...{ user_id: people, area_manager_id: people, inspector_id: people, requester_id: people, done_by: people, resolved_by: people },
}
type Values = Record<string, unknown> | null

/** Adds the names of what the values of changes refer to, one query for each kind on the page. */
export async function withNames<T extends { old: Values; new: Values }>(
  db: Db,
  rows: T[],
): Promise<(T & { names?: Record<string, string> })[]> {
  const known = new Map<string, string>()
  for (const [field, { table, id, name }] of Object.entries(referred)) {
    const ids = new Set(rows.flatMap((row) => [row.old?.[field], row.new?.[field]]).filter((one) => typeof one === 'number'))
    if (!ids.size) continue
    const found = await db
      .select({ id, name })
      .from(table)
      .where(inArray(id, [...ids]))
    for (const one of found) if (one.name !== null) known.set(`${field}:${one.id}`, one.name)
  }
  return rows.map((row) => {
    const own = Object.keys(referred).flatMap((field) =>
      [row.old?.[field], row.new?.[field]].flatMap((one) => {
        const name = known.get(`${field}:${one}`)
        return name === undefined ? [] : [[`${field}:${one}`, name] as const]
      }),
    )
    return own.length ? { ...row, names: Object.fromEntries(own) } : row
  })
}
