import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { IconBookmark } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import classes from './PagedTable.module.css'
import type { ViewsMenuProps } from './ViewsMenu.tsx'

// Fetched when it is first opened.
const ViewsMenu = part(() => import('./ViewsMenu.tsx').then((m) => m.ViewsMenu))

/** Button for the saved views of a list. It names the current view and marks unsaved changes. */
export function ViewsButton(props: Omit<ViewsMenuProps, 'target'>) {
  const { view, changed } = props.state
  const [asked, setAsked] = useState(false)
  const open = { 'aria-haspopup': 'dialog', onClick: () => setAsked(true) } as const
  const target = view ? (
    <Button variant="light" className={classes.view} leftSection={<IconBookmark size={18} />} aria-label={`Vista: ${view.name}`} {...open}>
      {view.name}
      {changed && ' *'}
    </Button>
  ) : (
    <ActionIcon variant="default" size="input-sm" aria-label="Viste" title="Viste" {...open}>
      <IconBookmark size={18} />
    </ActionIcon>
  )
  if (!asked) return target
  return <ViewsMenu meanwhile={target} {...props} target={target} />
}
