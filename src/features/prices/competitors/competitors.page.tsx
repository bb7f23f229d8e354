import { Button } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { wholeNumber } from '../../../contract/kernel/crud.ts'
import { competitors } from '../../../contract/prices/competitors.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { useRecordDialog } from '../../../crud/form/record-dialog.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { related, yesNo } from '../../../crud/list/filters.tsx'
import { mapLoader } from '../../../crud/list/list-loader.ts'
import { IN_PLACE, readSearch, useListState, useParameters } from '../../../crud/list/list-search.ts'
import { NewButton } from '../../../crud/list/NewButton.tsx'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useListMap } from '../../../crud/list/use-list-map.tsx'
import { useTotal } from '../../../crud/list/use-rows.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { useCan } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconArrowsSort, IconGasStation, IconMap, IconPencil, IconTrash } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { columns } from './columns.tsx'
import { byProvince, stationName } from './filters.ts'

export const Route = createFileRoute('/_signed/competitors')({
  ...listRoute<typeof competitors.list, { mappa?: boolean; schede?: boolean; scelta?: number; id?: number }>('net.read'),
  loader: mapLoader(competitors),
  component: CompetitorsPage,
})

const CompetitorMap = part(() => import('./CompetitorMap.tsx').then((m) => m.CompetitorMap))
const CompetitorDialog = part(() => import('./CompetitorDialog.tsx').then((m) => m.CompetitorDialog))
const CompareDialog = part(() => import('./CompareDialog.tsx').then((m) => m.CompareDialog))
const NeighboursDialog = part(() => import('./NeighboursDialog.tsx').then((m) => m.NeighboursDialog))
const read = readSearch({ id: wholeNumber(1) })

/** "Competitors": the list of competitors with their prices beside ours. */
function CompetitorsPage() {
  const list = useListState(competitors.list)
  const can = useCan()
  const dialog = useRecordDialog()
  const remove = useDelete(competitors.remove, 'il concorrente')
  const map = useListMap(list, CompetitorMap)
  const { id: compared } = useParameters(read)
  const navigate = useNavigate()
  const [taking, setTaking] = useState(false)
  const compare = (id: number | undefined) => void navigate({ to: '.', search: ((old: object) => ({ ...old, id })) as never, ...IN_PLACE })
  const writes = can(competitors.create.policy)
  const add = writes && <NewButton onClick={() => dialog.show('nuovo')}>Nuovo concorrente</NewButton>
  const taker = (words: string) =>
    writes && (
      <Button variant="default" leftSection={<IconMap />} onClick={() => setTaking(true)}>
        {words}
      </Button>
    )
  return (
    <Page title="Competitors" count={useTotal(list)} action={add}>
      <PagedTable
        {...list}
        columns={columns}
        filters={
          {
            station_id: related('P.V. confrontato', stations.suggest, stationName),
            province: byProvince,
            stale: yesNo('Da oltre 8 giorni'),
          } as never
        }
        link={({ id }) => ({ to: '/competitors', search: ((old: object) => ({ ...old, id })) as never })}
        sidePanel={map.beside}
        cards={map.cards}
        layouts={
          <>
            {map.views}
            {taker('Importa i vicini')}
          </>
        }
        actions={(row) => [
          { label: 'Confronta i prezzi', icon: IconArrowsSort, onSelect: () => compare(row.id) },
          ...map.actionsOf(row),
          ...(writes
            ? [
                { label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(row.id) },
                { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id: row.id }, row.name) },
              ]
            : []),
        ]}
        empty={<EmptyState icon={IconGasStation} message="Nessun concorrente." action={taker('Importa i vicini entro 5 km')} />}
      />
      {writes && dialog.subject && <CompetitorDialog />}
      {compared && <CompareDialog key={compared} id={compared} onClose={() => compare(undefined)} />}
      {taking && <NeighboursDialog station={list.search.station_id?.[0]} onClose={() => setTaking(false)} />}
    </Page>
  )
}
