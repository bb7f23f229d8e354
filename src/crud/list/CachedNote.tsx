import { Text } from '@mantine/core'
import { dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'

/** Shown above data that is a stored copy: says of when (ISO, UTC). */
export function CachedNote({ at }: { at: string | null }) {
  const away = connection.use() === 'offline'
  return (
    at && (
      <Text size="sm" role="status">
        {away ? 'Senza rete' : 'Il server non risponde'}: dati del {dayTime(at)}, tenuti sul dispositivo.
      </Text>
    )
  )
}
