import { useLayoutEffect, useRef } from 'react'

/**
 * Marks the cells of a table whose words do not fit (`data-cut`): these alone are clipped, and end in an ellipsis. A clip for each of a thousand cells
 * is paid again in every frame of a scroll. Looked at before anything is painted, and again when the table changes its size.
 */
export function useCutCells(...of: readonly unknown[]) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const cells = [...table.current!.tBodies].flatMap(({ rows }) => [...rows].flatMap((row) => [...row.cells]))
      // What is clipped already no longer sticks out of its cell: it is looked at itself.
      const cut = cells.map((cell) => [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      for (const [at, cell] of cells.entries()) cell.toggleAttribute('data-cut', cut[at])
    })
    observer.observe(table.current!)
    return () => observer.disconnect()
    // biome-ignore lint/correctness/useExhaustiveDependencies: what the cells are drawn from
  }, of)
  return table
}
