import { Text } from '@mantine/core'
import { dayTime } from '../../lib/format.ts'

/** Shown above data that is a stored copy: says of when (ISO, UTC). */
export const CachedNote = ({ at }: { at: string | null }) =>
  at && (
    <Text size="sm" role="status">
      Il server non risponde: dati del {dayTime(at)}, tenuti sul dispositivo.
    </Text>
  )
