import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers, station_employees } from '../../db/schema/people/managers.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { User } from '../../lib/core/context.ts'
import { employeeScope, managementScope, managerScope, moneyScope } from '../people/scope.ts'
import { inStations } from '../stations/scope.ts'
import { ticketScope } from '../tickets/scope.ts'

const past = model_history
/** The changes of a model that a person reads: all (true), none (false), or those of a condition. Super administrators are not asked, they read all. */
type Reader = (user: User) => SQL | boolean

const nobody: Reader = () => false
const readersOf =
  (policy: PolicyName): Reader =>
  (user) =>
    allows(policy, user)
const stationOf = sql`(coalesce(${past.new}, ${past.old}) ->> 'station_id')::int`
const onStation =
  (policy: PolicyName): Reader =>
  (user) =>
    allows(policy, user) && (inStations(user, stationOf) ?? true)
const cards = readersOf('cards.write')
const banks = readersOf('banks.write')
const users = readersOf('users')
const piece = onStation('net.write')
const money = onStation('net.fin')
/** By the id of the station itself. */
const station: Reader = (user) => allows('net.write', user) && (inStations(user, past.model_id) ?? true)
/** As the ticket itself: a station's user reads no ticket of other people through its history. */
const ticket: Reader = (user) =>
  allows('tickets.open', user) && sql`${past.model_id} in (select ${tickets.id} from ${tickets} where ${ticketScope(user)})`

const ofManagement = (scope: SQL) =>
  sql`(coalesce(${past.new}, ${past.old}) ->> 'management_id')::int in (select ${managements.id} from ${managements} where ${scope})`
const manager: Reader = (user) =>
  allows('mgmt.write', user) && sql`${past.model_id} in (select ${managers.id} from ${managers} where ${managerScope(user)})`
const employee: Reader = (user) =>
  allows('mgmt.write', user) &&
  sql`${past.model_id} in (select ${station_employees.id} from ${station_employees} where ${employeeScope(user)})`
const management: Reader = (user) =>
  allows('mgmt.write', user) && sql`${past.model_id} in (select ${managements.id} from ${managements} where ${managementScope(user)})`
const managerMoney: Reader = (user) => allows('mgmt.fin', user) && ofManagement(moneyScope(user))
const obligation: Reader = (user) => allows('obl.write', user) && ofManagement(managementScope(user))

/** Who reads the history of each model. A record that its own read refuses has no readable history either. */
const readers: Readonly<Record<HistoryModel, Reader>> = {
  available_service: nobody,
  bank: banks,
  card: cards,
  cash_fund: managerMoney,
  competitor: piece,
  contact_category: nobody,
  contact_container: nobody,
  contact_item: nobody,
  coupon: readersOf('coupons.read'),
  coupon_order: readersOf('coupons.read'),
  support_document: readersOf('driver.read'),
  document: readersOf('docs.admin'),
  communication: nobody,
  customer: cards,
  default_mail: nobody,
  dispenser: piece,
  ecommerce_category: nobody,
  ecommerce_order: nobody,
  ecommerce_product: nobody,
  ecommerce_tag: nobody,
  expiration: nobody,
  extinguisher_interval: nobody,
  fire_extinguisher: piece,
  fuel: nobody,
  gpl_card_request: readersOf('gpl.read'),
  gpl_course: readersOf('gpl.read'),
  gun: piece,
  inspection: nobody,
  inspection_category: nobody,
  inspection_model: nobody,
  management,
  management_obligation: obligation,
  manager,
  network_device: piece,
  non_conformity: nobody,
  notification_group: nobody,
  obligation: readersOf('obl.write'),
  oil_separator: piece,
  pay_batch: readersOf('payroll.admin'),
  pos: money,
  price: piece,
  qr_code: nobody,
  remuneration: managerMoney,
  saved_view: nobody,
  settings: nobody,
  station,
  station_acl: users,
  station_bills: station,
  station_detailed_openings: station,
  station_device: piece,
  station_employee: employee,
  station_fuels: station,
  station_image: piece,
  station_networks: station,
  station_note: piece,
  station_openings: station,
  station_phones: station,
  station_services: station,
  tank: piece,
  tank_maintenance: piece,
  ticket,
  ticket_category: nobody,
  user: users,
}

/** Condition: the part of the history that a person reads; undefined for all of it. Models read by the same rule share one condition. */
export function readableHistory(user: User): SQL | undefined {
  if (allows('super', user)) return undefined
  const models = Object.keys(readers) as HistoryModel[]
  const parts = [...new Set(Object.values(readers))].flatMap((reader) => {
    const where = reader(user)
    if (where === false) return []
    const these = inArray(
      past.model,
      models.filter((model) => readers[model] === reader),
    )
    return [where === true ? these : and(these, where)!]
  })
  return or(...parts) ?? sql`false`
}
