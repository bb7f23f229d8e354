import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { part } from '../../ui/part.tsx'

// Fetched with the first text that is cut.
const CellTip = part(() => import('./CellTip.tsx').then((m) => m.CellTip))

/** Long enough to pass over a cell without meaning it, and to go from it to the tip. */
const SHOW_MS = 300
const HIDE_MS = 150

const isCut = (cell: HTMLElement) =>
  [cell, ...cell.querySelectorAll('*')].some(
    (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis',
  )

/** The whole text of a cell that ends in an ellipsis, while it is pointed at or has the focus. Spread `on` on the table; `tip` stands beside it. */
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
