import { Group } from '@mantine/core'
import { type OrderRow, orderStatuses } from '../../../contract/shop/orders.ts'
import { DIFFERS } from '../../../rules/shop/columns.ts'
import { IconAlertTriangle } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { orderTones } from './order-status.ts'

/** How far an order is, and whether all of it arrived well. */
export const OrderState = ({ order: { status, differs } }: { order: Pick<OrderRow, 'status' | 'differs'> }) => (
  <Group gap={4}>
    <StatusChip tone={orderTones[status]} label={orderStatuses[status]} />
    {differs && <StatusChip tone="wait" mark={IconAlertTriangle} label={DIFFERS} />}
  </Group>
)
