import { Button } from '@mantine/core'
import { IconPlus } from '../../ui/icons.tsx'
import { useShortcut } from './use-shortcut.ts'

/** The main action of a list, also under the key `n`. Leave it out for people who may only read. */
export function NewButton({ onClick, children }: { onClick: () => void; children: string }) {
  useShortcut('fresh', onClick)
  return (
    <Button leftSection={<IconPlus />} onClick={onClick} aria-keyshortcuts="n">
      {children}
    </Button>
  )
}
