import { useLayoutEffect, useRef } from 'react'
import { deskRem } from './use-width.ts'

/** For each column the widest of its chips that is cut: the width of the column, in rem, in which it is whole. */
function chipRooms(table: HTMLTableElement): Record<string, number> {
  const rooms: Record<string, number> = {}
  for (const words of table.querySelectorAll('td .chip > span')) {
    const lack = words.scrollWidth - words.clientWidth
    const cell = lack > 0 && words.closest('td')!
    const heading = cell && table.tHead?.rows[0]?.cells[cell.cellIndex]?.dataset.column
    if (heading) rooms[heading] = Math.max(rooms[heading] ?? 0, (cell.offsetWidth + lack + 1) / deskRem())
  }
  return rooms
}
/**
 * Marks the cells of a table whose text does not fit (`data-cut`); only these are clipped with an ellipsis. Clipping a thousand cells would
 * cost time in every frame of a scroll. Measured before the paint, and again when the table changes its size.
 * @param onChips told the width of each column that cuts a chip, in rem: a state is never cut
 */
export function useCutCells(onChips: ((rooms: Record<string, number>) => void) | undefined, ...of: readonly unknown[]) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const cells = [...table.current!.tBodies].flatMap(({ rows }) => [...rows].flatMap((row) => [...row.cells]))
      // Content that is clipped already does not overflow its cell, so the children are measured too.
      const cut = cells.map((cell) => [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      const rooms = onChips ? chipRooms(table.current!) : {}
      for (const [at, cell] of cells.entries()) cell.toggleAttribute('data-cut', cut[at])
      if (Object.keys(rooms).length) onChips!(rooms)
    })
    observer.observe(table.current!)
    return () => observer.disconnect()
    // biome-ignore lint/correctness/useExhaustiveDependencies: what the cells are drawn from
  }, of)
  return table
}
