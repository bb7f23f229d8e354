/** A chosen file; `src`: URL of its picture, if it can be shown. */
export interface Attached {
  id: string
  name: string
  size: number
  src?: string | undefined
}
/** A person mentioned with @ in the text. */
export interface Mention {
  id: number
  name: string
  /** Whether the person may open the ticket; otherwise the mention would not reach them. */
  sees: boolean
}
/** Finds the people who may be mentioned in a ticket. */
export interface MentionSource {
  key: readonly unknown[]
  /** People whose name contains this. `internal`: the text is an internal note. */
  read: (name: string, internal: boolean) => Promise<readonly Mention[]>
  /** Whether a mentioned person may read the text; undefined until it is known. */
  sees?: (id: number, internal: boolean) => boolean | undefined
}
/** A reply that is being written. */
export interface Reply {
  message: string
  /** "Nota interna": only agents read it. */
  internal: boolean
  mentions: readonly Mention[]
  files: readonly Attached[]
}
export const emptyReply: Reply = { message: '', internal: false, mentions: [], files: [] }
/** Mentions whose name is still in the text, each once. */
export const mentioned = ({ message, mentions }: Pick<Reply, 'message' | 'mentions'>) =>
  mentions.filter(({ name }, at, all) => message.includes(`@${name}`) && all.findIndex((one) => one.name === name) === at)
/** The part of a name between @ and the caret; undefined if the caret is not behind an @. */
export const mentionQuery = (text: string, caret: number): string | undefined =>
  /(?:^|\s)@([\p{L}'’.-]{0,30})$/u.exec(text.slice(0, caret))?.[1]
