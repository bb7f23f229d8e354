import { Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Sheet.module.css'

export interface SheetProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

export function SheetDrawer({ title, opened, onClose, children }: SheetProps) {
  return (
    <Drawer position="bottom" classNames={{ content: classes.content }} title={title} opened={opened} onClose={onClose}>
      <Stack gap="xs" pb="env(safe-area-inset-bottom)">
        {children}
      </Stack>
    </Drawer>
  )
}
