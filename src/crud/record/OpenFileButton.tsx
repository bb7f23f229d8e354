import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Input } from '../../contract/kernel/endpoint.ts'
import { notify } from '../../lib/notify.ts'
import { part } from '../../ui/part.tsx'
import { type FileEndpoint, fetchFile } from '../import/download.ts'

const PreviewDialog = part(() => import('./PreviewDialog.tsx').then((m) => m.PreviewDialog))

interface OpenFileButtonProps<E extends FileEndpoint> {
  source: E
  input: Input<E>
  name: string
  children?: ReactNode
  /** The reading is noted by the server: what was fetched before says otherwise. */
  onOpened?: () => unknown
}
/** Fetches a file and shows it in the page, from where it can be saved. */
export function OpenFileButton<E extends FileEndpoint>({ source, input, name, children = 'Apri', onOpened }: OpenFileButtonProps<E>) {
  const [shown, setShown] = useState<File>()
  const open = useMutation({
    mutationFn: () => fetchFile(source, input, { part: true }),
    onSuccess: (file) => {
      setShown(file)
      onOpened?.()
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <>
      <Button variant="default" loading={open.isPending} aria-label={`Apri ${name}`} onClick={() => open.mutate()}>
        {children}
      </Button>
      {shown && <PreviewDialog file={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
