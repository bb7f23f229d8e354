import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { type TicketFile, tickets } from '../../contract/tickets/tickets.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { Lightbox } from '../../ui/Lightbox.tsx'
import classes from './tickets.module.css'
import { usePictureUrls } from './use-picture-urls.ts'

const isPicture = ({ mime }: TicketFile) => /^image\/(jpeg|png|webp|gif)$/.test(mime)

/** Attachments: pictures as thumbnails that open large, other files as downloads. */
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
          <DownloadButton
            key={file.fileName}
            source={tickets.file}
            input={{ uid: file.uid, fileName: file.fileName }}
            label={`Scarica ${file.originalName}`}
          >
            {file.originalName}
          </DownloadButton>
        )
      })}
      <Lightbox pictures={shown} index={open} onIndex={setOpen} />
    </div>
  )
}
