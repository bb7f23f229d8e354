import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PolicyName } from '../../../src/contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../../src/contract/kernel/roles.ts'
import type { Db } from './db.ts'

interface Viewer {
  id: number
  roles: RoleName[]
  permissions: PermissionName[]
  all_stations: boolean
}
/** Somebody with an open stream. */
export interface Listener extends Viewer {
  session_id: number
}
/** The people told of the changes of a resource: nobody learns of a record they may not see. */
export interface Audience {
  policy: PolicyName
  table: PgTable
  /** The fields told of a record. */
  columns: Record<string, AnyPgColumn> & { id: AnyPgColumn }
  /** Condition under which somebody sees a row; undefined: they see all. */
  scope(user: Viewer): SQL | undefined
}
export type Row = { id: number } & Record<string, unknown>
const PEOPLE_PER_QUERY = 40
/** The rows among `ids` that each of these people may see, by the id of the person and of the row. */
export async function visibleRows(db: Db, { table, columns, scope }: Audience, ids: number[], people: readonly Viewer[]) {
  const found = new Map<number, Map<number, Row>>()
  for (let at = 0; at < people.length; at += PEOPLE_PER_QUERY) {
    const some = people.slice(at, at + PEOPLE_PER_QUERY)
    const sees = sql.join(
      some.map((user) => sql`coalesce(${scope(user) ?? sql`true`}, false)`),
      sql`, `,
    )
    const rows = await db
      .select({ ...columns, sees: sql<boolean[]>`array[${sees}]` })
      .from(table)
      .where(inArray(columns.id, ids))
    for (const { sees, ...row } of rows as unknown as (Row & { sees: boolean[] })[])
      some.forEach(({ id }, one) => {
        if (!sees[one]) return
        const mine = found.get(id) ?? new Map<number, Row>()
        found.set(id, mine.set(row.id, row))
      })
  }
  return found
}
