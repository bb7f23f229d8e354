import { Button, Menu } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { Sheet } from '../ui/Sheet.tsx'
import { usePhone } from '../ui/use-phone.ts'
import type { RowAction } from './columns.ts'

interface RowMenuOpenedProps {
  actions: readonly RowAction[]
  id: string
  trigger: (onClick?: () => void) => ReactElement
}

/** The menu of one row from its first opening on. */
export function RowMenuOpened({ actions, id, trigger }: RowMenuOpenedProps) {
  const phone = usePhone()
  const [opened, setOpened] = useState(true)
  if (!phone)
    return (
      <Menu id={id} position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
        <Menu.Target>{trigger()}</Menu.Target>
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
      {trigger(() => setOpened(true))}
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
