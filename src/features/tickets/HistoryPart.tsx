import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { RailPart } from '../../crud/record/Rail.tsx'
import { day, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { eventText } from './history-text.ts'
import { keyOf } from './ticket-links.ts'

export function HistoryPart({ ticket }: { ticket: Ticket }) {
  const { data, isError, refetch } = useQuery(query(tickets.history, keyOf(ticket), true))
  return (
    <RailPart title="Storico">
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {data && (
        <details>
          <summary>{howMany(data.length, 'evento', 'eventi')}</summary>
          <Stack gap={4} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
            {data.toReversed().map((one) => (
              <li key={one.id}>
                <Text size="sm">{eventText(one)}</Text>
                <Text size="xs" c="dimmed">
                  {day(one.at)} {dayTime(one.at).slice(11)}
                </Text>
              </li>
            ))}
          </Stack>
        </details>
      )}
    </RailPart>
  )
}
