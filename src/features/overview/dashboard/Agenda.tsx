import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inspections } from '../../../contract/inspections/inspections.ts'
import { CachedNote } from '../../../crud/list/CachedNote.tsx'
import { day, today } from '../../../lib/format.ts'
import { ageOf, isUnread, query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { NavigateLink } from '../../../ui/NavigateLink.tsx'
import { useWaitingAway } from '../../inspections/counted-here.ts'

const WEEK_MS = 7 * 86_400_000

/** The planned verifiche of the next seven days, and those in arrears; without a network, only those not begun here. */
export function Agenda() {
  const to = today(Date.now() + WEEK_MS)
  const found = useQuery(query(inspections.list, { status: ['planned'], to, sort: 'date', per_page: 25 }))
  const begun = new Set(useWaitingAway().map(({ entity }) => entity))
  const { data, refetch } = found
  if (isUnread(found)) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const left = data.data.filter(({ client_uuid }) => !begun.has(client_uuid))
  if (left.length === 0) return <EmptyState message="Niente da segnalare oggi." />
  return (
    <Stack gap="xs">
      <CachedNote at={ageOf(found)} />
      {left.map(({ id, client_uuid, station, model_name, scheduled_at }) => (
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
