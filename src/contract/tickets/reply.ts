import type { Json } from '../kernel/placeholder.ts'

/** A comment or internal note while it is being written: the `data` of the device's draft `ticket:<year>/<number>`. */
export interface TicketReply extends ReplyText {
  year: number
  number: number
  /** The ticket's subject, for lists of unsent work. */
  subject: string
  /** Uuids of its files, in order. */
  photos: string[]
  /** Files stored on this device, by uuid. */
  files: Record<string, { hash: string; mime: string; name: string; size: number }>
  /** ISO instant of the first letter typed. */
  written_at: string
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
/** The body of `tickets.comment`. Mentions are sent once each, and only if the name is still in the text. */
export const commentBody = ({
  year,
  number,
  uuid,
  message,
  internal,
  mentions,
  photos,
  written_at,
}: TicketReply): { [field: string]: Json } => ({
  ...{ year, number, uuid, message, internal, photos, written_at },
  mentions: [...new Set(mentions.filter(({ name }) => message.includes(`@${name}`)).map(({ id }) => id))],
})
