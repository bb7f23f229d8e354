import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { connection, connectionWords } from '../../lib/online.ts'
import { session } from '../../lib/session.ts'
import { wake } from '../../outbox/runtime.ts'
import { useOutbox, useWaiting } from '../../outbox/use-outbox.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { ItemCard } from './ItemCard.tsx'

export const Route = createFileRoute('/_signed/invii')({ component: SendingPage })

const DAY_MS = 86_400_000

/** The outbox: everything written on this device, its state, and what can be done with it (outbox.md R5, R6). */
function SendingPage() {
  const items = useOutbox()
  const others = useWaiting()?.filter((one) => one.user !== session.get().user?.id)
  const state = connection.use()
  const unsent = items?.filter((item) => item.state !== 'sent')
  const sent = items?.filter((item) => item.state === 'sent').reverse()
  const old = unsent?.some((item) => Date.now() - item.createdAt > DAY_MS)
  return (
    <Page
      title="Invii"
      count={unsent?.length}
      action={unsent?.length ? <Button onClick={() => void wake('user')}>Invia adesso</Button> : undefined}
    >
      <Stack maw={800}>
        <Text role="status">Connessione: {connectionWords[state]}.</Text>
        {old && (
          <Alert color="amber" role="alert">
            Alcune operazioni aspettano da più di un giorno: collegare il dispositivo alla rete e aprire questa pagina.
          </Alert>
        )}
        {others?.map((one) => (
          <Alert key={one.user} color="amber">
            {one.unsent} invii in attesa di {one.userName}: partiranno al suo prossimo accesso su questo dispositivo.
          </Alert>
        ))}
        {!items && <LoadingRows />}
        {unsent?.length === 0 && <EmptyState message="Niente in attesa: tutto quello che hai salvato è arrivato all'ufficio." />}
        {unsent?.map((item) => (
          <ItemCard key={item.id} item={item} />
        ))}
        {!!sent?.length && (
          <section>
            <Title order={2} mb="xs">
              Inviati di recente
            </Title>
            <Group gap="xs">
              {sent.slice(0, 20).map((item) => (
                <ItemCard key={item.id} item={item} />
              ))}
            </Group>
          </section>
        )}
      </Stack>
    </Page>
  )
}
