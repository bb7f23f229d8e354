import { useEffect, useState } from 'react'
import { useEditing } from './context.ts'

/** Object URLs of pictures by uuid: from this device, else from the server; a picture that is nowhere to be had has an empty `src`. */
export function usePictures(uuids: readonly string[], small = false): { id: string; src: string }[] {
  const editor = useEditing()
  const [sources, setSources] = useState<Record<string, string>>({})
  const wanted = uuids.join()
  useEffect(() => {
    let here = true
    const made: string[] = []
    for (const uuid of wanted.split(',').filter(Boolean))
      void editor.picture(uuid, small).then((blob) => {
        if (!here || !blob) return
        const url = URL.createObjectURL(blob)
        made.push(url)
        setSources((before) => ({ ...before, [uuid]: url }))
      })
    return () => {
      here = false
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [wanted, editor, small])
  return uuids.map((id) => ({ id, src: sources[id] ?? '' }))
}
