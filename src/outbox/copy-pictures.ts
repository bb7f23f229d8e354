import { useEffect, useState } from 'react'
import type { OfflineCopy } from '../contract/kernel/offline-copy.ts'
import { call } from '../lib/api.ts'
import type { CopyKind } from './copy-types.ts'
import { photoBytes } from './runtime.ts'

/**
 * A picture of a record: from this device, else from the server.
 * @throws ApiError where neither has it
 */
export async function pictureOf(kind: CopyKind, copy: OfflineCopy | undefined, uuid: string, bytesOf = photoBytes): Promise<Blob> {
  const file = copy?.files[uuid]
  const bytes = file && (await bytesOf(file.hash))
  return bytes ? new Blob([bytes], { type: file.mime }) : ((await call(kind.contract.picture, { uuid } as never, { part: true })) as Blob)
}

/**
 * Object URLs of pictures by uuid, revoked when they are no longer shown. A HEIC, which no browser shows, gives its format in `unseen`
 * instead.
 */
export function useObjectUrls(uuids: readonly string[], read: (uuid: string) => Promise<Blob>) {
  const [urls, setUrls] = useState<Record<string, { src: string; unseen?: string }>>({})
  const wanted = uuids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures are others exactly when their names are
  useEffect(() => {
    let here = true
    const made: string[] = []
    for (const uuid of wanted.split(',').filter(Boolean))
      void read(uuid).then(
        (blob) => {
          if (!here) return
          const heic = blob.type === 'image/heic'
          const src = heic ? '' : URL.createObjectURL(blob)
          made.push(src)
          setUrls((before) => ({ ...before, [uuid]: { src, ...(heic && { unseen: 'HEIC' }) } }))
        },
        () => undefined,
      )
    return () => {
      here = false
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [wanted])
  return urls
}
