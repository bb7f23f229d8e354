import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { orderStatuses } from '../../../src/contract/coupons/words.ts'
import { requestStatuses } from '../../../src/contract/gpl/words.ts'
import type { SearchKind } from '../../../src/contract/kernel/search.ts'
import { serviceCategories } from '../../../src/contract/stations/services.ts'
import { isOpen } from '../../../src/rules/inspections/actions.ts'
import { inspectionName } from '../../../src/rules/inspections/columns.ts'
import { statusLabel } from '../../../src/rules/tickets/states.ts'
import { folded, foldedText, inWords, sortKey } from '../../db/folded.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { contact_categories, contact_containers, contact_items } from '../../db/schema/content/useful-contacts.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { coupon_orders } from '../../db/schema/coupons/coupons.ts'
import { gpl_card_requests as requests } from '../../db/schema/gpl/gpl.ts'
import { inspection_models, inspections } from '../../db/schema/inspections/inspections.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { competitors } from '../../db/schema/prices/competitors.ts'
import { ecommerce_products } from '../../db/schema/shop/shop.ts'
import { available_services, fuels, stations } from '../../db/schema/stations/stations.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { type Found, kind, numbers, plain } from '../../lib/tables/search-kind.ts'
import { contains, wordsOf } from '../../lib/tables/table.ts'
import { cardFound } from '../cards/card-search.ts'
import { customerFound } from '../cards/customer-search.ts'
import { contactScope } from '../content/useful-contacts.ts'
import { searched as couponSearch } from '../coupons/read.ts'
import { equipmentSearch } from '../equipment/search.ts'
import { searched as gplSearch } from '../gpl/requests.ts'
import { byIdentifier, inScope, inspectionDay, matchesSearch } from '../inspections/read.ts'
import { productScope } from '../shop/scope.ts'
import { inStations } from '../stations/scope.ts'
import { stationSearch } from '../stations/search.ts'
import { ticketListScope } from '../tickets/scope.ts'
import { ticketsFound } from '../tickets/search.ts'

/** A list leaves signs out of its search; here a word of signs alone finds nothing. */
const ofWords = (find: (typed: string) => SQL | undefined) => (typed: string) =>
  wordsOf(typed).some((word) => !/[\p{L}\p{N}]/u.test(word)) ? sql`false` : find(typed)

/** Where each kind is found (src/contract/kernel/search.ts says which there are, and for whom). */
export const found: Readonly<Record<SearchKind, Found>> = {
  stations: stationSearch,
  ...equipmentSearch,
  inspections: kind({
    from: sql`${inspections} inner join ${stations} on ${eq(stations.id, inspections.station_id)}`,
    ...{ scope: inScope, matches: matchesSearch, text: stations.search_text, order: sql`${inspections.id} desc` },
    named(ids) {
      const known = ids.filter((one) => /^(\d{1,9}|\d{4}-\d{1,7}|[\da-f-]{36})$/.test(one))
      return known.length ? or(...known.map(byIdentifier)) : undefined
    },
    shown: {
      ...{ client_uuid: inspections.client_uuid, id_year: inspections.id_year, id_number: inspections.id_number },
      ...{ status: inspections.status, date: sql<string | null>`${inspectionDay}::text`, model_name: inspections.model_name },
      station: sql<{ code: string; name: string }>`json_build_object('code', ${stations.code}, 'name', ${stations.name})`,
    },
    hit: (row) => ({
      // One that is open is worked on under the name its device gave it.
      id: isOpen(row) ? row.client_uuid : `${row.id_year}-${row.id_number}`,
      ...{ name: `${inspectionName(row)} ${row.station.name}`, also: row.model_name },
    }),
  }),
  tickets: kind({
    ...{ from: tickets, scope: ticketListScope, matches: ticketsFound },
    ...{ text: sql`lower(${tickets.subject})`, order: sql`${tickets.id} desc` },
    named(ids) {
      const known = ids.flatMap((one) => [/^(\d{4})-(\d{1,7})$/.exec(one) ?? []]).filter(({ length }) => length)
      return known.length
        ? or(...known.map(([, year, number]) => and(eq(tickets.id_year, Number(year)), eq(tickets.id_number, Number(number)))))
        : undefined
    },
    shown: { id_year: tickets.id_year, id_number: tickets.id_number, subject: tickets.subject, status: tickets.status_id },
    hit: ({ id_year, id_number, subject, status }) => ({
      ...{ id: `${id_year}-${id_number}`, name: `${id_year}/${id_number} ${subject}`, also: statusLabel(status) },
    }),
  }),
  contact_items: kind({
    from: sql`${contact_items} inner join ${contact_containers} on ${eq(contact_containers.id, contact_items.container_id)}
      inner join ${contact_categories} on ${eq(contact_categories.id, contact_containers.category_id)}`,
    ...{ scope: contactScope, text: folded(contact_items.label), order: contact_items.label, named: numbers(contact_items.id) },
    matches: (typed) => contains(typed, foldedText(contact_items.label, contact_items.value, contact_items.note, contact_containers.name)),
    shown: { id: contact_items.id, label: contact_items.label, value: contact_items.value, container: contact_containers.name },
    hit: ({ id, label, value, container }) => ({ id: String(id), name: label, also: `${value} · ${container}` }),
  }),
  competitors: {
    ...plain(competitors, competitors.city, undefined, competitors.brand, competitors.address),
    scope: (user) => inStations(user, competitors.station_id),
  },
  cards: cardFound,
  customers: customerFound,
  coupons: kind({
    ...{ from: coupon_orders, scope: () => isNull(coupon_orders.deleted_at), matches: ofWords(couponSearch) },
    ...{ text: sortKey(coupon_orders.businessName), order: sql`${coupon_orders.id} desc`, named: numbers(coupon_orders.id) },
    shown: { id: coupon_orders.id, number: coupon_orders.number, holder: coupon_orders.businessName, status: coupon_orders.status },
    hit: ({ id, number, holder, status }) => ({ id: String(id), name: `${number} ${holder}`, also: orderStatuses[status] }),
  }),
  'gpl-card-requests': kind({
    ...{ from: requests, scope: () => undefined, matches: ofWords(gplSearch) },
    ...{ text: sortKey(requests.lastname), order: sql`${requests.id} desc`, named: numbers(requests.id) },
    shown: { id: requests.id, number: requests.number, name: requests.name, lastname: requests.lastname, status: requests.status },
    hit: ({ id, number, name, lastname, status }) => ({
      ...{ id: String(id), name: `${number} ${lastname} ${name}`, also: requestStatuses[status] },
    }),
  }),
  'ecommerce-products': {
    ...plain(ecommerce_products, ecommerce_products.code, undefined, ecommerce_products.description),
    scope: productScope,
  },
  banks: plain(banks, banks.branch, undefined, banks.note),
  users: plain(users, users.email, isNull(users.deleted_at), users.fiscalCode),
  'inspection-models': plain(inspection_models, inspection_models.code, isNull(inspection_models.deleted_at)),
  'ticket-categories': plain(ticket_categories, undefined),
  'notification-groups': plain(notification_groups, notification_groups.description),
  'default-mails': plain(default_mails, default_mails.subject),
  available_services: plain(available_services, inWords(available_services.category, serviceCategories)),
  fuels: plain(fuels, fuels.code),
}
