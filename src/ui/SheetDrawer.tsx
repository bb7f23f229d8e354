import { Drawer, Stack } from '@mantine/core'
import classes from './Sheet.module.css'
import type { SheetProps } from './Sheet.tsx'

export function SheetDrawer({ title, opened, onClose, children }: SheetProps) {
  return (
    <Drawer position="bottom" classNames={{ content: classes.content }} title={title} opened={opened} onClose={onClose}>
      <Stack gap="xs" pb="env(safe-area-inset-bottom)">
        {children}
      </Stack>
    </Drawer>
  )
}
