import { type OrderStatus, orderStatuses } from '../../contract/coupons/words.ts'
import { allows, type Rights } from '../../contract/kernel/policies.ts'

/** Allowed transitions. Source: docs/spec/coupons.md#states */
const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['paid', 'cancelled'],
  paid: ['issued', 'cancelled'],
  issued: ['sent', 'cancelled'],
  sent: ['cancelled'],
  cancelled: [],
}
/** The order has vouchers. */
export const isIssued = (status: OrderStatus) => status === 'issued' || status === 'sent'
interface Order {
  status: OrderStatus
  /** Vouchers already used. */
  used: number
}
/** The reason in words why the order may not become `to`; undefined if this person may do it. */
export function orderRefusal({ status, used }: Order, to: OrderStatus, holder: Rights): string | undefined {
  if (!transitions[status].includes(to)) return `Passaggio di stato non consentito: da "${orderStatuses[status]}" a "${orderStatuses[to]}".`
  if (to !== 'cancelled' || !isIssued(status)) return undefined
  if (!allows('coupons.delete', holder)) return 'Un ordine già emesso lo annulla solo la contabilità.'
  return used
    ? `L'ordine non si può annullare: ${used === 1 ? '1 buono è già stato utilizzato' : `${used} buoni sono già stati utilizzati`}.`
    : undefined
}
export const mayBecome = (order: Order, to: OrderStatus, holder: Rights) => orderRefusal(order, to, holder) === undefined
/** Data and rows change only before payment. */
export const isEditableOrder = ({ status }: { status: OrderStatus }) => status === 'created'
export const isDeletableOrder = ({ status }: { status: OrderStatus }) => status === 'created' || status === 'cancelled'
/** Fields that serve the sending, and so change until the order is cancelled. */
export const SENDING_FIELDS: readonly string[] = ['emails', 'contact', 'phone', 'payment_ref', 'note']
