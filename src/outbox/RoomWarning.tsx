import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NO_ROOM, roomOf, storageState } from '../lib/storage.ts'

/** Says that the room on this device is ending, or that no photo fits any more (outbox.md 2.15). */
export function RoomWarning() {
  const { data: storage } = useQuery({ queryKey: ['device', 'storage'], queryFn: storageState, networkMode: 'always' })
  const room = storage && roomOf(storage)
  if (room === 'full') return <Alert color="red">{NO_ROOM}</Alert>
  if (room === 'low')
    return <Alert color="amber">Lo spazio su questo dispositivo sta finendo: invia quello che aspetta e libera spazio.</Alert>
  return null
}
