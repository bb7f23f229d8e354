import { useState } from 'react'
import { part } from '../../ui/part.tsx'
import type { RowAction } from './columns.ts'
import classes from './RowMenu.module.css'

interface RowMenuProps {
  actions: readonly RowAction[]
  /** The id of the element that names the row. */
  of: string
  tabIndex?: number
}
// The menu gives its trigger an id of its own: the words that name it have another.
// A list has one of these a row, and most are never opened: what they open is fetched with the first.
const RowMenuOpened = part(() => import('./RowMenuOpened.tsx').then((m) => m.RowMenuOpened))

/** What can be done with one row, behind ⋮: a menu on a desk, a sheet from below on a phone. */
export function RowMenu({ actions, of, tabIndex }: RowMenuProps) {
  const [asked, setAsked] = useState(false)
  if (!actions.length) return null
  const trigger = (onClick?: () => void) => (
    // A plain button, its dots painted by its style: a list draws a hundred of them at a time.
    <button
      type="button"
      className={classes.trigger}
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-labelledby={`${of}-verb ${of}`}
      onClick={onClick}
    >
      <span id={`${of}-verb`} hidden>
        Azioni
      </span>
    </button>
  )
  if (!asked) return trigger(() => setAsked(true))
  return <RowMenuOpened meanwhile={trigger()} actions={actions} id={`${of}-actions`} trigger={trigger} />
}
