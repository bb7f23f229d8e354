import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { contact_categories, contact_containers } from '../../db/schema/content/useful-contacts.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { station_devices } from '../../db/schema/equipment/equipment.ts'
import { gpl_courses } from '../../db/schema/gpl/gpl.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { ecommerce_categories, ecommerce_tags } from '../../db/schema/shop/shop.ts'
import { fuels, stations } from '../../db/schema/stations/stations.ts'
import { default_mails, ticket_categories } from '../../db/schema/tickets/tickets.ts'
import { masked } from '../cards/read-cards.ts'

export interface Named {
  table: PgTable
  id: AnyPgColumn
  name: SQL<string>
}
const of = (table: PgTable & { id: AnyPgColumn }, name: SQL<string>): Named => ({ table, id: table.id, name })
const byName = (table: PgTable & { id: AnyPgColumn; name: AnyPgColumn }) => of(table, sql<string>`${table.name}`)
const people = byName(users)
const places = of(stations, sql<string>`${stations.code} || ' ' || ${stations.name}`)
const card = of(cards, masked(cards.number))
const ofTicket = byName(ticket_categories)
const ofProduct = byName(ecommerce_categories)
/** What a field refers to, by its name in every model. */
const referred: Readonly<Record<string, Named>> = {
  ...{ station_id: places, station_ids: places, stations: places },
  ...{ fuel_id: byName(fuels), fuel_ids: byName(fuels), bank_id: byName(banks) },
  customer_id: of(customers, sql<string>`${customers.denomination}`),
  ...{ card_id: card, replaced_by_id: card },
  manager_id: of(managers, sql<string>`${managers.name} || ' ' || ${managers.lastname}`),
  management_id: of(
    managements,
    sql<string>`(select s.code || ' ' || s.name from stations s where s.id = ${sql.raw('"managements"."station_id"')})`,
  ),
  notification_group_id: byName(notification_groups),
  device_id: of(station_devices, sql<string>`${station_devices.number}`),
  course_id: of(gpl_courses, sql<string>`${gpl_courses.title}`),
  container_id: byName(contact_containers),
  tags: byName(ecommerce_tags),
  ...{ default_mail_id: byName(default_mails), set_category_id: ofTicket },
  ...{ user_id: people, area_manager_id: people, inspector_id: people, requester_id: people, done_by: people, resolved_by: people },
  ...{ users: people, approved_by: people, default_assignee_id: people },
}
/** Fields whose name means another thing in each model. */
const referredIn: Readonly<Partial<Record<HistoryModel, Readonly<Record<string, Named>>>>> = {
  ticket: { category_id: ofTicket },
  ticket_category: { parent_id: ofTicket },
  ecommerce_category: { parent_id: ofProduct },
  ecommerce_product: { category_id: ofProduct },
  contact_container: { category_id: byName(contact_categories) },
}
/** What a field of a model refers to; undefined for a value of its own. */
export const referenceOf = (model: string, field: string): Named | undefined =>
  referredIn[model as HistoryModel]?.[field] ?? (Object.hasOwn(referred, field) ? referred[field] : undefined)
