import type { PriceCell, StationPrices } from '../../contract/prices/prices.ts'
import { askedOf, isSelfDearer, refusedPrice, SELF_DEARER, thousandths, varied } from '../../rules/prices/guards.ts'

export interface Wanted {
  fuels: readonly number[]
  modes: readonly PriceCell['mode'][]
  /** Euro; null while it is not said. */
  delta: number | null
}
export interface Change {
  cell: PriceCell & { price: number; id: number }
  to: number
}
/** What becomes of a station: `wrong` forbids it, `asks` has to be confirmed. */
export interface Line {
  row: StationPrices
  changes: Change[]
  wrong?: string
  asks?: string
}
const isPriced = (cell: PriceCell): cell is Change['cell'] => cell.price !== null && cell.id !== null

function lineOf(row: StationPrices, { fuels, modes, delta }: Wanted): Line {
  const changes = row.cells
    .filter(isPriced)
    .filter((cell) => fuels.includes(cell.fuel_id) && modes.includes(cell.mode))
    .map((cell) => ({ cell, to: varied(cell.price, delta ?? 0) }))
  const becomes = (fuel: number, mode: PriceCell['mode']) =>
    changes.find(({ cell }) => cell.fuel_id === fuel && cell.mode === mode)?.to ??
    row.cells.find((cell) => cell.fuel_id === fuel && cell.mode === mode)?.price
  const refused = changes.map(({ to }) => (to <= 0 ? 'Il prezzo diventerebbe zero o meno.' : refusedPrice(to))).find(Boolean)
  const wrong = row.writable ? refused : 'Non puoi pubblicare i prezzi di questo punto vendita.'
  const asks =
    changes.map(({ cell, to }) => askedOf(to, cell.price)).find(Boolean) ??
    (changes.some(({ cell }) => isSelfDearer(becomes(cell.fuel_id, 'self'), becomes(cell.fuel_id, 'serve'))) ? SELF_DEARER : undefined)
  return { row, changes, ...(wrong && { wrong }), ...(asks && { asks: asks.replace(': confermare il prezzo', '') }) }
}
/** What a variation makes of each station that it changes: those to look at first. */
export function linesOf(rows: readonly StationPrices[], wanted: Wanted): Line[] {
  if (!wanted.delta || !thousandths(wanted.delta)) return []
  const rank = ({ wrong, asks }: Line) => (wrong ? 0 : asks ? 1 : 2)
  return rows
    .map((row) => lineOf(row, wanted))
    .filter(({ changes }) => changes.length)
    .sort((one, other) => rank(one) - rank(other))
}
