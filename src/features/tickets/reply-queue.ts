import { commentOf, type TicketReply } from '../../contract/tickets/reply.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Merged } from '../../outbox/recall.ts'
import type { Item, Json } from '../../outbox/types.ts'

/** What becomes of a reply (contract/ticket-reply.ts) by the gestures of a person; nothing here knows a device. */

/** The first part of the lanes of tickets. */
export const TICKET = 'ticket'
type Place = Pick<TicketReply, 'year' | 'number'>
export const laneOfTicket = ({ year, number }: Place) => `${TICKET}:${year}/${number}`
/** Which comment an item is about: each is a thing of its own, all of one ticket go one after the other. */
const thingOfReply = (reply: TicketReply) => `${laneOfTicket(reply)}/${reply.uuid}`

export const newReply = ({ year, number, subject }: Place & Pick<TicketReply, 'subject'>): TicketReply => ({
  ...{ year, number, subject, uuid: crypto.randomUUID(), written_at: new Date().toISOString() },
  ...{ message: '', internal: false, mentions: [], photos: [], files: {}, synced: null },
})
export const isNothing = ({ message, photos }: Pick<TicketReply, 'message' | 'photos'>) => !message.trim() && !photos.length
export const picturesOf = ({ photos, files }: Pick<TicketReply, 'photos' | 'files'>) => photos.flatMap((uuid) => files[uuid]?.hash ?? [])

type Own = Pick<Outbox, 'list' | 'loadDraft' | 'saveDraft' | 'put' | 'discardDraft'>
/**
 * "Invia": the reply that lies on this device is queued, and its draft is gone, in one transaction. Gives the item; undefined where there is nothing to
 * send: it is empty, or another tab has just sent it.
 * @throws OutboxError where another tab has changed it meanwhile
 */
export async function sendReply(own: Own, key: string): Promise<Item | undefined> {
  const held = await own.loadDraft(key)
  if (!held) return undefined
  let { revision } = held
  let reply = held.data as unknown as TicketReply
  // Of what was sent nothing is on this device any more: the server tells whether it is the same.
  const gone = (await own.list()).find(({ entity, state }) => entity === reply.uuid && state !== 'sent')
  if (gone) {
    reply = beyond(reply, gone)
    if (!isNothing(reply)) {
      const kept = await own.saveDraft({ key, data: reply as unknown as Json, photos: picturesOf(reply), revision })
      if ('newer' in kept) return undefined
      revision = kept.saved.revision
    }
  }
  if (isNothing(reply)) return void (gone && (await own.discardDraft(key, revision)))
  const { year, number, subject, internal } = reply
  return own.put({
    ...{ entity: reply.uuid, lane: laneOfTicket(reply), of: thingOfReply(reply), endpoint: 'tickets.comment' },
    label: `${internal ? 'Nota interna' : 'Commento'}: Ticket ${year}/${number} – ${subject}`,
    ...{ input: commentOf(reply), photos: picturesOf(reply), draft: { key, revision }, held: true },
  })
}
/**
 * "Annulla invio": as it stood before, and below it what was typed since. It becomes another comment, so that nobody who has not heard of it yet takes it
 * for the one in the queue. The server's copy is the one that was told last.
 */
export const restored: Merged = (made, since) => {
  const typed = since as unknown as TicketReply | undefined
  const reply = { ...(made as unknown as TicketReply), uuid: crypto.randomUUID() }
  const data: TicketReply = !typed
    ? reply
    : {
        ...reply,
        message: [reply.message, typed.message].filter((one) => one.trim()).join('\n\n'),
        // What was written for colleagues stays theirs.
        internal: reply.internal || (typed.internal && !!typed.message.trim()),
        mentions: [...reply.mentions, ...typed.mentions],
        photos: [...new Set([...reply.photos, ...typed.photos])],
        files: { ...reply.files, ...typed.files },
        synced: typed.synced ?? reply.synced,
      }
  return { data: data as unknown as Json, photos: picturesOf(data) }
}
/** Typed on in a tab that did not see it go: what it says more is a comment of its own. */
export function beyond(reply: TicketReply, { input }: Pick<Item, 'input'>): TicketReply {
  const { message, photos } = input as { message: string; photos: string[] }
  const left = reply.photos.filter((uuid) => !photos.includes(uuid))
  return { ...reply, uuid: crypto.randomUUID(), message: reply.message === message ? '' : reply.message, photos: left, synced: null }
}
