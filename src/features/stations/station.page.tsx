import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type Station, stations } from '../../contract/stations/stations.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import type { RecordList } from '../../crud/record/Crumbs.tsx'
import { idParam } from '../../crud/record/id-param.ts'
import { RecordFrame, RecordGone } from '../../crud/record/RecordFrame.tsx'
import { RecordTabs } from '../../crud/record/RecordTabs.tsx'
import { useOpenTab } from '../../crud/record/record-tabs.ts'
import { guard } from '../../lib/access.ts'
import { day } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { NavigateLink } from '../../ui/NavigateLink.tsx'
import { part } from '../../ui/part.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { StationCover } from './StationCover.tsx'
import { StationRail } from './StationRail.tsx'
import { StationStatus } from './StationStatus.tsx'
import { stationTabs } from './station-tabs.tsx'
import { useStationActions } from './use-station-actions.tsx'

const Notes = part(() => import('./tabs/Notes.tsx').then((m) => m.Notes))
const list: RecordList = { title: 'Stazioni', link: { to: '/stazioni' } }

type Search = {
  modulo?: number | 'nuovo'
  search?: string
  sort?: string
  appunto?: string
  scheda?: string
  parte?: string
  pezzo?: number
  da?: number
}
export const Route = createFileRoute('/_signed/stazioni/$id')({
  params: idParam,
  validateSearch: (raw: object) => raw as Search,
  beforeLoad: guard('net.field'),
  loader: ({ context: { queryClient }, params }) => void queryClient.prefetchQuery(query(stations.get, params, true)),
  component: StationPage,
})

/** One station: its cover, who and where it is, and all that stands on it, a part at a time. Its frame stands before it is known. */
function StationPage() {
  const { id } = Route.useParams()
  const { data: station, error, refetch } = useQuery(query(stations.get, { id }, true))
  const { appunto } = Route.useSearch()
  const desk = useDesk()
  const { subject } = useRecordDialog()
  const write = !!station?.writable.includes('net.write')
  const tabs = (editing: boolean) => (station ? stationTabs(station, { editing, opened: appunto }) : {})
  const first = useOpenTab(tabs(false)) === 'dati'
  const editing = first && subject === id && write
  const action = useStationActions(station, station && first && !editing)
  if (error?.status === 404) return <RecordGone gone="Punto vendita non trovato" />
  const cover = station && <StationCover id={id} name={nameOf(station)} write={write} />
  return (
    <RecordFrame
      key={id}
      list={list}
      title="Punto vendita"
      name={station && nameOf(station)}
      chip={station && <StationStatus station={station} />}
      subtitle={station && <Where station={station} />}
      action={action}
      rail={
        station && (
          <>
            {desk && cover}
            <StationRail station={station} />
          </>
        )
      }
    >
      {station ? (
        <>
          {!desk && cover}
          <Closed station={station} />
          <RecordTabs tabs={tabs(editing)} />
        </>
      ) : error ? (
        <>
          <ErrorState whole onRetry={() => void refetch()} />
          {/* What was written here without a network is read and written without one, whether the station could be read or not. */}
          <Notes meanwhile={<LoadingRows />} id={id} opened={appunto} place={`Punto vendita ${id}`} />
        </>
      ) : (
        <LoadingRows />
      )}
    </RecordFrame>
  )
}

const nameOf = ({ code, name }: Station) => `${code} ${name}`
const Where = ({ station: { address, cap, city, province, latitude, longitude } }: { station: Station }) => (
  <>
    {address}, {cap} {city} ({province}){' '}
    {latitude !== null && longitude !== null && <NavigateLink latitude={latitude} longitude={longitude} />}
  </>
)
const Closed = ({ station: { closing_reason, reopening_at } }: { station: Station }) =>
  closing_reason && (
    <Alert color="amber" mb="md" title={reopening_at ? `Chiuso fino al ${day(reopening_at)}` : 'Chiuso temporaneamente'}>
      {closing_reason}
    </Alert>
  )
