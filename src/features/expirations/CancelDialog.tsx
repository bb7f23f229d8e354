import { expirations } from '../../contract/expirations/expirations.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ExpirationRow } from './expiration.ts'

/** Asks why the expiration is cancelled. */
export function CancelDialog({ row, onClose }: { row: ExpirationRow; onClose: () => void }) {
  const { form, ...fields } = useRecordForm(
    { update: expirations.cancel },
    { id: row.id, rev: row.rev } as never,
    { cancel_reason: '' },
    onClose,
    'annulla',
  )
  return (
    <Dialog opened onClose={onClose} title={`Annullare «${row.message}»?`} closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose} submit="Annulla scadenza">
        <Fields of={fields} names={['cancel_reason']} />
      </RecordForm>
    </Dialog>
  )
}
