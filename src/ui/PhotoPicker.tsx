import { ActionIcon, Button, FileButton, Group, Loader, Progress, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { IconCamera, IconPhoto, IconX } from './icons.tsx'
import type { PreparedImage, Stamp } from './image.ts'
import { Lightbox, type Picture } from './Lightbox.tsx'
import classes from './PhotoPicker.module.css'

export interface Photo extends Picture {
  id: string
  /** How much of it has been sent, 0–1; left out when nothing is being sent. */
  progress?: number
}

interface PhotoPickerProps {
  photos: Photo[]
  /** Keeps a prepared photo; what it throws is shown beside the name of the file, so its message must be for the person. */
  onAdd: (photo: PreparedImage) => Promise<unknown>
  onRemove: (photo: Photo) => void
  /** 10 by default. */
  max?: number
  /** Photos already on the device may be taken too; otherwise only fresh ones. */
  gallery?: boolean
  stamp?: Omit<Stamp, 'now'>
  onAnnotate?: (photo: Photo) => void
}

const NO_PART = "una parte dell'app manca su questo dispositivo. Quando c'è rete, ricarica la pagina e riprova."

/** Photos of one answer: camera first, prepared one at a time (one in memory is enough for a phone), each failure told for its file. */
export function PhotoPicker({ photos, onAdd, onRemove, max = 10, gallery = true, stamp, onAnnotate }: PhotoPickerProps) {
  const [preparing, setPreparing] = useState(0)
  const [problems, setProblems] = useState<string[]>([])
  const [open, setOpen] = useState<number | null>(null)
  const room = max - photos.length - preparing

  async function take(files: File[]) {
    const taken = files.slice(0, room)
    setProblems(files.length > room ? [`Al massimo ${max} foto: ne sono state prese ${taken.length} su ${files.length}.`] : [])
    setPreparing((count) => count + taken.length)
    // Gone from the server with its version, or never on this device: the pictures are not taken, and the person is told.
    const image = await import('./image.ts').catch(() => undefined)
    for (const file of taken) {
      try {
        if (!image) throw new Error(NO_PART)
        await onAdd(await image.prepareImage(file, stamp && { ...stamp, now: new Date() }))
      } catch (error) {
        setProblems((before) => [...before, `${file.name}: ${error instanceof Error ? error.message : 'Errore'}`])
      }
      setPreparing((count) => count - 1)
    }
  }

  const shown = open === null ? undefined : photos[open]
  return (
    <div className={classes.picker}>
      {(photos.length > 0 || preparing > 0) && (
        <ul className={classes.photos}>
          {photos.map((photo, at) => (
            <li key={photo.id} className={classes.photo}>
              <UnstyledButton className={classes.open} aria-label={`Apri ${photo.alt}`} onClick={() => setOpen(at)}>
                <img className={classes.thumbnail} src={photo.src} alt="" />
              </UnstyledButton>
              <ActionIcon className={classes.remove} variant="default" aria-label={`Rimuovi ${photo.alt}`} onClick={() => onRemove(photo)}>
                <IconX />
              </ActionIcon>
              {photo.progress !== undefined && (
                <Progress className={classes.progress} value={photo.progress * 100} aria-label={`Invio di ${photo.alt}`} />
              )}
            </li>
          ))}
          {Array.from({ length: preparing }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without an identity of their own
            <li key={at} className={classes.pending}>
              <Loader size="sm" aria-label="Preparazione della foto" />
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs">
        <FileButton accept="image/*" capture="environment" disabled={room <= 0} onChange={(file) => file && void take([file])}>
          {(props) => (
            <Button {...props} variant="light" leftSection={<IconCamera />} disabled={room <= 0}>
              Scatta foto
            </Button>
          )}
        </FileButton>
        {gallery && (
          // Without HEIC in the list, iOS hands over its photos as JPEG.
          <FileButton accept="image/jpeg,image/png,image/webp" multiple disabled={room <= 0} onChange={(files) => void take(files)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto />} disabled={room <= 0}>
                Dalla galleria
              </Button>
            )}
          </FileButton>
        )}
        <Text size="xs" c="dimmed">
          {photos.length} di {max}
        </Text>
      </Group>
      <div role="alert">
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="red">
            {problem}
          </Text>
        ))}
      </div>
      <Lightbox
        pictures={photos}
        index={open}
        onIndex={setOpen}
        actions={
          shown &&
          onAnnotate && (
            <Button
              variant="default"
              onClick={() => {
                setOpen(null)
                onAnnotate(shown)
              }}
            >
              Annota
            </Button>
          )
        }
      />
    </div>
  )
}
