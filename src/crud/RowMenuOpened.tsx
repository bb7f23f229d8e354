import { Button, Menu } from '@mantine/core'
import { cloneElement } from 'react'
import { Sheet } from '../ui/Sheet.tsx'
import { type Opener, useFirstOpening } from '../ui/use-first-opening.ts'
import { usePhone } from '../ui/use-phone.ts'
import type { RowAction } from './columns.ts'

interface RowMenuOpenedProps {
  actions: readonly RowAction[]
  id: string
  trigger: (onClick?: () => void) => Opener
}

/** The menu of one row from its first opening on. */
export function RowMenuOpened({ actions, id, trigger }: RowMenuOpenedProps) {
  const phone = usePhone()
  const { button, opened, setOpened } = useFirstOpening()
  if (!phone)
    return (
      <Menu id={id} position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
        <Menu.Target>{cloneElement(trigger(), { ref: button })}</Menu.Target>
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
      {cloneElement(
        trigger(() => setOpened(true)),
        { ref: button },
      )}
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
