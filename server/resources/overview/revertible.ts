import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { mayManage } from '../../../src/rules/people/user-rights.ts'
import { noneOf } from '../../../src/rules/shared/none-of.ts'
import { networkWide } from '../../../src/rules/stations/access.ts'
import {
  dispensers as dispenserTable,
  extinguisher_intervals,
  fire_extinguishers,
  network_devices,
  oil_separators,
  station_devices,
} from '../../db/schema/equipment/equipment.ts'
import { obligations as obligationTable } from '../../db/schema/people/managements.ts'
import { competitors as competitorTable } from '../../db/schema/prices/competitors.ts'
import { ecommerce_categories, ecommerce_tags } from '../../db/schema/shop/shop.ts'
import { available_services as availableServices, fuels as fuelTable, stations as stationTable } from '../../db/schema/stations/stations.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Implementation } from '../../lib/core/implement.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Call } from '../../lib/core/run-call.ts'
import banks from '../banks/banks.ts'
import cards from '../cards/cards.ts'
import customers from '../cards/customers.ts'
import dispensers from '../equipment/dispensers.ts'
import extinguisherIntervals from '../equipment/extinguisher-intervals.ts'
import fireExtinguishers from '../equipment/fire-extinguishers.ts'
import networkDevices from '../equipment/network-devices.ts'
import oilSeparators from '../equipment/oil-separators.ts'
import stationDevices from '../equipment/station-devices.ts'
import obligations from '../people/obligations.ts'
import users from '../people/users.ts'
import competitors from '../prices/competitors.ts'
import ecommerceCategories from '../shop/categories.ts'
import ecommerceTags from '../shop/tags.ts'
import fuels from '../stations/fuels.ts'
import stationRecord from '../stations/record.ts'
import { needStation } from '../stations/scope.ts'
import services from '../stations/services.ts'
import stationSets, { setNames, setOf } from '../stations/sets.ts'
import ticketCategories from '../tickets/categories.ts'
/** A record whose earlier values can be put back, by the call that changes it: what that refuses is refused here too. */
export interface Revertible {
  update: Call
  /** As it is now; undefined where it is gone. */
  current(id: number, context: Context): Promise<Record<string, unknown> | undefined>
  /** Whether the caller may change this one, where the policy of the call does not say it all. */
  mayChange?(record: Record<string, unknown>, context: Context): Promise<boolean>
}
const refused = <T>(work: Promise<T>, status: number) =>
  work.catch((error) => {
    if (error instanceof Problem && error.status === status) return undefined
    throw error
  })
const mayWrite = async (station: unknown, { db, user }: Context, policy: PolicyName = 'net.write') =>
  (await refused(
    needStation(db, user, Number(station), policy).then(() => true),
    403,
  )) === true
const onStation: Revertible['mayChange'] = ({ station_id }, context) => mayWrite(station_id, context)
/** One that is compared with no station is of whoever writes the whole network. */
const onCompetitor: Revertible['mayChange'] = async (row, context) =>
  row.station_id ? mayWrite(row.station_id, context) : allows('net.write', networkWide(context.user))
function updateOf({ endpoints, handlers }: Implementation): Call {
  const { update } = endpoints
  if (!update)
    throw new Error(`revertible.ts: "${Object.values(endpoints)[0]?.resource}" has no call "update" to put earlier values back with.`)
  return { endpoint: update, handler: handlers.update! }
}
const whole = (of: Implementation): Revertible => ({
  update: updateOf(of),
  current: (id, context) => refused(Promise.resolve(of.handlers.get!({ id }, context) as Record<string, unknown>), 404),
})
const row = (
  of: Implementation,
  table: PgTable & { id: typeof fuelTable.id | typeof fire_extinguishers.id | typeof oil_separators.id },
): Revertible => ({
  update: updateOf(of),
  current: async (id, { db }) =>
    (
      await db
        .select()
        .from(table as PgTable)
        .where(eq(table.id, id))
    )[0],
})

/** Rows that belong to a station are put back as a whole. */
const setsOfStations = Object.fromEntries(
  setNames.map((name) => {
    const { endpoints, handlers } = stationSets
    const update = { endpoint: endpoints[name]!, handler: handlers[name]! }
    const one: Revertible = {
      update,
      current: (id, context) => setOf(name, id, context),
      mayChange: ({ id }, context) => mayWrite(id, context, update.endpoint.policy),
    }
    return [`station_${name}`, one]
  }),
) as Record<`station_${(typeof setNames)[number]}`, Revertible>

/** By the name of the model in the history; null where earlier values are not put back, and why. */
export const revertible: Readonly<Record<HistoryModel, Revertible | null>> = {
  bank: whole(banks),
  customer: whole(customers),
  card: whole(cards),
  user: { ...whole(users), mayChange: async (user, context) => mayManage(context.user, user as Pick<User, 'roles'>) },
  station: { ...row(stationRecord, stationTable as never), mayChange: ({ id }, context) => mayWrite(id, context) },
  ...setsOfStations,
  fuel: row(fuels, fuelTable),
  available_service: row(services, availableServices as never),
  extinguisher_interval: row(extinguisherIntervals, extinguisher_intervals as never),
  ticket_category: whole(ticketCategories),
  fire_extinguisher: { ...row(fireExtinguishers, fire_extinguishers), mayChange: onStation },
  dispenser: { ...row(dispensers, dispenserTable as never), mayChange: onStation },
  station_device: { ...row(stationDevices, station_devices as never), mayChange: onStation },
  network_device: { ...row(networkDevices, network_devices as never), mayChange: onStation },
  competitor: { ...row(competitors, competitorTable as never), mayChange: onCompetitor },
  oil_separator: { ...row(oilSeparators, oil_separators), mayChange: onStation },
  ecommerce_category: row(ecommerceCategories, ecommerce_categories as never),
  ecommerce_tag: row(ecommerceTags, ecommerce_tags as never),
  // Have states and rules of their own, and calls of their own that lead back.
  ...noneOf('ticket', 'inspection', 'non_conformity', 'inspection_model', 'inspection_category', 'expiration', 'price'),
  ...noneOf('ecommerce_order', 'gpl_card_request', 'gpl_course', 'coupon', 'coupon_order'),
  // Are replaced as a whole, or are files.
  ...noneOf('station_acl', 'station_detailed_openings', 'station_image', 'qr_code', 'settings', 'pay_batch'),
  // Somebody may be changing them on a device without a network.
  ...noneOf('station_note', 'tank_maintenance'),
  // Belong to a dispenser, or to one person.
  ...noneOf('gun', 'saved_view'),
  // Is written with its photo, as a form.
  ...noneOf('ecommerce_product'),
  // Are shown masked, count money, or are decided together with what stands beside them.
  ...noneOf('manager', 'station_employee', 'management', 'cash_fund', 'remuneration', 'management_obligation'),
  obligation: row(obligations, obligationTable as never),
  // Are files, or words that people were asked to confirm.
  ...noneOf('support_document', 'document', 'communication'),
  // Nobody has asked for it yet.
  ...noneOf('contact_category', 'contact_container', 'contact_item'),
  ...noneOf('tank', 'pos', 'notification_group', 'default_mail'),
}
