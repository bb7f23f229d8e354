import { thousandths } from '../../../rules/prices/price-checks.ts'

const three = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
/** `1,789` */
export const figure = (price: number) => three.format(price)
/** `+0,010`, `−0,005`, `±0,000` */
export function change(before: number, after: number): string {
  const by = thousandths(after) - thousandths(before)
  return `${by > 0 ? '+' : by < 0 ? '−' : '±'}${figure(Math.abs(by) / 1_000)}`
}
/** `+0,010 €` */
export const difference = (before: number, after: number) => `${change(before, after)}\u00a0€`
