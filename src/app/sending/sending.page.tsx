import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { connection, connectionWords } from '../../lib/online.ts'
import { session, useCan } from '../../lib/session.ts'
import { sending, wake } from '../../outbox/runtime.ts'
import { StorageLeft, StorageWarning } from '../../outbox/StorageSpace.tsx'
import { isSent, summaryOf } from '../../outbox/summary.ts'
import { useWaiting, useWorks } from '../../outbox/use-outbox.ts'
import type { Work } from '../../outbox/work.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { saveExport } from './export.ts'
import { stoppedBy } from './reason.ts'
import classes from './sending.module.css'
import { WorkCard } from './WorkCard.tsx'

export const Route = createFileRoute('/_signed/invii/')({ component: SendingPage })

const MINUTE_MS = 60_000
const SHOWN_SENT = 20

/** The outbox page: everything written on this device, its state, and the possible actions. */
function SendingPage() {
  const works = useWorks()
  const office = useCan()('super')
  const others = useWaiting()?.filter((one) => one.user !== session.get().user?.id)
  const state = connection.use()
  const stopped = stoppedBy(sending.use().last)
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true })
  const { unsent, stuck, old } = summaryOf(works ?? [], now)
  const waiting = works?.filter((work) => !isSent(work))
  const sent = works?.filter(isSent).sort((a, b) => b.since - a.since) ?? []
  return (
    <Page
      title="Invii"
      count={works && unsent}
      action={unsent > 0 ? <Button onClick={() => void wake('user')}>Invia adesso</Button> : undefined}
    >
      <Stack maw={800}>
        <Group justify="space-between">
          <Text>Connessione: {connectionWords[state]}.</Text>
          {office && (
            <LinkButton to="/verifiche" search={{ nuova: 'importa' }} variant="default">
              Importa ZIP di un dispositivo
            </LinkButton>
          )}
          {unsent > 0 && (
            <Button variant="default" onClick={() => void saveExport().catch((error: Error) => notify.error(error.message))}>
              Esporta tutto
            </Button>
          )}
        </Group>
        <StorageWarning />
        <StorageLeft />
        {stopped && unsent > 0 && (
          <Alert color="red" role="alert">
            {stopped}
          </Alert>
        )}
        {stuck > 0 && (
          <Alert color="red">
            {stuck === 1 ? 'Un invio richiede il tuo intervento' : `${stuck} invii richiedono il tuo intervento`}: leggi il motivo e scegli
            cosa fare.
          </Alert>
        )}
        {old > 0 && (
          <Alert color="amber">
            {old === 1 ? 'Un invio aspetta' : `${old} invii aspettano`} da più di un giorno: collega il dispositivo alla rete e lascia
            aperta questa pagina. Se non basta, usa "Esporta tutto" e manda il file all'ufficio.
          </Alert>
        )}
        {others?.map((one) => (
          <Alert key={one.user} color="amber">
            {one.unsent === 1 ? '1 invio' : `${one.unsent} invii`} in attesa di {one.userName}:{' '}
            {one.unsent === 1 ? 'partirà' : 'partiranno'} al suo prossimo accesso su questo dispositivo.
          </Alert>
        ))}
        {!waiting && <LoadingRows />}
        {waiting?.length === 0 && <EmptyState message="Niente in attesa di invio." />}
        {waiting && waiting.length > 1 && (
          <Text size="sm">
            Partono da soli, dal primo della lista in poi. Se uno si ferma gli altri partono lo stesso, e uno non riuscito si riprova dopo
            gli altri.
          </Text>
        )}
        {!!waiting?.length && <Cards works={waiting} now={now} />}
        {sent.length > 0 && (
          <section>
            <Title order={2} mb="xs">
              Inviati di recente
            </Title>
            <Cards works={sent.slice(0, SHOWN_SENT)} now={now} />
          </section>
        )}
      </Stack>
    </Page>
  )
}
const Cards = ({ works, now }: { works: Work[]; now: number }) => (
  <ul className={classes.items}>
    {works.map((work) => (
      <WorkCard key={work.lane} work={work} now={now} />
    ))}
  </ul>
)
