import type { OrderStatus } from '../../../contract/shop/orders.ts'
import type { Tone } from '../../../ui/StatusChip.tsx'

export const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  new: 'wait',
  confirmed: 'info',
  processing: 'info',
  shipped: 'info',
  delivered: 'ok',
  rejected: 'error',
  cancelled: 'neutral',
}
