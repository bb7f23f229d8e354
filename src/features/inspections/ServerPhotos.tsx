import { Group, UnstyledButton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inspectionFiles } from '../../contract/inspection-files.ts'
import { call } from '../../lib/api.ts'
import { Lightbox } from '../../ui/Lightbox.tsx'
import classes from './ServerPhotos.module.css'

/** Pictures kept by the server, fetched with the sign-in and shown as thumbnails that open large. */
export function ServerPhotos({ label, uuids }: { label: string; uuids: string[] }) {
  const blobs = useQueries({
    queries: uuids.map((uuid) => ({
      queryKey: ['inspection-files', uuid],
      queryFn: () => call(inspectionFiles.get, { uuid }, { part: true }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const [open, setOpen] = useState<number | null>(null)
  const [urls, setUrls] = useState<string[]>([])
  const arrived = blobs.map((blob) => blob.data)
  const count = arrived.filter(Boolean).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blobs are new exactly when one more has arrived
  useEffect(() => {
    const made = arrived.map((blob) => (blob ? URL.createObjectURL(blob) : ''))
    setUrls(made)
    return () => {
      for (const url of made) if (url) URL.revokeObjectURL(url)
    }
  }, [count, uuids.join()])
  if (uuids.length === 0) return null
  const pictures = urls.map((src, at) => ({ src, alt: `${label}, foto ${at + 1}` }))
  return (
    <Group gap="xs" mt="xs">
      {pictures.map((picture, at) =>
        picture.src ? (
          <UnstyledButton key={uuids[at]} aria-label={`Apri ${picture.alt}`} onClick={() => setOpen(at)}>
            <img className={classes.thumbnail} src={picture.src} alt="" />
          </UnstyledButton>
        ) : null,
      )}
      <Lightbox pictures={pictures} index={open} onIndex={setOpen} />
    </Group>
  )
}
