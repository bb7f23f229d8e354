import { useEffect, useState } from 'react'
import { useInspectionEditor } from './editor-context.ts'

/** Object URLs of pictures by uuid: from this device, else from the server; a picture that is in neither place has an empty `src`, and so has a HEIC. */
export function usePictures(uuids: readonly string[], small = false): { id: string; src: string; unseen?: string }[] {
  const editor = useInspectionEditor()
  const [sources, setSources] = useState<Record<string, { src: string; unseen?: string }>>({})
  const wanted = uuids.join()
  useEffect(() => {
    let here = true
    const made: string[] = []
    for (const uuid of wanted.split(',').filter(Boolean))
      void editor.picture(uuid, small).then((blob) => {
        if (!here || !blob) return
        // Kept as it came because this browser cannot read it.
        const heic = blob.type === 'image/heic'
        const src = heic ? '' : URL.createObjectURL(blob)
        made.push(src)
        setSources((before) => ({ ...before, [uuid]: { src, ...(heic && { unseen: 'HEIC' }) } }))
      })
    return () => {
      here = false
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [wanted, editor, small])
  return uuids.map((id) => ({ id, src: '', ...sources[id] }))
}
