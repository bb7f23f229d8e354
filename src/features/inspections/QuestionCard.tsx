import { Button, Card, Text, Title } from '@mantine/core'
import { use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import { SEVERITIES } from '../../contract/inspections/labels.ts'
import type { Question } from '../../contract/inspections/question.ts'
import { needsEvidence } from '../../rules/inspections/missing.ts'
import { isAnswerable } from '../../rules/inspections/prefill.ts'
import type { Block } from '../../rules/inspections/visibility.ts'
import { IconArrowBackUp, IconCamera, IconExclamationCircle, IconPencil } from '../../ui/icons.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './Compile.module.css'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { Photos } from './inputs/Photos.tsx'
import { ValueInput } from './inputs/ValueInput.tsx'
import { resultOf } from './steps.ts'
import { AnsweredContext } from './use-advance.ts'

interface QuestionCardProps {
  question: Question
  block: Block
  /** Answer key. */
  name: string
}
/** Types whose input carries the question as its own label. */
const labelled = ['number', 'text', 'textarea', 'date', 'datetime', 'time', 'equipment', 'scan']
/** Types that one tap answers, and only "Azzera" takes back. */
const tapped = ['yes_no_na', 'yes_no', 'single_choice', 'rating']
const chosen = [...tapped, 'multi_choice']
const TAP_MS = 1_000

const NcForm = part(() => import('./NcForm.tsx').then((m) => m.NcForm))
const PreviousAnswer = part(() => import('./PreviousAnswer.tsx').then((m) => m.PreviousAnswer))

/** One question with all that may be said to it: the answer, a note, photos, a non-conformity set by hand. */
export function QuestionCard({ question, block, name }: QuestionCardProps) {
  return (
    <Card withBorder component="article" id={name} tabIndex={-1} aria-label={question.label} className={classes.card}>
      {block.label && (
        <Text size="sm" c="dimmed" className={classes.about}>
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
        <AskedQuestion question={question} block={block} name={name} />
      )}
    </Card>
  )
}

type Asking = QuestionCardProps & { question: Exclude<Question, { type: 'info' }> }

function AskedQuestion({ question, block, name }: Asking) {
  const editor = useInspectionEditor()
  const severity = useEditor(editor, ({ evaluation }) => resultOf(evaluation, name)?.nc?.severity)
  const answered = useEditor(editor, ({ local }) => (local.answers[name]?.v ?? null) !== null)
  const noted = useEditor(editor, ({ local }) => !!local.answers[name]?.note)
  const reported = useEditor(editor, ({ local }) => !!local.answers[name]?.nc)
  const before = useEditor(editor, ({ local }) => !!local.previous?.answers[name])
  const pictured = useEditor(editor, ({ local }) => !!local.answers[name]?.photos?.length)
  const lost = useEditor(editor, ({ local }) => !!local.taking?.[`${name}/photos`])
  const [noting, setNoting] = useState(question.note === 'required')
  const [picturing, setPicturing] = useState(question.photo === 'required')
  const [reporting, setReporting] = useState(false)
  const station = useEditor(editor, ({ local }) => local.context)
  const needs = useEditor(editor, ({ evaluation }) => {
    const result = resultOf(evaluation, name)
    if (!result) return { note: false, photo: false }
    const state = { ...result, nc: !!result.nc }
    const required = question.required && (result.value !== undefined || isAnswerable(question, station, block))
    return { note: needsEvidence('note', question, state, required), photo: needsEvidence('photo', question, state, required) }
  })
  const wantsNote = noting || noted || needs.note
  const mayPicture = question.type !== 'photo' && (question.photo !== 'none' || !!severity)
  const wantsPhotos = mayPicture && (picturing || pictured || lost || !!severity)
  const extras = useRef<HTMLDivElement>(null)
  /** One tap to the camera: the browser opens it only from within the tap itself. */
  function takePicture() {
    flushSync(() => setPicturing(true))
    extras.current?.querySelector<HTMLInputElement>('input[capture]')?.click()
  }
  return (
    <>
      {(question.help || question.norm) && (
        <Text size="sm" c="dimmed" className="preline">
          {[question.help, question.norm].filter(Boolean).join('\n')}
        </Text>
      )}
      {before && (
        <Text size="sm" c="dimmed" component="div" className={classes.before}>
          <PreviousAnswer question={question} name={name} />
        </Text>
      )}
      <AnswerInput question={question} block={block} name={name} />
      <div className={classes.extras} ref={extras}>
        {severity && <StatusChip tone="error" label={`Non conformità ${SEVERITIES[severity].toLowerCase()}`} />}
        {wantsNote && <Note name={name} required={needs.note} />}
        {wantsPhotos && needs.photo && (
          <Text size="sm" fw={500}>
            Foto{' '}
            <Text span c="red">
              (obbligatoria)
            </Text>
          </Text>
        )}
        {wantsPhotos && <Photos name={name} label={question.label} />}
        {reporting && (
          <NcForm name={name} label={question.label} suggestion={question.nc?.suggestion} onClose={() => setReporting(false)} />
        )}
      </div>
      <div className={classes.actions}>
        {mayPicture && !wantsPhotos && (
          <Button variant="subtle" leftSection={<IconCamera />} onClick={takePicture}>
            Foto
          </Button>
        )}
        {!wantsNote && question.note !== 'none' && (
          <Button variant="subtle" leftSection={<IconPencil />} aria-label="Aggiungi nota" onClick={() => setNoting(true)}>
            Nota
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconExclamationCircle />}
          color={reported ? 'red' : undefined}
          aria-expanded={reporting}
          onClick={() => setReporting(!reporting)}
        >
          {reported ? 'NC segnalata' : 'Segnala NC'}
        </Button>
        {/* Takes its space before it can be used, so that the controls beside it do not move. */}
        {tapped.includes(question.type) && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconArrowBackUp />}
            disabled={!answered}
            onClick={() => editor.answer(name, { v: null })}
          >
            Azzera
          </Button>
        )}
      </div>
    </>
  )
}

/** The answer by itself, so that typing renders nothing else. */
function AnswerInput({ question, block, name }: Asking) {
  const editor = useInspectionEditor()
  const value = useEditor(editor, ({ local }) => local.answers[name]?.v ?? undefined)
  const error = useEditor(editor, ({ evaluation }) => resultOf(evaluation, name)?.error ?? null)
  const { answered, early } = use(AnsweredContext)
  /** Arrow keys also select the options they pass, so only a tap counts as the final choice. */
  const touched = useRef(Number.NEGATIVE_INFINITY)
  return (
    <div
      className={chosen.includes(question.type) ? classes.answer : undefined}
      onPointerDown={() => {
        touched.current = performance.now()
      }}
      onClickCapture={(event) => {
        if (!early()) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <ValueInput
        question={question}
        name={name}
        block={block}
        value={value}
        error={error}
        onChange={(next) => {
          editor.answer(name, typeof next === 'function' ? ({ v }) => ({ v: next(v ?? undefined) }) : { v: next })
          if (tapped.includes(question.type) && performance.now() - touched.current < TAP_MS) answered(name)
        }}
      />
    </div>
  )
}
function Note({ name, required }: { name: string; required: boolean }) {
  const editor = useInspectionEditor()
  const value = useEditor(editor, ({ local }) => local.answers[name]?.note ?? '')
  return (
    <LongText
      label="Nota"
      required={required}
      max={TEXT_LIMITS.note}
      value={value}
      onChange={(change) => editor.answer(name, ({ note }) => ({ note: change(note ?? '') || null }))}
    />
  )
}
