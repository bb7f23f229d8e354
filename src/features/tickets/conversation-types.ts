import type { ReactNode } from 'react'
import type { Saved } from '../../ui/SaveState.tsx'

/** An answer that everybody on the ticket reads, or an internal note for agents. */
export interface ConversationMessage {
  key: string
  at: string
  author: string
  message: string
  internal?: boolean
  /** Written by the reader. */
  mine?: boolean
  /** The description of the ticket, shown as the first message. */
  first?: boolean
  /** Photos and files. */
  attachments?: ReactNode
  /** Where a message is that has not reached the server. */
  state?: Saved
  /** Shown below the message: the server's refusal, buttons to correct it. */
  more?: ReactNode
}
/** A change of the ticket, in words. */
export interface ConversationEvent {
  key: string
  at: string
  text: string
}
