import { useRef } from 'react'
import { customers } from '../../contract/cards/customers.ts'
import type { HintOf } from '../../crud/form/ResourceSelect.tsx'
import { query, queryClient } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import type { Customer } from './customers/customer-status.ts'

interface Values {
  get(name: string): unknown
  set(name: string, value: unknown): void
}
export type CustomerHint = HintOf<typeof customers.suggest>

/**
 * Chooses the customer of a form, whose data fill what the person has not typed; those of a customer chosen before are replaced.
 * @param dataOf the values by field of the form
 */
export function useCustomerData(values: Values, dataOf: (customer: Customer) => Record<string, string | null | undefined>) {
  const can = useCan()
  const filled = useRef<Record<string, string>>({})
  return async (hint: CustomerHint | null) => {
    values.set('customer_id', hint?.id ?? null)
    // Whoever orders vouchers and nothing else is told names alone; the server adds the data of the invoice.
    if (!hint || !can(customers.get.policy)) return
    const customer = await queryClient.fetchQuery(query(customers.get, { id: hint.id }, true)).catch(() => undefined)
    if (!customer || values.get('customer_id') !== hint.id) return
    for (const [name, value] of Object.entries(dataOf(customer))) {
      const typed = values.get(name)
      if (typed && typed !== filled.current[name]) continue
      filled.current[name] = value ?? ''
      values.set(name, value ?? '')
    }
  }
}
