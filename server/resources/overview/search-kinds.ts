import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { SearchKind } from '../../../src/contract/kernel/search.ts'
import { serviceCategories } from '../../../src/contract/stations/services.ts'
import { isOpen } from '../../../src/rules/inspections/actions.ts'
import { inspectionName } from '../../../src/rules/inspections/columns.ts'
import { statusLabel } from '../../../src/rules/tickets/states.ts'
import { folded, foldedText, inWords } from '../../db/folded.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { contact_categories, contact_containers, contact_items } from '../../db/schema/content/useful-contacts.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspection_models, inspections } from '../../db/schema/inspections/inspections.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { competitors } from '../../db/schema/prices/competitors.ts'
import { available_services, fuels, stations } from '../../db/schema/stations/stations.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { type Found, kind, numbers, plain } from '../../lib/tables/search-kind.ts'
import { contains } from '../../lib/tables/table.ts'
import { cardFound } from '../cards/card-search.ts'
import { customerFound } from '../cards/customer-search.ts'
import { contactScope } from '../content/useful-contacts.ts'
import { equipmentSearch } from '../equipment/search.ts'
import { byIdentifier, inScope, inspectionDay, matchesSearch } from '../inspections/read.ts'
import { inStations } from '../stations/scope.ts'
import { stationSearch } from '../stations/search.ts'
import { ticketListScope } from '../tickets/scope.ts'
import { ticketSearch } from '../tickets/search.ts'

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
    ...{ from: tickets, scope: ticketListScope, matches: ticketSearch },
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
  banks: plain(banks, banks.branch, undefined, banks.note),
  users: plain(users, users.email, isNull(users.deleted_at), users.fiscalCode),
  'inspection-models': plain(inspection_models, inspection_models.code, isNull(inspection_models.deleted_at)),
  'ticket-categories': plain(ticket_categories, undefined),
  'notification-groups': plain(notification_groups, notification_groups.description),
  'default-mails': plain(default_mails, default_mails.subject),
  available_services: plain(available_services, inWords(available_services.category, serviceCategories)),
  fuels: plain(fuels, fuels.code),
}
