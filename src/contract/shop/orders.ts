import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, decimal, integer, knownRevision, longText, optional, optionalText, reference, revision } from '../kernel/fields.ts'
import { anyId, facets, listParam } from '../kernel/filters.ts'
import { MAX_ORDER_ROWS, orderUuid, quantity } from './carts.ts'
import { productUnits, type VatRate, vatRates } from './products.ts'

export const orderStatuses = {
  new: 'Nuovo',
  confirmed: 'Confermato',
  processing: 'In preparazione',
  shipped: 'Spedito',
  delivered: 'Consegnato',
  rejected: 'Rifiutato',
  cancelled: 'Annullato',
} as const
export type OrderStatus = keyof typeof orderStatuses
const statuses = Object.keys(orderStatuses) as [OrderStatus, ...OrderStatus[]]

const nullable = v.nullable(v.string())
const person = v.object({ id: v.number(), name: v.string() })
const OrderRow = v.object({
  id: v.number(),
  rev: v.number(),
  uuid: v.string(),
  /** `O2026/00031` */
  number: v.string(),
  station_id: v.number(),
  station: v.object({ id: v.number(), code: v.string(), name: v.string() }),
  user_id: v.number(),
  user: v.string(),
  rows_count: v.number(),
  /** Euro. */
  net: v.number(),
  vat_total: v.number(),
  total: v.number(),
  status: v.picklist(statuses),
  /** Something of it did not arrive, or not well. */
  differs: v.optional(v.boolean()),
  wanted_at: nullable,
  created_at: v.string(),
})
export type OrderRow = v.InferOutput<typeof OrderRow>
const Line = v.object({
  id: v.number(),
  product_id: v.number(),
  code: v.string(),
  name: v.string(),
  unit: v.picklist(Object.keys(productUnits) as [keyof typeof productUnits]),
  price: v.number(),
  vat: v.picklist(Object.keys(vatRates) as [VatRate]),
  quantity: v.number(),
  shipped: v.nullable(v.number()),
  delivered: v.nullable(v.number()),
  /** Changes with each photo of the product; null without one. */
  photo: v.nullable(v.number()),
  /** In store now; null if it is not counted. */
  stock: v.nullable(v.number()),
})
export const Order = v.object({
  ...OrderRow.entries,
  note: nullable,
  reason: nullable,
  carrier: nullable,
  tracking: nullable,
  receipt_note: nullable,
  shipped_at: nullable,
  delivered_at: nullable,
  rows: v.array(Line),
  /** Oldest first. */
  steps: v.array(v.object({ id: v.number(), status: v.picklist(statuses), user: v.nullable(person), note: nullable, at: v.string() })),
  /** The order it completes, and those that complete it. */
  parent: v.nullable(v.object({ id: v.number(), number: v.string() })),
  children: v.array(v.object({ id: v.number(), number: v.string() })),
  files: v.array(StoredFile),
  /** New, above the threshold of the settings and not approved yet: it cannot be confirmed. */
  needs_approval: v.boolean(),
  approved: v.nullable(v.object({ at: v.string(), by: v.nullable(v.string()) })),
  /** Whether the caller may write for its station. */
  writable: v.boolean(),
})
export type Order = v.InferOutput<typeof Order>

const rows = v.pipe(
  v.array(
    v.object({
      product_id: reference('Articolo'),
      quantity,
      /** What the person saw: the order is refused where the article costs more by now. It is never the price of the order. */
      seen_price: v.optional(decimal('Prezzo visto', { min: 0 })),
    }),
  ),
  v.minLength(1, 'L’ordine è vuoto: aggiungere almeno un articolo.'),
  v.maxLength(MAX_ORDER_ROWS, `Al massimo ${MAX_ORDER_ROWS} righe.`),
)
const fields = { rows, note: longText('Note'), wanted_at: optional(date('Consegna desiderata')) }
/** Units of some rows that were shipped or that arrived. */
const counted = v.optional(
  v.pipe(
    v.array(v.object({ id: reference('Riga'), quantity: integer('Quantità', { min: 0, max: 1_000_000 }) })),
    v.maxLength(MAX_ORDER_ROWS),
  ),
  [],
)
const period = { from: optional(date('Dal')), to: optional(date('Al')) }
const one = '/ecommerce/order/{id}'
const amounts = v.object({ id: v.number(), name: v.string(), quantity: v.number(), amount: v.number() })
/** Stock changes with the orders. */
const touches = ['ecommerce-products'] as const

export const ecommerceOrders = resource('ecommerce-orders', {
  list: list('/ecommerce/order', {
    query: v.object({
      ...listQuery,
      ...period,
      status: listParam(v.picklist(statuses)),
      station_id: anyId,
      product_id: anyId,
      ...facets('status'),
    }),
    output: OrderRow,
    policy: 'eco.order',
    steady: true,
    order: '-id',
  }),
  get: get(one, { output: Order, policy: 'eco.order', steady: true }),
  /** The same `uuid` again is the same order: 200; 422 `arrived` if it asks for something else by now. */
  create: post('/ecommerce/order', {
    body: v.object({ uuid: orderUuid, station_id: reference('Punto vendita'), ...fields }),
    output: Order,
    success: [201, 200],
    ok: 'Ordine creato',
    policy: 'eco.order',
    offline: true,
    touches: [...touches, 'ecommerce-carts'],
  }),
  update: put(one, {
    body: v.object({ ...fields, rows: v.optional(rows), rev: knownRevision }),
    output: Order,
    ok: 'Ordine modificato',
    policy: 'eco.order',
  }),
  remove: del(one, { ok: 'Ordine eliminato', policy: 'eco.admin' }),
  /** (+) A passage to the next state. `rows`: what was shipped or has arrived, of rows where that is not all. */
  step: put('/ecommerce/order/{id}/status', {
    body: v.object({
      rev: revision,
      status: choice('Stato', orderStatuses),
      reason: optionalText('Motivo', { max: 500 }),
      carrier: optionalText('Corriere'),
      tracking: optionalText('Codice spedizione'),
      receipt_note: optionalText('Differenze', { max: 2_000 }),
      rows: counted,
      /** What is not shipped follows with an order of its own. */
      backorder: v.optional(v.boolean(), false),
    }),
    output: Order,
    ok: 'Stato dell’ordine aggiornato',
    policy: 'eco.order',
    touches,
  }),
  /** (+) Lets an order above the threshold be confirmed; a change of its rows takes that back. */
  approve: put('/ecommerce/order/{id}/approve', {
    body: v.object({ rev: revision }),
    output: Order,
    ok: 'Ordine approvato',
    policy: 'super',
  }),
  ...attachments('/ecommerce/order', { read: 'eco.order', write: 'eco.order' }),
  /** (+) The caller's last order for a station, to be ordered again; null if there is none. */
  last: get('/ecommerce/order/last/{stationId}', { output: v.nullable(Order), policy: 'eco.order' }),
  pdf: get('/ecommerce/order/pdf/{id}', { envelope: 'blob', policy: 'eco.order' }),
  /** Pick list of the orders of a period, by product and station. */
  summary: get('/ecommerce/order/pdf/summary', {
    query: v.object({ ...period, status: listParam(v.picklist(statuses)), station_id: anyId }),
    envelope: 'blob',
    policy: 'eco.admin',
  }),
  /** Of orders between two days that were not rejected or cancelled; without days the last twelve months. `before`: the same length of time before. */
  statistics: get('/ecommerce/order/products/statistics', {
    query: v.object({ ...period, category_id: anyId, station_id: anyId }),
    output: v.object({
      from: v.string(),
      to: v.string(),
      orders: v.number(),
      quantity: v.number(),
      amount: v.number(),
      before: v.object({ from: v.string(), to: v.string(), orders: v.number(), quantity: v.number(), amount: v.number() }),
      by_product: v.array(v.object({ ...amounts.entries, code: v.string(), category: v.string() })),
      by_station: v.array(v.object({ ...amounts.entries, code: v.string() })),
      by_category: v.array(amounts),
      /** `2026-11` */
      by_month: v.array(v.object({ month: v.string(), quantity: v.number(), amount: v.number() })),
    }),
    policy: 'eco.admin',
  }),
})
