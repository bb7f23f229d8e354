import { lazy, Suspense, useState } from 'react'
import { notify } from '../../../lib/notify.ts'
import type { PreparedImage } from '../../../ui/image.ts'
import { type Photo, PhotoPicker } from '../../../ui/PhotoPicker.tsx'
import { useEditor } from '../editor.ts'
import { useEditing } from './context.ts'
import { usePictures } from './use-pictures.ts'

const PhotoAnnotator = lazy(() => import('../../../ui/PhotoAnnotator.tsx').then((m) => ({ default: m.PhotoAnnotator })))

interface PhotosProps {
  /** Answer key the pictures belong to. */
  name: string
  /** What they show, for who does not see them. */
  label: string
  uuids: string[]
  max?: number
  gallery?: boolean
  onChange: (uuids: string[]) => void
}

/** The pictures of an answer: taken, annotated, removed; their bytes are on this device or already on the server. */
export function Photos({ name, label, uuids, max = 10, gallery = true, onChange }: PhotosProps) {
  const editor = useEditing()
  const stationCode = useEditor(editor, (state) => state.local.station.code)
  const pictures = usePictures(uuids)
  const [annotating, setAnnotating] = useState<{ id: string; bitmap: ImageBitmap } | null>(null)
  const photos = pictures.map((picture, at) => ({ ...picture, alt: `${label}, foto ${at + 1}` }))
  const add = async (image: PreparedImage) => onChange([...uuids, await editor.addPhoto(name, image)])
  async function annotate({ id }: Photo) {
    const picture = await editor.picture(id)
    if (picture) setAnnotating({ id, bitmap: await createImageBitmap(picture) })
    else notify.error('La foto non è su questo dispositivo e il server non è raggiungibile.')
  }
  return (
    <>
      <PhotoPicker
        photos={photos}
        max={max}
        gallery={gallery}
        stamp={{ stationCode }}
        onAdd={add}
        onRemove={(photo) => onChange(uuids.filter((uuid) => uuid !== photo.id))}
        onAnnotate={(photo) => void annotate(photo)}
      />
      {annotating && (
        <Suspense fallback={null}>
          <PhotoAnnotator
            photo={annotating.bitmap}
            onCancel={() => setAnnotating(null)}
            onSave={(jpeg) => {
              void editor.addPhoto(name, { bytes: jpeg, mime: 'image/jpeg' }).then(
                (uuid) => onChange(uuids.map((one) => (one === annotating.id ? uuid : one))),
                (error: Error) => notify.error(error.message),
              )
              setAnnotating(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
