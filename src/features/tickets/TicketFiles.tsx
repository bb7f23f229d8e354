import { UnstyledButton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type TicketFile, tickets } from '../../contract/tickets.ts'
import { DownloadButton } from '../../crud/DownloadButton.tsx'
import { call } from '../../lib/api.ts'
import { Lightbox } from '../../ui/Lightbox.tsx'
import classes from './tickets.module.css'

const shows = ({ mime }: TicketFile) => /^image\/(jpeg|png|webp|gif)$/.test(mime)

/** What was attached: pictures small, to be opened large; all else to be downloaded. */
export function TicketFiles({ files }: { files: readonly TicketFile[] }) {
  const pictures = files.filter(shows)
  const read = useQueries({
    queries: pictures.map(({ uid, fileName }) => ({
      queryKey: ['picture', tickets.file.name, uid, fileName],
      queryFn: () => call(tickets.file, { uid, fileName }, { part: true }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const [urls, setUrls] = useState<Record<string, string>>({})
  const [open, setOpen] = useState<number | null>(null)
  const there = read.filter(({ data }) => data).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bytes are new exactly when one more has arrived
  useEffect(() => {
    const made = Object.fromEntries(
      pictures.flatMap(({ fileName }, at) => (read[at]?.data ? [[fileName, URL.createObjectURL(read[at].data)]] : [])),
    )
    setUrls(made)
    return () => {
      for (const url of Object.values(made)) URL.revokeObjectURL(url)
    }
  }, [there])
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
