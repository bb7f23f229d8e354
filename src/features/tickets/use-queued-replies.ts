import { useLiveQuery } from 'dexie-react-hooks'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { outbox } from '../../outbox/runtime.ts'
import { laneOfTicket } from './reply-queue.ts'

/** What was written to this ticket on this device and is in the queue, or was sent from it lately, in order; undefined while it is being read. */
export function useSent(ticket: { year: number; number: number }): Listed[] | undefined {
  const user = session.use().user?.id
  const lane = laneOfTicket(ticket)
  return useLiveQuery(async () => (user ? (await outbox().list()).filter((item) => item.lane === lane) : []), [lane, user])
}
