import type { StationPrices } from '../../contract/prices/prices.ts'
import { priceIn } from './grid-keys.ts'
import { parseBlock } from './parse-price.ts'
import { type Cell, type DraftPrice, isUnchanged, type PriceDraft, parseDraftPrice } from './price-draft.ts'

/** Outcome of a paste: the keys of the cells that took a value, and the values that found no cell, with the reason. */
export interface PasteResult {
  placed: string[]
  left: { value: string; why: string }[]
}
/** Puts a block from a spreadsheet into the grid, starting at `cell`. Empty values change nothing; invalid ones are kept as text with the reason. */
export function pasteBlock(
  text: string,
  cell: HTMLTableCellElement,
  draft: PriceDraft,
  cellOf: (key: string) => Cell | undefined,
): PasteResult {
  const row = cell.closest('tr')!
  const rows = [...row.parentElement!.querySelectorAll('tr')]
  const first = rows.indexOf(row)
  const changes: Record<string, DraftPrice | undefined> = {}
  const left: PasteResult['left'] = []
  for (const [down, line] of parseBlock(text).entries())
    for (const [right, value] of line.entries()) {
      if (!value.trim()) continue
      const to = { row: rows[first + down], at: cell.cellIndex + right }
      const key = priceIn(to.row?.cells[to.at])?.dataset.price
      const of = key ? cellOf(key) : undefined
      const put = of && parseDraftPrice(of, value.trim())
      if (put) changes[key!] = isUnchanged(put) ? undefined : put
      else if (!of) left.push({ value: value.trim(), why: whyLeft(to, cellOf) })
    }
  const placed = Object.keys(changes)
  if (placed.length) draft.put(changes)
  return { placed, left }
}
/** The reason why a place of the grid takes no price. */
function whyLeft({ row, at }: { row: HTMLTableRowElement | undefined; at: number }, cellOf: (key: string) => Cell | undefined): string {
  if (!row) return 'l’elenco in questa pagina è finito.'
  const key = [...row.cells].map((one) => priceIn(one)?.dataset.price).find(Boolean)
  const station = key && cellOf(key)?.station
  const name = station ? `${station.code} ${station.name}` : row.cells[0]!.textContent
  const head = row.closest('table')?.tHead?.rows[0]?.cells[at]
  const column = head && columnHasPrices(row, at) ? head.textContent.trim() : ''
  if (priceIn(row.cells[at])) return `i prezzi di ${name} non si possono modificare.`
  return column ? `${name} non vende ${column}.` : `${name} non ha altre colonne di prezzi.`
}
const columnHasPrices = (row: HTMLTableRowElement, at: number) =>
  [...row.parentElement!.querySelectorAll('tr')].some((one) => priceIn(one.cells[at]))

/** The cell with this key (`station:fuel:mode`). */
export function findCell(rows: readonly StationPrices[], key: string, nameOf: (fuel: number) => string): Cell | undefined {
  const [station, fuel, mode] = key.split(':')
  const row = rows.find(({ id }) => id === Number(station))
  const find = (wanted: string) => row?.cells.find((one) => one.fuel_id === Number(fuel) && one.mode === wanted)
  const cell = find(mode!)
  if (!row || !cell) return undefined
  const { id, code, name } = row
  return {
    station: { id, code, name },
    ...{ fuel_id: cell.fuel_id, fuel: nameOf(cell.fuel_id), mode: cell.mode, now: cell.price, planned: !!cell.next },
    other: find(cell.mode === 'self' ? 'serve' : 'self')?.price ?? null,
  }
}
