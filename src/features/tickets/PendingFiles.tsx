import { photoBytes } from '../../outbox/runtime.ts'
import { StoredPhotos } from '../../outbox/StoredPhotos.tsx'
import { TICKET_KIND } from './lanes.ts'

/** Files of a message that is not sent yet, read from this device: pictures are shown, other files can be saved. */
export function PendingFiles({ photos, hashes }: { photos: string[]; hashes: string[] }) {
  return (
    <StoredPhotos
      label="Allegato"
      name={TICKET_KIND}
      uuids={photos}
      read={async (uuid) => {
        const bytes = await photoBytes(hashes[photos.indexOf(uuid)] ?? '')
        if (!bytes) throw new Error('sent')
        return new Blob([bytes])
      }}
    />
  )
}
