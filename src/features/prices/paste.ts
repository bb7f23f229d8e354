import type { StationPrices } from '../../contract/prices/prices.ts'
import { priceIn } from './grid-keys.ts'
import { blockOf } from './read-price.ts'
import { type Cell, type Typed, type TypedPrices, typedIn } from './typed.ts'

/** What of a block found no cell: nothing is lost without a word. */
export interface Strays {
  placed: number
  wrong: number
  values: string[]
}
/** Puts a block from a spreadsheet into the grid, its first cell into `cell`; empty ones leave alone what is there. Bad ones are kept as they are, with the reason. */
export function pasteBlock(
  text: string,
  cell: HTMLTableCellElement,
  typed: TypedPrices,
  cellOf: (key: string) => Cell | undefined,
): Strays {
  const row = cell.closest('tr')!
  const rows = [...row.parentElement!.querySelectorAll('tr')]
  const first = rows.indexOf(row)
  const changes: Record<string, Typed | undefined> = {}
  const values: string[] = []
  for (const [down, line] of blockOf(text).entries())
    for (const [right, value] of line.entries()) {
      if (!value.trim()) continue
      const key = priceIn(rows[first + down]?.cells[cell.cellIndex + right])?.dataset.price
      const of = key ? cellOf(key) : undefined
      const put = of && typedIn(of, value.trim())
      if (put) changes[key!] = put
      else values.push(value.trim())
    }
  const put = Object.values(changes)
  if (put.length) typed.put(changes)
  return { placed: put.length, wrong: put.filter((one) => one?.wrong).length, values }
}
/** The cell of a row that a key names. */
export function cellIn(rows: readonly StationPrices[], key: string, nameOf: (fuel: number) => string): Cell | undefined {
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
