import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '../../contract/kernel/endpoint.ts'
import { bytes } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { IconDownload } from '../../ui/icons.tsx'
import classes from './DownloadButton.module.css'
import { download, type FileEndpoint } from './download.ts'

interface DownloadButtonProps<E extends FileEndpoint> {
  source: E
  input: Input<E>
  children: string
  /** Accessible name, where the text alone does not say which file. */
  label?: string
}

/** Downloads a file and shows the progress in the button itself. */
export function DownloadButton<E extends FileEndpoint>({ source, input, children, label }: DownloadButtonProps<E>) {
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 })
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setProgress({ done: 0, total: 0 })
      return download(source, input, (done, total) => setProgress({ done, total }))
    },
  })
  const online = connection.use() === 'online'
  const needs = online ? '' : ' (serve la rete)'
  const percent = total ? Math.round((100 * done) / total) : undefined
  return (
    <Button
      variant="default"
      className={classes.button}
      leftSection={<IconDownload />}
      disabled={!online}
      aria-label={isPending ? undefined : label && label + needs}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      {!isPending ? children + needs : percent === undefined ? bytes(done) : `${percent}%`}
      {isPending && (
        <Progress value={percent ?? 100} animated={percent === undefined} size="xs" className={classes.bar} aria-label="Avanzamento" />
      )}
    </Button>
  )
}
