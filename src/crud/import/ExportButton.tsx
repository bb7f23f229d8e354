import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { ExportMenuProps } from './ExportMenu.tsx'

// Fetched when it is first opened.
const ExportMenu = part(() => import('./ExportMenu.tsx').then((m) => m.ExportMenu))

/** Exports the list as a file: its filters, order and columns, all its pages. */
export function ExportButton(props: Omit<ExportMenuProps, 'target'>) {
  const [asked, setAsked] = useState(false)
  const target = (
    <ActionIcon variant="default" size="input-sm" aria-label="Esporta" title="Esporta" aria-haspopup="menu" onClick={() => setAsked(true)}>
      <IconDownload size={18} />
    </ActionIcon>
  )
  if (!asked) return target
  return <ExportMenu meanwhile={target} {...props} target={target} />
}
