import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import { FORM_LIMITS, type Section } from '../../../contract/inspections/form.ts'
import type { QuestionType } from '../../../contract/inspections/labels.ts'
import { IconClipboardText, IconPlus } from '../../../ui/icons.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { countQuestions, duplicateQuestion, findQuestion, insertQuestions, moveQuestion, removeQuestion } from './edit-sections.ts'
import { useModelEditor } from './editor-context.ts'
import { newQuestion } from './new-question.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { QuestionRow } from './QuestionRow.tsx'
import { TypePicker } from './TypePicker.tsx'

/** The questions of a section in their order. */
export function QuestionsPane({ section }: { section: Section }) {
  const editing = useModelEditor()
  const { sections, change, place, go, faultsOf } = editing
  const [picking, picker] = useDisclosure(false)
  const [pasting, paste] = useDisclosure(false)
  const latest = useRef(editing)
  useEffect(() => {
    latest.current = editing
  })
  const { key } = section
  const actions = useMemo(
    () => ({
      select: (question: string) => latest.current.go(question),
      move: (from: number, to: number) => latest.current.change((now) => moveQuestion(now, key, from, to)),
      duplicate(question: string) {
        const [next, copy] = duplicateQuestion(latest.current.sections, question)
        latest.current.change(() => next)
        latest.current.go(copy)
      },
      remove(name: string) {
        const found = findQuestion(latest.current.sections, name)
        if (!found) return
        latest.current.change((now) => removeQuestion(now, name))
        if (latest.current.place.question === name) latest.current.go(key)
        latest.current.removed(`Domanda "${found.question.label}" eliminata.`, (now) =>
          insertQuestions(now, key, found.at, [found.question]),
        )
      },
    }),
    [key],
  )
  function add(type: QuestionType) {
    picker.close()
    const question = newQuestion(type)
    const after = section.questions.findIndex((one) => one.key === place.question)
    change((now) => insertQuestions(now, key, after < 0 ? section.questions.length : after + 1, [question]))
    go(question.key)
  }
  const room = Math.min(FORM_LIMITS.questionsPerSection - section.questions.length, FORM_LIMITS.questions - countQuestions(sections))
  return (
    <>
      {section.questions.length === 0 && <Text c="dimmed">Nessuna domanda in questa sezione.</Text>}
      <SortableList
        label={`Domande di ${section.name}`}
        items={section.questions}
        nameOf={(question) => question.label || 'domanda senza testo'}
        onMove={actions.move}
      >
        {(question, at) => (
          <QuestionRow
            key={question.key}
            question={question}
            at={at}
            last={at === section.questions.length - 1}
            selected={question.key === place.question}
            fault={Object.values(faultsOf(question.key))[0]}
            actions={actions}
          />
        )}
      </SortableList>
      <Group gap="xs">
        <Button leftSection={<IconPlus />} variant="default" disabled={room < 1} onClick={picker.open}>
          Aggiungi domanda
        </Button>
        <Button leftSection={<IconClipboardText />} variant="default" disabled={room < 1} onClick={paste.open}>
          Incolla domande
        </Button>
      </Group>
      {room < 1 && <Text size="sm">È il numero massimo di domande.</Text>}
      <TypePicker opened={picking} onPick={add} onClose={picker.close} />
      <PasteDialog
        opened={pasting}
        room={room}
        onAdd={(questions) => change((now) => insertQuestions(now, key, section.questions.length, questions))}
        onClose={paste.close}
      />
    </>
  )
}
