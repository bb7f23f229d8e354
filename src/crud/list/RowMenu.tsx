import { useState } from 'react'
import { part } from '../../ui/part.tsx'
import type { RowAction } from './columns.ts'
import classes from './RowMenu.module.css'

interface RowMenuProps {
  actions: readonly RowAction[]
  /** Id of the element that names the row. */
  of: string
  tabIndex?: number
}
// Mantine's Menu overrides the id of its trigger, so the label has an id of its own. Every row has such a menu and most are never opened,
// so its code is fetched at the first opening.
const RowMenuOpened = part(() => import('./RowMenuOpened.tsx').then((m) => m.RowMenuOpened))

/** Actions on one row, behind ⋮: a menu on a desktop, a bottom sheet on a phone. */
export function RowMenu({ actions, of, tabIndex }: RowMenuProps) {
  const [asked, setAsked] = useState(false)
  if (!actions.length) return null
  const trigger = (onClick?: () => void) => (
    // A plain button with dots drawn in CSS: a list draws a hundred of them at a time.
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
