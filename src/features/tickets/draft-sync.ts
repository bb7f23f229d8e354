import { type SyncedReply, type TicketReply, textOf } from '../../contract/tickets/reply.ts'
import type { Edit } from '../../outbox/draft-editor.ts'

/** What becomes of the two copies of a reply, the device's and the server's; nothing here asks either. */
type Text = Pick<TicketReply, 'uuid' | 'message' | 'internal' | 'mentions'>
const same = (one: Text, other: Text) => JSON.stringify(textOf(one)) === JSON.stringify(textOf(other))

/** Whether the server is to be told: there is something that it does not have, or it has something that is no more. */
export const isUntold = (local: TicketReply) => (local.synced ? !same(local, local.synced) : local.message !== '')
/** The server has it, as it was `sent`. */
export const told =
  (made: SyncedReply | null): Edit<TicketReply> =>
  // What has become a comment elsewhere, or was thrown away there, is another one from here on.
  () =>
    made ? { synced: made } : { synced: null, uuid: crypto.randomUUID() }

/**
 * The server's copy has been read: taken where nothing was written here since the two were the same, `'both'` where something was on either side.
 * `gone`: names of comments that are queued or sent from here, whose copy is old.
 */
export function met(local: TicketReply, theirs: SyncedReply | null, gone: readonly string[]): Edit<TicketReply> | 'both' | undefined {
  const seen = theirs && gone.includes(theirs.uuid) ? null : theirs
  if (isUntold(local)) {
    if (!seen) return local.synced ? told(null) : undefined
    if (same(seen, local)) return told(seen)
    // An older state of what stands here, such as was told while it was being sent and taken back: it goes on from there.
    if (seen.message && seen.internal === local.internal && local.message.startsWith(seen.message)) return told(seen)
    return seen.rev > (local.synced?.rev ?? 0) ? 'both' : undefined
  }
  if (seen) return seen.rev === local.synced?.rev ? undefined : taking(seen)
  // It was sent, or thrown away, on another device.
  return local.synced ? () => ({ uuid: crypto.randomUUID(), message: '', mentions: [], synced: null }) : undefined
}
/** What another device has written takes the place of what stands here; files stay. */
export const taking =
  (theirs: SyncedReply): Edit<TicketReply> =>
  () => ({ ...textOf(theirs), synced: theirs })
