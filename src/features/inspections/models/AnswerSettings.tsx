import { Select, Switch, TextInput } from '@mantine/core'
import { memo } from 'react'
import type { InputQuestion } from '../../../contract/inspections/question.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import { optionsOf } from './select-options.ts'
import { type SettingsProps, sameSettings } from './settings/settings-props.ts'

const evidence = optionsOf({ none: 'Non prevista', optional: 'Facoltativa', required: 'Obbligatoria' })
const prefills = optionsOf({
  previous: 'Risposta della verifica precedente',
  today: 'Data di oggi',
  now: 'Data e ora attuali',
  equipment_number: "Matricola dell'attrezzatura",
})
/** The one tag that is read (by the verbale). */
const REMARKS = 'osservazioni'
type Evidence = InputQuestion['photo']

/** Settings for an answer of any type: required, weight, and required attachments. */
export const AnswerSettings = memo(function AnswerSettings({ question, set, faults }: SettingsProps<InputQuestion>) {
  return (
    <SettingsGroup legend="Risposta">
      <Switch label="Obbligatoria" checked={question.required} onChange={(event) => set({ required: event.currentTarget.checked })} />
      <Switch
        label="Decisiva"
        description="Se non è conforme, tutta la verifica è non conforme."
        checked={question.critical}
        onChange={(event) => set({ critical: event.currentTarget.checked })}
      />
      <NumberField
        label="Peso"
        description="Con 0 la domanda non conta nel punteggio."
        value={question.weight}
        error={faults.weight}
        onChange={(weight) => set({ weight: weight as number })}
      />
      <Select
        label="Foto"
        data={evidence}
        value={question.photo}
        allowDeselect={false}
        onChange={(photo) => photo && set({ photo: photo as Evidence })}
      />
      <Select
        label="Nota"
        data={evidence}
        value={question.note}
        allowDeselect={false}
        onChange={(note) => note && set({ note: note as Evidence })}
      />
      <Select
        label="Valore iniziale"
        placeholder="Nessuno"
        data={prefills}
        clearable
        value={question.prefill ?? null}
        onChange={(prefill) => set({ prefill: prefill as InputQuestion['prefill'] })}
      />
      <TextInput
        label="Norma"
        placeholder="D.M. 2/9/2021"
        maxLength={120}
        value={question.norm ?? ''}
        onChange={(event) => set({ norm: event.currentTarget.value || null })}
      />
      {question.type === 'textarea' && (
        <Switch
          label="È un'osservazione"
          description="Nel verbale si stampa anche tra le osservazioni."
          checked={question.tags.includes(REMARKS)}
          onChange={(event) => {
            const others = question.tags.filter((tag) => tag !== REMARKS)
            set({ tags: event.currentTarget.checked ? [...others, REMARKS] : others })
          }}
        />
      )}
    </SettingsGroup>
  )
}, sameSettings)
