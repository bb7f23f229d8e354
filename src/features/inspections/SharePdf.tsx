import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { inspections } from '../../contract/inspections/inspections.ts'
import { fetchFile, saveFile } from '../../crud/import/download.ts'
import { IconShare } from '../../ui/icons.tsx'

/** True if this browser can hand a PDF to another app; otherwise only the download beside it is offered. */
export const canShare = () =>
  !!globalThis.navigator?.canShare?.({ files: [new File(['%PDF-'], 'verifica.pdf', { type: 'application/pdf' })] })

/** Hands the verbale, as the server keeps it, to the apps of the device: mail, messages, a printer. */
export function SharePdf({ id, title }: { id: number; title: string }) {
  /** Fetched, and not shared yet: a browser lets a page share only soon after a tap. */
  const [ready, setReady] = useState<File>()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = ready ?? (await fetchFile(inspections.pdf, { id }, { part: true }))
      try {
        await navigator.share({ files: [file], title })
        setReady(undefined)
      } catch (error) {
        const { name } = error as Error
        if (name === 'NotAllowedError' && !ready) setReady(file)
        else if (name !== 'AbortError') saveFile(file)
      }
    },
  })
  return (
    <Button leftSection={<IconShare />} loading={isPending} onClick={() => mutate()}>
      {ready ? 'Condividi ora' : 'Condividi'}
    </Button>
  )
}
