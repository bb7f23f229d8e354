import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconDownload } from '../ui/icons.tsx'
import type { ExportMenuProps } from './ExportMenu.tsx'

// Fetched when it is first opened.
const ExportMenu = lazy(() => import('./ExportMenu.tsx').then(({ ExportMenu }) => ({ default: ExportMenu })))

/** The list as a file: its filters, order and columns, all its pages. */
export function ExportButton(props: Omit<ExportMenuProps, 'target'>) {
  const [asked, setAsked] = useState(false)
  const target = (
    <ActionIcon variant="default" size="input-sm" aria-label="Esporta" title="Esporta" aria-haspopup="menu" onClick={() => setAsked(true)}>
      <IconDownload size={18} />
    </ActionIcon>
  )
  if (!asked) return target
  return (
    <Suspense fallback={target}>
      <ExportMenu {...props} target={target} />
    </Suspense>
  )
}
