import { useEffect, useState } from 'react'
import { inspectionFiles } from '../../../contract/inspection-files.ts'
import { call } from '../../../lib/api.ts'
import type { Editor } from '../editor.ts'
import { useEditing } from './context.ts'

/** Object URLs of pictures by uuid: from this device, else from the server; a picture that is nowhere to be had has an empty `src`. */
export function usePictures(uuids: readonly string[]): { id: string; src: string }[] {
  const editor = useEditing()
  const [sources, setSources] = useState<Record<string, string>>({})
  const wanted = uuids.join()
  useEffect(() => {
    let here = true
    const made: string[] = []
    for (const uuid of wanted.split(',').filter(Boolean))
      void load(editor, uuid).then((blob) => {
        if (!here || !blob) return
        const url = URL.createObjectURL(blob)
        made.push(url)
        setSources((before) => ({ ...before, [uuid]: url }))
      })
    return () => {
      here = false
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [wanted, editor])
  return uuids.map((id) => ({ id, src: sources[id] ?? '' }))
}
async function load(editor: Editor, uuid: string): Promise<Blob | undefined> {
  const here = await editor.fileOf(uuid).catch(() => undefined)
  if (here) return here
  return call(inspectionFiles.get, { uuid }).catch(() => undefined)
}
