import { useRef } from 'react'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { askedAt } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { holdLeft } from '../../outbox/rows.ts'
import { workStateOf } from '../../outbox/work.ts'
import { part } from '../../ui/part.tsx'
import type { Said } from './conversation-types.ts'
import { PendingWays } from './PendingActions.tsx'
import { PendingFiles } from './PendingFiles.tsx'
import { useSent } from './use-queued-replies.ts'

const HeldWays = part(() => import('./UndoSend.tsx').then((m) => m.HeldWays))

interface Body {
  uuid: string
  message: string
  internal: boolean
  photos: string[]
  written_at: string
}
const bodyOf = ({ input }: Listed) => input as unknown as Body | null

/** What was written to a ticket on this device and stands in no answer of the server yet, oldest first, with where it is and what may be done. */
export function usePending(ticket: Ticket): Said[] {
  const author = session.use().user?.name ?? ''
  const sent = useSent({ year: ticket.id_year, number: ticket.id_number }) ?? []
  const known = new Set(ticket.comments.map(({ uuid }) => uuid))
  const at = askedAt(ticket)
  // What is sent is on the device no more: it stays in view until the server's copy of the conversation has it.
  const seen = useRef(new Map<string, Body>())
  for (const item of sent) {
    const body = bodyOf(item)
    if (body) seen.current.set(item.entity, body)
  }
  return sent
    .filter((item) => !known.has(item.entity) && (item.state !== 'sent' || item.receipt!.at >= at))
    .flatMap((item): Said[] => {
      const body = seen.current.get(item.entity)
      if (!body) return []
      const { message, internal, written_at } = body
      const state = workStateOf({ steps: [item], unqueued: false })
      const ways = state !== 'sent' && state !== 'sending' && <PendingWays item={item} message={message} />
      return [
        {
          ...{ key: item.entity, at: written_at, author, message, internal, mine: true, state },
          attachments: <PendingFiles hashes={item.photos} photos={body.photos} />,
          more: holdLeft(item, Date.now()) ? <HeldWays item={item} after={ways} /> : ways,
        },
      ]
    })
}
