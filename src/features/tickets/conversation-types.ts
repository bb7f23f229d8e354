import type { ReactNode } from 'react'
import type { Saved } from '../../ui/SaveState.tsx'

/** What somebody wrote to a ticket: an answer that all its people read, or a note for agents alone. */
export interface Said {
  key: string
  at: string
  author: string
  message: string
  internal?: boolean
  /** Of the reader. */
  mine?: boolean
  /** The description, with which it began. */
  first?: boolean
  /** Photos and files. */
  attachments?: ReactNode
  /** Of what is not sent yet, or was not taken. */
  state?: Saved
  /** Under it: the server's words, a way to mend it. */
  more?: ReactNode
}
/** What happened to it, in words. */
export interface Happened {
  key: string
  at: string
  text: string
}
