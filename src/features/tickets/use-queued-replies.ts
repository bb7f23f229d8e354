import { useLiveQuery } from 'dexie-react-hooks'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { outbox } from '../../outbox/runtime.ts'
import { laneOfTicket } from './reply-queue.ts'

/** Comments of this device that are queued, or were sent lately, in order; undefined while they are being read. */
export function useQueuedReplies(ticket: { year: number; number: number }): Listed[] | undefined {
  const user = session.use().user?.id
  const lane = laneOfTicket(ticket)
  return useLiveQuery(async () => (user ? (await outbox().list()).filter((item) => item.lane === lane) : []), [lane, user])
}
