import type { Cart, CartRow } from '../../contract/shop/carts.ts'
import type { ProductRow } from '../../contract/shop/products.ts'
import { formatEuro, orderTotals, quantityProblem } from './order-rows.ts'

/** A row of a cart beside its article as it is now. */
export interface CartLine extends CartRow {
  product: ProductRow | undefined
  /** Holds the order back. */
  problem: string | undefined
  /** What has changed since it was put in, or may be short. */
  notes: string[]
}
/** What has become of the rows of a cart. `refused`: sentences of the server by row. */
export function cartLines(
  { rows }: Pick<Cart, 'rows'>,
  products: readonly ProductRow[],
  refused: Readonly<Record<string, string>> = {},
): CartLine[] {
  const byId = new Map(products.map((one) => [one.id, one]))
  return rows.map((row, at) => {
    const product = byId.get(row.product_id)
    const said = refused[`rows.${at}.product_id`] ?? refused[`rows.${at}.quantity`]
    if (!product) return { ...row, product, problem: said ?? 'Non è più ordinabile: toglierlo dal carrello.', notes: [] }
    const { stock, price } = product
    const notes = [
      ...(price === row.price ? [] : [`Il prezzo è passato da ${formatEuro(row.price)} a ${formatEuro(price)}.`]),
      ...(stock != null && stock < row.quantity ? [stock > 0 ? `In magazzino ne restano ${stock}.` : 'In magazzino è esaurito.'] : []),
    ]
    return { ...row, product, problem: said ?? quantityProblem(product, row.quantity), notes }
  })
}
/** Why a day cannot be the one on which an order is wanted; undefined if it can. Both are `YYYY-MM-DD`. */
export const wantedProblem = (wanted_at: string | null | undefined, today: string) =>
  wanted_at && wanted_at < today ? 'La data di consegna desiderata è passata.' : undefined
/** Sums of what can be ordered, at today's prices. */
export const cartTotals = (lines: readonly CartLine[]) =>
  orderTotals(lines.flatMap(({ product, quantity }) => (product ? [{ quantity, price: product.price, vat: product.vat }] : [])))
/** The rows with a quantity of an article; 0 takes it out. */
export function withQuantity(rows: readonly CartRow[], { id, price }: Pick<ProductRow, 'id' | 'price'>, quantity: number): CartRow[] {
  const row = { product_id: id, quantity, price }
  if (quantity <= 0) return rows.filter(({ product_id }) => product_id !== id)
  return rows.some(({ product_id }) => product_id === id)
    ? rows.map((one) => (one.product_id === id ? { ...one, quantity } : one))
    : [...rows, row]
}
