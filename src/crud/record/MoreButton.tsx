import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionMenu } from '../list/ActionMenu.tsx'
import type { RowAction } from '../list/columns.ts'

/** "Altro": further actions on the page's record; nothing if there are none. */
export function MoreButton({ actions }: { actions: readonly RowAction[] }) {
  const [opened, setOpened] = useState(false)
  if (!actions.length) return null
  return (
    <ActionMenu
      actions={actions}
      opened={opened}
      onOpened={setOpened}
      trigger={(onClick) => (
        <Button variant="default" aria-haspopup="menu" onClick={onClick}>
          Altro
        </Button>
      )}
    />
  )
}
