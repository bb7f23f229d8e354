import { ActionIcon, Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { IconDotsVertical } from '../../ui/icons.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

interface MoreSheetProps {
  /** Absent: the rows cannot be selected. */
  onSelect: (() => void) | undefined
  /** Buttons for the other layouts of the list. A press on one closes the sheet. */
  children: ReactNode
}
/** On a phone, what is pressed now and then stands behind one button, so that the toolbar takes one row. */
export function MoreSheet({ onSelect, children }: MoreSheetProps) {
  const [opened, sheet] = useDisclosure(false)
  return (
    <>
      <ActionIcon variant="default" size="input-sm" aria-label="Altro" title="Altro" aria-haspopup="dialog" onClick={sheet.open}>
        <IconDotsVertical size={18} />
      </ActionIcon>
      <Sheet title="Altro" opened={opened} onClose={sheet.close}>
        <Stack gap="xs" onClick={sheet.close}>
          {children}
        </Stack>
        {onSelect && (
          <Button
            variant="default"
            onClick={() => {
              sheet.close()
              onSelect()
            }}
          >
            Seleziona
          </Button>
        )}
      </Sheet>
    </>
  )
}
