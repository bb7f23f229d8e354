import { useState } from 'react'
import { MAX_PHOTOS } from '../../../contract/inspections/answers.ts'
import { notify } from '../../../lib/notify.ts'
import { StorageLeft } from '../../../outbox/StorageSpace.tsx'
import { savingBegins } from '../../../outbox/saving-files.ts'
import { useTakeFiles } from '../../../outbox/use-take-files.ts'
import { type Photo, PhotoPicker } from '../../../ui/PhotoPicker.tsx'
import { part } from '../../../ui/part.tsx'
import { useEditor } from '../editor.ts'
import { type FileSlot, filesInSlot } from '../edits.ts'
import { inspectionKey } from '../local-inspection.ts'
import { useInspectionEditor } from './editor-context.ts'
import { LostFiles, useTaking } from './LostFiles.tsx'
import { usePictures } from './use-pictures.ts'

const PhotoAnnotator = part(() => import('../../../ui/PhotoAnnotator.tsx').then((m) => m.PhotoAnnotator))

interface PhotosProps {
  /** Answer key the pictures belong to. */
  name: string
  /** A description of the pictures for people who cannot see them. */
  label: string
  /** The list of the answer they belong to: its evidence, unless said otherwise. */
  slot?: FileSlot
  max?: number
  gallery?: boolean
}

/** The pictures of an answer: taken, annotated, removed; their bytes are on this device or already on the server. */
export function Photos({ name, label, slot = 'photos', max = MAX_PHOTOS, gallery = true }: PhotosProps) {
  const editor = useInspectionEditor()
  const key = useEditor(editor, ({ local }) => inspectionKey(local.client_uuid))
  const onTake = useTakeFiles(key, label)
  const taking = useTaking(name, slot)
  const stationCode = useEditor(editor, ({ local }) => (local.definition.photos?.stamp === false ? undefined : local.station.code))
  const uuids = useEditor(editor, ({ local }) => filesInSlot(local.answers[name], slot))
  const [viewed, setViewed] = useState<string[]>([])
  const pictures = usePictures(uuids, true)
  const whole = new Map(usePictures(viewed).map(({ id, src }) => [id, src]))
  const [annotating, setAnnotating] = useState<{ id: string; bitmap: ImageBitmap } | null>(null)
  const photos = pictures.map((picture, at) => ({ ...picture, large: whole.get(picture.id), alt: `${label}, foto ${at + 1}` }))
  async function annotate({ id }: Photo) {
    const picture = await editor.picture(id)
    if (picture) setAnnotating({ id, bitmap: await createImageBitmap(picture) })
    else notify.error('La foto non è su questo dispositivo e il server non è raggiungibile.')
  }
  return (
    <>
      <LostFiles name={name} slot={slot} />
      <PhotoPicker
        photos={photos}
        max={max}
        gallery={gallery}
        {...(stationCode && { stamp: { stationCode } })}
        onOpen={(photo) => setViewed([photo.id])}
        onTake={(chosen) => {
          taking.begins(chosen)
          const done = onTake(chosen)
          return (problem) => {
            if (problem) taking.fails()
            done(problem)
          }
        }}
        onAdd={(image) => editor.addPhoto(name, slot, image, max)}
        onRemove={(photo) => editor.removeFile(name, slot, photo.id)}
        onAnnotate={(photo) => void annotate(photo)}
      />
      {photos.length > 0 && <StorageLeft />}
      {annotating && (
        <PhotoAnnotator
          photo={annotating.bitmap}
          onCancel={() => setAnnotating(null)}
          onSave={(jpeg) => {
            const copy = { bytes: jpeg, mime: 'image/jpeg' as const }
            const done = savingBegins(key, 1)
            void editor
              .replacePhoto(name, slot, annotating.id, copy)
              .catch((error: Error) => notify.error(error.message))
              .finally(done)
            setAnnotating(null)
          }}
        />
      )}
    </>
  )
}
