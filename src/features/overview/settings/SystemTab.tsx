import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SelfCheck, type SystemState, system } from '../../../contract/overview/system.ts'
import { age, bytes, count, dayTime } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconRefresh } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const LIVE_MS = 10_000

/** "Stato": how the server is, what waits in its queues, and whether what is stored keeps its rules. */
export function SystemTab() {
  const { data, isError, refetch } = useQuery({ ...query(system.state, {}), refetchInterval: LIVE_MS, staleTime: 0 })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  return (
    <Stack gap="xl" maw="50rem">
      <Server {...data} />
      <Queues queues={data.queues} />
      <Checks check={data.check} />
    </Stack>
  )
}

const engines = { embedded: 'Database interno', postgresql: 'PostgreSQL' }
function Server({ version, engine, started_at, memory, delay, connections, devices }: SystemState) {
  const facts = {
    Versione: version,
    Database: engines[engine],
    Connessioni:
      connections && `${count(connections.busy)} in uso, ${count(connections.idle)} libere, ${count(connections.wanted)} in attesa`,
    'In servizio dal': dayTime(started_at),
    Memoria: bytes(memory),
    'Ritardo di elaborazione': `${count(delay)} ms`,
    'Dispositivi con invii in attesa': devices.waiting
      ? `${count(devices.waiting)}, il più vecchio da ${age(Date.now() - Date.parse(devices.oldest_at!))}`
      : 'Nessuno',
  }
  return (
    <section>
      <Title order={2} mb="xs">
        Server
      </Title>
      <Table aria-label="Server">
        <Table.Tbody>
          {Object.entries(facts).map(
            ([label, value]) =>
              value && (
                <Table.Tr key={label}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
    </section>
  )
}
const Queues = ({ queues }: Pick<SystemState, 'queues'>) => (
  <section>
    <Title order={2} mb="xs">
      Code
    </Title>
    {queues.length ? (
      <Table aria-label="Code">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Coda</Table.Th>
            <Table.Th ta="right">In attesa</Table.Th>
            <Table.Th ta="right">In corso</Table.Th>
            <Table.Th ta="right">Non riusciti</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queues.map(({ name, waiting, active, failed }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{count(waiting)}</Table.Td>
              <Table.Td ta="right">{count(active)}</Table.Td>
              <Table.Td ta="right">{count(failed)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    ) : (
      <Text c="dimmed">Niente in attesa e niente di non riuscito.</Text>
    )}
  </section>
)
function Checks({ check }: { check: SelfCheck | null }) {
  const { mutate, isPending } = useSend(system.check)
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Controllo dei dati</Title>
        <Button variant="default" leftSection={<IconRefresh />} loading={isPending} onClick={() => mutate({})}>
          Controlla ora
        </Button>
      </Group>
      <Text size="sm" mb="xs">
        {check ? `Ultimo controllo: ${dayTime(check.at)}.` : 'Nessun controllo ancora eseguito.'} Avviene ogni notte; se una regola non è
        rispettata, i super amministratori ricevono un avviso.
      </Text>
      {check && (
        <Table aria-label="Regole">
          <Table.Tbody>
            {check.rules.map(({ key, rule, broken, examples }) => (
              <Table.Tr key={key}>
                <Table.Td>
                  {rule}
                  {broken > 0 && <Text size="sm">{`${examples.join(', ')}${broken > examples.length ? ' …' : ''}`}</Text>}
                </Table.Td>
                <Table.Td ta="right">
                  <StatusChip tone={broken ? 'error' : 'ok'} label={broken ? `${count(broken)} da correggere` : 'A posto'} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
