import { photoBytes } from '../../outbox/runtime.ts'
import { StoredPhotos } from '../../outbox/StoredPhotos.tsx'
import { TICKET } from './reply-queue.ts'

/** Files of what is not sent yet, as they lie on this device: pictures are shown, others can be taken out again. */
export function PendingFiles({ photos, hashes }: { photos: string[]; hashes: string[] }) {
  return (
    <StoredPhotos
      label="Allegato"
      name={TICKET}
      uuids={photos}
      read={async (uuid) => {
        const bytes = await photoBytes(hashes[photos.indexOf(uuid)] ?? '')
        if (!bytes) throw new Error('sent')
        return new Blob([bytes])
      }}
    />
  )
}
