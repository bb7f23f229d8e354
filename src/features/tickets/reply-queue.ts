import { commentBody, type TicketReply } from '../../contract/tickets/reply.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Merged } from '../../outbox/recall.ts'
import type { Item, Json } from '../../outbox/types.ts'
import { laneOfNewTicket, laneOfTicket, type TicketPlace } from './lanes.ts'

// Pure steps of a reply between draft and queue; nothing here touches the device.

export const newReply = ({ year, number, uid, subject }: TicketPlace & Pick<TicketReply, 'subject'>): TicketReply => ({
  ...{ year, number, uid, subject, uuid: crypto.randomUUID(), written_at: new Date().toISOString() },
  ...{ message: '', internal: false, mentions: [], photos: [], files: {}, synced: null },
})
export const isEmptyReply = ({ message, photos }: Pick<TicketReply, 'message' | 'photos'>) => !message.trim() && !photos.length
/** Hashes of the files, in order. */
export const picturesOf = ({ photos, files }: Pick<TicketReply, 'photos' | 'files'>) => photos.flatMap((uuid) => files[uuid]?.hash ?? [])

type Own = Pick<Outbox, 'list' | 'loadDraft' | 'saveDraft' | 'put' | 'discardDraft'>
/**
 * "Invia": queues the reply as written now, and deletes its draft in one transaction.
 * @returns undefined if there is nothing to send: the reply is empty, or another tab has just sent it
 * @throws OutboxError if another tab has changed the draft meanwhile
 */
export async function queueReply(own: Own, key: string, clock_behind_s?: number): Promise<Item | undefined> {
  const stored = await own.loadDraft(key)
  if (!stored) return undefined
  let { revision } = stored
  let reply = stored.data as unknown as TicketReply
  // An item that another tab has queued from the same draft. Once it is sent, the device no longer has it and the server compares the texts.
  const waiting = (await own.list()).filter(({ state }) => state !== 'sent')
  const queued = waiting.find(({ entity }) => entity === reply.uuid)
  if (queued) {
    reply = unsentPart(reply, queued)
    if (!isEmptyReply(reply)) {
      const kept = await own.saveDraft({ key, data: reply as unknown as Json, photos: picturesOf(reply), revision })
      if ('newer' in kept) return undefined
      revision = kept.saved.revision
    }
  }
  if (isEmptyReply(reply)) return void (queued && (await own.discardDraft(key, revision)))
  const { year, number, uid, subject, internal } = reply
  // Comments written before the ticket had its number may still wait in their own lane; this one goes behind them.
  const first = uid && laneOfNewTicket(uid)
  const lane = first && waiting.some((item) => item.lane === first) ? first : laneOfTicket(reply)
  return own.put({
    // Each comment is a thing of its own; those of a ticket share a lane, in which they are sent in order.
    ...{ entity: reply.uuid, lane, of: `${lane}/${reply.uuid}`, endpoint: 'tickets.comment' },
    label: `${internal ? 'Nota interna' : 'Commento'}: ${number ? `Ticket ${year}/${number} – ${subject}` : `${internal ? 'Nota interna su' : 'Risposta a'} «${subject}»`}`,
    ...{
      input: commentBody({ ...reply, written_at: new Date().toISOString(), clock_behind_s }),
      photos: picturesOf(reply),
      draft: { key, revision },
      recallable: true,
    },
  })
}
/**
 * "Annulla invio": the recalled reply, followed by what was typed since. It gets a new uuid, so that another tab does not take it for the one in the queue.
 * The server's copy is the later of the two.
 */
export const mergeRecalledReply: Merged = (made, since) => {
  const typed = since as unknown as TicketReply | undefined
  const reply = { ...(made as unknown as TicketReply), uuid: crypto.randomUUID() }
  const data: TicketReply = !typed
    ? reply
    : {
        ...reply,
        message: [reply.message, typed.message].filter((one) => one.trim()).join('\n\n'),
        // A text written as an internal note must not become public.
        internal: reply.internal || (typed.internal && !!typed.message.trim()),
        mentions: [...reply.mentions, ...typed.mentions],
        photos: [...new Set([...reply.photos, ...typed.photos])],
        files: { ...reply.files, ...typed.files },
        synced: typed.synced ?? reply.synced,
      }
  return { data: data as unknown as Json, photos: picturesOf(data) }
}
/** Both texts, each of which was written on since `base`; what one holds of the other is not said twice. */
export function joinTexts(base: string, theirs: string, ours: string): string {
  const both = (one: string, other: string) => [one.trimEnd(), other.trimStart()].filter(Boolean).join('\n\n')
  if (base && theirs.startsWith(base)) return both(ours, theirs.slice(base.length))
  return theirs.includes(ours) ? theirs : ours.includes(theirs) ? ours : both(theirs, ours)
}
/** Text of a draft beyond the reply that was queued from it in another tab: it becomes a comment of its own. */
export function unsentPart(reply: TicketReply, { input }: Pick<Item, 'input'>): TicketReply {
  const { message, photos } = input as { message: string; photos: string[] }
  const left = reply.photos.filter((uuid) => !photos.includes(uuid))
  return { ...reply, uuid: crypto.randomUUID(), message: reply.message === message ? '' : reply.message, photos: left, synced: null }
}
