import { createFileRoute } from '@tanstack/react-router'
import { provinces } from '../../contract/provinces.ts'
import { stationImport } from '../../contract/station-import.ts'
import { stationStatuses, stations } from '../../contract/stations.ts'
import { listRoute } from '../../crud/crud-route.ts'
import { anyOf, someOf } from '../../crud/filters.tsx'
import { useListState } from '../../crud/list-search.ts'
import { PagedTable } from '../../crud/PagedTable.tsx'
import { useTotal } from '../../crud/use-rows.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconGasStation, IconUpload } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'

export const Route = createFileRoute('/_signed/stazioni/')({ ...listRoute(stations.list), component: StationsPage })

const filters = {
  status: anyOf('Stato', stationStatuses),
  province: someOf('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))),
}

/** "Stazioni": those that the person may see (domain.md 4.3). */
function StationsPage() {
  const list = useListState(stations.list)
  const imports = useCan()(stationImport.start.policy)
  return (
    <Page title="Stazioni" count={useTotal(list)}>
      <PagedTable
        {...list}
        action={
          imports && (
            <LinkButton to="/stazioni/importa" variant="default" visibleFrom="sm" leftSection={<IconUpload />}>
              Importa
            </LinkButton>
          )
        }
        link={({ id }) => ({ to: '/stazioni/$id', params: { id } })}
        filters={filters as never}
        empty={<EmptyState icon={IconGasStation} message="Nessun punto vendita è assegnato a te." />}
        columns={{
          Codice: { show: (station) => station.code, sort: 'code' },
          Nome: { show: (station) => station.name, sort: 'name', wide: true },
          Comune: { show: (station) => station.city, sort: 'city' },
          Provincia: { show: (station) => station.province, sort: 'province' },
          Stato: {
            show: ({ status }) => <StatusChip tone={status === 'active' ? 'ok' : 'neutral'} label={stationStatuses[status]} />,
            sort: 'status',
            width: 12,
          },
        }}
      />
    </Page>
  )
}
