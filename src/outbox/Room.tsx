import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bytes } from '../lib/format.ts'
import { freeOf, NO_ROOM, roomOf, storageState } from '../lib/storage.ts'

/** The room left on this device, and whether it is ending, or no photo fits any more (outbox.md 2.15). Unknown where the browser does not say. */
export function Room() {
  const { data: storage } = useQuery({ queryKey: ['device', 'storage'], queryFn: storageState, networkMode: 'always' })
  const room = storage && roomOf(storage)
  if (room === 'full') return <Alert color="red">{NO_ROOM}</Alert>
  if (room === 'low')
    return <Alert color="amber">Lo spazio su questo dispositivo sta finendo: invia quello che aspetta e libera spazio.</Alert>
  const free = storage && freeOf(storage)
  return free === undefined ? null : (
    <Text size="sm" c="dimmed">
      Spazio libero su questo dispositivo: {bytes(free)}.
    </Text>
  )
}
