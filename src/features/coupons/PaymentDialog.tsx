import { Text } from '@mantine/core'
import { coupons } from '../../contract/coupons/coupons.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { euro, today } from '../../lib/format.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Order } from './order.ts'

/** "Registra pagamento": the order becomes paid. */
export function PaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const initial = { status: 'paid', paid_at: today(), payment: order.payment, payment_ref: order.payment_ref ?? '' } as const
  const { form, ...fields } = useRecordForm(
    { update: coupons.update },
    { id: order.id, rev: order.rev } as never,
    initial,
    onClose,
    'pagamento',
  )
  return (
    <Dialog opened onClose={onClose} title="Registra pagamento" closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose} submit="Registra pagamento">
        <Text fw={500}>Importo: {euro(order.total, 2)}</Text>
        <Fields of={fields} names={['paid_at', 'payment', 'payment_ref']} />
      </RecordForm>
    </Dialog>
  )
}
