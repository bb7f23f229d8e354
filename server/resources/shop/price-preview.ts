import * as v from 'valibot'
import { variation } from '../../../src/contract/shop/products.ts'
import { howMany, others } from '../../../src/rules/shared/how-many.ts'
import { formatEuro } from '../../../src/rules/shop/order-rows.ts'
import type { Context } from '../../lib/core/context.ts'
import type { BulkRows } from '../../lib/tables/bulk-rows.ts'
import { productsFound, repriced } from './products.ts'

/** As many prices are named one by one. */
const NAMED = 3

/** How many prices would change and the first of them, before and after; undefined before a variation is given. */
export async function previewPrices(action: string, { ids, search, values }: BulkRows, context: Context) {
  if (action !== 'reprice' || !v.is(variation, values.percent)) return undefined
  const { percent } = values as { percent: number }
  const rows = (await productsFound(search as never, context)).filter(({ id }) => ids?.includes(id) ?? true)
  const changed = rows.map((row) => ({ ...row, after: repriced(row.price, percent) })).filter(({ price, after }) => price !== after)
  if (!changed.length) return 'Nessun prezzo cambierà.'
  const named = changed.slice(0, NAMED).map(({ code, price, after }) => `${code} da ${formatEuro(price)} a ${formatEuro(after)}`)
  if (changed.length > NAMED) named.push(others(changed.length - NAMED))
  const left = rows.length - changed.length
  const first = `${changed.length === 1 ? 'Cambierà' : 'Cambieranno'} ${howMany(changed.length, 'prezzo', 'prezzi')}: ${named.join(', ')}.`
  return left ? `${first} ${howMany(left, 'resta com’è', 'restano come sono')}.` : first
}
