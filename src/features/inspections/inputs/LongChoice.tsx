import { Select } from '@mantine/core'
import type { QuestionOf } from '../../../contract/inspections/question.ts'

interface LongChoiceProps {
  question: QuestionOf<'single_choice'>
  value: string | null
  onChange: (value: string | null) => void
  error: string | null
}

/** A choice among more options than fit under a question. */
export function LongChoice({ question, ...field }: LongChoiceProps) {
  const data = question.options.map(({ key, label }) => ({ value: key, label }))
  return <Select aria-label={question.label} data={data} {...field} searchable clearable />
}
