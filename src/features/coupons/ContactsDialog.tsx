import { coupons } from '../../contract/coupons/coupons.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Order } from './order.ts'

/** What of an order still changes after it is paid: whom it is sent to, and notes. */
export function ContactsDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const initial = { emails: '', contact: '', phone: '', payment_ref: '', note: '' }
  const { form, ...fields } = useRecordForm({ update: coupons.update }, order as never, initial, onClose, 'recapiti')
  return (
    <Dialog opened onClose={onClose} title="Modifica recapiti" closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose}>
        <Fields of={fields} names={['emails', 'contact', 'phone', 'payment_ref', 'note']} />
      </RecordForm>
    </Dialog>
  )
}
