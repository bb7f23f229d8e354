import { useState } from 'react'
import { managers } from '../../../contract/people/managers.ts'
import { FormSections } from '../../../crud/form/FormSections.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { MaskedNote, PERSONAL, type Revealed } from './Personal.tsx'
import type { Manager } from './words.ts'

const open = { name: '', lastname: '', bornIn: '', bornDate: null, phone: '', email: '', expiration: null, note: '' } as const
const personal = { fiscalCode: '', residence: '', identityCard: '', identityCardExpiration: null } as const
const all = { ...open, ...personal }
interface ManagerFormProps {
  record: Manager | undefined
  onDone: (saved?: Manager) => void
}

/** The form of a manager. What is masked is edited only once it is shown. */
export function ManagerForm({ record, onDone }: ManagerFormProps) {
  const [shown, setShown] = useState<Revealed>()
  if (!record) return <Whole record={undefined} onDone={onDone} />
  if (shown || record.own) return <Whole record={{ ...record, ...shown }} onDone={onDone} />
  return <WithoutPersonal record={record} onDone={onDone} onShown={setShown} />
}

function Whole({ record, onDone }: ManagerFormProps) {
  const { form, ...fields } = useRecordForm(managers, record as never, all, onDone as never, 'tutto')
  return (
    <RecordForm form={form} onCancel={() => onDone()}>
      <FormSections
        form={form}
        of={fields}
        sections={[
          { title: 'Persona', names: ['name', 'lastname', 'fiscalCode', 'bornIn', 'bornDate', 'residence'] },
          { title: 'Contatti', names: ['phone', 'email'] },
          { title: 'Documenti', names: ['expiration', 'identityCard', 'identityCardExpiration'] },
          { title: 'Note', names: ['note'] },
        ]}
      />
    </RecordForm>
  )
}
function WithoutPersonal({ record, onDone, onShown }: ManagerFormProps & { record: Manager; onShown: (shown: Revealed) => void }) {
  const { form, ...fields } = useRecordForm(managers, record as never, { ...open, identityCardExpiration: null }, onDone as never)
  return (
    <RecordForm form={form} onCancel={() => onDone()}>
      <FormSections
        form={form}
        of={fields}
        sections={[
          {
            title: 'Persona',
            names: ['name', 'lastname', 'bornIn', 'bornDate'],
            more: <MaskedNote names={PERSONAL} kind="managers" id={record.id} onShown={onShown} />,
          },
          { title: 'Contatti', names: ['phone', 'email'] },
          { title: 'Documenti', names: ['expiration', 'identityCardExpiration'] },
          { title: 'Note', names: ['note'] },
        ]}
      />
    </RecordForm>
  )
}
