import { Anchor, Breadcrumbs, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { stationStatuses, stations } from '../../contract/stations.ts'
import { idParam } from '../../crud/id-param.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { FireExtinguishers } from './FireExtinguishers.tsx'

export const Route = createFileRoute('/_signed/stazioni/$id')({
  params: idParam,
  validateSearch: (raw: object) => raw as { modulo?: number | 'nuovo'; search?: string; sort?: string },
  beforeLoad: guard('net.field'),
  loader: ({ context: { queryClient }, params }) => void queryClient.prefetchQuery(query(stations.get, params)),
  component: StationPage,
})

/** One station: who and where it is, and what stands on it, as far as it is here (domain.md 6.5). */
function StationPage() {
  const { id } = Route.useParams()
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
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!station && !isError && <LoadingRows />}
      {station && (
        <Stack>
          <Text>
            {station.address}, {station.cap} {station.city} ({station.province}) · {stationStatuses[station.status]}
          </Text>
          {equipment && (
            <section aria-labelledby="extinguishers">
              <Title order={2} id="extinguishers">
                Estintori
              </Title>
              <FireExtinguishers id={id} />
            </section>
          )}
        </Stack>
      )}
    </Page>
  )
}
