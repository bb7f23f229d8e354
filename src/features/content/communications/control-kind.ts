import { controls } from '../../../contract/content/communications.ts'
import { wholeKind } from '../../../outbox/kind.ts'
import { CONTROL_KIND } from './ack-queue.ts'

/** The confirmation that a control communication was read. */
export const controlKind = wholeKind({
  ...{ name: CONTROL_KIND, endpoints: [controls.ack] },
  repair: (id) => ({ to: '/comunicazioni/$id', params: { id }, search: { type: 2 } }),
})
