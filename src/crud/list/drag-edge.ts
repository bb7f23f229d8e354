import type { PointerEvent } from 'react'
import { clampWidth, measureColumns } from './list-layout.ts'

/** The edge of a heading is dragged: all columns keep the widths they have, and this one follows the pointer. `done` gets them when it is let go. */
export function dragEdge(event: PointerEvent<HTMLElement>, done: (widths: Record<string, number>) => void) {
  const grip = event.currentTarget
  const heading = grip.closest<HTMLElement>('th')!.dataset.column!
  const table = grip.closest('table')!
  const columns = [...table.querySelectorAll<HTMLElement>('col[data-column]')]
  const widths = measureColumns(table)
  const from = event.clientX - widths[heading]!
  // Without drawing a hundred rows at each step.
  const draw = () => {
    table.dataset.sized = 'true'
    for (const column of columns) column.style.width = `${widths[column.dataset.column!]}px`
  }
  event.preventDefault()
  grip.setPointerCapture(event.pointerId)
  const move = ({ clientX }: globalThis.PointerEvent) => {
    widths[heading] = clampWidth(clientX - from)
    draw()
  }
  const end = () => {
    grip.removeEventListener('pointermove', move)
    done(widths)
  }
  grip.addEventListener('pointermove', move)
  grip.addEventListener('lostpointercapture', end, { once: true })
}
