import { Alert, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Host, hostStates, hosts, type SyncRow, sync, syncStatuses } from '../../../contract/cards/sync.ts'
import { jobStatuses } from '../../../contract/kernel/jobs.ts'
import { anyOf } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { count, dayTime } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { howMany } from '../../../rules/shared/how-many.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconArrowBackUp, IconCheck, IconRefresh } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx'

const LIVE_MS = 2_000
const moves = (host: Host) => host.job?.status === 'in_coda' || host.job?.status === 'in_corso'
const tones: Record<Host['state'], Tone> = { off: 'neutral', drop: 'ok', error: 'error' }
const about: Record<Host['name'], string> = {
  icad: 'Autorizza le tessere: riceve clienti e tessere cambiati e manda stati, crediti e punti.',
  siv: 'Il gestionale precedente: manda le anagrafiche di un intervallo di codici, dalla pagina dei clienti.',
  infopoint: 'Manda i punti delle tessere.',
}

/** "Integrazioni": the hosts that cards are kept in step with, their state, and the fate of what they were told. */
export function HostsTab() {
  const can = useCan()
  const { data, isError, refetch } = useQuery({
    ...query(sync.hosts, {}),
    refetchInterval: ({ state }) => (state.data?.some(moves) ? LIVE_MS : false),
  })
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={4} />
  return (
    <Stack>
      {data.map((host) => (
        <HostPart key={host.name} host={host} />
      ))}
      {can(sync.queue.policy) && <Queue />}
    </Stack>
  )
}

function HostPart({ host }: { host: Host }) {
  const { name, state, where, enabled, job, counts } = host
  const can = useCan()
  const set = useSend(sync.setHost)
  const icad = useSend(sync.all)
  const points = useSend(sync.infopoint)
  const run = name === 'icad' ? icad : name === 'infopoint' ? points : undefined
  const policy = name === 'icad' ? sync.all.policy : sync.infopoint.policy
  return (
    <section aria-labelledby={`host-${name}`}>
      <Group justify="space-between" mb="xs" maw="50rem">
        <Title order={2} id={`host-${name}`}>
          {hosts[name]}
        </Title>
        <StatusChip tone={tones[state]} label={hostStates[state]} />
      </Group>
      <Text size="sm">{about[name]}</Text>
      {where ? (
        <Text size="sm">{`I file si scambiano nella cartella ${where}.`}</Text>
      ) : (
        <Alert color="gray" my="xs" maw="50rem">
          Servizio {hosts[name]} non configurato: chi amministra il server può indicare una cartella di scambio (DROP_DIR).
        </Alert>
      )}
      {Object.keys(counts).length > 0 && (
        <Text size="sm">
          {Object.entries(counts)
            .map(([status, many]) => `${syncStatuses[status as keyof typeof syncStatuses]}: ${count(many)}`)
            .join(' · ')}
        </Text>
      )}
      {job && (
        <Text size="sm" role="status">
          Ultima esecuzione:{' '}
          <LinkAnchor to="/storico-job/{-$id}" params={{ id: job.id }}>
            {dayTime(job.created_at)}
          </LinkAnchor>
          {`, ${jobStatuses[job.status].toLowerCase()}`}
          {job.errors > 0 && `, ${howMany(job.errors, 'riga', 'righe')} con errori`}.
        </Text>
      )}
      <Group mt="xs">
        {where && can(sync.setHost.policy) && (
          <Switch
            label="Attivo"
            aria-label={`${hosts[name]} attivo`}
            checked={enabled}
            onChange={({ currentTarget }) => set.mutate({ name, enabled: currentTarget.checked })}
          />
        )}
        {run && state !== 'off' && can(policy) && (
          <Button variant="default" leftSection={<IconRefresh />} loading={run.isPending || moves(host)} onClick={() => run.mutate({})}>
            Sincronizza {hosts[name]}
          </Button>
        )}
      </Group>
    </section>
  )
}

const chip: Record<SyncRow['status'], Tone> = { pending: 'wait', sent: 'wait', ok: 'ok', error: 'error', conflict: 'error' }
/** The fate of each record at its host, with the conflicts to be decided. */
function Queue() {
  const settle = useSend(sync.settle)
  return (
    <section aria-labelledby="sync-queue">
      <Title order={2} id="sync-queue" mb="xs">
        Esito per cliente e tessera
      </Title>
      <PagedTable
        {...useListState(sync.queue)}
        filters={{ host: anyOf('Sistema', hosts), status: anyOf('Stato', syncStatuses) }}
        columns={{
          Oggetto: { show: (row) => `${row.entity === 'customer' ? 'Cliente' : 'Tessera'} ${row.label}`, wide: true },
          Sistema: { show: (row) => hosts[row.host], width: 6 },
          Stato: { show: (row) => <StatusChip tone={chip[row.status]} label={syncStatuses[row.status]} />, width: 8 },
          Motivo: { show: (row) => row.error ?? '–', wide: true },
          Invii: { show: (row) => row.tries, numeric: true, width: 4, spare: 2 },
          Aggiornato: { show: (row) => dayTime(row.updated_at), sort: 'updated_at', width: 9, spare: 1 },
        }}
        actions={(row) =>
          row.status === 'conflict'
            ? [
                { label: 'Tieni il nostro', icon: IconCheck, onSelect: () => settle.mutate({ id: row.id, keep: 'ours' }) },
                ...(row.entity === 'customer'
                  ? [
                      {
                        label: 'Prendi quello esterno',
                        icon: IconArrowBackUp,
                        onSelect: () => settle.mutate({ id: row.id, keep: 'theirs' }),
                      },
                    ]
                  : []),
              ]
            : []
        }
        empty={<EmptyState icon={IconRefresh} message="Nessun dato scambiato finora." />}
      />
    </section>
  )
}
