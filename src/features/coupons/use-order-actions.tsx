import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { coupons } from '../../contract/coupons/coupons.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { count } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { isIssued, mayBecome } from '../../rules/coupons/order-states.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconPencil, IconTrash, IconX } from '../../ui/icons.tsx'
import { ContactsDialog } from './ContactsDialog.tsx'
import { type Order, words } from './order.ts'

const voided = (vouchers: number) =>
  vouchers === 1 ? 'Il buono emesso non varrà più.' : `I ${count(vouchers)} buoni emessi non varranno più.`

/** What may be done with an order besides its next step. */
export function useOrderActions() {
  const can = useCan()
  const me = useMe()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const remove = useDelete(coupons.remove, words.thing)
  const { mutate } = useSend(coupons.update)
  const [contacts, setContacts] = useState<Order>()
  const cancel = async (one: Order) => {
    const sure = await confirm({
      title: `Annullare l'ordine ${one.number}?`,
      message: isIssued(one.status) ? voided(one.vouchers) : 'L’ordine non si potrà più emettere.',
      confirm: 'Annulla ordine',
      danger: true,
    })
    if (sure) mutate({ id: one.id, rev: one.rev, status: 'cancelled' })
  }
  const erase = async (one: Order) => {
    if (await remove({ id: one.id }, one.number)) void navigate({ to: '/coupons/{-$id}', params: { id: undefined }, replace: true })
  }
  return {
    menuOf: (one: Order): RowAction[] => [
      ...(can(coupons.update.policy) && one.status !== 'cancelled' && one.status !== 'created'
        ? [{ label: 'Modifica recapiti', icon: IconPencil, onSelect: () => setContacts(one) }]
        : []),
      ...(can(coupons.update.policy) && mayBecome({ status: one.status, used: one.counts.used }, 'cancelled', me)
        ? [{ label: 'Annulla ordine', icon: IconX, danger: true, onSelect: () => cancel(one) }]
        : []),
      ...(can(coupons.remove.policy) && one.status === 'cancelled'
        ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => erase(one) }]
        : []),
    ],
    question: contacts && <ContactsDialog order={contacts} onClose={() => setContacts(undefined)} />,
  }
}
