import { Button } from '@mantine/core'
import { useState } from 'react'
import { sync } from '../../../contract/cards/sync.ts'
import { useCan } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconRefresh } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'

const CrudForm = part(() => import('../../../crud/form/CrudForm.tsx').then((m) => m.CrudForm))
const range = { create: sync.siv, update: sync.siv }

/** "Sincronizza intervallo": asks SIV for the customers of a range of codes. */
export function RangeButton() {
  const [opened, setOpened] = useState(false)
  const may = useCan()(sync.siv.policy)
  if (!may) return null
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh />} onClick={() => setOpened(true)}>
        Sincronizza intervallo
      </Button>
      {opened && (
        <Dialog opened onClose={close} title="Sincronizza intervallo">
          <CrudForm resource={range} record={undefined} onDone={close} />
        </Dialog>
      )}
    </>
  )
}
