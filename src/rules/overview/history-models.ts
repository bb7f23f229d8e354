import type { HistoryModel } from '../../contract/kernel/history.ts'
import { bankHistory } from '../banks/history.ts'
import { cardHistory } from '../cards/history.ts'
import { contentHistory } from '../content/history.ts'
import { couponHistory } from '../coupons/history.ts'
import { equipmentHistory } from '../equipment/history.ts'
import { expirationHistory } from '../expirations/history.ts'
import { gplHistory } from '../gpl/history.ts'
import { inspectionHistory } from '../inspections/history.ts'
import { notificationHistory } from '../notifications/history.ts'
import { peopleHistory } from '../people/history.ts'
import { priceHistory } from '../prices/history.ts'
import type { ModelHistory } from '../shared/history-format.ts'
import { shopHistory } from '../shop/history.ts'
import { stationHistory } from '../stations/history.ts'
import { ticketHistory } from '../tickets/history.ts'

/** Models with a history that is not shown on its own: a view belongs to one person, and a gun is shown with its dispenser. */
type Hidden = 'saved_view' | 'gun'
/** All models with a history, in the order of the filter. */
export const historyModels = {
  user: peopleHistory.user,
  pay_batch: peopleHistory.pay_batch,
  station_acl: stationHistory.station_acl,
  manager: peopleHistory.manager,
  station_employee: peopleHistory.station_employee,
  management: peopleHistory.management,
  cash_fund: peopleHistory.cash_fund,
  remuneration: peopleHistory.remuneration,
  obligation: peopleHistory.obligation,
  management_obligation: peopleHistory.management_obligation,
  bank: bankHistory.bank,
  customer: cardHistory.customer,
  card: cardHistory.card,
  station: stationHistory.station,
  station_phones: stationHistory.station_phones,
  station_fuels: stationHistory.station_fuels,
  station_services: stationHistory.station_services,
  station_networks: stationHistory.station_networks,
  station_bills: stationHistory.station_bills,
  station_openings: stationHistory.station_openings,
  fire_extinguisher: equipmentHistory.fire_extinguisher,
  dispenser: equipmentHistory.dispenser,
  station_device: equipmentHistory.station_device,
  pos: equipmentHistory.pos,
  network_device: equipmentHistory.network_device,
  oil_separator: equipmentHistory.oil_separator,
  expiration: expirationHistory.expiration,
  qr_code: equipmentHistory.qr_code,
  tank: equipmentHistory.tank,
  tank_maintenance: equipmentHistory.tank_maintenance,
  ticket: ticketHistory.ticket,
  competitor: priceHistory.competitor,
  extinguisher_interval: equipmentHistory.extinguisher_interval,
  fuel: stationHistory.fuel,
  available_service: stationHistory.available_service,
  notification_group: notificationHistory.notification_group,
  default_mail: ticketHistory.default_mail,
  ticket_category: ticketHistory.ticket_category,
  ecommerce_product: shopHistory.ecommerce_product,
  ecommerce_category: shopHistory.ecommerce_category,
  ecommerce_tag: shopHistory.ecommerce_tag,
  ecommerce_order: shopHistory.ecommerce_order,
  price: priceHistory.price,
  inspection: inspectionHistory.inspection,
  non_conformity: inspectionHistory.non_conformity,
  inspection_model: inspectionHistory.inspection_model,
  inspection_category: inspectionHistory.inspection_category,
  coupon_order: couponHistory.coupon_order,
  coupon: couponHistory.coupon,
  gpl_card_request: gplHistory.gpl_card_request,
  gpl_course: gplHistory.gpl_course,
  settings: { name: 'Impostazioni' },
  station_image: stationHistory.station_image,
  station_note: stationHistory.station_note,
  station_detailed_openings: stationHistory.station_detailed_openings,
  contact_category: contentHistory.contact_category,
  contact_container: contentHistory.contact_container,
  contact_item: contentHistory.contact_item,
  communication: contentHistory.communication,
  document: contentHistory.document,
  support_document: contentHistory.support_document,
} satisfies Record<Exclude<HistoryModel, Hidden>, ModelHistory>
