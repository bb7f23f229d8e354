import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { mayReadMoney } from '../../../src/rules/people/personal-data.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers, station_employees } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { grantColumns, inStations, mayWriteStation } from '../stations/scope.ts'

export type Management = typeof managements.$inferSelect
type Caller = Pick<Context, 'db' | 'user'>

/** The caller's rights beside those of the role "manager", which reaches only one's own managements. */
const officeOf = (user: User): User => ({ ...user, roles: user.roles.filter((name) => name !== 'manager') })
const ownRecords = (user: User) =>
  sql`(select ${managers.id} from ${managers} where ${and(eq(managers.user_id, user.id), isNull(managers.deleted_at))})`
/** Rows of the caller's own manager record, or of the caller's stations. Source: docs/spec/security.md#row-scopes */
function reach(user: User, station: AnyPgColumn, manager: AnyPgColumn | SQL): SQL {
  const office = officeOf(user)
  const parts: (SQL | undefined)[] = []
  if (allows('mgmt.read', office)) parts.push(inStations(office, station) ?? sql`true`)
  if (user.roles.includes('manager')) {
    parts.push(sql`${manager} in ${ownRecords(user)}`)
    // An account that is not linked yet reaches what its stations have.
    parts.push(sql`not exists ${ownRecords(user)} and ${inStations({ ...user, roles: ['manager'] }, station)}`)
  }
  return or(...parts, sql`false`)!
}
/** Condition for queries over `managements`: not deleted and within the caller's reach. */
export const managementScope = (user: User): SQL =>
  and(isNull(managements.deleted_at), reach(user, managements.station_id, managements.manager_id))!
/** The same for what is about money, which read-only roles of stations do not see. */
export const moneyScope = (user: User): SQL => (mayReadMoney(user) ? managementScope(withoutReadOnly(user)) : sql`false`)
const withoutReadOnly = (user: User): User => ({
  ...user,
  roles: user.roles.filter((name) => name !== 'station_readonly'),
  permissions: user.permissions.filter((name) => name !== 'access_station_ro'),
})
/**
 * Condition for queries over `managers`: oneself, who has a management within reach, and for those who write managements also who has none yet.
 */
export function managerScope(user: User): SQL {
  const has = sql`select from ${managements} where ${eq(managements.manager_id, managers.id)}`
  return and(
    isNull(managers.deleted_at),
    or(
      eq(managers.user_id, user.id),
      inStations(officeOf(user), managements.station_id) === undefined && allows('mgmt.read', officeOf(user)) ? sql`true` : undefined,
      sql`exists (${has} and ${managementScope(user)})`,
      allows('mgmt.write', user) ? sql`not exists (${has} and ${isNull(managements.deleted_at)})` : undefined,
    ),
  )!
}
/** Condition for queries over `station_employees`: those at a station within reach; one without a station goes with the manager. */
export const employeeScope = (user: User): SQL =>
  or(
    reach(user, station_employees.station_id, station_employees.manager_id),
    sql`${station_employees.station_id} is null and ${station_employees.manager_id} in (select ${managers.id} from ${managers} where ${managerScope(user)})`,
  )!

/**
 * Locks a management within the caller's reach, so that what depends on it is written one after the other.
 * @param policy the right to write, which must reach the station
 * @throws 404 out of reach, 403 if the caller may only read it
 */
export async function lockManagement(id: number, { db, user }: Caller, policy: PolicyName): Promise<Management> {
  const money = policy === 'mgmt.fin'
  const [row] = await db
    .select({ management: managements, ...grantColumns(user) })
    .from(managements)
    .innerJoin(stations, eq(stations.id, managements.station_id))
    .where(and(eq(managements.id, id), money ? moneyScope(user) : managementScope(user)))
    .for('update', { of: managements })
  if (!row) throw problem.notFound()
  // A manager marks what is done on his own managements, whatever else may be granted.
  const own = policy === 'obl.done' && user.roles.includes('manager') && (await isOwn(row.management.manager_id, { db, user }))
  if (!own && !mayWriteStation(user, row, policy)) throw problem.forbidden()
  return row.management
}
const isOwn = async (manager_id: number, { db, user }: Caller) =>
  !!(await db.$count(managers, and(eq(managers.id, manager_id), eq(managers.user_id, user.id))))
/** The same for a record that names a management: 422 where a body names one that is not there. */
export async function lockNamedManagement(id: number, context: Caller, policy: PolicyName): Promise<Management> {
  return lockManagement(id, context, policy).catch((error) => {
    if (error?.status === 404) throw problem.invalid({ management_id: messages.exists('Gestione') })
    throw error
  })
}
