import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { stations } from '../../contract/stations.ts'
import type { RecordList } from '../../crud/Crumbs.tsx'
import { idParam } from '../../crud/id-param.ts'
import { RecordFrame, RecordGone } from '../../crud/RecordFrame.tsx'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { stationColumns as words } from '../../rules/station-columns.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toneOf } from './filters.ts'
import { StationEquipment } from './StationEquipment.tsx'
import { StationRail } from './StationRail.tsx'

const StationNotes = lazy(() => import('./StationNotes.tsx').then((m) => ({ default: m.StationNotes })))
const list: RecordList = { title: 'Stazioni', link: { to: '/stazioni' } }

export const Route = createFileRoute('/_signed/stazioni/$id')({
  params: idParam,
  validateSearch: (raw: object) => raw as { modulo?: number | 'nuovo'; search?: string; sort?: string; appunto?: string; scheda?: string },
  beforeLoad: guard('net.field'),
  loader: ({ context: { queryClient }, params }) => void queryClient.prefetchQuery(query(stations.get, params, true)),
  component: StationPage,
})

/** One station: who and where it is, and what stands on it, as far as it is here (domain.md 6.5). */
function StationPage() {
  const { id } = Route.useParams()
  const { appunto } = Route.useSearch()
  const { data: station, error, refetch } = useQuery(query(stations.get, { id }, true))
  const equipment = useCan()('equip.read')
  const name = station && `${station.code} ${station.name}`
  if (error?.status === 404) return <RecordGone list={list} gone="Punto vendita non trovato" />
  return (
    <RecordFrame
      list={list}
      title="Punto vendita"
      name={name}
      chip={station && <StatusChip tone={toneOf(station.status)} label={words.Stato.text(station)} />}
      subtitle={station && `${station.address}, ${station.cap} ${station.city} (${station.province})`}
      rail={station && <StationRail station={station} />}
    >
      {error && !station && <ErrorState onRetry={() => void refetch()} />}
      {!station && !error && <LoadingRows />}
      <Stack>
        {(station || error) && (
          <section aria-labelledby="notes">
            <Title order={2} id="notes" mb="xs">
              Appunti
            </Title>
            <Suspense fallback={<LoadingRows />}>
              <StationNotes id={id} opened={appunto} place={name ?? `Punto vendita ${id}`} />
            </Suspense>
          </section>
        )}
        {station && equipment && <StationEquipment id={id} />}
      </Stack>
    </RecordFrame>
  )
}
