import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './Conversation.module.css'
import type { Happened, Said } from './conversation-types.ts'
import { Events } from './Events.tsx'
import { Message } from './Message.tsx'

interface ConversationProps {
  said: readonly Said[]
  events: readonly Happened[]
  /** Written on this device, last of all. */
  pending?: readonly Said[]
}
type Line = { said: Said } | { events: Happened[] }

/** More than these open with "Mostra i precedenti": the last are what is answered. */
const SHOWN = 20

/** The lines in order of time: what was said, and between two of them what happened, folded. */
export function linesOf(said: readonly Said[], events: readonly Happened[]): Line[] {
  const all = [...said.map((one) => ({ at: one.at, said: one })), ...events.map((one) => ({ at: one.at, event: one }))]
  const lines: Line[] = []
  for (const one of all.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const last = lines.at(-1)
    if ('said' in one) lines.push({ said: one.said })
    else if (last && 'events' in last) last.events.push(one.event)
    else lines.push({ events: [one.event] })
  }
  return lines
}

/** All that was said and done about a ticket, the latest at the end. */
export function Conversation({ said, events, pending = [] }: ConversationProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const [first, ...rest] = said
  const hidden = all ? 0 : Math.max(0, rest.length - SHOWN)
  const shown = rest.slice(hidden)
  const from = hidden ? shown[0]!.at : ''
  const begin = first ? [{ said: first }] : []
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
        <LineItem key={'said' in line ? line.said.key : line.events[0]!.key} line={line}>
          {at === 0 && hidden > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setAll(true)
                // The button is gone; what it brought begins here.
                list.current?.querySelector<HTMLElement>('article')?.focus()
              }}
            >
              {`Mostra ${hidden === 1 ? 'il messaggio precedente' : `i ${hidden} messaggi precedenti`}`}
            </Button>
          )}
        </LineItem>
      ))}
      {pending.map((one) => (
        <LineItem key={one.key} line={{ said: one }} />
      ))}
    </ol>
  )
}

const LineItem = ({ line, children }: { line: Line; children?: ReactNode }) => (
  <li>
    {'said' in line ? <Message said={line.said} /> : <Events events={line.events} />}
    {children}
  </li>
)
