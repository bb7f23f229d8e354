import { Button, Stack } from '@mantine/core'
import type { RowAction } from '../../crud/list/columns.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface ChooseActionDialogProps {
  title: string
  actions: readonly RowAction[]
  onClose: () => void
}

/** Asks which action was meant if several lead to the status that a card was dropped on. */
export const ChooseActionDialog = ({ title, actions, onClose }: ChooseActionDialogProps) => (
  <Dialog opened onClose={onClose} title={title}>
    <Stack gap="xs">
      {actions.map(({ label, icon: Icon, onSelect }, at) => (
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
