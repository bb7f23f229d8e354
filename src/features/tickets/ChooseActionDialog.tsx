import { Button, Stack } from '@mantine/core'
import type { RowAction } from '../../crud/list/columns.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface WaysDialogProps {
  title: string
  ways: readonly RowAction[]
  onClose: () => void
}

/** Where a card was let go over a state that is reached in several ways: which of them was meant. */
export const WaysDialog = ({ title, ways, onClose }: WaysDialogProps) => (
  <Dialog opened onClose={onClose} title={title}>
    <Stack gap="xs">
      {ways.map(({ label, icon: Icon, onSelect }, at) => (
        <Button
          key={label}
          variant="default"
          justify="flex-start"
          leftSection={<Icon />}
          data-autofocus={at === 0 || undefined}
          onClick={() => {
            onClose()
            void onSelect()
          }}
        >
          {label}
        </Button>
      ))}
    </Stack>
  </Dialog>
)
