import { Button, FileButton, Group, Progress, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { IconCamera, IconPencil, IconPhoto, IconTrash } from './icons.tsx'
import type { PreparedImage, Stamp } from './image.ts'
import { Lightbox } from './Lightbox.tsx'
import type { Picture } from './LightboxDialog.tsx'
import classes from './PhotoPicker.module.css'

export interface Photo extends Picture {
  id: string
  /** Upload progress, 0–1; absent if nothing is being sent. */
  progress?: number
  /** URL of the full picture once loaded; `src` is the thumbnail. */
  large?: string | undefined
}

interface PhotoPickerProps {
  photos: Photo[]
  /** Stores a prepared photo. The message of a thrown error is shown beside the file name, so it must be for the person. */
  onAdd: (photo: PreparedImage) => Promise<unknown>
  /** Returns a function that puts it back. */
  onRemove: (photo: Photo) => () => void
  /** Called while chosen photos are not all stored, so that the page is not reloaded by itself. Returns the function that ends this. */
  onHold: () => () => void
  /** 10 by default. */
  max?: number
  /** Allows photos already on the device, not only new ones. */
  gallery?: boolean
  stamp?: Omit<Stamp, 'now'>
  onAnnotate?: (photo: Photo) => void
  /** Called when a photo is opened, so that its full picture can be loaded. */
  onOpen?: (photo: Photo) => void
}

/** Without HEIC in the list iOS converts its photos to JPEG; other systems would not offer HEIC files at all. */
const KINDS = `image/jpeg,image/png,image/webp${/iP(hone|ad|od)|Mac/.test(navigator.userAgent) ? '' : ',image/heic,.heic'}`
const NO_PART = "una parte dell'app manca su questo dispositivo. Quando c'è rete, ricarica la pagina e riprova."

/** Photos of one answer: camera first, prepared one at a time (a phone has memory for one), each failure shown with its file name. */
export function PhotoPicker({ photos, onAdd, onRemove, onHold, max = 10, gallery = true, stamp, onAnnotate, onOpen }: PhotoPickerProps) {
  const [preparing, setPreparing] = useState(0)
  const [problems, setProblems] = useState<string[]>([])
  const [open, setOpened] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const [back, setBack] = useState<() => void>()
  const room = max - photos.length - preparing

  async function take(files: File[]) {
    const taken = files.slice(0, room)
    // Leaving the question does not stop the loop.
    const release = onHold()
    setProblems(files.length > room ? [`Al massimo ${max} foto: ne sono state prese ${taken.length} su ${files.length}.`] : [])
    setPreparing((count) => count + taken.length)
    setChosen((count) => (preparing ? count : 0) + taken.length)
    setBack(undefined)
    // The chunk may be gone with an older version, or not be on this device: the photos are then refused with a message.
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
    release()
  }

  const shown = open === null ? undefined : photos[open]
  function setOpen(at: number | null) {
    setOpened(at)
    const photo = at === null ? undefined : photos[at]
    if (photo) onOpen?.(photo)
  }
  function remove(photo: Photo) {
    const undo = onRemove(photo)
    setOpen(null)
    setBack(() => undo)
  }
  return (
    <div className={classes.picker}>
      {photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((photo, at) => (
            <li key={photo.id} className={classes.photo}>
              <UnstyledButton className={classes.open} aria-label={`Apri ${photo.alt}`} onClick={() => setOpen(at)}>
                {photo.src ? <img className={classes.thumbnail} src={photo.src} alt="" /> : (photo.unseen ?? <IconPhoto />)}
              </UnstyledButton>
              {photo.progress !== undefined && (
                <Progress className={classes.progress} value={photo.progress * 100} aria-label={`Invio di ${photo.alt}`} />
              )}
            </li>
          ))}
        </ul>
      )}
      {preparing > 0 && (
        <div role="status">
          <Text size="sm">{`Preparazione… foto ${chosen - preparing + 1} di ${chosen}`}</Text>
          <Progress value={((chosen - preparing) / chosen) * 100} aria-label="Preparazione delle foto" />
        </div>
      )}
      {back && (
        <Group gap="xs" role="status">
          <Text size="sm">Foto eliminata.</Text>
          <Button
            variant="subtle"
            onClick={() => {
              back()
              setBack(undefined)
            }}
          >
            Rimetti la foto
          </Button>
        </Group>
      )}
      <div className={classes.take}>
        <FileButton accept="image/*" capture="environment" disabled={room <= 0} onChange={(file) => file && void take([file])}>
          {(props) => (
            <Button {...props} variant="light" leftSection={<IconCamera />} disabled={room <= 0}>
              Scatta foto
            </Button>
          )}
        </FileButton>
        {gallery && (
          <FileButton accept={KINDS} multiple disabled={room <= 0} onChange={(files) => void take(files)}>
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
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="red">
            {problem}
          </Text>
        ))}
      </div>
      <Lightbox
        pictures={photos.map((photo) => ({ ...photo, src: photo.large || photo.src }))}
        index={open}
        onIndex={setOpen}
        actions={
          shown && (
            <>
              {onAnnotate && !shown.unseen && (
                <Button
                  variant="default"
                  leftSection={<IconPencil />}
                  onClick={() => {
                    setOpen(null)
                    onAnnotate(shown)
                  }}
                >
                  Disegna
                </Button>
              )}
              <Button variant="default" color="red" leftSection={<IconTrash />} onClick={() => remove(shown)}>
                Elimina
              </Button>
            </>
          )
        }
      />
    </div>
  )
}
