import { Button } from '@mantine/core'
import { duplicates } from '../../../contract/cards/duplicates.ts'
import { useCan } from '../../../lib/session.ts'
import { IconUsers } from '../../../ui/icons.tsx'

/** "Duplicati": proposes customers to be merged. */
export function DuplicatesButton({ onOpen }: { onOpen: () => void }) {
  if (!useCan()(duplicates.list.policy)) return null
  return (
    <Button variant="default" leftSection={<IconUsers />} onClick={onOpen}>
      Duplicati
    </Button>
  )
}
