/** Chosen to go along with what is being written; `src` is its picture, where it is one that can be shown. */
export interface Attached {
  id: string
  name: string
  size: number
  src?: string | undefined
}
/** Somebody named with @ in the text. */
export interface Mention {
  id: number
  name: string
  /** Whether they can open the ticket: who cannot would never know. */
  sees: boolean
}
/** Who may be named in a ticket. */
export interface People {
  key: readonly unknown[]
  /** For a part of a name. `internal`: of what agents alone read. */
  read: (name: string, internal: boolean) => Promise<readonly Mention[]>
  /** Of somebody who was named; undefined until that is known. */
  sees?: (id: number, internal: boolean) => boolean | undefined
}
/** What is being written to a ticket, wherever that is kept. */
export interface Reply {
  message: string
  /** "Nota interna": for agents alone. */
  internal: boolean
  mentions: readonly Mention[]
  files: readonly Attached[]
}
export const emptyReply: Reply = { message: '', internal: false, mentions: [], files: [] }
/** Of those named once, whose name still stands in the text. */
export const mentioned = ({ message, mentions }: Pick<Reply, 'message' | 'mentions'>) =>
  mentions.filter(({ name }, at, all) => message.includes(`@${name}`) && all.findIndex((one) => one.name === name) === at)
/** What is being looked for after an @ before the caret; undefined where nothing is. */
export const askedName = (text: string, caret: number): string | undefined =>
  /(?:^|\s)@([\p{L}'’.-]{0,30})$/u.exec(text.slice(0, caret))?.[1]
