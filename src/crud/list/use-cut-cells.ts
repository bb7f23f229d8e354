import { useLayoutEffect, useRef } from 'react'

/**
 * Marks the cells of a table whose text does not fit (`data-cut`); only these are clipped with an ellipsis. Clipping a thousand cells would
 * cost time in every frame of a scroll. Measured before the paint, and again when the table changes its size.
 */
export function useCutCells(...of: readonly unknown[]) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const cells = [...table.current!.tBodies].flatMap(({ rows }) => [...rows].flatMap((row) => [...row.cells]))
      // Content that is clipped already does not overflow its cell, so the children are measured too.
      const cut = cells.map((cell) => [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      for (const [at, cell] of cells.entries()) cell.toggleAttribute('data-cut', cut[at])
    })
    observer.observe(table.current!)
    return () => observer.disconnect()
    // biome-ignore lint/correctness/useExhaustiveDependencies: what the cells are drawn from
  }, of)
  return table
}
