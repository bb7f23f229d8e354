import { Drawer, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Apart } from './Apart.tsx'
import classes from './Sheet.module.css'
import { useOpenedJustNow } from './use-opened-just-now.ts'
import { usePhone } from './use-phone.ts'
import { useTopmost } from './use-topmost.ts'

export interface SheetProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

export function SheetDrawer({ title, opened, onClose, children }: SheetProps) {
  const phone = usePhone()
  // A drawer that mounts opened does not know where the focus came from.
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(opened), [opened])
  const topmost = useTopmost(open, onClose)
  const onClickCapture = useOpenedJustNow(open)
  return (
    <Drawer
      onClickCapture={onClickCapture}
      position={phone ? 'bottom' : 'right'}
      classNames={phone ? { content: classes.content } : {}}
      title={title}
      opened={open}
      closeOnEscape={topmost}
      onClose={onClose}
    >
      <Stack gap="xs" pb="env(safe-area-inset-bottom)">
        <Apart>{children}</Apart>
      </Stack>
    </Drawer>
  )
}
