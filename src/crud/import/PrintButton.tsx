import { Button } from '@mantine/core'
import { useState } from 'react'
import { connection } from '../../lib/online.ts'
import { IconDownload } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { PrintOptions } from './PrintDialog.tsx'

const PaperDialog = part(() => import('./PrintDialog.tsx').then((m) => m.PrintDialog))

/** Button for the printable documents; their dialog is fetched when it is first opened. */
export function PrintButton({ children, ...asked }: PrintOptions & { children: string }) {
  const [opened, setOpened] = useState<boolean>()
  const online = connection.use() === 'online'
  return (
    <>
      <Button variant="default" leftSection={<IconDownload />} disabled={!online} onClick={() => setOpened(true)}>
        {online ? children : `${children} (serve la rete)`}
      </Button>
      {opened !== undefined && <PaperDialog {...asked} opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
