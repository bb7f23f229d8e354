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
  /** Number of records that go by themselves. */
  pending: number
  /** Number of those that wait for the person; turns the badge red. */
  stuck?: number
  /** Number of both that have waited for more than a day. */
  old?: number
}

/**
 * State of the connection, announced to screen readers when it changes. Work goes on in all three states. On a phone only icon and count of both.
 */
export function ConnectionBadge({ state, pending, stuck = 0, old = 0 }: ConnectionBadgeProps) {
  const { tone, word, mark: Mark } = LOOK[state]
  const alert = stuck ? `${stuck} da sistemare` : old ? `${old} da più di un giorno` : undefined
  const all = pending + stuck
  const said = [word, pending > 0 && `${pending} da inviare`, alert].filter(Boolean).join(' · ')
  const waits = pending > 0 || tone === 'wait'
  return (
    <span role="status">
      <Box component="span" visibleFrom="sm">
        <StatusChip tone={alert ? 'error' : waits ? 'wait' : tone} mark={Mark} label={said} />
      </Box>
      <Box component="span" hiddenFrom="sm">
        {/* The same width with and without a count, so that nothing beside it moves. */}
        <Chip color={alert ? 'red' : waits ? 'amber' : 'gray'} className="big" mark={all > 0 && <Mark size={16} />}>
          <span aria-hidden>{all > 0 ? all : <Mark size={16} />}</span>
          <VisuallyHidden>{said}</VisuallyHidden>
        </Chip>
      </Box>
    </span>
  )
}
