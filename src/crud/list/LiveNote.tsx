import { Text } from '@mantine/core'
import type { Live } from './live.ts'

const words: Record<Live, string> = {
  starting: '',
  live: 'Aggiornato dal vivo',
  polling: 'Aggiornato ogni minuto',
  paused: 'Aggiornamenti in pausa',
}
/** Says how the data is kept up to date; never claims "live" when it is not. */
export const LiveNote = ({ state }: { state: Live }) => (
  <Text span size="sm" c="dimmed" role="status">
    {words[state]}
  </Text>
)
