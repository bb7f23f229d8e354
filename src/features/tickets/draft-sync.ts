import { replyText, type SyncedReply, type TicketReply } from '../../contract/tickets/reply.ts'
import type { Edit } from '../../outbox/draft-copy.ts'

// Pure rules for the two copies of a draft reply, the device's and the server's.
type Text = Pick<TicketReply, 'uuid' | 'message' | 'internal' | 'mentions'>
const same = (one: Text, other: Text) => JSON.stringify(replyText(one)) === JSON.stringify(replyText(other))

/** Whether the server's copy is out of date: it lacks text, or has text that was deleted here. */
export const needsUpload = (local: TicketReply) => (local.synced ? !same(local, local.synced) : local.message !== '')
/** The edit after an upload: the server's copy is `made`. Null means that the draft became a comment or was deleted on another device. */
export const uploaded =
  (made: SyncedReply | null): Edit<TicketReply> =>
  // Then this draft gets a new uuid and becomes a comment of its own.
  () =>
    made ? { synced: made } : { synced: null, uuid: crypto.randomUUID() }

/**
 * The edit after reading the server's copy: it is taken over if nothing was written here since the copies were equal.
 * @param gone uuids of comments that are queued or sent from here: a copy of them is out of date
 * @returns `'both'` if both copies were changed
 */
export function mergeServerCopy(
  local: TicketReply,
  theirs: SyncedReply | null,
  gone: readonly string[],
): Edit<TicketReply> | 'both' | undefined {
  const seen = theirs && gone.includes(theirs.uuid) ? null : theirs
  if (needsUpload(local)) {
    if (!seen) return local.synced ? uploaded(null) : undefined
    if (same(seen, local)) return uploaded(seen)
    // The server has an older state of this text, for example from before a recall: this text continues it.
    if (seen.message && seen.internal === local.internal && local.message.startsWith(seen.message)) return uploaded(seen)
    return seen.rev > (local.synced?.rev ?? 0) ? 'both' : undefined
  }
  if (seen) return seen.rev === local.synced?.rev ? undefined : takeServerCopy(seen)
  // The draft was sent or deleted on another device.
  return local.synced ? () => ({ uuid: crypto.randomUUID(), message: '', mentions: [], synced: null }) : undefined
}
/** Replaces the text by that of another device. Files stay. */
export const takeServerCopy =
  (theirs: SyncedReply): Edit<TicketReply> =>
  () => ({ ...replyText(theirs), synced: theirs })
