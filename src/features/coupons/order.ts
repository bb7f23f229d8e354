import type { coupons } from '../../contract/coupons/coupons.ts'
import { type OrderStatus, orderStatuses, type VoucherStatus, voucherStatuses } from '../../contract/coupons/words.ts'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { day } from '../../lib/format.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { IconCoinEuro } from '../../ui/icons.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'
import type { Step } from '../../ui/StepList.tsx'

export type Order = Output<typeof coupons.get>
export const words = {
  title: 'Buoni carburante',
  fresh: 'Nuovo ordine',
  thing: "l'ordine",
  none: 'Nessun ordine di buoni.',
  icon: IconCoinEuro,
} as const
const tones: Readonly<Record<OrderStatus, Tone>> = { created: 'wait', paid: 'info', issued: 'info', sent: 'ok', cancelled: 'neutral' }
export const orderChip = ({ status }: { status: OrderStatus }) => ({ tone: tones[status], label: orderStatuses[status] })
const voucherTones: Readonly<Record<VoucherStatus, Tone>> = { issued: 'ok', used: 'info', expired: 'wait', voided: 'error' }
export const voucherChip = ({ status }: { status: VoucherStatus }) => ({ tone: voucherTones[status], label: voucherStatuses[status] })

/** '1 buono', '2 buoni'. */
export const vouchersIn = (vouchers: number) => howMany(vouchers, 'buono', 'buoni')

/** Why the last mail with the vouchers has not left; undefined if it has, or none was tried. */
export function unsent({ sendings: [last] }: Order): string | undefined {
  if (!last || last.outcome === 'sent') return undefined
  if (last.outcome === 'file') return 'La mail con i buoni non è stata inviata: SMTP non configurato.'
  return ['Ultimo invio non riuscito', last.error].filter(Boolean).join(': ')
}

const STEPS = ['created', 'paid', 'issued', 'sent'] as const
/** Creato → Pagato → Emesso → Inviato, with the day of each; a cancelled order shows how far it came. */
export function stepsOf(order: Order): Step[] {
  const days = { created: order.created_at, paid: order.paid_at, issued: order.issued_at, sent: order.sent_at }
  const reached = order.status === 'cancelled' ? -1 : STEPS.indexOf(order.status)
  return STEPS.map((step, at) => {
    const done = days[step] !== null
    const failed = step === 'sent' && order.status === 'issued' && unsent(order)
    return {
      label: orderStatuses[step],
      state: failed ? 'error' : done ? 'done' : at === reached + 1 ? 'current' : 'todo',
      ...((failed || done) && { note: failed ? 'Invio non riuscito' : day(days[step]) }),
    }
  })
}
