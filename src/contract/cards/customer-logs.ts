import * as v from 'valibot'
import { ListQuery } from '../kernel/crud.ts'
import { list, resource } from '../kernel/endpoint.ts'
import { date, optional } from '../kernel/fields.ts'
import { anyId, facets, listParam } from '../kernel/filters.ts'
import { type CustomerLogAction, customerLogActions } from './words.ts'

const actions = Object.keys(customerLogActions) as CustomerLogAction[]
export const CustomerLog = v.object({
  id: v.number(),
  created_at: v.string(),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  customer: v.nullable(v.object({ id: v.number(), code: v.number(), name: v.string() })),
  /** `number`: its last six digits. */
  card: v.nullable(v.object({ id: v.number(), number: v.string() })),
  action: v.picklist(actions),
  /** Of a change, the fields that differ: `before` and `after`; else what the operation says of itself. */
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
})
export type CustomerLog = v.InferOutput<typeof CustomerLog>
/** What was done with customers and their cards ("Log Operaz. Clienti"). Days are those of Rome, both included. */
export const customerLogs = resource('customer-logs', {
  list: list('/customers/logs', {
    query: v.object({
      ...ListQuery.entries,
      ...{ from: optional(date('Dal')), to: optional(date('Al')) },
      ...{ customer_id: anyId, card_id: anyId, user_id: anyId },
      action: listParam(v.picklist(actions, 'L’operazione non è ammessa.')),
      ...facets('action'),
    }),
    output: CustomerLog,
    policy: 'cards.write',
    order: '-created_at',
  }),
})
