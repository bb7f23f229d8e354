import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { dayTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import type { Listed } from '../../outbox/read.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import type { ItemState } from '../../outbox/types.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { saveExport } from './export.ts'

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
const stuck: ItemState[] = ['needs-fix', 'conflict', 'quarantined']
const placeOf = (entity: string) => ({ to: '/verifiche/$id' as const, params: { id: entity } })

/** One thing of the queue with its author, age, state, reason, and what can be done: Correggi, Riprova, Esporta, Elimina. */
export function ItemCard({ item }: { item: Listed }) {
  const confirm = useConfirm()
  const look = looks[item.state]
  const act = (work: () => Promise<unknown>) =>
    void work().then(
      () => wake('user'),
      (error: Error) => notify.error(error.message),
    )
  async function discard() {
    const yes = await confirm({
      title: 'Eliminare senza inviare?',
      message: `"${item.label}" non è mai arrivato all'ufficio: eliminandolo va perso. L'operazione non può essere annullata.`,
      confirm: 'Elimina',
      danger: true,
    })
    if (yes) act(() => outbox.discard(item.id))
  }
  return (
    <Card withBorder padding="sm" w="100%">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{item.label}</Text>
          <StatusChip {...look} />
        </Group>
        <Text size="sm" c="dimmed">
          {item.userName} · {dayTime(new Date(item.createdAt).toISOString())}
          {item.photos.length > 0 ? ` · ${item.photosSent} di ${item.photos.length} foto inviate` : ''}
          {item.attempts > 0 && item.state !== 'sent' ? ` · ${item.attempts} tentativi` : ''}
        </Text>
        {item.behind && item.state !== 'sent' && <Text size="sm">Prima deve partire: {item.behind}</Text>}
        {item.lastError && item.state !== 'sent' && (
          <Text size="sm" role={stuck.includes(item.state) ? 'alert' : undefined}>
            {item.lastError.message}
          </Text>
        )}
        {item.state !== 'sent' && (
          <Group gap="xs">
            {item.state === 'needs-fix' && <LinkButton {...placeOf(item.entity)}>Correggi</LinkButton>}
            {item.state === 'conflict' && (
              <Button variant="default" onClick={() => act(() => outbox.resolve(item.id, 'mine'))}>
                Tieni la mia
              </Button>
            )}
            {item.state !== 'sending' && item.state !== 'conflict' && (
              <Button variant="default" onClick={() => act(() => outbox.retry(item.id))}>
                Riprova
              </Button>
            )}
            <Button variant="default" onClick={() => void saveExport(item.id)}>
              Esporta
            </Button>
            {item.state !== 'sending' && (
              <Button variant="subtle" color="red" onClick={() => void discard()}>
                {item.state === 'conflict' ? 'Tieni quella del server' : 'Elimina'}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  )
}
