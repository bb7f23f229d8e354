import { Link } from '@tanstack/react-router'
import { connection } from '../lib/online.ts'
import { ConnectionBadge } from '../ui/ConnectionBadge.tsx'
import { summaryOf } from './summary.ts'
import { useWorks } from './use-outbox.ts'

/** The state of the connection, how much waits and what needs the person, in the top bar; leads to the queue. */
export function OutboxBadge() {
  const state = connection.use()
  const { unsent, stuck, old } = summaryOf(useWorks() ?? [], Date.now())
  const alert = stuck ? `${stuck} da sistemare` : old ? `${old} da più di un giorno` : undefined
  return (
    <Link to="/invii" title="Invii" style={{ flex: 'none', display: 'flex', alignItems: 'center', minHeight: 'var(--target)' }}>
      <ConnectionBadge state={state} pending={unsent} alert={alert} />
    </Link>
  )
}
