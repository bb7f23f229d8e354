import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconAdjustments } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { ChooserProps } from './ColumnChooser.tsx'

// Fetched when it is first opened.
const ColumnChooser = part(() => import('./ColumnChooser.tsx').then((m) => m.ColumnChooser))

/** Button for the columns of a list: which, in what order, how wide, and the height of the rows. */
export function ColumnsButton(props: Omit<ChooserProps, 'target'>) {
  const [asked, setAsked] = useState(false)
  const target = (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label="Colonne"
      title="Colonne"
      aria-haspopup="dialog"
      onClick={() => setAsked(true)}
    >
      <IconAdjustments size={18} />
    </ActionIcon>
  )
  if (!asked) return target
  return <ColumnChooser meanwhile={target} {...props} target={target} />
}
