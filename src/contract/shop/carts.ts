import * as v from 'valibot'
import { get, put, resource } from '../kernel/endpoint.ts'
import { date, decimal, instant, integer, longText, optional, reference } from '../kernel/fields.ts'

export const orderUuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo non è valido."))
/** Rows of one order at most. */
export const MAX_ORDER_ROWS = 300
export const quantity = integer('Quantità', { min: 1, max: 1_000_000 })
const CartRow = v.object({
  product_id: reference('Articolo'),
  quantity,
  /** The price when it was put in, so that a change is told. */
  price: decimal('Prezzo', { min: 0 }),
})
export type CartRow = v.InferOutput<typeof CartRow>
const cart = {
  /** The order it becomes: the same on every device, so that it is ordered once. */
  uuid: orderUuid,
  rows: v.pipe(v.array(CartRow), v.maxLength(MAX_ORDER_ROWS, `Al massimo ${MAX_ORDER_ROWS} righe.`)),
  note: longText('Note'),
  wanted_at: optional(date('Consegna desiderata')),
  changed_at: instant('Modificato il'),
}
export const Cart = v.object(cart)
export type Cart = v.InferOutput<typeof Cart>

/** (+) The caller's cart for a station, which follows to other devices; the newer change wins. */
export const ecommerceCarts = resource('ecommerce-carts', {
  get: get('/ecommerce/cart/{stationId}', { output: v.nullable(Cart), policy: 'eco.order' }),
  /** Answers with the cart that counts, which is another where that is newer; null where its order was sent meanwhile. */
  save: put('/ecommerce/cart/{stationId}', { body: Cart, output: v.nullable(Cart), policy: 'eco.order', fleeting: true, keepEmpty: true }),
})
