import { Checkbox, Group, Radio, Text } from '@mantine/core'
import type { QuestionOf } from '../../../contract/inspections/question.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { part } from '../../../ui/part.tsx'
import { SegmentedAnswer } from '../../../ui/SegmentedAnswer.tsx'
import classes from '../Compile.module.css'
import type { InputProps } from './editor-context.ts'

const SHOWN_AT_ONCE = 6
// Hardly any question has so many options.
const LongChoice = part(() => import('./LongChoice.tsx').then((m) => m.LongChoice))

export function ChoiceInput({ question, value, onChange, error }: InputProps<QuestionOf<'single_choice'>, string>) {
  if (question.options.length > SHOWN_AT_ONCE)
    return <LongChoice question={question} value={value ?? null} onChange={onChange} error={error} />
  return (
    <Radio.Group aria-label={question.label} value={value ?? null} onChange={onChange} error={error}>
      <Columns min="18rem">
        {question.options.map(({ key, label }) => (
          <Radio key={key} value={key} label={label} />
        ))}
      </Columns>
    </Radio.Group>
  )
}
export function ManyChoicesInput({ question, value, onChange, error }: InputProps<QuestionOf<'multi_choice'>, string[]>) {
  const shown = value ?? []
  function choose(keys: string[]) {
    const added = keys.filter((key) => !shown.includes(key))
    const gone = shown.filter((key) => !keys.includes(key))
    onChange((now = []) => {
      const next = [...now.filter((key) => !gone.includes(key) && !added.includes(key)), ...added]
      return next.length ? next : null
    })
  }
  return (
    <Checkbox.Group aria-label={question.label} value={shown} onChange={choose} error={error}>
      <Columns min="18rem">
        {question.options.map(({ key, label }) => (
          <Checkbox key={key} value={key} label={label} />
        ))}
      </Columns>
    </Checkbox.Group>
  )
}
export function RatingInput({ question, value, onChange }: InputProps<QuestionOf<'rating'>, number>) {
  const options = Array.from({ length: question.max }, (_, at) => ({
    value: String(at + 1),
    label: String(at + 1),
    tone: 'neutral' as const,
  }))
  return (
    <div className={classes.scale}>
      <SegmentedAnswer
        row
        label={`${question.label} (da 1, scarso, a ${question.max}, ottimo)`}
        options={options}
        value={value === undefined ? null : String(value)}
        onChange={(next) => onChange(next === null ? null : Number(next))}
      />
      <Group justify="space-between" mt={4} aria-hidden>
        <Text size="sm" c="dimmed">
          Scarso
        </Text>
        <Text size="sm" c="dimmed">
          Ottimo
        </Text>
      </Group>
    </div>
  )
}
