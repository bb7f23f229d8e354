import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { part } from '../../ui/part.tsx'

// Fetched with the first clipped text.
const CellTip = part(() => import('./CellTip.tsx').then((m) => m.CellTip))

/** Long enough to move across a cell by chance, and from a cell to its tip. */
const SHOW_MS = 300
const HIDE_MS = 150

const isCut = (cell: HTMLElement) =>
  [cell, ...cell.querySelectorAll('*')].some(
    (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis',
  )

/** Shows the whole text of a clipped cell while it is pointed at or focused. Spread `on` on the table and place `tip` beside it. */
export function useCellTip(): { on: object; tip: ReactNode } {
  const [cell, setCell] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const set = (next: HTMLElement | undefined, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCell(next), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const over = (event: PointerEvent | FocusEvent) => {
    const at = (event.target as Element).closest<HTMLElement>('td, th')
    const cut = at && isCut(at) ? at : undefined
    set(cut, event.type === 'focus' ? 0 : cut ? SHOW_MS : HIDE_MS)
  }
  const away = () => set(undefined, HIDE_MS)
  return {
    on: { onPointerOver: over, onPointerLeave: away, onFocus: over, onBlur: away },
    tip: cell && <CellTip cell={cell} onStay={() => clearTimeout(timer.current)} onLeave={() => setCell(undefined)} />,
  }
}
