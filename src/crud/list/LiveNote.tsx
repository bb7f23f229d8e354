import { Text } from '@mantine/core'
import type { Live } from './live.ts'

const words: Record<Live, string> = {
  starting: '',
  live: 'Aggiornato dal vivo',
  polling: 'Aggiornato ogni minuto',
  paused: 'Aggiornamenti in pausa',
}
/** How what is shown is kept as it is on the server: nothing is called live that is not. */
export const LiveNote = ({ state }: { state: Live }) => (
  <Text span size="sm" c="dimmed" role="status">
    {words[state]}
  </Text>
)
