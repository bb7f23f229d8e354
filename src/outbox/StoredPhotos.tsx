import { Anchor, Group, UnstyledButton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Lightbox } from '../ui/Lightbox.tsx'
import classes from './StoredPhotos.module.css'

interface StoredPhotosProps {
  label: string
  uuids: string[]
  /** Prefix of the query key under which the pictures are cached, followed by the uuid. */
  name: string
  read: (uuid: string) => Promise<Blob>
}
/** Thumbnails that open large. A picture that cannot be read says so in its place. */
export function StoredPhotos({ label, uuids, name, read }: StoredPhotosProps) {
  const blobs = useQueries({
    queries: uuids.map((uuid) => ({
      queryKey: [name, 'picture', uuid],
      queryFn: () => read(uuid),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const [open, setOpen] = useState<number | null>(null)
  const [urls, setUrls] = useState<string[]>([])
  /** URLs of pictures this browser cannot decode. The server could not decode them either, so they are offered as downloads. */
  const [broken, setBroken] = useState<string[]>([])
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
  const alt = (at: number) => `${label}, foto ${at + 1}`
  const shown = uuids.flatMap((_, at) => (urls[at] && !broken.includes(urls[at]) ? [{ src: urls[at], alt: alt(at), at }] : []))
  return (
    <Group gap="xs" mt="xs">
      {uuids.map((uuid, at) => {
        const place = shown.findIndex((picture) => picture.at === at)
        if (place >= 0)
          return (
            <UnstyledButton key={uuid} aria-label={`Apri ${alt(at)}`} onClick={() => setOpen(place)}>
              <img
                className={classes.thumbnail}
                src={shown[place]!.src}
                alt=""
                onError={() => setBroken((before) => [...before, urls[at]!])}
              />
            </UnstyledButton>
          )
        if (urls[at])
          return (
            <Anchor key={uuid} className={classes.waiting} href={urls[at]} download={`foto-${at + 1}.${formatOf(arrived[at])}`}>
              Illeggibile. Scarica l'originale
            </Anchor>
          )
        if (!blobs[at]!.isError) return <span key={uuid} className={classes.waiting} aria-hidden="true" />
        return (
          <UnstyledButton
            key={uuid}
            className={classes.waiting}
            aria-label={`${alt(at)} non disponibile: riprova`}
            onClick={() => void blobs[at]!.refetch()}
          >
            Non disponibile. Riprova
          </UnstyledButton>
        )
      })}
      <Lightbox pictures={shown} index={open} onIndex={setOpen} />
    </Group>
  )
}
const formatOf = (blob: Blob | undefined) => blob?.type.replace('image/', '').replace('jpeg', 'jpg') ?? ''
