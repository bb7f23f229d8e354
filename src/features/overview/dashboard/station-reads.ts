import { controls, messages } from '../../../contract/content/communications.ts'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import type { PolicyName } from '../../../contract/kernel/policies.ts'
import { counters } from '../../../contract/overview/counters.ts'
import { dashboard } from '../../../contract/overview/dashboard.ts'
import { managementObligations } from '../../../contract/people/management-obligations.ts'
import { ecommerceProducts } from '../../../contract/shop/products.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { stationNotes } from '../../../contract/stations/notes.ts'
import { detailedOpenings, stationDirectory, WHOLE_DIRECTORY } from '../../../contract/stations/openings.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { tickets } from '../../../contract/tickets/tickets.ts'
import { query } from '../../../lib/query.ts'

/** The reads of the first screen of whoever works at a station. The screen and "Prepara per offline" ask exactly the same. */
export const ownStations = query(stationDirectory.list, { per_page: 5 })
export const toConfirm = query(controls.list, { to_ack: true, per_page: 10 })
export const lastMessages = query(messages.list, { mine: true, per_page: 5 })
export const dueObligations = query(managementObligations.list, { status: ['scaduto', 'in_scadenza', 'da_fare'] })
export const atStations = query(dashboard.station, {})
export const ticketInfo = query(tickets.info, {})
const firstScreen: readonly (readonly [PolicyName, object])[] = [
  [stationDirectory.list.policy, ownStations],
  [stationDirectory.list.policy, query(stationDirectory.list, WHOLE_DIRECTORY)],
  [controls.list.policy, toConfirm],
  [messages.list.policy, lastMessages],
  ['obl.done', dueObligations],
  [dashboard.station.policy, atStations],
  [tickets.info.policy, ticketInfo],
  [counters.orders.policy, query(counters.orders, {})],
  [ecommerceProducts.favourites.policy, query(ecommerceProducts.favourites, {})],
  [fuels.suggest.policy, query(fuels.suggest, {})],
]
const ofStation = (id: number): readonly (readonly [PolicyName, object])[] => [
  [stations.get.policy, query(stations.get, { id }, true)],
  [stations.prices.policy, query(stations.prices, { id })],
  [stationNotes.list.policy, query(stationNotes.list, { id })],
  [detailedOpenings.list.policy, query(detailedOpenings.list, { station_id: [id] })],
  ['tanks.maintain', query(tanks.list, { id })],
  ['tanks.maintain', query(tankMaintenances.list, { id })],
  // An order is written without a network too.
  [ecommerceProducts.ofStation.policy, query(ecommerceProducts.ofStation, { stationId: id })],
]
type Read = ReturnType<typeof query>
/** The pages of the communications that wait for a confirmation: it is given without a network too. */
export const pagesToConfirm = (list: { data: readonly { id: number }[] } | undefined) =>
  (list?.data ?? []).map(({ id }) => ({ id, page: query(controls.get, { id }) }))
/** What "Prepara per offline" brings for a person of these stations. */
export const stationReads = (ids: readonly number[], can: (policy: PolicyName) => boolean): Read[] =>
  [...firstScreen, ...ids.flatMap(ofStation)].filter(([policy]) => can(policy)).map(([, read]) => read as Read)
