import { fold } from '../../contract/kernel/fold.ts'
import type { StationPrices } from '../../contract/prices/prices.ts'
import { priceIn } from './grid-keys.ts'
import { parseBlock } from './parse-price.ts'
import { type Cell, type DraftPrice, isUnchanged, type PriceDraft, parseDraftPrice } from './price-draft.ts'

/** Outcome of a paste: the keys of the cells that took a value, and the values that found no cell, with the reason. */
export interface PasteResult {
  placed: string[]
  left: { value: string; why: string }[]
}
interface PasteTarget {
  draft: PriceDraft
  cellOf: (key: string) => Cell | undefined
  /** The headings of all columns, those put away too. */
  headings: readonly string[]
}
/** A heading as it is compared: `Gasolio servito` is the column `Gasolio serv.`. */
const headingOf = (text: string) =>
  fold(text)
    .trim()
    .replace(/\bserv(ito|\.)$/, 'serv')
const isText = (value = '') => /\p{L}/u.test(value)
/** Columns on the left of a block that name the station of their line. A block of words alone has none: it is what was meant for the cells. */
function nameColumns(lines: readonly string[][]): number {
  const width = Math.max(...lines.map(({ length }) => length))
  let names = 0
  while (names < width && lines.every((line) => isText(line[names]) || !line[names]?.trim()) && lines.some((line) => isText(line[names])))
    names++
  return names < width ? names : 0
}
/**
 * Puts a block from a spreadsheet into the grid, starting at `cell`; lines that name their station by code or name, and columns that have a
 * heading, go where these say. Empty values change nothing; invalid ones are kept as text with the reason.
 */
export function pasteBlock(text: string, cell: HTMLTableCellElement, { draft, cellOf, headings: all }: PasteTarget): PasteResult {
  const row = cell.closest('tr')!
  const rows = [...row.parentElement!.querySelectorAll('tr')]
  const first = rows.indexOf(row)
  const columns = new Map([...(row.closest('table')!.tHead?.rows[0]?.cells ?? [])].map((one, at) => [headingOf(one.textContent), at]))
  const hidden = all.filter((one) => !columns.has(headingOf(one)) && / (self|serv\.)$/.test(one))
  const stationOf = (one: HTMLTableRowElement) => {
    const key = [...one.cells].map((place) => priceIn(place)?.dataset.price).find(Boolean)
    return key ? cellOf(key)?.station : undefined
  }
  const named = (texts: readonly string[]) =>
    rows.find((one) => {
      const station = stationOf(one)
      const is = (text: string) => text.trim().split(/\s/)[0] === station?.code || fold(text).trim() === fold(station?.name ?? '')
      return station && texts.some((text) => text.trim() && is(text))
    })
  const block = parseBlock(text)
  const headings = block.length > 1 && block[0]!.some((one) => one.trim() && columns.has(headingOf(one))) ? block[0]! : undefined
  const lines = headings ? block.slice(1) : block
  const names = nameColumns(lines)
  const changes: Record<string, DraftPrice | undefined> = {}
  const left: PasteResult['left'] = []
  const strange = new Set<string>()
  for (const [down, line] of lines.entries()) {
    const said = line.slice(0, names)
    const target = names ? named(said) : rows[first + down]
    if (names && !target) {
      const value = said.map((one) => one.trim()).find(Boolean)
      if (value) left.push({ value, why: 'il punto vendita non è in questa pagina.' })
      continue
    }
    for (const [right, value] of line.entries()) {
      if (right < names || !value.trim()) continue
      const heading = headings?.[right]?.trim() ?? ''
      const at = headings ? columns.get(headingOf(heading)) : cell.cellIndex + right - names
      if (at === undefined) strange.add(heading || value.trim())
      // Town, age and what else a copied list has beside its prices.
      if (at === undefined || (headings && target && !columnHasPrices(target, at))) continue
      const to = { row: target, at }
      const key = priceIn(to.row?.cells[to.at])?.dataset.price
      const of = key ? cellOf(key) : undefined
      const put = of && parseDraftPrice(of, value.trim())
      if (put) changes[key!] = isUnchanged(put) ? undefined : put
      else if (!of) left.push({ value: value.trim(), why: whyLeft(to, cellOf, hidden) })
    }
  }
  const isHidden = (value: string) => hidden.some((one) => headingOf(one) === headingOf(value))
  left.push(
    ...[...strange].map((value) => ({
      value,
      why: isHidden(value) ? 'la colonna è nascosta, si mostra da «Colonne».' : 'nell’elenco non c’è una colonna con questo nome.',
    })),
  )
  const placed = Object.keys(changes)
  if (placed.length) draft.put(changes)
  return { placed, left }
}
/** The reason why a place of the grid takes no price. */
function whyLeft(
  { row, at }: { row: HTMLTableRowElement | undefined; at: number },
  cellOf: (key: string) => Cell | undefined,
  hidden: readonly string[],
): string {
  if (!row) return 'l’elenco in questa pagina è finito.'
  const key = [...row.cells].map((one) => priceIn(one)?.dataset.price).find(Boolean)
  const station = key && cellOf(key)?.station
  const name = station ? `${station.code} ${station.name}` : row.cells[0]!.textContent
  const head = row.closest('table')?.tHead?.rows[0]?.cells[at]
  const column = head && columnHasPrices(row, at) ? head.textContent.trim() : ''
  if (priceIn(row.cells[at])) return `i prezzi di ${name} non si possono modificare.`
  if (column) return `${name} non vende ${column.replace(/serv\.$/, 'servito')}.`
  if (!hidden.length) return `${name} non ha altre colonne di prezzi.`
  return `${hidden.length === 1 ? 'la colonna è nascosta' : 'le altre colonne sono nascoste'}, da mostrare con «Colonne»: ${hidden.join(', ')}`
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
  const { id, code, name, status } = row
  return {
    station: { id, code, name, status },
    ...{ fuel_id: cell.fuel_id, fuel: nameOf(cell.fuel_id), mode: cell.mode, now: cell.price, planned: !!cell.next },
    other: find(cell.mode === 'self' ? 'serve' : 'self')?.price ?? null,
  }
}
