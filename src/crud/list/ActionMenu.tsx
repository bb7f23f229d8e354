import { Button, Menu } from '@mantine/core'
import { cloneElement, type RefObject } from 'react'
import { Sheet } from '../../ui/Sheet.tsx'
import type { Opener } from '../../ui/use-first-opening.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { RowAction } from './columns.ts'

interface ActionMenuProps {
  actions: readonly RowAction[]
  id?: string
  trigger: (onClick?: () => void) => Opener
  button?: RefObject<HTMLButtonElement | null>
  opened: boolean
  onOpened: (opened: boolean) => void
}

/** Actions on a record: a menu on a desktop, a bottom sheet on a phone. */
export function ActionMenu({ actions, id, trigger, button, opened, onOpened }: ActionMenuProps) {
  const phone = usePhone()
  const more = button && { ref: button }
  if (!phone)
    return (
      <Menu id={id} position="bottom-end" withinPortal opened={opened} onChange={onOpened}>
        <Menu.Target>{cloneElement(trigger(), more)}</Menu.Target>
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
        trigger(() => onOpened(true)),
        more,
      )}
      <Sheet title="Azioni" opened={opened} onClose={() => onOpened(false)}>
        {actions.map(({ label, icon: Shape, danger, onSelect }) => (
          <Button
            key={label}
            variant="subtle"
            color={danger ? 'red' : undefined}
            justify="flex-start"
            leftSection={<Shape />}
            onClick={() => {
              onOpened(false)
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
