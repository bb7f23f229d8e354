import { Link } from '@tanstack/react-router'
import { connection } from '../lib/online.ts'
import { ConnectionBadge } from '../ui/ConnectionBadge.tsx'
import { useOutbox } from './use-outbox.ts'

/** The state of the connection and how much waits, in the top bar; leads to the queue. */
export function OutboxBadge() {
  const state = connection.use()
  const waiting = useOutbox()?.filter((item) => item.state !== 'sent').length ?? 0
  return (
    <Link to="/invii" aria-label="Invii" style={{ flex: 'none' }}>
      <ConnectionBadge state={state} pending={waiting} />
    </Link>
  )
}
