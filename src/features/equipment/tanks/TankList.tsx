import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tankAges, tankStatuses, tanks, tankTypes } from '../../../contract/equipment/tanks.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { anyOf, lookup, yesNo } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useTotal } from '../../../crud/list/use-rows.ts'
import { count, day } from '../../../lib/format.ts'
import { connection } from '../../../lib/online.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconDroplet } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'

const PrepareTanks = part(() => import('./PrepareTanks.tsx').then((m) => m.PrepareTanks))
const StoredTankList = part(() => import('./StoredTankList.tsx').then((m) => m.StoredTankList))

const filters = {
  fuel_id: lookup('Carburante', fuels.suggest),
  type: anyOf('Tipo', tankTypes),
  age: anyOf('Età', tankAges),
  without_probe: yesNo('Senza sonda'),
  due: yesNo('Prova entro 60 giorni'),
  status: anyOf('Stato', tankStatuses),
}
const ageOf = (year: number | null) => (year === null ? '' : `${year} (${years(new Date().getFullYear() - year)})`)
const years = (many: number) => (many === 1 ? '1 anno' : `${many} anni`)

/** The tanks of the network, and how much they hold of each fuel over all results. */
export function TankList() {
  const list = useListState(tanks.all)
  const { page: _, per_page: __, sort: ___, ...shared } = list.search
  const totals = useQuery(query(tanks.capacity, shared as never))
  const offline = connection.use() !== 'online'
  const writes = useCan()(tankMaintenances.create.policy)
  return (
    <Page title="Cisterne" count={useTotal(list)} action={writes && <PrepareTanks />}>
      {offline && <StoredTankList />}
      <PagedTable
        {...list}
        filters={filters as never}
        link={({ station }) => ({ to: '/stazioni/cisterne/{-$id}', params: { id: station.id } })}
        empty={<EmptyState icon={IconDroplet} message="Nessuna cisterna." />}
        columns={{
          'P.V.': { show: ({ station }) => `${station.code} ${station.name}`, sort: 'station', wide: true },
          'N.': { show: (row) => row.number, sort: 'number', width: 4.5 },
          Carburante: { show: (row) => row.fuel?.name, sort: 'fuel', width: 7 },
          Capacità: { show: (row) => row.capacity !== null && `${count(row.capacity)} l`, sort: 'capacity', numeric: true, width: 6.75 },
          Tipo: { show: (row) => row.type && tankTypes[row.type], sort: 'type', width: 8.5, spare: 2 },
          'Anno/età': { show: (row) => ageOf(row.year), sort: 'year', width: 7.25, spare: 1 },
          Sonda: { show: (row) => (row.probe ? 'Sì' : 'No'), width: 6, spare: 3 },
          'Ultima prova': { show: (row) => day(row.last_test), sort: 'last_test', width: 8.25, spare: 4 },
          'Prossima prova': { show: (row) => day(row.next_test), sort: 'next_test', width: 8.75 },
        }}
      />
      {totals.data && totals.data.length > 0 && (
        <Group gap="md" aria-label="Capacità per carburante" role="group">
          {totals.data.map(({ fuel, tanks: all, capacity }) => (
            <Text key={fuel?.id ?? 0} size="sm">
              {fuel?.name ?? 'Senza carburante'}:{' '}
              <Text span inherit fw={600}>
                {count(capacity)} l
              </Text>{' '}
              <Text span inherit c="dimmed">
                in {count(all)}
              </Text>
            </Text>
          ))}
        </Group>
      )}
    </Page>
  )
}
