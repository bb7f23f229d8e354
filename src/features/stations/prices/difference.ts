import { euro } from '../../../lib/format.ts'
import { thousandths } from '../../../rules/price-guards.ts'

/** `+0,010 €`, `−0,005 €`, `±0,000 €` */
export function difference(before: number, after: number): string {
  const change = thousandths(after) - thousandths(before)
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${euro(Math.abs(change) / 1_000)}`
}
