import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { AnswerTest, Scalar } from '../../../contract/inspections/condition.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { type Comparable, OPERATOR_LABELS, type Operator, testWith } from './conditions.ts'

interface TestFieldsProps {
  /** The compared value, in front of the operator. */
  label: string
  subject: Comparable
  test: AnswerTest
  error?: string | undefined
  onChange: (test: AnswerTest) => void
}
/** The operator and the value of one test. */
export function TestFields({ label, subject, test, error, onChange }: TestFieldsProps) {
  const ops = subject.ops.includes(test.op) ? subject.ops : [...subject.ops, test.op]
  return (
    <>
      <Select
        label={label}
        data={ops.map((value) => ({ value, label: OPERATOR_LABELS[value] }))}
        value={test.op}
        allowDeselect={false}
        onChange={(op) => op && onChange(testWith(op as Operator, subject, 'value' in test ? test.value : undefined))}
      />
      {'value' in test && (
        <ValueField subject={subject} value={test.value} error={error} onChange={(value) => onChange({ ...test, value } as AnswerTest)} />
      )}
    </>
  )
}

interface ValueFieldProps {
  subject: Comparable
  value: Scalar | Scalar[]
  error: string | undefined
  onChange: (value: Scalar | Scalar[]) => void
}
function ValueField({ subject: { kind, choices }, value, error, onChange }: ValueFieldProps) {
  if (Array.isArray(value))
    return (
      <MultiSelect
        label="Valori"
        data={[...choices]}
        value={value.map(String)}
        error={error}
        onChange={(next) => next.length && onChange(next)}
      />
    )
  if (kind === 'choice')
    return (
      <Select
        label="Valore"
        data={[...choices]}
        value={String(value)}
        allowDeselect={false}
        error={error}
        onChange={(next) => next !== null && onChange(typeof value === 'boolean' ? next === 'true' : next)}
      />
    )
  if (kind === 'number')
    return (
      <NumberField
        label="Valore"
        decimals={4}
        value={typeof value === 'number' ? value : null}
        error={error}
        onChange={(next) => onChange(next ?? Number.NaN)}
      />
    )
  if (kind === 'day')
    return <DateField label="Valore" value={String(value) || null} error={error} onChange={(next) => onChange(next ?? '')} />
  return (
    <TextInput
      label="Valore"
      maxLength={200}
      value={String(value)}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
