import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stations } from '../../contract/stations/stations.ts'
import { RailPart } from '../../crud/record/Rail.tsx'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkAnchor } from '../../ui/links.tsx'

export function StationPart({ id, name }: { id: number; name: string }) {
  const can = useCan()('net.field')
  const { data, error, refetch } = useQuery({ ...query(stations.get, { id }, true), enabled: can, retry: false })
  return (
    <RailPart title="Punto vendita">
      {can && data ? (
        <LinkAnchor to="/stazioni/$id" params={{ id }} size="sm">
          {name}
        </LinkAnchor>
      ) : (
        <Text size="sm">{name}</Text>
      )}
      {data && (
        <>
          <Text size="sm" c="dimmed">
            {data.address}, {data.city} ({data.province})
          </Text>
          <Stack gap={0} align="flex-start">
            {(data.phones ?? []).map(({ number, label }) => (
              <Anchor key={number} href={`tel:${number}`} size="sm" py={2}>
                {[label, number].filter(Boolean).join(' ')}
              </Anchor>
            ))}
          </Stack>
        </>
      )}
      {/* The ticket's station need not be one of the reader's own. */}
      {can && error && error.status !== 404 && (
        <ErrorState message="La scheda del punto vendita non si è potuta leggere." onRetry={() => void refetch()} />
      )}
    </RailPart>
  )
}
