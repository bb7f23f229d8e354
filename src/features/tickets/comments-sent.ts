import { tickets } from '../../contract/tickets/tickets.ts'
import { sendWaiting } from '../../outbox/runtime.ts'

/** Resolves once comments that wait on this device were tried, so that they come before what is done to their ticket next. */
export const commentsSent = () => sendWaiting(({ endpoint }) => endpoint === tickets.comment.name)
