import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type Bank, banks } from '../../contract/banks.ts'
import { RecordDialog } from '../../crud/RecordDialog.tsx'
import { RecordForm } from '../../crud/RecordForm.tsx'
import { useRecordForm } from '../../crud/use-record-form.ts'
import { Columns } from '../../ui/Columns.tsx'

const empty = { name: '', abi: '', iban: '', branch: '', contact: '', phone: '', email: '', note: '', active: true } as const

function BankForm({ bank, onDone }: { bank: Bank | undefined; onDone: () => void }) {
  const { field, form } = useRecordForm(banks, bank, empty, onDone)
  return (
    <RecordForm form={form} onCancel={onDone}>
      <TextInput {...field('name')} data-autofocus />
      <Columns min="14rem">
        <TextInput {...field('abi')} inputMode="numeric" />
        <TextInput {...field('branch')} />
        <TextInput {...field('iban')} autoCapitalize="characters" />
        <TextInput {...field('contact')} />
        <TextInput {...field('phone')} type="tel" />
        <TextInput {...field('email')} type="email" />
      </Columns>
      <Textarea {...field('note')} />
      <Checkbox {...field('active', 'checkbox')} />
    </RecordForm>
  )
}

/** The form of a bank, new or existing, where the address asks for it. */
export const BankDialog = () => (
  <RecordDialog source={banks.get} titles={['Nuova banca', 'Modifica banca']}>
    {(bank, close) => <BankForm bank={bank} onDone={close} />}
  </RecordDialog>
)
