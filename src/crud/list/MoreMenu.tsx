import { ActionIcon, Popover, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { IconDotsVertical } from '../../ui/icons.tsx'

/** At a desk, the buttons that do not fit into the toolbar. A press on one closes the menu. */
export function MoreMenu({ children }: { children: ReactNode }) {
  const [opened, menu] = useDisclosure(false)
  return (
    <Popover opened={opened} onChange={(next) => !next && menu.close()} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="input-sm" aria-label="Altro" title="Altro" onClick={menu.toggle}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" onClick={menu.close}>
          {children}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
