import { Button, Card, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { TEXT_LIMITS } from '../../contract/inspection-answers.ts'
import { SEVERITIES } from '../../contract/inspection-labels.ts'
import type { Question } from '../../contract/inspection-question.ts'
import type { Evaluation, QuestionResult } from '../../contract/inspection-rules.ts'
import type { Block } from '../../contract/inspection-visibility.ts'
import { LongText } from '../../ui/LongText.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useEditor } from './editor.ts'
import { useEditing } from './inputs/context.ts'
import { Photos } from './inputs/Photos.tsx'
import { ValueInput } from './inputs/ValueInput.tsx'

const NcForm = lazy(() => import('./NcForm.tsx').then((m) => ({ default: m.NcForm })))

interface QuestionCardProps {
  question: Question
  block: Block
  /** Answer key. */
  name: string
}
/** Types answered by a tap, which only "Azzera" takes back. */
const CHOSEN = ['yes_no', 'yes_no_na', 'single_choice', 'rating']
/** Types whose input carries the question as its own label. */
const labelled = ['number', 'text', 'textarea', 'date', 'datetime', 'time', 'single_choice', 'multi_choice', 'equipment', 'scan']

/** One question with all that may be said to it: the answer, a note, photos, a non-conformity set by hand. */
export function QuestionCard({ question, block, name }: QuestionCardProps) {
  return (
    <Card withBorder component="article" id={name} tabIndex={-1} aria-label={question.label}>
      <Stack gap="sm">
        {block.label && (
          <Text size="sm" c="dimmed">
            {block.label}
          </Text>
        )}
        {!labelled.includes(question.type) && (
          <Title order={3}>
            {question.label}
            {question.type !== 'info' && question.required && (
              <Text span c="red" aria-hidden>
                {'\u00a0*'}
              </Text>
            )}
          </Title>
        )}
        {question.type === 'info' ? (
          <Text className="preline">{question.text}</Text>
        ) : (
          <Asked question={question} block={block} name={name} />
        )}
      </Stack>
    </Card>
  )
}

function resultOf({ sections }: Evaluation, key: string): QuestionResult | undefined {
  for (const { blocks } of sections) for (const { questions } of blocks) for (const one of questions) if (one.key === key) return one
  return undefined
}

type Asking = QuestionCardProps & { question: Exclude<Question, { type: 'info' }> }

function Asked({ question, block, name }: Asking) {
  const editor = useEditing()
  const severity = useEditor(editor, ({ evaluation }) => resultOf(evaluation, name)?.nc?.severity)
  const answered = useEditor(editor, ({ local }) => (local.answers[name]?.v ?? null) !== null)
  const noted = useEditor(editor, ({ local }) => !!local.answers[name]?.note)
  const reported = useEditor(editor, ({ local }) => !!local.answers[name]?.nc)
  const [noting, setNoting] = useState(question.note === 'required')
  const [reporting, setReporting] = useState(false)
  const wantsNote = noting || noted || (!!severity && question.nc?.require.includes('note'))
  const wantsPhotos = question.type !== 'photo' && (question.photo !== 'none' || !!severity)
  return (
    <>
      {question.help && (
        <Text size="sm" c="dimmed" className="preline">
          {question.help}
        </Text>
      )}
      <Given question={question} block={block} name={name} />
      {severity && <StatusChip tone="error" label={`Non conformità ${SEVERITIES[severity].toLowerCase()}`} />}
      {wantsNote && <Note name={name} />}
      {wantsPhotos && <Photos name={name} label={question.label} />}
      <Group gap="xs">
        {!wantsNote && question.note !== 'none' && (
          <Button variant="subtle" onClick={() => setNoting(true)}>
            Aggiungi nota
          </Button>
        )}
        <Button variant="subtle" color={reported ? 'red' : undefined} aria-expanded={reporting} onClick={() => setReporting(!reporting)}>
          {reported ? 'Non conformità segnalata' : 'Segnala NC'}
        </Button>
        {answered && CHOSEN.includes(question.type) && (
          <Button variant="subtle" color="gray" onClick={() => editor.answer(name, { v: null })}>
            Azzera
          </Button>
        )}
        {question.norm && (
          <Text size="xs" c="dimmed">
            {question.norm}
          </Text>
        )}
      </Group>
      <Collapse expanded={reporting}>
        <Suspense>
          {(reporting || reported) && (
            <NcForm name={name} label={question.label} suggestion={question.nc?.suggestion} onClose={() => setReporting(false)} />
          )}
        </Suspense>
      </Collapse>
    </>
  )
}

/** The answer itself: the only thing that a key typed into it draws. */
function Given({ question, block, name }: Asking) {
  const editor = useEditing()
  const value = useEditor(editor, ({ local }) => local.answers[name]?.v ?? undefined)
  const error = useEditor(editor, ({ evaluation }) => resultOf(evaluation, name)?.error ?? null)
  return (
    <ValueInput
      question={question}
      name={name}
      block={block}
      value={value}
      error={error}
      onChange={(next) => editor.answer(name, typeof next === 'function' ? ({ v }) => ({ v: next(v ?? undefined) }) : { v: next })}
    />
  )
}
function Note({ name }: { name: string }) {
  const editor = useEditing()
  const value = useEditor(editor, ({ local }) => local.answers[name]?.note ?? '')
  return (
    <LongText
      label="Nota"
      max={TEXT_LIMITS.note}
      value={value}
      onChange={(change) => editor.answer(name, ({ note }) => ({ note: change(note ?? '') || null }))}
    />
  )
}
