import { Button } from '@mantine/core'
import { sync } from '../../../contract/cards/sync.ts'
import { useCan } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconRefresh } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'

const CrudForm = part(() => import('../../../crud/form/CrudForm.tsx').then((m) => m.CrudForm))
const range = { create: sync.siv, update: sync.siv }

/** "Sincronizza intervallo": asks SIV for the customers of a range of codes. */
export function RangeButton({ onOpen }: { onOpen: () => void }) {
  if (!useCan()(sync.siv.policy)) return null
  return (
    <Button variant="default" leftSection={<IconRefresh />} onClick={onOpen}>
      Sincronizza intervallo
    </Button>
  )
}
export const RangeDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Sincronizza intervallo">
    <CrudForm resource={range} record={undefined} onDone={onClose} />
  </Dialog>
)
