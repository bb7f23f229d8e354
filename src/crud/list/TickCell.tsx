import { useEffect, useRef } from 'react'
import type { Row, Ticks } from './columns.ts'
import classes from './RowTable.module.css'

/** The box at the begin of a row. All of its cell can be clicked; the row itself would open. */
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
/** Out of the order of Tab, as all but one place of a list: the arrows reach it, and the space bar does the same from the row. */
export const TickBox = ({ of, ticked }: { of: string; ticked: boolean }) => (
  <>
    <input type="checkbox" tabIndex={-1} aria-labelledby={`${of}-tick ${of}`} checked={ticked} onChange={() => undefined} />
    <span id={`${of}-tick`} hidden>
      Seleziona
    </span>
  </>
)

/** Ticks all rows of the page, or none of them. */
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
