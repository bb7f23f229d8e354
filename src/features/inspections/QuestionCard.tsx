import { Button, Card, Collapse, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { SEVERITIES } from '../../contract/inspection-labels.ts'
import type { Question } from '../../contract/inspection-question.ts'
import type { Block } from '../../contract/inspection-visibility.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useEditor } from './editor.ts'
import { useEditing } from './inputs/context.ts'
import { Photos } from './inputs/Photos.tsx'
import { ValueInput } from './inputs/ValueInput.tsx'
import { NcForm } from './NcForm.tsx'

interface QuestionCardProps {
  question: Question
  block: Block
  /** Answer key. */
  name: string
}
/** Types whose input carries the question as its own label. */
const labelled = ['number', 'text', 'textarea', 'date', 'datetime', 'time', 'single_choice', 'multi_choice', 'equipment', 'scan']

/** One question with all that may be said to it: the answer, a note, photos, a non-conformity set by hand. */
export function QuestionCard({ question, block, name }: QuestionCardProps) {
  return (
    <Card withBorder component="article" id={name} aria-label={question.label}>
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

function Asked({ question, block, name }: QuestionCardProps & { question: Exclude<Question, { type: 'info' }> }) {
  const editor = useEditing()
  const answer = useEditor(editor, (state) => state.local.answers[name])
  const result = useEditor(editor, (state) => {
    const found = state.evaluation.sections.flatMap((s) => s.blocks.flatMap((b) => b.questions)).find((one) => one.key === name)
    return found ? `${found.error ?? ''}|${found.nc?.severity ?? ''}` : '|'
  })
  const [error, severity] = result.split('|') as [string, '' | keyof typeof SEVERITIES]
  const [noting, setNoting] = useState(question.note === 'required')
  const [reporting, setReporting] = useState(false)
  const wantsNote = noting || !!answer?.note || (!!severity && question.nc?.require.includes('note'))
  const wantsPhotos = question.type !== 'photo' && (question.photo !== 'none' || !!severity)
  return (
    <>
      {question.help && (
        <Text size="sm" c="dimmed" className="preline">
          {question.help}
        </Text>
      )}
      <ValueInput
        question={question}
        name={name}
        block={block}
        value={answer?.v ?? undefined}
        error={error || null}
        onChange={(v) => editor.answer(name, { v })}
      />
      {severity && <StatusChip tone="error" label={`Non conformità ${SEVERITIES[severity].toLowerCase()}`} />}
      {wantsNote && (
        <Textarea
          label="Nota"
          autosize
          minRows={2}
          maxLength={2000}
          value={answer?.note ?? ''}
          onChange={(event) => editor.answer(name, { note: event.currentTarget.value || null })}
        />
      )}
      {wantsPhotos && (
        <Photos name={name} label={question.label} uuids={answer?.photos ?? []} onChange={(photos) => editor.answer(name, { photos })} />
      )}
      <Group gap="xs">
        {!wantsNote && question.note !== 'none' && (
          <Button variant="subtle" onClick={() => setNoting(true)}>
            Aggiungi nota
          </Button>
        )}
        <Button variant="subtle" color={answer?.nc ? 'red' : undefined} aria-expanded={reporting} onClick={() => setReporting(!reporting)}>
          {answer?.nc ? 'Non conformità segnalata' : 'Segnala NC'}
        </Button>
        {question.norm && (
          <Text size="xs" c="dimmed">
            {question.norm}
          </Text>
        )}
      </Group>
      <Collapse expanded={reporting}>
        <NcForm name={name} onClose={() => setReporting(false)} />
      </Collapse>
    </>
  )
}
