import { dayTime } from '../../lib/format.ts'
import classes from './Conversation.module.css'
import type { ConversationEvent } from './conversation-types.ts'

/** The events between two messages in one line, folded if there are several. */
export function Events({ events }: { events: readonly ConversationEvent[] }) {
  const line = ({ at, text }: ConversationEvent) => (
    <>
      {text} · <time dateTime={at}>{dayTime(at)}</time>
    </>
  )
  if (events.length === 1) return <div className={classes.event}>{line(events[0]!)}</div>
  return (
    <details className={classes.event}>
      <summary>
        {events.length} eventi, l’ultimo: {line(events.at(-1)!)}
      </summary>
      <ul>
        {events.map((one) => (
          <li key={one.key}>{line(one)}</li>
        ))}
      </ul>
    </details>
  )
}
