import { dayTime } from '../../lib/format.ts'
import classes from './Conversation.module.css'
import type { Happened } from './conversation-types.ts'

/** What happened between two messages: in one line, folded where there are several. */
export function Events({ events }: { events: readonly Happened[] }) {
  const line = ({ at, text }: Happened) => (
    <>
      {text} <time dateTime={at}>{dayTime(at)}</time>
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
