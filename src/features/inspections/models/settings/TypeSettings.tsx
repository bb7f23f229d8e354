import { Select, Switch, TagsInput, Textarea } from '@mantine/core'
import { memo } from 'react'
import { REPEAT_SOURCES, SIGNER_ROLES, type SignerRole } from '../../../../contract/inspections/labels.ts'
import type { Question, QuestionOf } from '../../../../contract/inspections/question.ts'
import { NumberField } from '../../../../ui/NumberField.tsx'
import { optionsOf } from '../select-options.ts'
import { ChoiceSettings } from './ChoiceSettings.tsx'
import { DateSettings } from './DateSettings.tsx'
import { NumberSettings } from './NumberSettings.tsx'
import { type SettingsProps, sameSettings } from './settings-props.ts'
import { TableSettings } from './TableSettings.tsx'
import { TextSettings } from './TextSettings.tsx'

const { free: _, ...sources } = REPEAT_SOURCES
const equipment = optionsOf(sources)
const signers = optionsOf(SIGNER_ROLES)

/** The settings that only the question's own type has. */
export const TypeSettings = memo(function TypeSettings({ question, set, faults }: SettingsProps<Question>) {
  // Every type changes only its own settings; the union of all of them is more than a compiler can follow.
  const props = { set: set as (patch: object) => void, faults }
  switch (question.type) {
    case 'yes_no':
    case 'yes_no_na':
      return (
        <Switch
          label="La risposta buona è No"
          checked={question.invert}
          onChange={(event) => props.set({ invert: event.currentTarget.checked })}
        />
      )
    case 'single_choice':
    case 'multi_choice':
      return <ChoiceSettings question={question} {...props} />
    case 'rating':
      return <RatingSettings question={question} {...props} />
    case 'number':
      return <NumberSettings question={question} {...props} />
    case 'text':
    case 'textarea':
      return <TextSettings question={question} {...props} />
    case 'date':
    case 'datetime':
      return <DateSettings question={question} {...props} />
    case 'photo':
      return <PhotoSettings question={question} {...props} />
    case 'table':
      return <TableSettings question={question} {...props} />
    case 'signature':
      return (
        <Select
          label="Chi firma"
          data={signers}
          value={question.role}
          allowDeselect={false}
          onChange={(role) => role && props.set({ role: role as SignerRole })}
        />
      )
    case 'gps':
      return (
        <NumberField
          label="Distanza massima dal punto vendita (m)"
          decimals={0}
          value={question.max_distance ?? null}
          error={faults.max_distance}
          onChange={(max_distance) => props.set({ max_distance })}
        />
      )
    case 'scan':
      return (
        <Switch
          label="Deve essere la matricola dell'attrezzatura"
          description="Nelle sezioni ripetute."
          checked={question.expect === 'equipment_number'}
          onChange={(event) => props.set({ expect: event.currentTarget.checked ? 'equipment_number' : null })}
        />
      )
    case 'equipment':
      return (
        <Select
          label="Tra le attrezzature"
          data={equipment}
          value={question.source}
          allowDeselect={false}
          onChange={(source) => source && props.set({ source })}
        />
      )
    case 'file':
      return (
        <TagsInput
          label="Formati ammessi"
          description="Estensioni senza punto: pdf, jpg, xlsx."
          value={question.ext}
          error={faults.ext ?? faults['ext.0']}
          onChange={(ext) => props.set({ ext: ext.map((one) => one.toLowerCase().replace(/^\./, '')) })}
        />
      )
    case 'info':
      return (
        <Textarea
          label="Testo"
          required
          maxLength={5000}
          value={question.text}
          error={faults.text}
          onChange={(event) => props.set({ text: event.currentTarget.value })}
        />
      )
    default:
      return null
  }
}, sameSettings)

function RatingSettings({ question, set, faults }: SettingsProps<QuestionOf<'rating'>>) {
  return (
    <>
      <Select
        label="Scala"
        data={optionsOf({ 5: 'Da 1 a 5', 10: 'Da 1 a 10' })}
        value={String(question.max)}
        allowDeselect={false}
        onChange={(max) => max && set({ max: Number(max) as 5 | 10 })}
      />
      <NumberField
        label="Non conforme fino a"
        decimals={0}
        value={question.nc_at ?? null}
        error={faults.nc_at}
        onChange={(nc_at) => set({ nc_at })}
      />
    </>
  )
}
function PhotoSettings({ question, set, faults }: SettingsProps<QuestionOf<'photo'>>) {
  return (
    <>
      <NumberField
        label="Foto minime"
        decimals={0}
        value={question.min}
        error={faults.min}
        onChange={(min) => set({ min: min as number })}
      />
      <NumberField
        label="Foto massime"
        decimals={0}
        value={question.max}
        error={faults.max}
        onChange={(max) => set({ max: max as number })}
      />
      <Switch
        label="Anche dalla galleria"
        description="Altrimenti solo scattate al momento."
        checked={question.gallery}
        onChange={(event) => set({ gallery: event.currentTarget.checked })}
      />
    </>
  )
}
