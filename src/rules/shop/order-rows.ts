import type { ProductUnit, VatRate } from '../../contract/shop/products.ts'

/** As far as the rules of quantities look at an article. */
export interface Limits {
  name: string
  min_qty?: number | undefined
  step_qty?: number | undefined
  max_qty?: number | null | undefined
}
/** The least quantity that may be ordered: the first multiple that is not below the minimum. */
export const leastOf = ({ min_qty = 1, step_qty = 1 }: Limits) => Math.ceil(min_qty / step_qty) * step_qty
/** The problem with a quantity, as a sentence; undefined if it may be ordered. */
export function quantityProblem(product: Limits, quantity: number): string | undefined {
  const { name, step_qty = 1, max_qty } = product
  const least = leastOf(product)
  if (!Number.isInteger(quantity)) return `La quantità di "${name}" deve essere un numero intero.`
  // The maximum before the step: the next multiple would not do either.
  if (max_qty && quantity > max_qty) return `La quantità massima di "${name}" è ${max_qty}.`
  if (quantity < least) return `La quantità minima di "${name}" è ${least}.`
  if (quantity % step_qty) return `La quantità di "${name}" deve essere un multiplo di ${step_qty}.`
  return undefined
}
/** How it may be ordered, where that is not one by one without end: `minimo 6, a multipli di 6, massimo 60`. */
export function limitWords(product: Limits): string | undefined {
  const { step_qty = 1, max_qty } = product
  const least = leastOf(product)
  const words = [least > 1 && `minimo ${least}`, step_qty > 1 && `a multipli di ${step_qty}`, max_qty && `massimo ${max_qty}`]
  return words.filter(Boolean).join(', ') || undefined
}
/** The next quantity up or down; 0 below the least. */
export function stepped(product: Limits, quantity: number, by: 1 | -1): number {
  const { step_qty = 1, max_qty } = product
  const least = leastOf(product)
  if (by < 0) return quantity - step_qty < least ? 0 : Math.ceil(quantity / step_qty) * step_qty - step_qty
  if (quantity < least) return least
  const next = Math.floor(quantity / step_qty) * step_qty + step_qty
  return max_qty && next > max_qty ? quantity : next
}

/** More is shipped than was ordered, or has arrived than was shipped. */
export const tooManyOf = (name: string, most: number, delivered: boolean) =>
  `La quantità ${delivered ? 'spedita' : 'ordinata'} di "${name}" è ${most}.`

interface Priced {
  quantity: number
  /** What was shipped of it, once it was: what is not comes back or follows with an order of its own, and is not of this one any more. */
  shipped?: number | null
  price: number
  vat: VatRate
}
const cents = (euro: number) => Math.round(euro * 100)
const centsOf = ({ quantity, shipped, price }: Omit<Priced, 'vat'>) => cents(price) * (shipped ?? quantity)
/** Euro of a row, without VAT. */
export const rowAmount = (row: Omit<Priced, 'vat'>) => centsOf(row) / 100
/** The sums of an order in euro. VAT is rounded once for each rate, as on an invoice. */
export function orderTotals(rows: readonly Priced[]) {
  const byRate = new Map<VatRate, number>()
  for (const row of rows) byRate.set(row.vat, (byRate.get(row.vat) ?? 0) + centsOf(row))
  const net = [...byRate.values()].reduce((sum, one) => sum + one, 0)
  const rates = [...byRate].map(([vat, base]) => ({ vat, base: base / 100, tax: Math.round((base * Number(vat)) / 100) / 100 }))
  const vat_total = rates.reduce((sum, { tax }) => sum + Math.round(tax * 100), 0)
  return { net: net / 100, vat_total: vat_total / 100, total: (net + vat_total) / 100, rates }
}
/** Short signs of units, beside a quantity. */
export const unitSigns: Readonly<Record<ProductUnit, string>> = { pz: 'pz', conf: 'conf.', rotolo: 'rotoli', kg: 'kg', l: 'l' }
const euros = new Intl.NumberFormat('it-IT', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
} as Intl.NumberFormatOptions)
/** `1.234,50` */
export const formatAmount = (value: number) => euros.format(value)
/** `1.234,50 €` */
export const formatEuro = (value: number) => `${formatAmount(value)} €`
