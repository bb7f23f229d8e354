import { Anchor, Breadcrumbs, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { stationStatuses, stations } from '../../contract/stations.ts'
import { idParam } from '../../crud/id-param.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Part, StationEquipment } from './StationEquipment.tsx'

const StationNotes = lazy(() => import('./StationNotes.tsx').then((m) => ({ default: m.StationNotes })))

export const Route = createFileRoute('/_signed/stazioni/$id')({
  params: idParam,
  validateSearch: (raw: object) => raw as { modulo?: number | 'nuovo'; search?: string; sort?: string; appunto?: string; scheda?: Part },
  beforeLoad: guard('net.field'),
  loader: ({ context: { queryClient }, params }) => void queryClient.prefetchQuery(query(stations.get, params)),
  component: StationPage,
})

/** One station: who and where it is, and what stands on it, as far as it is here (domain.md 6.5). */
function StationPage() {
  const { id } = Route.useParams()
  const { appunto, scheda } = Route.useSearch()
  const { data: station, isError, refetch } = useQuery(query(stations.get, { id }))
  const equipment = useCan()('equip.read')
  const breadcrumbs = (
    <Breadcrumbs>
      <Anchor renderRoot={(props) => <Link {...props} to="/stazioni" activeOptions={{ exact: true }} />}>Stazioni</Anchor>
      <Text aria-current="page">{station?.code ?? '…'}</Text>
    </Breadcrumbs>
  )
  return (
    <Page title={station ? `${station.code} ${station.name}` : 'Punto vendita'} breadcrumbs={breadcrumbs}>
      {isError && !station && <ErrorState onRetry={() => void refetch()} />}
      {!station && !isError && <LoadingRows />}
      <Stack>
        {station && (
          <Text>
            {station.address}, {station.cap} {station.city} ({station.province}) · {stationStatuses[station.status]}
          </Text>
        )}
        {(station || isError) && (
          <section aria-labelledby="notes">
            <Title order={2} id="notes" mb="xs">
              Appunti
            </Title>
            <Suspense fallback={<LoadingRows />}>
              <StationNotes id={id} opened={appunto} place={station ? `${station.code} ${station.name}` : `Punto vendita ${id}`} />
            </Suspense>
          </section>
        )}
        {station && equipment && <StationEquipment id={id} part={scheda} />}
      </Stack>
    </Page>
  )
}
