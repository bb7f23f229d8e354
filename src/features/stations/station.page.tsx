import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { stations } from '../../contract/stations.ts'
import type { RecordList } from '../../crud/Crumbs.tsx'
import { idParam } from '../../crud/id-param.ts'
import { RecordFrame, RecordGone } from '../../crud/RecordFrame.tsx'
import { RecordTabs } from '../../crud/RecordTabs.tsx'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { stationColumns as words } from '../../rules/station-columns.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { NavigateLink } from '../../ui/NavigateLink.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { toneOf } from './filters.ts'
import { StationCover } from './StationCover.tsx'
import { StationRail } from './StationRail.tsx'
import { stationTabs } from './station-tabs.tsx'

const Notes = lazy(() => import('./tabs/Notes.tsx').then((m) => ({ default: m.Notes })))
const list: RecordList = { title: 'Stazioni', link: { to: '/stazioni' } }

type Search = {
  modulo?: number | 'nuovo'
  search?: string
  sort?: string
  appunto?: string
  scheda?: string
  parte?: string
}
export const Route = createFileRoute('/_signed/stazioni/$id')({
  params: idParam,
  validateSearch: (raw: object) => raw as Search,
  beforeLoad: guard('net.field'),
  loader: ({ context: { queryClient }, params }) => void queryClient.prefetchQuery(query(stations.get, params, true)),
  component: StationPage,
})

/** One station: its cover, who and where it is, and all that stands on it, a part at a time (domain.md 6.5). */
function StationPage() {
  const { id } = Route.useParams()
  const { appunto } = Route.useSearch()
  const { data: station, error, refetch } = useQuery(query(stations.get, { id }, true))
  const desk = useDesk()
  const can = useCan()
  const name = station && `${station.code} ${station.name}`
  if (error?.status === 404) return <RecordGone list={list} gone="Punto vendita non trovato" />
  const cover = station && <StationCover id={id} name={name!} />
  const { latitude, longitude } = station ?? {}
  return (
    <RecordFrame
      list={list}
      title="Punto vendita"
      name={name}
      chip={station && <StatusChip tone={toneOf(station.status)} label={words.Stato.text(station)} />}
      subtitle={
        station && (
          <>
            {station.address}, {station.cap} {station.city} ({station.province}){' '}
            {typeof latitude === 'number' && typeof longitude === 'number' && <NavigateLink latitude={latitude} longitude={longitude} />}
          </>
        )
      }
      rail={
        station && (
          <>
            {desk && cover}
            <StationRail station={station} />
          </>
        )
      }
    >
      {!station && !error && <LoadingRows />}
      {station && !desk && cover}
      {station && <RecordTabs tabs={stationTabs(station, can, appunto)} />}
      {/* What was written here without a network is read and written without one, whether the station could be read or not. */}
      {error && !station && (
        <>
          <ErrorState onRetry={() => void refetch()} />
          <Suspense fallback={<LoadingRows />}>
            <Notes id={id} opened={appunto} place={`Punto vendita ${id}`} />
          </Suspense>
        </>
      )}
    </RecordFrame>
  )
}
