import { Button, Group, Paper, Text } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface Question {
  title: string
  message: string
  /** The verb on the button, never "OK": `Elimina`, `Invia`. */
  confirm: string
  /** What the other button does, where "Annulla" would not say it. */
  cancel?: string
  /** Red, with the focus on the other button: for actions that cannot be undone. */
  danger?: boolean
}

interface ConfirmDialogProps {
  /** Null while nothing is asked. */
  question: Question | null
  /** The dialog that the question is about; without one the question is a dialog of its own. */
  inside?: Element | null | undefined
  onAnswer: (yes: boolean) => void
}

export function ConfirmDialog({ question, inside, onAnswer }: ConfirmDialogProps) {
  if (inside) return question && createPortal(<Panel question={question} onAnswer={onAnswer} />, inside)
  return (
    // Above the dialogs and menus that ask: it is mounted before them and would otherwise lie below.
    <Dialog opened={question !== null} onClose={() => onAnswer(false)} title={question?.title} zIndex="var(--mantine-z-index-overlay)">
      {question && <Answers question={question} onAnswer={onAnswer} />}
    </Dialog>
  )
}

type Asking = { question: Question; onAnswer: (yes: boolean) => void }
/** The question at the bottom of a dialog. After a no, the focus returns to where it was. */
function Panel(asking: Asking) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement
    panel.current!.querySelector<HTMLElement>('[data-autofocus]')!.focus()
    return () => {
      if (before.isConnected) before.focus()
    }
  }, [])
  return (
    <Paper
      ref={panel}
      className={classes.panel}
      withBorder
      shadow="md"
      p="md"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
    >
      <Text id={`${id}-title`} fw={600}>
        {asking.question.title}
      </Text>
      <div id={`${id}-message`}>
        <Answers {...asking} />
      </div>
    </Paper>
  )
}
/** Beside a verb that is "Annulla" itself, the way out is called otherwise. */
const wayOut = (confirm: string) => (confirm.startsWith('Annulla') ? 'Chiudi' : 'Annulla')
const Answers = ({ question: { message, confirm, cancel = wayOut(confirm), danger }, onAnswer }: Asking) => (
  <>
    <Text mb="lg">{message}</Text>
    <Group justify="flex-end">
      <Button variant="default" data-autofocus={danger || undefined} onClick={() => onAnswer(false)}>
        {cancel}
      </Button>
      <Button color={danger ? 'red' : undefined} data-autofocus={!danger || undefined} onClick={() => onAnswer(true)}>
        {confirm}
      </Button>
    </Group>
  </>
)
