import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CartRow } from '../../../../src/contract/shop/carts.ts'
import type { OrderStatus } from '../../../../src/contract/shop/orders.ts'
import type { ProductUnit, VatRate } from '../../../../src/contract/shop/products.ts'
import { folded, keepsText } from '../../folded.ts'
import { users } from '../core/accounts.ts'
import { amount, common, day, identity, instant, owner, texts } from '../core/columns.ts'
import { files } from '../core/system.ts'
import { stations } from '../stations/stations.ts'

/** "Categorie" of products, a tree of two levels. */
export const ecommerce_categories = pgTable('ecommerce_categories', {
  ...common(),
  name: text().notNull().unique('ecommerce_categories_name'),
  /** The category above it; null at the top. */
  parent_id: integer().references((): AnyPgColumn => ecommerce_categories.id),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
})
/** "Tags" of products. */
export const ecommerce_tags = pgTable('ecommerce_tags', {
  ...common(),
  name: text().notNull().unique('ecommerce_tags_name'),
  color: text(),
})
/** "Articoli" that stations may order. */
export const ecommerce_products = pgTable(
  'ecommerce_products',
  {
    ...common(),
    code: text().notNull().unique('ecommerce_products_code'),
    name: text().notNull(),
    category_id: integer()
      .notNull()
      .references(() => ecommerce_categories.id),
    ...texts('description', 'supplier'),
    /** Ids of tags; a tag in use is not deleted. */
    tags: integer().array().notNull().default([]),
    unit: text().$type<ProductUnit>().notNull().default('pz'),
    /** Euro for a unit, without VAT. */
    price: amount(10, 2).notNull(),
    /** Percent. */
    vat: text().$type<VatRate>().notNull().default('22'),
    /** Quantities of one order: the least, what they are a multiple of, the most. */
    min_qty: integer().notNull().default(1),
    step_qty: integer().notNull().default(1),
    max_qty: integer(),
    /** Units in store that no confirmed order has; null if they are not counted. */
    stock: integer(),
    /** At or below it, whoever manages orders is told. */
    reorder_point: integer(),
    active: boolean().notNull().default(true),
    /** Orderable by every station; otherwise by those of `ecommerce_product_stations`. */
    all_stations: boolean().notNull().default(true),
    /** The photo in two widths in pixels. */
    image_320: integer().references(() => files.id, { onDelete: 'set null' }),
    image_960: integer().references(() => files.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('ecommerce_products_by_name').on(folded(t.name), t.id),
    index('ecommerce_products_by_code').on(folded(t.code), t.id),
    index('ecommerce_products_by_price').on(t.price, t.id),
    index('ecommerce_products_newest').on(t.created_at, t.id),
    index('ecommerce_products_by_stock').on(t.stock, t.id),
    index('ecommerce_products_category').on(t.category_id),
    index('ecommerce_products_tags').using('gin', t.tags),
  ],
)
keepsText([ecommerce_products.name, ecommerce_products.code, ecommerce_products.description], sql`${ecommerce_products}."found_text"`)
/** The stations that may order a product which is not for all. */
export const ecommerce_product_stations = pgTable(
  'ecommerce_product_stations',
  { product_id: owner(() => ecommerce_products.id), station_id: owner(() => stations.id) },
  (t) => [primaryKey({ columns: [t.product_id, t.station_id] }), index('ecommerce_product_stations_station').on(t.station_id)],
)
/** What a person often orders. */
export const ecommerce_favourites = pgTable(
  'ecommerce_favourites',
  { user_id: owner(() => users.id), product_id: owner(() => ecommerce_products.id) },
  (t) => [primaryKey({ columns: [t.user_id, t.product_id] }), index('ecommerce_favourites_product').on(t.product_id)],
)
/** What a person is about to order for a station. */
export const ecommerce_carts = pgTable(
  'ecommerce_carts',
  {
    user_id: owner(() => users.id),
    station_id: owner(() => stations.id),
    /** The order it becomes. */
    uuid: text().notNull(),
    rows: jsonb().$type<CartRow[]>().notNull().default([]),
    note: text(),
    wanted_at: day(),
    /** Of the last change, as the device says. */
    changed_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.station_id] }), index('ecommerce_carts_station').on(t.station_id)],
)
/** "Ordini" of stations. */
export const ecommerce_orders = pgTable(
  'ecommerce_orders',
  {
    ...common(),
    /** Given by the device, so that a repetition is the same order. */
    uuid: text().notNull().unique('ecommerce_orders_uuid'),
    id_year: integer().notNull(),
    id_number: integer().notNull(),
    station_id: integer()
      .notNull()
      .references(() => stations.id),
    /** Its author. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<OrderStatus>().notNull().default('new'),
    /** Euro, the sums of its rows. */
    net: amount(12, 2).notNull(),
    vat_total: amount(12, 2).notNull(),
    total: amount(12, 2).notNull(),
    wanted_at: day(),
    ...texts('note', 'reason', 'carrier', 'tracking', 'receipt_note'),
    shipped_at: instant(),
    delivered_at: instant(),
    /** Who let it be confirmed although it is above the threshold. */
    approved_at: instant(),
    approved_by: integer().references(() => users.id),
    /** The order whose missing units it delivers later. */
    parent_id: integer().references((): AnyPgColumn => ecommerce_orders.id),
  },
  (t) => [
    uniqueIndex('ecommerce_orders_number').on(t.id_year, t.id_number),
    index('ecommerce_orders_station').on(t.station_id, t.id),
    index('ecommerce_orders_author').on(t.user_id),
    index('ecommerce_orders_status').on(t.status, t.id),
    index('ecommerce_orders_total').on(t.total, t.id),
    index('ecommerce_orders_created').on(t.created_at, t.id),
    index('ecommerce_orders_parent').on(t.parent_id).where(sql`parent_id is not null`),
  ],
)
/** Its rows; code, name, unit, price and VAT are those of the product at that time. */
export const ecommerce_order_rows = pgTable(
  'ecommerce_order_rows',
  {
    id: identity(),
    order_id: owner(() => ecommerce_orders.id),
    product_id: integer()
      .notNull()
      .references(() => ecommerce_products.id),
    code: text().notNull(),
    name: text().notNull(),
    unit: text().$type<ProductUnit>().notNull(),
    price: amount(10, 2).notNull(),
    vat: text().$type<VatRate>().notNull(),
    quantity: integer().notNull(),
    /** Units that left the store, and that arrived; null before. */
    shipped: integer(),
    delivered: integer(),
  },
  (t) => [uniqueIndex('ecommerce_order_rows_one').on(t.order_id, t.product_id), index('ecommerce_order_rows_product').on(t.product_id)],
)
/** Its passages from state to state. */
export const ecommerce_order_steps = pgTable(
  'ecommerce_order_steps',
  {
    id: identity(),
    order_id: owner(() => ecommerce_orders.id),
    status: text().$type<OrderStatus>().notNull(),
    user_id: integer(),
    note: text(),
    at: instant().notNull(),
  },
  (t) => [index('ecommerce_order_steps_order').on(t.order_id, t.id)],
)
