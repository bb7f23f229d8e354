import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { type TicketFile, tickets } from '../../contract/tickets/tickets.ts'
import { OpenFileButton } from '../../crud/record/OpenFileButton.tsx'
import { Lightbox } from '../../ui/Lightbox.tsx'
import classes from './tickets.module.css'
import { usePictureUrls } from './use-picture-urls.ts'

const isPicture = ({ mime }: TicketFile) => /^image\/(jpeg|png|webp|gif)$/.test(mime)

/** Attachments: pictures as thumbnails that open large, other files in the preview, from where they are saved. */
export function TicketFiles({ files }: { files: readonly TicketFile[] }) {
  const pictures = files.filter(isPicture)
  const urls = usePictureUrls(pictures)
  const [open, setOpen] = useState<number | null>(null)
  if (!files.length) return null
  const shown = pictures.flatMap(({ fileName, originalName }) =>
    urls[fileName] ? [{ src: urls[fileName], alt: originalName, fileName }] : [],
  )
  return (
    <div className={classes.files}>
      {files.map((file) => {
        const at = shown.findIndex(({ fileName }) => fileName === file.fileName)
        return at >= 0 ? (
          <UnstyledButton key={file.fileName} aria-label={`Apri ${file.originalName}`} onClick={() => setOpen(at)}>
            <img className={classes.thumbnail} src={shown[at]!.src} alt="" />
          </UnstyledButton>
        ) : (
          <OpenFileButton
            key={file.fileName}
            source={tickets.file}
            input={{ uid: file.uid, fileName: file.fileName }}
            name={file.originalName}
          >
            {file.originalName}
          </OpenFileButton>
        )
      })}
      <Lightbox pictures={shown} index={open} onIndex={setOpen} />
    </div>
  )
}
