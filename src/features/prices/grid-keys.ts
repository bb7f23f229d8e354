import type { KeyboardEvent } from 'react'
import { presses } from '../../crud/list/shortcuts.ts'
import type { Editing, TypedPrices } from './typed.ts'

/** The element of a price, in its cell: its key, or an empty text where nothing is sold. */
export const priceIn = (cell: Element | null | undefined) => cell?.querySelector<HTMLElement>('[data-price]') ?? undefined
export function focusCell(cell: HTMLTableCellElement | null | undefined): boolean {
  if (!cell || !priceIn(cell)) return false
  cell.tabIndex = -1
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
/** The next cell with a price: below or above in the column, or beside, on the next row where this one ends. */
function nextCell(cell: HTMLTableCellElement, down: number, right: number): HTMLTableCellElement | undefined {
  const row = cell.closest('tr')!
  const rows = [...row.parentElement!.querySelectorAll('tr')]
  if (down) return rows[rows.indexOf(row) + down]?.cells[cell.cellIndex]
  const all = rows.flatMap((one) => [...one.cells].filter((each) => priceIn(each)))
  return all[all.indexOf(cell) + right]
}
export const move = (cell: HTMLTableCellElement, down: number, right: number) => focusCell(nextCell(cell, down, right))

export interface Grid {
  typed: TypedPrices
  /** Takes what stands in the open box. */
  commit: (text: string) => void
  going: { on: boolean }
}
/**
 * Keys of the grid, as in a spreadsheet, before those of the rows are looked at: typing replaces, F2 edits, Enter and Tab go on, Esc takes back, Ctrl+Z undoes. Tab only goes from cell
 * to cell once something was typed; before, and after Esc, it leaves the table as everywhere.
 */
export function gridKeys(event: KeyboardEvent<HTMLElement>, { typed, commit, going }: Grid) {
  const target = event.target as HTMLElement
  const cell = target.closest('td')
  const stop = () => {
    event.preventDefault()
    event.stopPropagation()
  }
  const { key, shiftKey } = event
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && !target.matches('input')) {
    stop()
    const undone = typed.undo()
    if (undone) focusCell(event.currentTarget.querySelector(`[data-price="${undone}"]`)?.closest('td'))
    return
  }
  if (!cell || !priceIn(cell) || event.ctrlKey || event.metaKey || event.altKey) return
  const inBox = target.matches('input')
  if (!inBox && target !== cell) return
  const side = shiftKey ? -1 : 1
  if (inBox) {
    const down = { Enter: side, ArrowDown: 1, ArrowUp: -1 }[key]
    if (!down && key !== 'Tab' && key !== 'Escape') return
    stop()
    going.on = true
    if (key === 'Escape') typed.editing.set(undefined)
    else commit((target as HTMLInputElement).value)
    if (key === 'Escape' || !move(cell, down ?? 0, key === 'Tab' ? side : 0)) focusCell(cell)
    return
  }
  const at = priceIn(cell)!.dataset.price!
  const edit = (box: Omit<Editing, 'key'>) => {
    stop()
    if (at) typed.editing.set({ key: at, ...box })
  }
  if (key === 'Enter') {
    stop()
    move(cell, side, 0)
  } else if (key === 'Tab') {
    if (going.on && move(cell, 0, side)) stop()
  } else if (key === 'Escape') {
    going.on = false
  } else if (key === 'F2' && presses('edit', event)) {
    edit({ text: typed.cells.get()[at]?.text ?? priceIn(cell)!.dataset.now ?? '' })
  } else if (key === 'Delete' || key === 'Backspace') {
    stop()
    if (typed.cells.get()[at]) typed.put({ [at]: undefined })
  } else if (/^[\d.,€-]$/.test(key)) edit({ text: '', typed: key })
}
