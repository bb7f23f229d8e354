import { useEffect, useState } from 'react'
import { inspectionFiles } from '../../../contract/inspection-files.ts'
import { call } from '../../../lib/api.ts'
import { photoBytes } from '../../../outbox/runtime.ts'
import { useEditor } from '../editor.ts'
import { useEditing } from './context.ts'

/** Object URLs of pictures by uuid: from this device, else from the server; a picture that is nowhere to be had has an empty `src`. */
export function usePictures(uuids: readonly string[]): { id: string; src: string }[] {
  const files = useEditor(useEditing(), (state) => state.local.files)
  const [sources, setSources] = useState<Record<string, string>>({})
  const wanted = uuids.join()
  useEffect(() => {
    let here = true
    const made: string[] = []
    for (const uuid of wanted.split(',').filter(Boolean))
      void load(uuid, files[uuid]?.hash, files[uuid]?.mime).then((blob) => {
        if (!here || !blob) return
        const url = URL.createObjectURL(blob)
        made.push(url)
        setSources((before) => ({ ...before, [uuid]: url }))
      })
    return () => {
      here = false
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [wanted, files])
  return uuids.map((id) => ({ id, src: sources[id] ?? '' }))
}
async function load(uuid: string, hash: string | undefined, mime: string | undefined): Promise<Blob | undefined> {
  const bytes = hash ? await photoBytes(hash).catch(() => undefined) : undefined
  if (bytes) return new Blob([bytes], { type: mime ?? 'image/jpeg' })
  return call(inspectionFiles.get, { uuid }).catch(() => undefined)
}
