import { Alert, Button, Card, Group, Text } from '@mantine/core'
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { appStored, STORING } from '../../../lib/app-stored.ts'
import { age, dayTime } from '../../../lib/format.ts'
import { mayKeep } from '../../../lib/kept-reads.ts'
import { connection } from '../../../lib/online.ts'
import { query } from '../../../lib/query.ts'
import { can } from '../../../lib/session.ts'
import { storeTanks } from '../../equipment/tanks/use-store-tanks.ts'
import { downloadTickets } from '../../tickets/offline-tickets.ts'
import { ownStations, stationReads } from './station-reads.ts'

const STALE_MS = 12 * 3_600_000
/** Reads everything anew that the first screen and the pages it leads to show, and stores tanks and tickets. @throws ApiError */
async function prepare(client: QueryClient) {
  const { data } = await client.fetchQuery({ ...ownStations, staleTime: 0 })
  const ids = data.map(({ id }) => id)
  await Promise.all(stationReads(ids, can).map((read) => client.fetchQuery({ ...read, staleTime: 0 })))
  if (mayKeep('field', tanks.list))
    for (const id of ids)
      await storeTanks(
        id,
        client.getQueryData(query(tanks.list, { id }).queryKey),
        client.getQueryData(query(tankMaintenances.list, { id }).queryKey),
      )
  await downloadTickets(true)
}

/** "Prepara per offline": whether all of this screen and its pages is on the device, and how old it is. It is renewed once it is old. */
export function PrepareStation() {
  const client = useQueryClient()
  const online = connection.use() === 'online'
  const own = useQuery(ownStations)
  const ids = own.data?.data.map(({ id }) => id) ?? []
  const held = useQueries({ queries: stationReads(ids, can).map((read) => ({ ...read, enabled: false })) })
  const stored = appStored.use()
  const whole = !!own.data && held.every(({ data }) => data !== undefined)
  const ready = whole && stored
  const oldest = whole ? Math.min(own.dataUpdatedAt, ...held.map(({ dataUpdatedAt }) => dataUpdatedAt)) : undefined
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({})
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const run = () => {
    setState({ busy: true })
    prepare(client).then(
      () => setState({}),
      (error: Error) => setState({ problem: error.message }),
    )
  }
  const stale = own.data && (oldest === undefined || now - oldest > STALE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, not at each change of what is held
  useEffect(() => {
    if (stale && online && !state.busy) run()
  }, [stale, online])
  if (!own.data && online) return null
  return (
    <Card withBorder padding="sm" component="section" aria-label="Lavoro senza rete">
      <Group justify="space-between" gap="sm">
        <Text role="status" flex="1 1 16rem">
          <Text span inherit fw={600}>
            {ready ? 'Pronto per lavorare offline' : 'Non ancora pronto per lavorare offline'}
          </Text>
          {!stored && (
            <Text span inherit c="dimmed">
              {STORING}
            </Text>
          )}
          {oldest !== undefined && (
            <Text span inherit c="dimmed">
              {` · dati di ${age(Math.max(0, now - oldest))} fa (${dayTime(new Date(oldest).toISOString())})`}
            </Text>
          )}
        </Text>
        <Button variant="default" disabled={!online} loading={!!state.busy} onClick={run}>
          {ready ? 'Aggiorna dati offline' : 'Prepara per offline'}
        </Button>
      </Group>
      {state.problem && (
        <Alert color="red" mt="sm" role="alert">
          {state.problem} I dati di prima sono rimasti.
        </Alert>
      )}
    </Card>
  )
}
