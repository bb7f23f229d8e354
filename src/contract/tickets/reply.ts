import type { Json } from '../kernel/placeholder.ts'

/** A comment or internal note as it is written on a device: the `data` of the draft `ticket:<year>/<number>`. */
export interface TicketReply extends ReplyText {
  year: number
  number: number
  /** Of the ticket, for lists. */
  subject: string
  /** Names of its files, in order. */
  photos: string[]
  /** Those that are on this device, by name. */
  files: Record<string, { hash: string; mime: string; name: string; size: number }>
  /** ISO instant of its first letter. */
  written_at: string
  /** The server's copy as this one last knew it; null: it knew of none. */
  synced: SyncedReply | null
}
/** The part of it that is the same on every device of its author. */
export interface ReplyText {
  /** Of the comment that it becomes. */
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
/** The body that makes it a comment; of those named once, whose name still stands in the text. */
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
