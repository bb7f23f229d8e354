import { Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface SheetProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** What a menu is on a desk, from below, where the thumb is. As high as what it holds. */
export function Sheet({ title, opened, onClose, children }: SheetProps) {
  return (
    <Drawer position="bottom" size="auto" title={title} opened={opened} onClose={onClose}>
      <Stack gap="xs" pb="env(safe-area-inset-bottom)">
        {children}
      </Stack>
    </Drawer>
  )
}
