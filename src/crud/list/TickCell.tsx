import { useEffect, useRef } from 'react'
import type { Row, Ticks } from './columns.ts'
import classes from './RowTable.module.css'

/** The checkbox at the start of a row. Its whole cell is clickable, and does not open the row. */
export const TickCell = ({ id, of, ticks }: { id: Row['id']; of: string; ticks: Ticks }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: its box takes the keys, and the row the space bar (cell-keys.ts)
  <td
    data-tick
    className={classes.tick}
    onClick={(event) => {
      event.stopPropagation()
      ticks.toggle(id, event.shiftKey)
    }}
  >
    <TickBox of={of} ticked={ticks.has(id)} />
  </td>
)
/** Not in the Tab order: the arrow keys reach it, and the space bar ticks the row from any of its cells. */
export const TickBox = ({ of, ticked }: { of: string; ticked: boolean }) => (
  <>
    <input type="checkbox" tabIndex={-1} aria-labelledby={`${of}-tick ${of}`} checked={ticked} onChange={() => undefined} />
    <span id={`${of}-tick`} hidden>
      Seleziona
    </span>
  </>
)

/** Ticks all rows of the page, or none. */
export function PageTickCell({ ticks: { page, togglePage } }: { ticks: Ticks }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    box.current!.indeterminate = page === 'some'
  }, [page])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its box takes the keys
    <td data-tick className={classes.tick} onClick={togglePage}>
      <input ref={box} type="checkbox" aria-label="Seleziona la pagina" checked={page === 'all'} onChange={() => undefined} />
    </td>
  )
}
