import type { PriceCell, StationPrices } from '../../contract/prices/prices.ts'
import { addDelta, confirmationReason, isSelfDearer, refusalReason, SELF_DEARER, thousandths } from '../../rules/prices/price-checks.ts'

export interface Variation {
  fuels: readonly number[]
  modes: readonly PriceCell['mode'][]
  /** Euro; null while not entered. */
  delta: number | null
}
export interface VariedPrice {
  cell: PriceCell & { price: number; id: number }
  to: number
}
/** The effect of a variation on a station: `wrong` is the reason it is refused, `asks` what must be confirmed. */
export interface VariationLine {
  row: StationPrices
  changes: VariedPrice[]
  wrong?: string
  asks?: string
}
const isPriced = (cell: PriceCell): cell is VariedPrice['cell'] => cell.price !== null && cell.id !== null

function lineOf(row: StationPrices, { fuels, modes, delta }: Variation): VariationLine {
  const changes = row.cells
    .filter(isPriced)
    .filter((cell) => fuels.includes(cell.fuel_id) && modes.includes(cell.mode))
    .map((cell) => ({ cell, to: addDelta(cell.price, delta ?? 0) }))
  const becomes = (fuel: number, mode: PriceCell['mode']) =>
    changes.find(({ cell }) => cell.fuel_id === fuel && cell.mode === mode)?.to ??
    row.cells.find((cell) => cell.fuel_id === fuel && cell.mode === mode)?.price
  const refused = changes.map(({ to }) => (to <= 0 ? 'Il prezzo diventerebbe zero o meno.' : refusalReason(to))).find(Boolean)
  const wrong = row.writable ? refused : 'Non puoi pubblicare i prezzi di questo punto vendita.'
  const asks =
    changes.map(({ cell, to }) => confirmationReason(to, cell.price)).find(Boolean) ??
    (changes.some(({ cell }) => isSelfDearer(becomes(cell.fuel_id, 'self'), becomes(cell.fuel_id, 'serve'))) ? SELF_DEARER : undefined)
  return { row, changes, ...(wrong && { wrong }), ...(asks && { asks: asks.replace(': confermare il prezzo', '') }) }
}
/** The effect of a variation on each station that it changes; those with problems come first. */
export function variationLines(rows: readonly StationPrices[], wanted: Variation): VariationLine[] {
  if (!wanted.delta || !thousandths(wanted.delta)) return []
  const rank = ({ wrong, asks }: VariationLine) => (wrong ? 0 : asks ? 1 : 2)
  return rows
    .map((row) => lineOf(row, wanted))
    .filter(({ changes }) => changes.length)
    .sort((one, other) => rank(one) - rank(other))
}
