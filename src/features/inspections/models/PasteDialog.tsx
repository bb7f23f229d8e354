import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { QUESTION_TYPES, type QuestionType } from '../../../contract/inspections/labels.ts'
import type { Question } from '../../../contract/inspections/question.ts'
import { howMany } from '../../../rules/shared/how-many.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { linesOf, newQuestion, PLAIN_TYPES } from './new-question.ts'

const types = PLAIN_TYPES.map((value) => ({ value, label: QUESTION_TYPES[value] }))

const tooMany = (room: number) =>
  room === 1
    ? 'In questa sezione è possibile aggiungere ancora una domanda.'
    : `In questa sezione è possibile aggiungere ancora ${howMany(room, 'domanda', 'domande')}.`

interface PasteDialogProps {
  opened: boolean
  /** How many questions there is still room for. */
  room: number
  onAdd: (questions: Question[]) => void
  onClose: () => void
}
/** Many questions at once from a list that exists already: one a line. */
export function PasteDialog({ opened, room, onAdd, onClose }: PasteDialogProps) {
  const phone = usePhone()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const [type, setType] = useState<QuestionType>('yes_no_na')
  const lines = linesOf(text)
  const add = () => {
    setAsked(true)
    if (!lines.length || lines.length > room) return box.current?.focus()
    onAdd(lines.map((line) => newQuestion(type, line)))
    setText('')
    setAsked(false)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Incolla domande" size="lg" fullScreen={phone}>
      <Stack>
        <Textarea
          ref={box}
          label="Domande"
          description="Una per riga; i numeri e i trattini all'inizio vengono tolti."
          placeholder={'Insegna pulita e illuminata\nPiazzale ordinato'}
          minRows={6}
          maxRows={16}
          style={{ '--least-lines': 6, '--most-lines': 16 } as object}
          data-autofocus
          value={text}
          error={(asked && !lines.length && 'Il campo Domande è obbligatorio.') || (lines.length > room && tooMany(room))}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          label="Tipo di risposta"
          data={types}
          value={type}
          allowDeselect={false}
          onChange={(next) => next && setType(next as QuestionType)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button onClick={add}>{lines.length === 1 ? 'Aggiungi 1 domanda' : `Aggiungi ${lines.length} domande`}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
