import type { TicketReply } from '../../contract/tickets/reply.ts'

/** A reply that has arrived, as far as the box can have it again. */
export type SentReply = Pick<TicketReply, 'message' | 'internal' | 'mentions'>

const GAP = '\n\n'
/** The box with the reply that is taken back, in front of what was typed since. */
export const withTakenBack = ({ message, internal, mentions }: SentReply, sent: SentReply): SentReply => ({
  message: [sent.message, message].filter((one) => one.trim()).join(GAP),
  // A text written as an internal note must not become public.
  internal: sent.internal || (internal && !!message.trim()),
  mentions: [...sent.mentions, ...mentions],
})
/** The box after the server has refused to give the reply back: as it was `before`, with what was typed meanwhile. */
export function withoutTakenBack(local: TicketReply, sent: SentReply, before: TicketReply): Partial<TicketReply> {
  // Somebody has changed the text meanwhile: then it is theirs.
  if (!local.message.startsWith(sent.message)) return {}
  const left = local.message.slice(sent.message.length)
  return {
    message: left.startsWith(GAP) ? left.slice(GAP.length) : left,
    internal: before.internal,
    mentions: local.mentions.slice(sent.mentions.length),
    photos: local.photos.filter((uuid) => before.photos.includes(uuid)),
  }
}
