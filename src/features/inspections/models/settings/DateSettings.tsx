import { Group, Select, Switch } from '@mantine/core'
import type { QuestionOf } from '../../../../contract/inspections/question.ts'
import { DateField } from '../../../../ui/DateField.tsx'
import { NumberField } from '../../../../ui/NumberField.tsx'
import { optionsOf } from '../select-options.ts'
import type { SettingsProps } from './settings-props.ts'

export function DateSettings({ question, set, faults }: SettingsProps<QuestionOf<'date'> | QuestionOf<'datetime'>>) {
  return (
    <>
      {question.type === 'date' && (
        <Switch
          label="È una scadenza"
          description="Passata, non è conforme."
          checked={question.expires}
          onChange={(event) => set({ expires: event.currentTarget.checked })}
        />
      )}
      <Bound label="Non prima di" value={question.not_before} error={faults.not_before} onChange={(not_before) => set({ not_before })} />
      <Bound label="Non dopo" value={question.not_after} error={faults.not_after} onChange={(not_after) => set({ not_after })} />
    </>
  )
}

const KINDS = { none: 'Nessun limite', today: 'Oggi', before: 'Giorni prima di oggi', after: 'Giorni dopo oggi', day: 'Una data' } as const
type Kind = keyof typeof KINDS
const kinds = optionsOf(KINDS)
const start: Record<Kind, string | null> = { none: null, today: 'today', before: 'today-30', after: 'today+30', day: '' }
const kindOf = (bound: string | null | undefined): Kind => {
  if (bound === null || bound === undefined) return 'none'
  if (!bound.startsWith('today')) return 'day'
  return bound === 'today' ? 'today' : bound[5] === '-' ? 'before' : 'after'
}

interface BoundProps {
  label: string
  value: string | null | undefined
  error: string | undefined
  onChange: (value: string | null) => void
}
/** A limit of a date: fixed, or moving with the day the verifica is filled in. */
function Bound({ label, value, error, onChange }: BoundProps) {
  const kind = kindOf(value)
  return (
    <Group gap="sm" grow align="flex-start">
      <Select label={label} data={kinds} value={kind} allowDeselect={false} onChange={(next) => next && onChange(start[next as Kind])} />
      {(kind === 'before' || kind === 'after') && (
        <NumberField
          label="Giorni"
          decimals={0}
          value={value?.slice(6) ? Number(value.slice(6)) : null}
          error={error}
          onChange={(days) => onChange(`today${kind === 'before' ? '-' : '+'}${days === null ? '' : days}`)}
        />
      )}
      {kind === 'day' && <DateField label="Data" value={value || null} error={error} onChange={(day) => onChange(day ?? '')} />}
    </Group>
  )
}
