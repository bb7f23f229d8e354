import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { jobStatuses } from '../../../contract/kernel/jobs.ts'
import { commands } from '../../../contract/overview/commands.ts'
import { mimit } from '../../../contract/prices/mimit.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { call } from '../../../lib/api.ts'
import { count, day, dayTime } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { howMany } from '../../../rules/shared/how-many.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconDownload } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx'

type Source = Output<typeof mimit.source>
const LIVE_MS = 2_000
const states: Record<Source['state'], { tone: Tone; label: string }> = {
  off: { tone: 'neutral', label: 'Non configurato' },
  drop: { tone: 'ok', label: 'Cartella di scambio' },
  on: { tone: 'ok', label: 'Attivo' },
}
const moves = (job: Source['job']) => job?.status === 'in_coda' || job?.status === 'in_corso'

/** "Comandi": what super administrators start by hand, with what came of it the last time. */
export function CommandsTab() {
  const { data, error, refetch } = useQuery({
    ...query(mimit.source, {}),
    refetchInterval: ({ state }) => (moves(state.data?.job ?? null) ? LIVE_MS : false),
  })
  if (error) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={4} />
  return (
    <Stack maw="50rem">
      <Registry source={data} />
      <Late />
      <Calendar />
      {data.unknown.length > 0 && <Unknown names={data.unknown} />}
    </Stack>
  )
}

function Registry({ source: { state, where, day: edition, stations, prices, job, doubt } }: { source: Source }) {
  const { mutate, isPending } = useSend(commands.miseimport)
  const confirm = useConfirm()
  const ask = async () => {
    const yes = await confirm({
      title: 'Importare registro e prezzi MIMIT?',
      message: 'Il registro viene sostituito quando tutto è pronto; i prezzi di listino non cambiano.',
      confirm: 'Importa',
    })
    if (yes) mutate({})
  }
  useWhenEnded(job)
  return (
    <section aria-labelledby="mimit">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="mimit">
          Registro e prezzi MIMIT
        </Title>
        <StatusChip {...states[state]} />
      </Group>
      <Text size="sm">
        Porta qui gli impianti e i prezzi comunicati al ministero: aggiorna i concorrenti, calcola le medie di province e regioni e dice
        dove un prezzo comunicato è diverso dal listino. I prezzi di listino non cambiano.
      </Text>
      <Text size="sm" my="xs">
        {edition
          ? `In archivio: ${howMany(stations, 'impianto', 'impianti')} e ${howMany(prices, 'prezzo', 'prezzi')} del ${day(edition)}.`
          : 'Nessun registro importato.'}{' '}
        {where &&
          (state === 'drop'
            ? `I file si mettono nella cartella ${where}.`
            : `I file vengono da ${where} (chi amministra il server può cambiare l’indirizzo o spegnerlo con MIMIT_URL).`)}
      </Text>
      {state === 'off' && (
        <Alert color="gray" my="xs">
          Servizio MIMIT spento (MIMIT_URL=off): chi amministra il server può togliere l’impostazione, e i file vengono dal sito del
          ministero, o indicare una cartella di scambio (DROP_DIR).
        </Alert>
      )}
      {job && (
        <Text size="sm" my="xs" role="status">
          Ultima esecuzione:{' '}
          <LinkAnchor to="/storico-job/{-$id}" params={{ id: job.id }}>
            {dayTime(job.created_at)}
          </LinkAnchor>
          {`, ${jobStatuses[job.status].toLowerCase()}`}
          {moves(job) && job.items !== null && ` (${count(job.done)} di ${howMany(job.items, 'riga', 'righe')})`}
          {job.errors > 0 && `, ${job.errors === 1 ? '1 riga scartata' : `${count(job.errors)} righe scartate`}`}.
        </Text>
      )}
      {doubt && state !== 'off' && (
        <Alert color="amber" my="xs" title="I file sono dubbi">
          <Text size="sm" mb="xs">
            {doubt}
          </Text>
          <Button variant="default" loading={isPending} onClick={() => mutate({ force: true })}>
            Importa comunque
          </Button>
        </Alert>
      )}
      {state !== 'off' && (
        <Button leftSection={<IconDownload />} loading={isPending || moves(job)} onClick={() => void ask()}>
          Importa ora
        </Button>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        Fonte: MIMIT – Osservaprezzi Carburanti.
      </Text>
    </section>
  )
}
/** Sends the notices of what is due or late at once, and not with the next run of the server's task. */
function Late() {
  const { mutate, isPending, data } = useSend(commands.notifylate)
  return (
    <section aria-labelledby="late">
      <Title order={2} id="late" mb="xs">
        Notifiche di quello che è in ritardo
      </Title>
      <Text size="sm" mb="xs">
        Avvisa gruppi e interessati di scadenze, obblighi e serbatoi GPL vicini o superati e di ticket oltre lo SLA, al massimo una volta in
        24 ore per ciascuno. Di giorno lo fa il server da solo.
      </Text>
      {data && (
        <Text size="sm" mb="xs" role="status">
          {`Ultima esecuzione: scadenze ${data.expirations}, obblighi ${data.obligations}, serbatoi GPL ${data.tanks}, ticket ${data.tickets}; email ${data.mails}, notifiche sui dispositivi ${data.pushes}.`}
        </Text>
      )}
      <Button loading={isPending} onClick={() => mutate({})}>
        Avvisa ora
      </Button>
    </section>
  )
}
/** Data changed by the import are read again once it has ended. */
function useWhenEnded(job: Source['job']) {
  const client = useQueryClient()
  const moving = useRef(false)
  useEffect(() => {
    if (moving.current && !moves(job))
      for (const name of ['competitors', 'mimit', 'jobs']) void client.invalidateQueries({ queryKey: [name] })
    moving.current = moves(job)
  }, [job, client])
}

/** Names of the ministry that none of our fuels has. */
const Unknown = ({ names }: { names: Source['unknown'] }) => (
  <section aria-labelledby="unknown">
    <Title order={2} id="unknown" mb="xs">
      Carburanti da associare
    </Title>
    <Text size="sm" mb="xs">
      I prezzi di questi nomi restano nel registro, e non entrano in confronti e medie finché non si dice di quale carburante sono.
    </Text>
    <Stack gap="xs">
      {names.map((one) => (
        <Associate key={one.name} {...one} />
      ))}
    </Stack>
  </section>
)
function Associate({ name, prices }: Source['unknown'][number]) {
  const [fuel, setFuel] = useState<number | null>(null)
  const { mutate, isPending } = useSend(mimit.associate)
  return (
    <Group gap="xs" align="end">
      <LookupSelect
        label={`${name} · ${prices === 1 ? '1 prezzo' : `${count(prices)} prezzi`}`}
        source={fuels.suggest}
        value={fuel}
        onChange={setFuel}
        placeholder="Carburante"
        w="16rem"
      />
      <Button
        variant="default"
        loading={isPending}
        disabled={fuel === null}
        onClick={() => fuel !== null && mutate({ name, fuel_id: fuel })}
        aria-label={`Associa ${name}`}
      >
        Associa
      </Button>
    </Group>
  )
}

/** The company's calendar, where the server has one. */
function Calendar() {
  const { data, error, refetch } = useQuery(query(commands.calendar, {}))
  const {
    mutate,
    isPending,
    data: done,
  } = useMutation({
    // A key of its own: without one a command is carried out once in ten seconds, and here each press goes on.
    mutationFn: () => call(commands.events, {}, { headers: { 'idempotency-key': crypto.randomUUID() } }),
    meta: { endpoint: commands.events },
  })
  if (error) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={2} />
  return (
    <section aria-labelledby="calendar">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="calendar">
          Calendario
        </Title>
        <StatusChip {...states[data.name ? 'on' : 'off']} />
      </Group>
      {data.name ? (
        <>
          <Text size="sm" mb="xs">
            Scadenze aperte e corsi GPL in programma si scrivono nel calendario {data.name}, ogni mattina e da qui.
          </Text>
          {done && (
            <Text size="sm" mb="xs" role="status">
              {done.events === 0 ? 'Il calendario era già aggiornato.' : `Voci scritte o tolte: ${count(done.events)}.`}
              {done.left > 0 && ` Ne restano ${count(done.left)}: premere di nuovo.`}
            </Text>
          )}
          <Button loading={isPending} onClick={() => mutate()}>
            Aggiorna ora
          </Button>
        </>
      ) : (
        <Text c="dimmed">Scadenze e corsi GPL non si scrivono in un calendario esterno: nessuno è configurato.</Text>
      )}
    </section>
  )
}
