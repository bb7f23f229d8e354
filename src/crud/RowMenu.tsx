import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { IconDotsVertical } from '../ui/icons.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { usePhone } from '../ui/use-phone.ts'
import type { RowAction } from './columns.ts'

interface RowMenuProps {
  actions: readonly RowAction[]
  /** The id of the element that names the row. */
  of: string
  tabIndex?: number
}

/** What can be done with one row, behind ⋮: a menu on a desk, a sheet from below on a phone. */
export function RowMenu({ actions, of, tabIndex }: RowMenuProps) {
  const phone = usePhone()
  const [opened, setOpened] = useState(false)
  if (!actions.length) return null
  const trigger = (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={tabIndex}
      aria-labelledby={`${of}-actions ${of}`}
      onClick={phone ? () => setOpened(true) : undefined}
    >
      <IconDotsVertical />
      <VisuallyHidden id={`${of}-actions`}>Azioni</VisuallyHidden>
    </ActionIcon>
  )
  if (!phone)
    return (
      <Menu id={`${of}-actions`} position="bottom-end" withinPortal>
        <Menu.Target>{trigger}</Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, icon: Shape, danger, onSelect }) => (
            <Menu.Item key={label} leftSection={<Shape />} color={danger ? 'red' : undefined} onClick={() => void onSelect()}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  return (
    <>
      {trigger}
      <Sheet title="Azioni" opened={opened} onClose={() => setOpened(false)}>
        {actions.map(({ label, icon: Shape, danger, onSelect }) => (
          <Button
            key={label}
            variant="subtle"
            color={danger ? 'red' : undefined}
            justify="flex-start"
            leftSection={<Shape />}
            onClick={() => {
              setOpened(false)
              void onSelect()
            }}
          >
            {label}
          </Button>
        ))}
      </Sheet>
    </>
  )
}
