import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { age, dayTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import type { Listed } from '../../outbox/read.ts'
import { STUCK } from '../../outbox/rows.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import { OLD_MS } from '../../outbox/summary.ts'
import type { ItemState } from '../../outbox/types.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { saveExport } from './export.ts'
import { reasonOf } from './reason.ts'

type Look = { tone: 'ok' | 'wait' | 'error' | 'info'; label: string }
const looks: Record<ItemState, Look> = {
  queued: { tone: 'wait', label: 'In attesa di invio' },
  sending: { tone: 'info', label: 'Invio in corso' },
  sent: { tone: 'ok', label: 'Inviato' },
  'retry-wait': { tone: 'wait', label: 'Nuovo tentativo a breve' },
  'auth-wait': { tone: 'wait', label: 'In attesa del tuo accesso' },
  'needs-fix': { tone: 'error', label: 'Da correggere' },
  conflict: { tone: 'error', label: 'Modificato anche altrove' },
  quarantined: { tone: 'error', label: 'Non leggibile da questa versione' },
}

/** One thing of the queue: author, age, state, the reason in plain words, and what can be done about it. */
export function ItemCard({ item, now }: { item: Listed; now: number }) {
  const look = looks[item.state]
  const unsent = item.state !== 'sent'
  const waited = now - item.createdAt
  const reason = reasonOf(item)
  return (
    <Card withBorder padding="sm" component="li">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{item.label}</Text>
          <StatusChip {...look} />
        </Group>
        <Text size="sm" c="dimmed">
          {item.userName} · {dayTime(new Date(item.createdAt).toISOString())}
          {unsent ? `, ${age(waited)} fa` : ''}
          {item.photos.length > 0 ? ` · ${item.photosSent} di ${item.photos.length} foto inviate` : ''}
          {unsent && item.attempts > 0 ? ` · ${item.attempts === 1 ? '1 tentativo' : `${item.attempts} tentativi`}` : ''}
        </Text>
        {unsent && waited > OLD_MS && (
          <Text size="sm" fw={600}>
            Aspetta da più di un giorno.
          </Text>
        )}
        {reason && STUCK.includes(item.state) ? <Alert color="red">{reason}</Alert> : reason && <Text size="sm">{reason}</Text>}
        {unsent && <ItemActions item={item} />}
      </Stack>
    </Card>
  )
}

function ItemActions({ item }: { item: Listed }) {
  const confirm = useConfirm()
  const act = (work: () => Promise<unknown>) =>
    void work().then(
      () => wake('user'),
      (error: Error) => notify.error(error.message),
    )
  async function discard() {
    const yes = await confirm({
      title: 'Eliminare senza inviare?',
      message: `"${item.label}" non è mai arrivato all'ufficio: eliminandolo va perso. Prima puoi esportarlo. L'operazione non può essere annullata.`,
      confirm: 'Elimina',
      danger: true,
    })
    if (yes) act(() => outbox().discard(item.id))
  }
  const { state } = item
  return (
    <Group gap="xs">
      {state === 'needs-fix' && (
        <LinkButton to="/verifiche/$id" params={{ id: item.entity }}>
          Correggi
        </LinkButton>
      )}
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
      <Button variant="default" onClick={() => void saveExport(item.id).catch((error: Error) => notify.error(error.message))}>
        Esporta
      </Button>
      {state !== 'sending' && state !== 'conflict' && (
        <Button variant="subtle" color="red" onClick={() => void discard()}>
          Elimina
        </Button>
      )}
    </Group>
  )
}
