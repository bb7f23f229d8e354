import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './Conversation.module.css'
import type { ConversationEvent, ConversationMessage } from './conversation-types.ts'
import { Events } from './Events.tsx'
import { Message } from './Message.tsx'

interface ConversationProps {
  messages: readonly ConversationMessage[]
  events: readonly ConversationEvent[]
  /** Messages of this device that are not sent yet; shown last. */
  pending?: readonly ConversationMessage[]
}
type Line = { message: ConversationMessage } | { events: ConversationEvent[] }

/** Older messages are folded, because answers refer to the last ones. */
const SHOWN = 20

/** Messages in order of time, with the events between two messages as one line. */
export function linesOf(messages: readonly ConversationMessage[], events: readonly ConversationEvent[]): Line[] {
  const all = [...messages.map((one) => ({ at: one.at, message: one })), ...events.map((one) => ({ at: one.at, event: one }))]
  const lines: Line[] = []
  for (const one of all.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const last = lines.at(-1)
    if ('message' in one) lines.push({ message: one.message })
    else if (last && 'events' in last) last.events.push(one.event)
    else lines.push({ events: [one.event] })
  }
  return lines
}

/** Messages and events of a ticket, the latest at the end. */
export function Conversation({ messages, events, pending = [] }: ConversationProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const [first, ...rest] = messages
  const hidden = all ? 0 : Math.max(0, rest.length - SHOWN)
  const shown = rest.slice(hidden)
  const from = hidden ? shown[0]!.at : ''
  const begin = first ? [{ message: first }] : []
  const lines = [
    ...begin,
    ...linesOf(
      shown,
      events.filter(({ at }) => at >= from),
    ),
  ]
  return (
    <ol ref={list} className={classes.list} aria-label="Conversazione">
      {lines.map((line, at) => (
        <LineItem key={'message' in line ? line.message.key : line.events[0]!.key} line={line}>
          {at === 0 && hidden > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setAll(true)
                // The button disappears, so the focus goes to the first of the older messages.
                list.current?.querySelector<HTMLElement>('article')?.focus()
              }}
            >
              {`Mostra ${hidden === 1 ? 'il messaggio precedente' : `i ${hidden} messaggi precedenti`}`}
            </Button>
          )}
        </LineItem>
      ))}
      {pending.map((one) => (
        <LineItem key={one.key} line={{ message: one }} />
      ))}
    </ol>
  )
}

const LineItem = ({ line, children }: { line: Line; children?: ReactNode }) => (
  <li>
    {'message' in line ? <Message entry={line.message} /> : <Events events={line.events} />}
    {children}
  </li>
)
