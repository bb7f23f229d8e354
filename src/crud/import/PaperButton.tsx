import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { Asked } from './PaperDialog.tsx'

const PaperDialog = part(() => import('./PaperDialog.tsx').then((m) => m.PaperDialog))

/** What can be printed, in a dialog that is fetched when it is first opened. */
export function PaperButton({ children, ...asked }: Asked & { children: string }) {
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
