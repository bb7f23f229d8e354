import { useState } from 'react'
import { managements } from '../../../contract/people/managements.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import type { FormProps } from '../../../crud/list/crud-types.ts'
import { mayDo } from '../../../rules/people/management-states.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { part } from '../../../ui/part.tsx'
import { MaskedNote, type RevealedOf } from '../managers/Personal.tsx'
import type { Management } from '../managers/words.ts'

const Wizard = part(() => import('./Wizard.tsx').then((m) => m.Wizard))
const open = {
  ...{ type: null, from: null, expirationManager: null, businessName: '', address: '', piva: '', sdi: '', pec: '', rea: '' },
  ...{ contract_number: '', note: '' },
} as const
const all = { ...open, fiscalCode: '', iban: '' }
const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[]

/** The wizard of a new management, or the contract of one that has not ended. What is masked is edited only once it is shown. */
export function ManagementForm({ record, onDone, given }: FormProps<Management>) {
  const [shown, setShown] = useState<RevealedOf<'managements'>>()
  if (!record) return <Wizard onDone={onDone} given={given} />
  if (!mayDo('edit', record) || !record.writable)
    return <EmptyState message="Si modifica solo una gestione non cessata, di un punto vendita che puoi scrivere." />
  if (shown) return <Whole record={{ ...record, ...shown }} onDone={onDone} />
  return <WithoutMasked record={record} onDone={onDone} onShown={setShown} />
}
function Whole({ record, onDone }: FormProps<Management>) {
  const { form, ...fields } = useRecordForm(managements, record as never, all, onDone, 'tutto')
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={fields} names={namesOf(all)} />
      </Columns>
    </RecordForm>
  )
}
function WithoutMasked({
  record,
  onDone,
  onShown,
}: FormProps<Management> & { record: Management; onShown: (shown: RevealedOf<'managements'>) => void }) {
  const { form, ...fields } = useRecordForm(managements, record as never, open, onDone)
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={fields} names={namesOf(open)} />
      </Columns>
      <MaskedNote names="Codice fiscale e IBAN" kind="managements" id={record.id} onShown={onShown} />
    </RecordForm>
  )
}
