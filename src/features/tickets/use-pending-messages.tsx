import { useRef } from 'react'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { askedAt } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { workStateOf } from '../../outbox/work.ts'
import { part } from '../../ui/part.tsx'
import type { ConversationMessage } from './conversation-types.ts'
import { PendingActions } from './PendingActions.tsx'
import { PendingFiles } from './PendingFiles.tsx'

const UndoSend = part(() => import('./UndoSend.tsx').then((m) => m.UndoSend))

interface Body {
  uuid: string
  message: string
  internal: boolean
  photos: string[]
  written_at: string
}
const bodyOf = ({ input }: Listed) => input as unknown as Body | null

/** Comments written on this device that the server's conversation does not have yet, oldest first, with their state and actions. */
export function usePendingMessages(ticket: Pick<Ticket, 'comments'>, sent: readonly Listed[]): ConversationMessage[] {
  const author = session.use().user?.name ?? ''
  const known = new Set(ticket.comments.map(({ uuid }) => uuid))
  const at = askedAt(ticket)
  // A sent comment is removed from the device. It stays in view until the conversation read from the server contains it.
  const seen = useRef(new Map<string, Body>())
  for (const item of sent) {
    const body = bodyOf(item)
    if (body) seen.current.set(item.entity, body)
  }
  return sent
    .filter((item) => !known.has(item.entity) && (item.state !== 'sent' || item.receipt!.at >= at))
    .flatMap((item): ConversationMessage[] => {
      const body = seen.current.get(item.entity)
      if (!body) return []
      const { message, internal, written_at } = body
      const state = workStateOf({ steps: [item], unqueued: false })
      const actions = state !== 'sent' && state !== 'sending' && <PendingActions item={item} message={message} />
      return [
        {
          ...{ key: item.entity, at: written_at, author, message, internal, mine: true },
          // One that has arrived may still be taken back for some seconds, so it is not called sent; like those around it, it has no state.
          ...(state !== 'sent' && { state }),
          attachments: <PendingFiles hashes={item.photos} photos={body.photos} />,
          more: item.undo ? <UndoSend item={item} /> : actions,
        },
      ]
    })
}
