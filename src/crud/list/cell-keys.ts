import type { KeyboardEvent } from 'react'
import { presses } from './shortcuts.ts'
import { moves } from './use-roving.ts'

/** Focuses the control of a cell, or the cell itself if it holds only text, so that it can be read. */
function focusCell(cell: HTMLTableCellElement | undefined) {
  const inner = cell?.querySelector<HTMLElement>('[data-row], [aria-haspopup="menu"], [type="checkbox"]')
  if (cell && !inner) cell.tabIndex = -1
  ;(inner ?? cell)?.focus()
}
const beside: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
/**
 * Keys in the rows of a table, beside those of `useRoving`: ← → move between cells, Enter opens the row, the space bar ticks it, the menu
 * key (or Shift+F10) opens its menu.
 */
export function cellKeys(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget: body } = event
  const target = event.target as HTMLElement
  const cell = target.closest('td')
  // A popover of the row is not inside its cell, and a control handles its own keys.
  if (!cell || !body.contains(cell) || event.ctrlKey || event.metaKey || event.altKey) return
  const row = cell.closest('tr')!
  const onMenu = target.getAttribute('aria-haspopup') === 'menu'
  const box = row.querySelector<HTMLInputElement>('[data-tick] input')
  if (box && (presses('tick', event) || presses('tickMany', event)) && (target === cell || target.matches('[data-row]'))) {
    event.preventDefault()
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
    return
  }
  if (presses('menu', event)) {
    const menu = row.querySelector<HTMLElement>('[aria-haspopup="menu"]')
    if (menu && !onMenu) {
      event.preventDefault()
      menu.click()
    }
    return
  }
  if (target !== cell && !onMenu && !target.matches('[data-row], [type="checkbox"]')) return
  if (beside[key]) {
    event.preventDefault()
    focusCell(row.cells[cell.cellIndex + beside[key]])
  }
  if (target !== cell && target !== box) return
  const rows = [...body.querySelectorAll('tr')]
  if (moves[key]) {
    event.preventDefault()
    focusCell(rows[moves[key](rows.indexOf(row), rows.length - 1)]?.cells[cell.cellIndex])
  }
  if (presses('open', event)) row.querySelector<HTMLElement>('a[data-row]')?.click()
}
