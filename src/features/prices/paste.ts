import type { StationPrices } from '../../contract/prices/prices.ts'
import { priceIn } from './grid-keys.ts'
import { parseBlock } from './parse-price.ts'
import { type Cell, type DraftPrice, type PriceDraft, parseDraftPrice } from './price-draft.ts'

/** Outcome of a paste: cells filled, how many of them with invalid prices, and the values that found no cell. */
export interface PasteResult {
  placed: number
  wrong: number
  values: string[]
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
  const values: string[] = []
  for (const [down, line] of parseBlock(text).entries())
    for (const [right, value] of line.entries()) {
      if (!value.trim()) continue
      const key = priceIn(rows[first + down]?.cells[cell.cellIndex + right])?.dataset.price
      const of = key ? cellOf(key) : undefined
      const put = of && parseDraftPrice(of, value.trim())
      if (put) changes[key!] = put
      else if (!of) values.push(value.trim())
    }
  const put = Object.values(changes)
  if (put.length) draft.put(changes)
  return { placed: put.length, wrong: put.filter((one) => one?.wrong).length, values }
}
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
    ...{ fuel_id: cell.fuel_id, fuel: nameOf(cell.fuel_id), mode: cell.mode, now: cell.price },
    other: find(cell.mode === 'self' ? 'serve' : 'self')?.price ?? null,
  }
}
