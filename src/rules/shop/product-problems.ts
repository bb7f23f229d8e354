import { type Limits, leastOf } from './order-rows.ts'

/** Problems of an article by field: quantities that leave nothing to order. */
export function productProblems(product: Omit<Limits, 'name'>): { max_qty?: string | undefined } {
  const least = leastOf({ name: '', ...product })
  const { max_qty } = product
  return {
    max_qty: max_qty && max_qty < least ? `La quantità massima non può essere inferiore a ${least}, la minima ordinabile.` : undefined,
  }
}
