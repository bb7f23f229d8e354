import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { dashboard } from '../../../contract/overview/dashboard.ts'
import { pricePdfs } from '../../../contract/prices/pdfs.ts'
import { type DirectoryStation, detailedOpenings } from '../../../contract/stations/openings.ts'
import { priceModes, stationStatuses, stations } from '../../../contract/stations/stations.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { count, euro } from '../../../lib/format.ts'
import { isUnread, query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { communicationOf } from '../../../rules/prices/communication.ts'
import { byMode, byWeek, openWords, romeWallClock, stationOpenState } from '../../../rules/stations/open-now.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor, LinkButton } from '../../../ui/links.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { NewMaintenance } from '../../equipment/tanks/NewMaintenance.tsx'
import { tankName } from '../../equipment/tanks/new-maintenance.ts'
import { loadStoredTanks } from '../../equipment/tanks/tank-store.ts'
import { useStoreTanks } from '../../equipment/tanks/use-store-tanks.ts'
import { dueLabel } from '../../expirations/DueChip.tsx'
import { LateAtStations } from './StationLists.tsx'
import { ownStations } from './station-reads.ts'

const MINUTE_MS = 60_000
const tones = { never: 'neutral', fresh: 'ok', soon: 'wait', late: 'error' } as const

/** The clock of Rome, moved on every minute: a tablet stands on this page all day. */
function useWallClock() {
  const [wall, setWall] = useState(() => romeWallClock(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setWall(romeWallClock(Date.now())), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return wall
}

/** The stations of whoever works there, as they are today. */
export function StationsToday() {
  const can = useCan()
  const found = useQuery(ownStations)
  const { data, refetch } = found
  if (isUnread(found)) return <ErrorState message="Il mio punto vendita: dato non disponibile." onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (!data.total) return <Text c="dimmed">Nessun punto vendita assegnato. Contatta il responsabile di rete.</Text>
  return (
    <Stack>
      {can(dashboard.station.policy) && <LateAtStations />}
      {data.data.map((station) => (
        <StationToday key={station.id} station={station} />
      ))}
      {data.total > data.data.length && <LinkAnchor to="/stazioni/info">{`Tutti i punti vendita (${count(data.total)})`}</LinkAnchor>}
    </Stack>
  )
}
function StationToday({ station: { id, code, name, status, opening } }: { station: DirectoryStation }) {
  const can = useCan()
  const now = useWallClock()
  const state = stationOpenState(status, byWeek(opening), now)
  const said = state && openWords(state, now)
  const self = useQuery({ ...query(detailedOpenings.list, { station_id: [id] }), enabled: can(detailedOpenings.list.policy) }).data?.data[0]
  const alone = self && stationOpenState(status, byMode(self.entries, 'self'), now)
  // Closed is who serves, not the pumps, where these have hours of their own.
  const shown = said && !state.open && alone?.open ? selfAlone(said, openWords(alone, now)) : said
  return (
    <Card withBorder component="section" aria-label={`${code} ${name}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div>
          <Title order={2}>
            <LinkAnchor to="/stazioni/$id" params={{ id }} inherit>
              {code} {name}
            </LinkAnchor>
          </Title>
          <Group gap="xs">
            {shown && <StatusChip tone={shown.word === 'Chiuso' ? 'neutral' : 'ok'} label={shown.word} />}
            <Text>{status !== 'active' ? stationStatuses[status] : (shown?.next ?? 'Orari non ancora inseriti.')}</Text>
          </Group>
        </div>
        {can('tickets.open') && (
          <LinkButton to="/tickets/$slug/{-$id}" params={{ slug: 'nuovo', id: undefined }} search={{ pv: id } as never}>
            Apri ticket
          </LinkButton>
        )}
      </Group>
      <Columns min="20rem">
        {can(stations.prices.policy) && <PricesToday id={id} />}
        {can('tanks.maintain') && <TanksToday id={id} />}
      </Columns>
    </Card>
  )
}
const selfAlone = (served: { next: string }, self: { next: string }) => ({
  word: 'Solo self',
  next: [`self ${self.next}`, served.next && `servito ${served.next}`].filter(Boolean).join(' · '),
})
/** The prices in force, a fuel a line, and how old they are. */
function PricesToday({ id }: { id: number }) {
  const found = useQuery(query(stations.prices, { id }))
  const { data, refetch } = found
  const newest = data?.map(({ valid_from }) => valid_from).sort()
  const age = newest && communicationOf(newest.at(-1) ?? null, new Date().toISOString())
  const sold = [...new Map(data?.map(({ fuel_id, fuel }) => [fuel_id, fuel]))]
  return (
    <section aria-label="Prezzi">
      <Group gap="xs" mb="xs" mih="var(--target)">
        <Title order={3}>Prezzi</Title>
        {age && <StatusChip tone={tones[age.clock]} label={age.state} />}
        {!!data?.length && (
          <DownloadButton source={pricePdfs.sign} input={{ id }} label="Scarica il cartello prezzi in PDF">
            Cartello prezzi
          </DownloadButton>
        )}
      </Group>
      {isUnread(found) ? (
        <ErrorState message="Prezzi: dato non disponibile." onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows rows={3} />
      ) : (
        <Stack gap={4}>
          {sold.map(([fuel_id, fuel]) => (
            <Group key={fuel_id} justify="space-between" gap="xs">
              <Text>{fuel}</Text>
              <Text>
                {data
                  .filter((one) => one.fuel_id === fuel_id)
                  .map(({ mode, price, unit }) => `${priceModes[mode]} ${euro(price)}/${unit}`)
                  .join(' · ')}
              </Text>
            </Group>
          ))}
          <Text size="sm" c="dimmed">
            {age?.sentence}
          </Text>
        </Stack>
      )}
    </section>
  )
}
/** The test that is due first comes first; a tank whose next test is not known comes last. */
const byNextTest = (a: { next_test?: string | null }, b: { next_test?: string | null }) =>
  (a.next_test ?? '9999').localeCompare(b.next_test ?? '9999')
/** The tanks with what they hold and their next test, the first due first. They are shown as the device keeps them until the network answers. */
function TanksToday({ id }: { id: number }) {
  const client = useQueryClient()
  useEffect(() => void loadStoredTanks(client, id).catch(() => undefined), [client, id])
  useStoreTanks(id)
  const found = useQuery(query(tanks.list, { id }))
  const { data, refetch } = found
  const used = data?.filter(({ status }) => status !== 'dismesso').sort(byNextTest)
  return (
    <section aria-label="Cisterne">
      <Group gap="xs" mb="xs" mih="var(--target)">
        <Title order={3}>Cisterne</Title>
        {used && <NewMaintenance tanks={used.filter(({ writable }) => writable)} />}
      </Group>
      {isUnread(found) ? (
        <ErrorState message="Cisterne: dato non disponibile." onRetry={() => void refetch()} />
      ) : !used ? (
        <LoadingRows rows={3} />
      ) : used.length === 0 ? (
        <Text c="dimmed">Nessuna cisterna.</Text>
      ) : (
        <Stack gap={4}>
          {used.map(({ id: tank, number, fuel, capacity, next_test }) => {
            const due = next_test ? dueLabel(next_test) : undefined
            return (
              <Group key={tank} justify="space-between" gap="xs">
                <Text>
                  {[tankName({ id: tank, number }), fuel?.name, capacity !== null && `${count(capacity!)} l`].filter(Boolean).join(' · ')}
                </Text>
                <Group gap="xs">
                  <Text size="sm" c="dimmed">
                    Prossima prova{due ? (due.tone ? '' : `: ${due.label}`) : ': non nota'}
                  </Text>
                  {due?.tone && <StatusChip tone={due.tone} label={due.label} />}
                </Group>
              </Group>
            )
          })}
        </Stack>
      )}
    </section>
  )
}
