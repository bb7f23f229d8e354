import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inspections } from '../../../contract/inspections/inspections.ts'
import { day, today } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { NavigateLink } from '../../../ui/NavigateLink.tsx'

const WEEK_MS = 7 * 86_400_000

/** The planned verifiche of the next seven days, and those in arrears. */
export function Agenda() {
  const to = today(Date.now() + WEEK_MS)
  const { data, error, isPending, refetch } = useQuery(query(inspections.list, { status: ['planned'], to, sort: 'date', per_page: 25 }))
  if (isPending) return <LoadingRows />
  if (error) return <ErrorState onRetry={() => void refetch()} />
  if (data.data.length === 0) return <EmptyState message="Niente da segnalare oggi." />
  return (
    <Stack gap="xs">
      {data.data.map(({ id, client_uuid, station, model_name, scheduled_at }) => (
        <Card key={id} withBorder padding="sm">
          <Group justify="space-between" wrap="nowrap">
            <div>
              <LinkAnchor to="/verifiche/$id" params={{ id: client_uuid }} fw={500}>
                {station.code} {station.name} · {day(scheduled_at)}
              </LinkAnchor>
              <Text size="sm" c="dimmed">
                {model_name} · {station.city} ({station.province})
              </Text>
            </div>
            {station.latitude !== null && station.longitude !== null && (
              <NavigateLink latitude={station.latitude} longitude={station.longitude} to={`${station.code} ${station.name}`} />
            )}
          </Group>
        </Card>
      ))}
    </Stack>
  )
}
