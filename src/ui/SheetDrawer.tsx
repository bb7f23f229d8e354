import { Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Sheet.module.css'
import { usePhone } from './use-phone.ts'

export interface SheetProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

export function SheetDrawer({ title, opened, onClose, children }: SheetProps) {
  const phone = usePhone()
  return (
    <Drawer
      position={phone ? 'bottom' : 'right'}
      classNames={phone ? { content: classes.content } : {}}
      title={title}
      opened={opened}
      onClose={onClose}
    >
      <Stack gap="xs" pb="env(safe-area-inset-bottom)">
        {children}
      </Stack>
    </Drawer>
  )
}
