import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bytes } from '../lib/format.ts'
import { freeOf, NO_ROOM, roomOf, storageState } from '../lib/storage-space.ts'

const useStorage = () => useQuery({ queryKey: ['device', 'storage'], queryFn: storageState, networkMode: 'always' }).data

/** Warns that storage on this device is running out, or that no photo fits any more. */
export function StorageWarning() {
  const storage = useStorage()
  const room = storage && roomOf(storage)
  if (room === 'full') return <Alert color="red">{NO_ROOM}</Alert>
  if (room === 'low')
    return (
      <Alert color="amber">
        Lo spazio su questo dispositivo sta finendo: invia quello che aspetta e libera spazio da foto, video e altre app, non i dati del
        browser.
      </Alert>
    )
  return null
}
/** Storage left for photos, where the browser reports it. */
export function StorageLeft() {
  const storage = useStorage()
  const free = storage && freeOf(storage)
  return free === undefined ? null : (
    <Text size="sm" c="dimmed">
      Spazio libero su questo dispositivo: {bytes(free)}.
    </Text>
  )
}
