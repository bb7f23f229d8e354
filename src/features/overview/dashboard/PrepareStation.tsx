import { Alert, Button, Card, Group, Text } from '@mantine/core'
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { controls } from '../../../contract/content/communications.ts'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { call } from '../../../lib/api.ts'
import { appStored, STORING } from '../../../lib/app-stored.ts'
import { age, dayTime } from '../../../lib/format.ts'
import { mayKeep } from '../../../lib/kept-reads.ts'
import { connection } from '../../../lib/online.ts'
import { query } from '../../../lib/query.ts'
import { can } from '../../../lib/session.ts'
import { loadStoredTanks } from '../../equipment/tanks/tank-store.ts'
import { storeTanks } from '../../equipment/tanks/use-store-tanks.ts'
import { downloadTickets } from '../../tickets/offline-tickets.ts'
import { ownStations, pagesToConfirm, stationReads, toConfirm } from './station-reads.ts'

const STALE_MS = 12 * 3_600_000
/** Reads everything anew that the first screen and the pages it leads to show, and stores tanks and tickets. @throws ApiError */
async function prepare(client: QueryClient) {
  const { data } = await client.fetchQuery({ ...ownStations, staleTime: 0 })
  const ids = data.map(({ id }) => id)
  await Promise.all(stationReads(ids, can).map((read) => client.fetchQuery({ ...read, staleTime: 0 })))
  await Promise.all(
    pagesToConfirm(client.getQueryData(toConfirm.queryKey)).map(async ({ id, page }) =>
      client.setQueryData(page.queryKey, await call(controls.get, { id, peek: true })),
    ),
  )
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
  const pages = pagesToConfirm(useQuery({ ...toConfirm, enabled: false }).data).map(({ page }) => page)
  const held = useQueries({ queries: [...stationReads(ids, can), ...pages].map((read) => ({ ...read, enabled: false })) as never[] })
  const stored = appStored.use()
  // What the device keeps of the tanks is brought to the reads above first: until then nothing is known to be missing.
  const brought = useQuery({
    queryKey: ['stored-tanks', ids],
    queryFn: () => Promise.allSettled(ids.map((id) => loadStoredTanks(client, id))).then(() => true),
    enabled: ids.length > 0,
    networkMode: 'always',
    gcTime: 0,
  })
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
  if (!whole && (own.data ? brought.isPending : online || own.isFetching)) return null
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
