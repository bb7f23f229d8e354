import { Button, Group } from '@mantine/core'
import { notify } from '../../lib/notify.ts'
import { placeOfLane, useOfflineKind } from '../../outbox/kind.ts'
import type { Listed } from '../../outbox/read.ts'
import { draftKeyOf } from '../../outbox/rows.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import { NO_KEY_CODE } from '../../outbox/types.ts'
import { useDiscard } from '../../outbox/use-discard.ts'
import { LinkButton } from '../../ui/links.tsx'
import { saveExport } from './export.ts'
import classes from './sending.module.css'

/** Actions for one step that is not sent. `first`: also of its whole record, as the step that all others wait for. */
export function ItemActions({ item, first }: { item: Listed; first?: boolean }) {
  const discard = useDiscard()
  const kind = useOfflineKind(item.lane)
  const act = (work: () => Promise<unknown>) =>
    void work().then(
      () => wake('user'),
      (error: Error) => notify.error(error.message),
    )
  const { state } = item
  // It is opened by a sign-in, as its reason says, and until then nothing may happen to it.
  if (item.lastError?.code === NO_KEY_CODE) return null
  const photo = item.lastError?.photo
  const field = photo === undefined ? undefined : kind?.photoOf?.(photo).field
  return (
    <Group gap="xs" className={classes.ways}>
      {state === 'needs-fix' && kind && <LinkButton {...kind.repair(placeOfLane(draftKeyOf(item)), field)}>Correggi</LinkButton>}
      {state === 'conflict' && (
        <LinkButton to="/invii/$id" params={{ id: item.id }}>
          Confronta e scegli
        </LinkButton>
      )}
      {state !== 'sending' && state !== 'conflict' && item.lastError?.code !== 'damaged' && (
        <Button variant="default" onClick={() => act(() => outbox().retry(item.id))}>
          Riprova
        </Button>
      )}
      <Button variant="default" onClick={() => void saveExport(draftKeyOf(item)).catch((error: Error) => notify.error(error.message))}>
        Esporta
      </Button>
      {first && state !== 'sending' && state !== 'conflict' && (
        <Button variant="subtle" color="red" onClick={() => void discard(draftKeyOf(item))}>
          Elimina
        </Button>
      )}
    </Group>
  )
}
