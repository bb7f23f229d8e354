import { controls } from '../../../contract/content/communications.ts'
import { wholeKind } from '../../../outbox/kind.ts'
import { CONTROL_KIND } from './ack-queue.ts'

const pageOf = (id: string) => ({ to: '/comunicazioni/$id', params: { id }, search: { type: 2 } }) as const
/** The confirmation that a control communication was read. */
export const controlKind = wholeKind({
  ...{ name: CONTROL_KIND, endpoints: [controls.ack] },
  repair: pageOf,
  sentOf: async (id) => ({ page: pageOf(id) }),
})
