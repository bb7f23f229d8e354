import { createFileRoute } from '@tanstack/react-router'
import { stationImport } from '../../contract/stations/import.ts'
import { stationRecord } from '../../contract/stations/record.ts'
import { stationReport } from '../../contract/stations/report.ts'
import { stations } from '../../contract/stations/stations.ts'
import { textColumn } from '../../crud/list/columns.ts'
import { listRoute } from '../../crud/list/crud-route.ts'
import { mapLoader } from '../../crud/list/list-loader.ts'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { useListMap } from '../../crud/list/use-list-map.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { mayCreateStations } from '../../rules/stations/access.ts'
import { stationColumns as words } from '../../rules/stations/columns.ts'
import { IconUpload } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useStationFilters } from './filters.ts'
import { NoStations } from './NoStations.tsx'
import { ReportButton } from './ReportButton.tsx'
import { statusTone } from './status-tone.ts'
import { useStatus } from './use-status.tsx'

export const Route = createFileRoute('/_signed/stazioni/')({
  ...listRoute<typeof stations.list, { mappa?: boolean; schede?: boolean; scelta?: number }>('net.field'),
  loader: mapLoader(stations),
  component: StationsPage,
})

const StationMap = part(() => import('./StationMap.tsx').then((m) => m.StationMap))

/** "Stazioni": those that the person may see. */
function StationsPage() {
  const list = useListState(stations.list)
  const sees = useCan()
  const { actionsOf, question } = useStatus()
  const map = useListMap(list, StationMap)
  const add = mayCreateStations(useMe()) && <LinkButton to="/stazioni/nuova">Nuovo punto vendita</LinkButton>
  const { page: _, per_page: __, sort: ___, ...shared } = list.search
  return (
    <Page title="Stazioni" count={useTotal(list)} action={add}>
      <PagedTable
        {...list}
        action={
          <>
            {sees(stationReport.report.policy) && <ReportButton filters={shared} />}
            {sees(stationImport.start.policy) && (
              <LinkButton to="/stazioni/importa" variant="default" visibleFrom="sm" leftSection={<IconUpload />}>
                Importa
              </LinkButton>
            )}
          </>
        }
        layouts={map.views}
        actions={map.beside || sees(stationRecord.setStatus.policy) ? (row) => [...map.actionsOf(row), ...actionsOf(row)] : undefined}
        sidePanel={map.beside}
        cards={map.cards}
        link={({ id }) => ({ to: '/stazioni/$id', params: { id } })}
        filters={useStationFilters() as never}
        empty={<NoStations />}
        columns={{
          Codice: { ...textColumn(words.Codice), sort: 'code', width: 6 },
          Nome: { ...textColumn(words.Nome), sort: 'name' },
          'Città (Prov)': { ...textColumn(words['Città (Prov)']), sort: 'city', spare: 1, card: 'foot' },
          // A driver sees neither.
          ...(sees('equip.read') && {
            Bandiera: { ...textColumn(words.Bandiera), spare: 2, card: 'foot' },
            Vendita: { ...textColumn(words.Vendita), spare: 3, width: 9.5, card: 'foot' },
          }),
          Stato: {
            ...words.Stato,
            show: (row) => <StatusChip tone={statusTone(row.status)} label={words.Stato.text(row)} />,
            sort: 'status',
            // The dates of "Chiuso temporaneamente".
            width: 16,
            card: 'chip',
          },
        }}
      />
      {question}
    </Page>
  )
}
