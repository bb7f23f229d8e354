import type { Json } from '../kernel/placeholder.ts'

/** A file stored on this device. */
export interface StoredOnDevice {
  hash: string
  mime: string
  name: string
  size: number
}
/**
 * A comment or internal note while it is being written: the `data` of the device's draft `ticket:<year>/<number>`, or
 * `new_ticket:<uid>/reply` if its ticket is not on the server yet; then `number` is 0.
 */
export interface TicketReply extends ReplyText {
  year: number
  number: number
  /** The `uid` of the ticket; earlier versions of the app did not store it. */
  uid?: string | undefined
  /** The ticket's subject, for lists of unsent work. */
  subject: string
  /** Uuids of its files, in order. */
  photos: string[]
  /** Files stored on this device, by uuid. */
  files: Record<string, StoredOnDevice>
  /** ISO instant at which it was begun; in the queue, that of "Invia". */
  written_at: string
  /** Of the device at `written_at`, if it knew. */
  clock_behind_s?: number | undefined
  /** The server's copy as last read or written by this device; null if there was none. */
  synced: SyncedReply | null
}
/** The part that is synchronised between the author's devices. */
export interface ReplyText {
  /** The uuid of the comment that it becomes. */
  uuid: string
  message: string
  /** "Nota interna". */
  internal: boolean
  mentions: { id: number; name: string; sees: boolean }[]
}
export interface SyncedReply extends ReplyText {
  rev: number
}
export const replyText = ({ uuid, message, internal, mentions }: ReplyText): ReplyText => ({ uuid, message, internal, mentions })
/** The path of `tickets.comment`: placeholders for what the server will call a ticket that is not there yet. */
const ticketPath = ({ year, number, uid }: Pick<TicketReply, 'year' | 'number' | 'uid'>) =>
  number || !uid ? { year, number } : { year: { $ref: uid, field: 'id_year' }, number: { $ref: uid, field: 'id_number' } }
/** The body of `tickets.comment`. Mentions are sent once each, and only if the name is still in the text. */
export const commentBody = ({
  year,
  number,
  uid,
  uuid,
  message,
  internal,
  mentions,
  photos,
  written_at,
  clock_behind_s,
}: TicketReply): { [field: string]: Json } => ({
  ...{ ...ticketPath({ year, number, uid }), uuid, message, internal, photos, written_at },
  ...(clock_behind_s !== undefined && { clock_behind_s }),
  mentions: [...new Set(mentions.filter(({ name }) => message.includes(`@${name}`)).map(({ id }) => id))],
})
