import { managements } from '../../../contract/people/managements.ts'
import type { FormFields } from '../../../crud/form/Fields.tsx'
import type { FormHandle } from '../../../crud/form/form-handle.ts'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { today } from '../../../lib/format.ts'
import { usualExpiration } from '../../../rules/people/management-states.ts'
import type { Management } from '../managers/words.ts'
import type { Given } from './ChooseObligations.tsx'

interface WizardValues {
  station_id: number | null
  manager_id: number | null
  type: Management['type'] | null
  from: string | null
  expirationManager: string | null
  businessName: string
  piva: string
  cash: { cashFundAmount: number | null; cashFundDate: string } | null
  first_remuneration: { fixed: number | null; perLiter: number | null } | null
  given_obligations: Given[]
  replaces: { return_cash: boolean } | null
}
/** The form of the wizard: fields by path, values by name. */
export interface WizardForm {
  form: FormHandle
  check: (names: readonly string[]) => string | undefined
  fields: FormFields<string>
  values: {
    get: <K extends keyof WizardValues>(name: K) => WizardValues[K]
    set: <K extends keyof WizardValues>(name: K, value: WizardValues[K]) => void
    useValue: <K extends keyof WizardValues>(name: K) => WizardValues[K]
  }
}
const texts = ['businessName', 'address', 'piva', 'sdi', 'pec', 'fiscalCode', 'rea', 'iban', 'contract_number', 'note'] as const

/** What the page it is made on knows of a new management: its station or its manager. */
export type Known = Partial<Record<'station_id' | 'manager_id', number>>

/** The obligations of the management that ends, with the due dates that are still to come. */
const inheritedFrom = ({ obligations }: Management): Given[] =>
  obligations
    .filter(({ status }) => status !== 'non_applicabile')
    .map(({ obligation_id, due_date }) => ({ obligation_id, ...(due_date && due_date >= today() && { due_date }) }))

/** A new management, kept as a draft on the device until it is created: one for each place where it is begun. */
export function useWizardForm(onDone: (made: Management) => void, known: Known, replaces?: Management): WizardForm {
  const initial = {
    ...{ station_id: replaces?.station_id ?? null, manager_id: null, type: replaces?.type ?? null, ...known },
    ...{ from: today(), expirationManager: usualExpiration(today()) },
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    ...{ cash: null, first_remuneration: null, given_obligations: replaces ? inheritedFrom(replaces) : [] },
    replaces: replaces ? { id: replaces.id, rev: replaces.rev, end_reason: 'Subentro', return_cash: false } : null,
  }
  const part = replaces ? `subentro:${replaces.id}` : ['nuova', ...Object.entries(known).flat()].join(':')
  const { form, check, values, field, schema } = useRecordForm(managements, undefined, initial as never, onDone, part)
  return { form, check, fields: { field, schema } as never, values: values as never }
}
