import type { PointerEvent } from 'react'
import { clampWidth, measureColumns } from './list-layout.ts'

/** Resizes a column by dragging the edge of its heading; the others keep their widths. `done` gets all widths at the end. */
export function dragEdge(event: PointerEvent<HTMLElement>, done: (widths: Record<string, number>) => void) {
  const grip = event.currentTarget
  const heading = grip.closest<HTMLElement>('th')!.dataset.column!
  const table = grip.closest('table')!
  const columns = [...table.querySelectorAll<HTMLElement>('col[data-column]')]
  const widths = measureColumns(table)
  const from = event.clientX - widths[heading]!
  // Sets the widths directly, since redrawing a hundred rows at each step is too slow.
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
