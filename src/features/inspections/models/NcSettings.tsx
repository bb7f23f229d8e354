import { Checkbox, Select, Switch, Textarea } from '@mantine/core'
import { memo } from 'react'
import type { AnswerTest } from '../../../contract/inspections/condition.ts'
import { DEADLINE_DAYS, SEVERITIES, type Severity } from '../../../contract/inspections/labels.ts'
import type { InputQuestion, NcRule } from '../../../contract/inspections/question.ts'
import { ticketCategories } from '../../../contract/tickets/categories.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { comparableOf, testWith } from './conditions.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { optionsOf } from './select-options.ts'
import { type SettingsProps, sameSettings } from './settings/settings-props.ts'
import { TestFields } from './TestFields.tsx'

const FIRST: NcRule = { severity: 'lieve', require: ['note'] }

/** When the type itself says that an answer does not conform (docs/spec/inspections.md#question-types). */
function usualRule(question: InputQuestion): string {
  switch (question.type) {
    case 'yes_no':
    case 'yes_no_na':
      return question.invert ? 'Quando la risposta è Sì.' : 'Quando la risposta è No.'
    case 'single_choice':
    case 'multi_choice':
      return "Quando è scelta un'opzione segnata come non conforme."
    case 'rating':
      return question.nc_at == null
        ? 'Indicare sopra fino a quale valutazione non è conforme.'
        : `Con una valutazione fino a ${question.nc_at}.`
    case 'number':
      return "Quando il valore è fuori dall'intervallo conforme."
    case 'date':
      return question.expires ? 'Quando la data è passata.' : 'Segnare sopra che la data è una scadenza, o indicare una regola.'
    case 'gps':
      return 'Quando la posizione è oltre la distanza massima.'
    case 'scan':
      return 'Quando il codice non è quello atteso.'
    case 'table':
      return "Quando una cella è fuori dall'intervallo conforme della sua colonna."
    case 'price_check':
      return 'Quando un prezzo non corrisponde.'
    default:
      return 'Questo tipo non ha una regola sua: indicarne una.'
  }
}

/** Settings for turning a wrong answer into a non-conformity. */
export const NcSettings = memo(function NcSettings({ question, set, faults }: SettingsProps<InputQuestion>) {
  const { nc } = question
  const change = (patch: Partial<NcRule>) => nc && set({ nc: { ...nc, ...patch } })
  const subject = comparableOf(question)
  return (
    <SettingsGroup legend="Non conformità">
      <Switch
        label="Apre una non conformità"
        checked={!!nc}
        onChange={(event) => set({ nc: event.currentTarget.checked ? FIRST : null })}
      />
      {nc && (
        <>
          <Select
            label="Gravità"
            data={optionsOf(SEVERITIES)}
            value={nc.severity}
            allowDeselect={false}
            onChange={(severity) => severity && change({ severity: severity as Severity })}
          />
          <Switch
            label="Regola propria"
            description={nc.when ? 'Vale al posto della regola del tipo.' : usualRule(question)}
            checked={!!nc.when}
            onChange={(event) => change({ when: event.currentTarget.checked ? testWith(subject.ops[0]!, subject) : null })}
          />
          {nc.when && (
            <TestFields
              label="La risposta"
              subject={subject}
              test={nc.when}
              error={faults['nc.when']}
              onChange={(when: AnswerTest) => change({ when })}
            />
          )}
          <Checkbox.Group label="Richiede" value={nc.require} onChange={(require) => change({ require: require as NcRule['require'] })}>
            <Checkbox value="note" label="Una nota" />
            <Checkbox value="photo" label="Una foto" />
          </Checkbox.Group>
          <NumberField
            label="Giorni per la risoluzione"
            description={`Senza indicazione: ${DEADLINE_DAYS[nc.severity]} giorni.`}
            decimals={0}
            value={nc.deadline_days ?? null}
            error={faults['nc.deadline_days']}
            onChange={(deadline_days) => change({ deadline_days })}
          />
          <LookupSelect
            label="Categoria ticket"
            description="Senza indicazione: quella del modello."
            source={ticketCategories.list}
            given={{ active: true }}
            value={nc.ticket_category_id ?? null}
            onChange={(ticket_category_id) => change({ ticket_category_id })}
          />
          <Textarea
            label="Azione suggerita"
            maxLength={500}
            value={nc.suggestion ?? ''}
            onChange={(event) => change({ suggestion: event.currentTarget.value || null })}
          />
        </>
      )}
    </SettingsGroup>
  )
}, sameSettings)
