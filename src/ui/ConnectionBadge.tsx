import { Box, VisuallyHidden } from '@mantine/core'
import { Chip } from './Chip.tsx'
import { IconCloud, IconCloudOff, IconServerOff } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'

/** The measured state, not the browser's guess. */
export type Connection = 'online' | 'unreachable' | 'offline'

const LOOK = {
  online: { tone: 'neutral', word: 'In linea', mark: IconCloud },
  unreachable: { tone: 'wait', word: 'Server non raggiungibile', mark: IconServerOff },
  offline: { tone: 'wait', word: 'Non in linea', mark: IconCloudOff },
} as const

interface ConnectionBadgeProps {
  state: Connection
  /** Number of records waiting to be sent. */
  pending: number
  /** Text about what needs the person; turns the badge red. */
  alert?: string | undefined
}

/**
 * State of the connection, announced to screen readers when it changes. Work goes on in all three states. On a phone only icon and count.
 */
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
        {/* The same width with and without a count, so that nothing beside it moves. */}
        <Chip color={alert ? 'red' : waits ? 'amber' : 'gray'} className="big" mark={pending > 0 && <Mark size={16} />}>
          <span aria-hidden>{pending > 0 ? pending : <Mark size={16} />}</span>
          <VisuallyHidden>{said}</VisuallyHidden>
        </Chip>
      </Box>
    </span>
  )
}
