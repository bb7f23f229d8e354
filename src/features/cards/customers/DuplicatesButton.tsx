import { Button } from '@mantine/core'
import { useState } from 'react'
import { duplicates } from '../../../contract/cards/duplicates.ts'
import { useCan } from '../../../lib/session.ts'
import { IconUsers } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'

const DuplicatesDialog = part(() => import('./DuplicatesDialog.tsx').then((m) => m.DuplicatesDialog))

/** "Duplicati": proposes customers to be merged. */
export function DuplicatesButton() {
  const [opened, setOpened] = useState(false)
  if (!useCan()(duplicates.list.policy)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconUsers />} onClick={() => setOpened(true)}>
        Duplicati
      </Button>
      {opened && <DuplicatesDialog onClose={() => setOpened(false)} />}
    </>
  )
}
