import { TextInput } from '@mantine/core'
import type { AnswerValue } from '../../../contract/inspections/answers.ts'
import type { InputQuestion } from '../../../contract/inspections/question.ts'
import type { Values } from '../../../rules/inspections/values.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { counted } from '../../../ui/counted.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { part } from '../../../ui/part.tsx'
import { SegmentedAnswer, YES_NO_NA } from '../../../ui/SegmentedAnswer.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { ChoiceInput, ManyChoicesInput, RatingInput } from './ChoiceInputs.tsx'
import type { InputProps } from './editor-context.ts'
import { FileInput, PhotoInput, SignatureInput } from './FileInputs.tsx'
import { NumberAnswer } from './NumberAnswer.tsx'
import { unitOf } from './unit.ts'

// Few models ask for a code.
const ScanInput = part(() => import('./ScanInput.tsx').then((m) => m.ScanInput))

const EquipmentInput = part(() => import('./PlaceInputs.tsx').then((m) => m.EquipmentInput))
const GpsInput = part(() => import('./PlaceInputs.tsx').then((m) => m.GpsInput))
const PriceInput = part(() => import('./PriceInput.tsx').then((m) => m.PriceInput))
const TableInput = part(() => import('./TableInput.tsx').then((m) => m.TableInput))
const inverted = YES_NO_NA.map((option) => ({
  ...option,
  tone: option.value === 'si' ? ('error' as const) : option.value === 'no' ? ('ok' as const) : option.tone,
}))

type Changed = (change: (now: AnswerValue | undefined) => AnswerValue | null) => void
/** The input of one answer, by the type of its question (docs/spec/inspections.md#question-types). */
export function ValueInput(props: InputProps<InputQuestion, AnswerValue>) {
  const { question, name, error } = props
  // A stored value always has the type of its question: `readValue` gave it.
  const value = props.value as never
  const onChange = props.onChange as (value: Values[keyof Values] | null) => void
  const common = { name, block: props.block, value, onChange: props.onChange as never, error }
  const field = { label: question.label, withAsterisk: question.required, error, 'data-answer': name, value: (value ?? null) as never }
  switch (question.type) {
    case 'yes_no_na':
    case 'yes_no': {
      const options = (question.invert ? inverted : YES_NO_NA).slice(0, question.type === 'yes_no' ? 2 : 3)
      return <SegmentedAnswer label={question.label} options={options} value={value ?? null} onChange={onChange as never} />
    }
    case 'single_choice':
      return <ChoiceInput {...common} question={question} />
    case 'multi_choice':
      return <ManyChoicesInput {...common} question={question} />
    case 'rating':
      return <RatingInput {...common} question={question} />
    case 'number':
      return <NumberAnswer {...field} decimals={question.decimals} {...unitOf(question)} onChange={onChange as never} />
    case 'text':
      return (
        <TextInput
          {...field}
          {...counted(value ?? '', question.max_length)}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )
    case 'textarea':
      return (
        <LongText
          {...field}
          value={value ?? ''}
          max={question.max_length}
          onChange={(change) => (props.onChange as Changed)((now) => change(typeof now === 'string' ? now : '') || null)}
        />
      )
    case 'date':
      return <DateField {...field} onChange={onChange} />
    case 'time':
      return <TimeField {...field} onChange={onChange} />
    case 'datetime':
      return <MomentInput {...common} question={question} />
    case 'photo':
      return <PhotoInput {...common} question={question} />
    case 'signature':
      return <SignatureInput {...common} question={question} />
    case 'gps':
      return <GpsInput {...common} question={question} />
    case 'scan':
      return <ScanInput {...common} question={question} />
    case 'equipment':
      return <EquipmentInput {...common} question={question} />
    case 'table':
      return <TableInput {...common} question={question} />
    case 'price_check':
      return <PriceInput {...common} question={question} />
    case 'file':
      return <FileInput {...common} question={question} />
  }
}

/** A day and a time; the answer is there once both are. */
function MomentInput({ question, value, onChange, error }: InputProps<Extract<InputQuestion, { type: 'datetime' }>, string>) {
  const [day = null, time = null] = value?.split('T') ?? []
  const set = (part: { day?: string | null; time?: string | null }) =>
    onChange((now) => {
      const [day = null, time = null] = now?.split('T') ?? []
      const next = { day, time, ...part }
      return next.day || next.time ? `${next.day ?? ''}T${next.time ?? ''}` : null
    })
  return (
    <Columns min="11rem">
      <DateField
        label={question.label}
        withAsterisk={question.required}
        value={day || null}
        error={error}
        onChange={(next) => set({ day: next })}
      />
      <TimeField label="Ora" value={time || null} onChange={(next) => set({ time: next })} />
    </Columns>
  )
}
