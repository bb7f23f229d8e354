import { TextInput } from '@mantine/core'
import { PATTERN_TEXT_MAX } from '../../../../contract/inspections/pattern.ts'
import type { QuestionOf } from '../../../../contract/inspections/question.ts'
import { NumberField } from '../../../../ui/NumberField.tsx'
import type { SettingsProps } from './settings-props.ts'

export function TextSettings({ question, set, faults }: SettingsProps<QuestionOf<'text'> | QuestionOf<'textarea'>>) {
  return (
    <>
      <NumberField
        label="Lunghezza massima"
        decimals={0}
        value={question.max_length}
        error={faults.max_length}
        onChange={(max_length) => set({ max_length: max_length as number })}
      />
      <TextInput
        label="Formato (espressione regolare)"
        description={`Tutto il testo deve corrispondere; al massimo ${PATTERN_TEXT_MAX} caratteri.`}
        placeholder="[A-Z]{2}\d{5}"
        maxLength={200}
        value={question.pattern ?? ''}
        error={faults.pattern}
        onChange={(event) => set({ pattern: event.currentTarget.value || null })}
      />
    </>
  )
}
