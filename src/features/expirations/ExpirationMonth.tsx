import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expirations } from '../../contract/expirations/expirations.ts'
import { MonthSheet } from '../../crud/list/MonthSheet.tsx'
import { today } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { dueStatus } from '../../rules/expirations/due-dates.ts'
import { daysOf } from '../../rules/shared/calendar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type ExpirationRow, stationOf } from './expiration.ts'

const SHOWN = 100
interface ExpirationMonthProps {
  month: string
  onMonth: (month: string) => void
  /** The filters of the list, without its days. */
  given: object
  action: ReactNode
}
/** The expirations of a month `YYYY-MM` on their days. */
export function ExpirationMonth({ month, onMonth, given, action }: ExpirationMonthProps) {
  const days = daysOf(month)
  const asked = { ...given, from: days[0], to: days.at(-1), sort: 'date', per_page: SHOWN, page: 1 }
  const { data, error, refetch } = useQuery(query(expirations.list, asked as never))
  const rows: readonly ExpirationRow[] = data?.data ?? []
  return (
    <Stack>
      <Group justify="flex-end">{action}</Group>
      <MonthSheet
        label="Calendario delle scadenze"
        month={month}
        onMonth={onMonth}
        instead={
          error && !data ? (
            <ErrorState onRetry={() => void refetch()} />
          ) : !data ? (
            <LoadingRows />
          ) : (
            data.total === 0 && <EmptyState message="Nessuna scadenza in questo mese." />
          )
        }
        on={(date) => {
          const on = rows.filter((row) => row.date === date)
          return on.length > 0 && on.map((row) => <Entry key={row.id} row={row} />)
        }}
      />
      {data && data.total > rows.length && (
        <Text c="dimmed">
          {rows.length} di {data.total}: per le altre usa l’elenco.
        </Text>
      )}
    </Stack>
  )
}

const Entry = ({ row }: { row: ExpirationRow }) => (
  <div>
    <LinkAnchor to="/scadenze/{-$id}" params={{ id: row.id }} search={{}} size="sm" mih={{ base: 44, md: 0 }}>
      {row.message}
    </LinkAnchor>
    <Text size="xs" c="dimmed">
      {stationOf(row)}
    </Text>
    <StatusChip {...dueStatus(row, today())} />
  </div>
)
