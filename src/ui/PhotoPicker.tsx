import { Button, FileButton, Group, Progress, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { IconCamera, IconPencil, IconPhoto, IconTrash } from './icons.tsx'
import type { PreparedImage, Stamp } from './image.ts'
import { Lightbox } from './Lightbox.tsx'
import type { Picture } from './LightboxDialog.tsx'
import classes from './PhotoPicker.module.css'
import { useTakePhotos } from './use-take-photos.ts'

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
  /** Called with the number of photos chosen. The returned function is called after each one: stored, or refused with this message. */
  onTake: (chosen: number) => (problem?: string) => void
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

/** Photos of one answer: camera first, prepared one at a time, each failure shown with its file name. */
export function PhotoPicker({ photos, onAdd, onRemove, onTake, max = 10, gallery = true, stamp, onAnnotate, onOpen }: PhotoPickerProps) {
  const { take, room, preparing, chosen, problems } = useTakePhotos({ count: photos.length, max, stamp, onAdd, onTake })
  const [open, setOpened] = useState<number | null>(null)
  const [back, setBack] = useState<() => void>()
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
  function annotate(photo: Photo) {
    setOpen(null)
    onAnnotate?.(photo)
  }
  return (
    <div className={classes.picker}>
      {photos.length > 0 && <Thumbnails photos={photos} onOpen={setOpen} />}
      {preparing > 0 && (
        <div role="status">
          <Text size="sm">{`Salvataggio foto ${chosen - preparing + 1} di ${chosen}`}</Text>
          <Progress value={((chosen - preparing) / chosen) * 100} aria-label="Salvataggio delle foto" />
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
        <TakeButtons
          gallery={gallery}
          disabled={room <= 0}
          onTake={(files) => {
            setBack(undefined)
            void take(files)
          }}
        />
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
                <Button variant="default" leftSection={<IconPencil />} onClick={() => annotate(shown)}>
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

const Thumbnails = ({ photos, onOpen }: { photos: Photo[]; onOpen: (at: number) => void }) => (
  <ul className={classes.photos}>
    {photos.map((photo, at) => (
      <li key={photo.id} className={classes.photo}>
        <UnstyledButton className={classes.open} aria-label={`Apri ${photo.alt}`} onClick={() => onOpen(at)}>
          {photo.src ? <img className={classes.thumbnail} src={photo.src} alt="" /> : (photo.unseen ?? <IconPhoto />)}
        </UnstyledButton>
        {photo.progress !== undefined && (
          <Progress className={classes.progress} value={photo.progress * 100} aria-label={`Invio di ${photo.alt}`} />
        )}
      </li>
    ))}
  </ul>
)

const TakeButtons = ({ gallery, disabled, onTake }: { gallery: boolean; disabled: boolean; onTake: (files: File[]) => void }) => (
  <>
    <FileButton accept="image/*" capture="environment" disabled={disabled} onChange={(file) => file && onTake([file])}>
      {(props) => (
        <Button {...props} variant="light" leftSection={<IconCamera />} disabled={disabled}>
          Scatta foto
        </Button>
      )}
    </FileButton>
    {gallery && (
      <FileButton accept={KINDS} multiple disabled={disabled} onChange={onTake}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconPhoto />} disabled={disabled}>
            Dalla galleria
          </Button>
        )}
      </FileButton>
    )}
  </>
)
