import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionMenu } from '../list/ActionMenu.tsx'
import type { RowAction } from '../list/columns.ts'

/** "Altro": what else may be done with the record of the page; nothing where nothing may. */
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
