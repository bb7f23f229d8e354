import { Button, Group, Modal, Text } from '@mantine/core'

export interface Question {
  title: string
  message: string
  /** The verb on the button, never "OK": `Elimina`, `Invia`. */
  confirm: string
  /** Red, with the focus on Annulla: for what cannot be undone. */
  danger?: boolean
}

interface ConfirmDialogProps {
  /** Null while nothing is asked. */
  question: Question | null
  onAnswer: (yes: boolean) => void
}

export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  return (
    // Above the dialogs and menus that ask: it is mounted before them, and would lie under them.
    <Modal opened={question !== null} onClose={() => onAnswer(false)} title={question?.title} zIndex="var(--mantine-z-index-overlay)">
      <Text mb="lg">{question?.message}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus={question?.danger} onClick={() => onAnswer(false)}>
          Annulla
        </Button>
        <Button color={question?.danger ? 'red' : undefined} data-autofocus={!question?.danger} onClick={() => onAnswer(true)}>
          {question?.confirm}
        </Button>
      </Group>
    </Modal>
  )
}
