import { Box, VisuallyHidden } from '@mantine/core'
import { Chip } from './Chip.tsx'
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
  /** What needs the person, in words: it turns the badge red. */
  alert?: string | undefined
}

/** State of the connection in the layout, announced to screen readers when it changes. Work goes on in all three states. On a phone only icon and count. */
export function ConnectionBadge({ state, pending, alert }: ConnectionBadgeProps) {
  const { tone, word, mark: Mark } = LOOK[state]
  const said = [word, pending > 0 && `${pending} da inviare`, alert].filter(Boolean).join(' · ')
  const waits = pending > 0 || tone === 'wait'
  return (
    <span role="status">
      <Box component="span" visibleFrom="sm">
        <StatusChip tone={alert ? 'error' : waits ? 'wait' : tone} mark={Mark} label={said} />
      </Box>
      <Box component="span" hiddenFrom="sm">
        {/* As wide with a figure as without: nothing beside it moves when something waits. */}
        <Chip color={alert ? 'red' : waits ? 'amber' : 'gray'} className="big" mark={pending > 0 && <Mark size={16} />}>
          <span aria-hidden>{pending > 0 ? pending : <Mark size={16} />}</span>
          <VisuallyHidden>{said}</VisuallyHidden>
        </Chip>
      </Box>
    </span>
  )
}
