import { Link } from '@tanstack/react-router'
import { connection } from '../lib/online.ts'
import { ConnectionBadge } from '../ui/ConnectionBadge.tsx'
import { summaryOf } from './summary.ts'
import { useWorks } from './use-outbox.ts'

/** The state of the connection, how much waits and what needs a decision. */
export function OutboxState() {
  const state = connection.use()
  const { unsent, stuck, old } = summaryOf(useWorks() ?? [], Date.now())
  return <ConnectionBadge state={state} pending={unsent - stuck} stuck={stuck} old={old} />
}
/** The badge as a link to the queue. */
export const OutboxBadge = () => (
  <Link to="/invii" title="Invii" style={{ flex: 'none', display: 'flex', alignItems: 'center', minHeight: 'var(--target)' }}>
    <OutboxState />
  </Link>
)
