import { Button, FileButton, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { IconCamera, IconUpload } from '../../ui/icons.tsx'
import classes from './DropZone.module.css'

interface DropZoneProps {
  onFiles: (files: File[]) => void
  /** As in `<input accept>`. */
  accept?: string | undefined
  multiple?: boolean
  /** Files that were chosen before are on their way. */
  busy?: boolean
}

/** Takes files by drag and drop or with the button (the only way by touch and keyboard); where any are taken, a photo too. */
export function DropZone({ onFiles, accept, multiple = true, busy = false }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const drag = (entering: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(entering)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience of the mouse; the button inside does the same
    <div
      className={classes.zone}
      data-over={over}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        if (!busy) onFiles([...event.dataTransfer.files])
      }}
    >
      <Text c="dimmed" className={classes.drag}>
        {multiple ? 'Trascina qui i file, oppure' : 'Trascina qui il file, oppure'}
      </Text>
      <FileButton multiple={multiple} accept={accept} onChange={(chosen: File | File[] | null) => chosen && onFiles([chosen].flat())}>
        {(props) => (
          <Button {...props} variant="default" loading={busy} leftSection={<IconUpload />}>
            {multiple ? 'Scegli i file' : 'Scegli il file'}
          </Button>
        )}
      </FileButton>
      {!accept && multiple && (
        <FileButton accept="image/*" capture="environment" onChange={(photo) => photo && onFiles([photo])}>
          {(props) => (
            <Button {...props} className={classes.camera} variant="default" disabled={busy} leftSection={<IconCamera />}>
              Scatta una foto
            </Button>
          )}
        </FileButton>
      )}
    </div>
  )
}
