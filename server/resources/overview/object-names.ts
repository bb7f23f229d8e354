import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import type { ResourceName } from '../../../src/contract/kernel/resource-names.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { communications } from '../../db/schema/content/communications.ts'
import { documents } from '../../db/schema/content/documents.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { coupon_orders } from '../../db/schema/coupons/coupons.ts'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { gpl_card_requests, gpl_courses } from '../../db/schema/gpl/gpl.ts'
import { inspection_models, inspections } from '../../db/schema/inspections/inspections.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers, station_employees } from '../../db/schema/people/managers.ts'
import { pay_documents } from '../../db/schema/people/payslips.ts'
import { competitors } from '../../db/schema/prices/competitors.ts'
import { ecommerce_orders, ecommerce_products } from '../../db/schema/shop/shop.ts'
import { available_services, fuels, stations } from '../../db/schema/stations/stations.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import type { User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { masked } from '../cards/read-cards.ts'
import { inScope as communicationScope } from '../content/read-communications.ts'
import { inScope as inspectionScope } from '../inspections/read.ts'
import { employeeScope, managementScope, managerScope } from '../people/scope.ts'
import { productScope } from '../shop/scope.ts'
import { inStations } from '../stations/scope.ts'
import { ticketListScope } from '../tickets/scope.ts'

interface Kind {
  /** Who reads such records at all, and which of them. */
  policy: PolicyName
  scope?: (user: User) => SQL | undefined
  table: PgTable
  id: AnyPgColumn
  name: SQL
}
const kind = (policy: PolicyName, table: PgTable & { id: AnyPgColumn }, name: SQL, scope?: Kind['scope']): Kind => ({
  ...{ policy, table, id: table.id, name },
  ...(scope && { scope }),
})
const byName = (policy: PolicyName, table: PgTable & { id: AnyPgColumn; name: AnyPgColumn }, scope?: Kind['scope']) =>
  kind(policy, table, sql`${table.name}`, scope)
const at = (column: AnyPgColumn) => (user: User) => inStations(user, column)
/** Code and name of the station that a column of the table names. */
const stationOf = (table: PgTable, column: string) =>
  sql`(select s.code || ' ' || s.name from stations s where s.id = ${table}.${sql.identifier(column)})`
const places = kind('net.read', stations, sql`${stations.code} || ' ' || ${stations.name}`, at(stations.id))
const message = kind('auth', communications, sql`${communications.subject}`, communicationScope)
const payslip = kind(
  'payroll.admin',
  pay_documents,
  sql`(select u.name from users u where u.id = ${pay_documents}.user_id) || coalesce(' ' || ${pay_documents.month} || '/' || ${pay_documents.year}, '')`,
)
/** The name of a record of each kind, as its own pages say it, for those who may read it there. */
const kinds: Readonly<Partial<Record<ResourceName, Kind>>> = {
  users: byName('users', users),
  stations: places,
  station_acl: places,
  banks: byName('banks.read', banks),
  customers: kind('cards.read', customers, sql`${customers.denomination}`),
  cards: kind('cards.read', cards, masked(cards.number)),
  coupons: kind('coupons.read', coupon_orders, sql`${coupon_orders.number}`),
  competitors: byName('net.read', competitors, at(competitors.station_id)),
  fuels: byName('auth', fuels),
  available_services: byName('auth', available_services),
  documents: byName('docs.admin', documents),
  ...{ 'communications-messages': message, 'communications-ctrl': message },
  expirations: kind(
    'exp.read',
    expirations,
    sql`${expirations.message} || coalesce(', ' || ${stationOf(expirations, 'station_id')}, '')`,
    at(expirations.station_id),
  ),
  'gpl-card-requests': kind('gpl.read', gpl_card_requests, sql`${gpl_card_requests.number}`),
  'gpl-courses': kind('gpl.read', gpl_courses, sql`${gpl_courses.title}`),
  inspections: kind(
    'insp.read',
    inspections,
    sql`coalesce(${inspections.id_year} || '/' || ${inspections.id_number} || ' ', '') || ${stationOf(inspections, 'station_id')}`,
    inspectionScope,
  ),
  'inspection-models': byName('insp', inspection_models),
  'notification-groups': byName('tickets.config', notification_groups),
  'default-mails': byName('tickets.config', default_mails),
  'ticket-categories': byName('tickets.config', ticket_categories),
  tickets: kind('tickets.open', tickets, sql`${tickets.id_year} || '/' || ${tickets.id_number} || ' ' || ${tickets.subject}`, (user) =>
    ticketListScope(user),
  ),
  managers: kind('mgmt.read', managers, sql`${managers.name} || ' ' || ${managers.lastname}`, managerScope),
  managements: kind('mgmt.read', managements, stationOf(managements, 'station_id'), managementScope),
  station_employees: kind(
    'mgmt.read',
    station_employees,
    sql`${station_employees.name} || ' ' || ${station_employees.lastname}`,
    employeeScope,
  ),
  'ecommerce-products': byName('eco.order', ecommerce_products, productScope),
  'ecommerce-orders': kind(
    'eco.admin',
    ecommerce_orders,
    sql`${ecommerce_orders.id_year} || '/' || ${ecommerce_orders.id_number} || ' ' || ${stationOf(ecommerce_orders, 'station_id')}`,
  ),
  ...{ payrolls: payslip, cuds: payslip },
}
interface Told {
  entity: string | null
  entity_id: string | null
  path: string
}
/** Calls whose number is not the one of the record: an upload of payslips, a section of a model, the articles of a station. */
const isOther = ({ path }: Told) => /\/(payrolls|cuds)\/(batches|upload)|\/inspection\/category|\/product\/station$/.test(path)
const kindOf = (row: Told): Kind | undefined =>
  row.entity && row.entity_id && /^\d{1,9}$/.test(row.entity_id) && Object.hasOwn(kinds, row.entity) && !isOther(row)
    ? kinds[row.entity as ResourceName]
    : undefined

/** Adds the name of what each row of the log is about, one query for each kind on the page; null for what is gone or not for this reader. */
export async function withObjectNames<T extends Told>(db: Db, user: User, rows: T[]): Promise<(T & { object: string | null })[]> {
  const asked = new Map<Kind, Set<number>>()
  for (const row of rows) {
    const of = kindOf(row)
    if (of && allows(of.policy, user)) asked.set(of, (asked.get(of) ?? new Set<number>()).add(Number(row.entity_id)))
  }
  const known = new Map<Kind, Map<number, string>>()
  for (const [of, ids] of asked) {
    const found = await db
      .select({ id: of.id, name: sql<string>`${of.name}` })
      .from(of.table)
      .where(and(inArray(of.id, [...ids]), isNotNull(of.name), of.scope?.(user)))
    known.set(of, new Map(found.map(({ id, name }) => [id as number, name] as const)))
  }
  return rows.map((row) => {
    const of = kindOf(row)
    return { ...row, object: (of && known.get(of)?.get(Number(row.entity_id))) ?? null }
  })
}
