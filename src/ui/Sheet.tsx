import { Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Sheet.module.css'

interface SheetProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** What a menu is on a desk, from below, where the thumb is. As high as what it holds. */
export function Sheet({ title, opened, onClose, children }: SheetProps) {
  return (
    <Drawer position="bottom" classNames={{ content: classes.content }} title={title} opened={opened} onClose={onClose}>
      <Stack gap="xs" pb="env(safe-area-inset-bottom)">
        {children}
      </Stack>
    </Drawer>
  )
}
