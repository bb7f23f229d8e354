import { TextInput } from '@mantine/core'
import type { QuestionOf } from '../../../../contract/inspections/question.ts'
import { Columns } from '../../../../ui/Columns.tsx'
import { NumberField } from '../../../../ui/NumberField.tsx'
import type { SettingsProps } from './settings-props.ts'

export function NumberSettings({ question, set, faults }: SettingsProps<QuestionOf<'number'>>) {
  const field = (name: 'min' | 'max' | 'step' | 'ok_min' | 'ok_max', label: string) => (
    <NumberField
      label={label}
      decimals={4}
      value={question[name] ?? null}
      error={faults[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <Columns min="9rem">
      {field('ok_min', 'Conforme da')}
      {field('ok_max', 'Conforme fino a')}
      {field('min', 'Minimo')}
      {field('max', 'Massimo')}
      {field('step', 'Passo')}
      <NumberField
        label="Decimali"
        decimals={0}
        value={question.decimals}
        error={faults.decimals}
        onChange={(decimals) => set({ decimals: decimals as number })}
      />
      <TextInput
        label="Unità"
        placeholder="€, °C, bar"
        maxLength={12}
        value={question.unit ?? ''}
        onChange={(event) => set({ unit: event.currentTarget.value || null })}
      />
    </Columns>
  )
}
