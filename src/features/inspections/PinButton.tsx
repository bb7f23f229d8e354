import { ActionIcon } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { notify } from '../../lib/notify.ts'
import { IconPin, IconPinFilled } from '../../ui/icons.tsx'
import { fieldDb } from './field-store.ts'
import { pin } from './keep.ts'

/** Keeps a station on the device with everything about it, until it is taken off again. */
export function PinButton({ station_id, code }: { station_id: number; code: string }) {
  const pinned = useLiveQuery(async () => (await fieldDb().contexts.get(station_id))?.pinned ?? false, [station_id])
  const Mark = pinned ? IconPinFilled : IconPin
  return (
    <ActionIcon
      variant="subtle"
      size="xl"
      aria-pressed={!!pinned}
      aria-label={`Fissa sul dispositivo ${code}`}
      onClick={() => void pin(station_id, !pinned).catch((error: Error) => notify.error(error.message))}
    >
      <Mark />
    </ActionIcon>
  )
}
