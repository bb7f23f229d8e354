import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ContactKind, contactIcons } from '../../../../src/contract/content/useful-contacts.ts'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import { common, owner } from '../core/columns.ts'

/** "Contatti utili": categories hold containers, containers hold items. */
export const contact_categories = pgTable('contact_categories', {
  ...common(),
  name: text().notNull().unique('contact_categories_name'),
  icon: text().$type<keyof typeof contactIcons>(),
  /** Empty: for everybody who may see the page. */
  roles: text().array().$type<RoleName[]>().notNull().default([]),
  position: integer().notNull().default(0),
})
export const contact_containers = pgTable(
  'contact_containers',
  {
    ...common(),
    category_id: owner(() => contact_categories.id),
    name: text().notNull(),
    description: text(),
    position: integer().notNull().default(0),
  },
  (t) => [unique('contact_containers_name').on(t.category_id, t.name)],
)
export const contact_items = pgTable(
  'contact_items',
  {
    ...common(),
    container_id: owner(() => contact_containers.id),
    label: text().notNull(),
    kind: text().$type<ContactKind>().notNull(),
    value: text().notNull(),
    note: text(),
    position: integer().notNull().default(0),
  },
  (t) => [index('contact_items_container').on(t.container_id)],
)
