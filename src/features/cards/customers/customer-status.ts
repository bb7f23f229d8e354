import type { customers } from '../../../contract/cards/customers.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { type CustomerRow, customerColumns } from '../../../rules/cards/customer-columns.ts'
import type { Tone } from '../../../ui/StatusChip.tsx'

export type Customer = Output<typeof customers.get>
export const customerStatus = (customer: CustomerRow): { tone: Tone; label: string } => ({
  tone: customer.active ? 'ok' : 'neutral',
  label: customerColumns.Stato.text(customer),
})
