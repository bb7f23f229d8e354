import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { PrintOptions } from './PrintDialog.tsx'

const PaperDialog = part(() => import('./PrintDialog.tsx').then((m) => m.PrintDialog))

/** Button for the printable documents; their dialog is fetched when it is first opened. */
export function PrintButton({ children, ...asked }: PrintOptions & { children: string }) {
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Button variant="default" leftSection={<IconDownload />} onClick={() => setOpened(true)}>
        {children}
      </Button>
      {opened !== undefined && <PaperDialog {...asked} opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
