import type { KeyboardEvent } from 'react'
import { presses } from '../../crud/list/shortcuts.ts'
import { shiftIn } from '../../ui/automatic-decimals.ts'
import type { Editing, PriceDraft } from './price-draft.ts'

/** The element of a price in a table cell. Its `data-price` is the key, empty if the cell cannot be edited. */
export const priceIn = (cell: Element | null | undefined) => cell?.querySelector<HTMLElement>('[data-price]') ?? undefined
export function focusCell(cell: HTMLTableCellElement | null | undefined): boolean {
  if (!cell || !priceIn(cell)) return false
  cell.tabIndex = -1
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
/** The next cell with a price: below or above in the column, or to the side, continuing on the next row. */
function nextCell(cell: HTMLTableCellElement, down: number, right: number): HTMLTableCellElement | undefined {
  const row = cell.closest('tr')!
  const rows = [...row.parentElement!.querySelectorAll('tr')]
  if (down) return rows[rows.indexOf(row) + down]?.cells[cell.cellIndex]
  const all = rows.flatMap((one) => [...one.cells].filter((each) => priceIn(each)))
  return all[all.indexOf(cell) + right]
}
export const move = (cell: HTMLTableCellElement, down: number, right: number) => focusCell(nextCell(cell, down, right))

export interface Grid {
  draft: PriceDraft
  /** Stores the text of the open box. */
  commit: (text: string) => void
  /** True while Tab moves between cells. */
  tabbing: { on: boolean }
}
/**
 * Spreadsheet keys of the grid, handled before those of the rows: typing replaces, F2 edits, Enter and Tab move on, Esc cancels, Ctrl+Z undoes.
 * Tab moves from cell to cell only after the first entry; before that, and after Esc, it leaves the table as usual.
 */
export function gridKeys(event: KeyboardEvent<HTMLElement>, { draft, commit, tabbing }: Grid) {
  const target = event.target as HTMLElement
  const cell = target.closest('td')
  const stop = () => {
    event.preventDefault()
    event.stopPropagation()
  }
  const { key, shiftKey } = event
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && !target.matches('input')) {
    stop()
    const undone = draft.undo()
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
    tabbing.on = true
    if (key === 'Escape') draft.editing.set(undefined)
    else commit((target as HTMLInputElement).value)
    if (key === 'Escape' || !move(cell, down ?? 0, key === 'Tab' ? side : 0)) focusCell(cell)
    return
  }
  const at = priceIn(cell)!.dataset.price!
  const edit = (box: Omit<Editing, 'key'>) => {
    stop()
    if (at) draft.editing.set({ key: at, ...box })
  }
  if (key === 'Enter') {
    stop()
    move(cell, side, 0)
  } else if (key === 'Tab') {
    if (tabbing.on && move(cell, 0, side)) stop()
  } else if (key === 'Escape') {
    tabbing.on = false
  } else if (key === 'F2' && presses('edit', event)) {
    edit({ text: draft.cells.get()[at]?.text ?? priceIn(cell)!.dataset.now ?? '' })
  } else if (key === 'Delete' || key === 'Backspace') {
    stop()
    if (draft.cells.get()[at]) draft.put({ [at]: undefined })
  } else if (/^[\d.,€-]$/.test(key)) edit({ text: '', typed: shiftIn('', key, 3) })
}
