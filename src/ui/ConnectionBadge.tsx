import { IconCloud, IconCloudOff, IconServerOff } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'

/** What was measured, not what the browser believes (outbox 2.13). */
export type Connection = 'online' | 'unreachable' | 'offline'

const LOOK = {
  online: { tone: 'neutral', word: 'In linea', mark: IconCloud },
  unreachable: { tone: 'wait', word: 'Server non raggiungibile', mark: IconServerOff },
  offline: { tone: 'wait', word: 'Non in linea', mark: IconCloudOff },
} as const

interface ConnectionBadgeProps {
  state: Connection
  /** How many things wait to be sent. */
  pending: number
}

/** A quiet word in the frame, told to screen readers when it changes; work goes on in all three states. */
export function ConnectionBadge({ state, pending }: ConnectionBadgeProps) {
  const { tone, word, mark } = LOOK[state]
  return (
    <span role="status">
      <StatusChip tone={pending > 0 ? 'wait' : tone} mark={mark} label={pending > 0 ? `${word} · ${pending} da inviare` : word} />
    </span>
  )
}
