import { Alert } from '@mantine/core'
import { clockBehind } from '../lib/clock.ts'
import { age } from '../lib/format.ts'

/** Shown where the device's clock is wrong: what is written without a network carries its time. */
export function ClockBanner() {
  const behind = clockBehind.use()
  if (behind === undefined) return null
  return (
    <Alert color="amber" mb="md" role="alert">
      L’orologio di questo dispositivo è {behind > 0 ? 'indietro' : 'avanti'} di {age(Math.abs(behind))}: correggilo nelle impostazioni del
      dispositivo. L’inizio delle verifiche scritte con quest’ora viene corretto quando arrivano.
    </Alert>
  )
}
