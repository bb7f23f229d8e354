import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { saveFile } from '../import/download.ts'
import classes from './PreviewDialog.module.css'

const PICTURES = ['image/jpeg', 'image/png', 'image/webp']
/** Longer texts are shown so far; the download has them whole. */
const MAX_TEXT = 200_000

/** Shows a file in the page: PDF, pictures and text; of other formats it offers the download. The type is the server's, found by content. */
export function PreviewDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [url] = useState(() => URL.createObjectURL(file))
  const [text, setText] = useState<string>()
  const isText = file.type.startsWith('text/')
  useEffect(() => {
    if (isText) void file.text().then((all) => setText(all.slice(0, MAX_TEXT)))
  }, [file, isText])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  // The viewer of PDFs is the browser's own; phones have none inside of a page.
  const frames = file.type === 'application/pdf' && navigator.pdfViewerEnabled
  return (
    <Dialog opened onClose={onClose} fullScreen title={file.name}>
      <Stack>
        {frames && <iframe className={classes.frame} src={url} title={file.name} />}
        {PICTURES.includes(file.type) && <img className={classes.picture} src={url} alt={file.name} />}
        {isText && <pre className={classes.text}>{text}</pre>}
        {!frames && !isText && !PICTURES.includes(file.type) && (
          <Text>Questo formato non si vede nella pagina: scarica il file per aprirlo.</Text>
        )}
        <Group justify="flex-end">
          <Button leftSection={<IconDownload />} onClick={() => saveFile(file)}>
            Scarica
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
