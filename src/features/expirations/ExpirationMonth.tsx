import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expirationStatuses } from '../../contract/expirations/words.ts'
import { MonthSheet } from '../../crud/list/MonthSheet.tsx'
import { day, today } from '../../lib/format.ts'
import { dueStatus } from '../../rules/expirations/due-dates.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type ExpirationRow, stationOf } from './expiration.ts'
import { type Chosen, monthQuery } from './month.ts'

interface ExpirationMonthProps {
  month: string
  onMonth: (month: string) => void
  /** The filters of the list, without its days. */
  chosen: Chosen
  action: ReactNode
}
/** The expirations of a month `YYYY-MM` on their days. Where there are too many to show them all, each day says how many it has: a day with some never stands empty. */
export function ExpirationMonth({ month, onMonth, chosen, action }: ExpirationMonthProps) {
  const { data, error, refetch } = useQuery(monthQuery(month, chosen))
  const rows: readonly ExpirationRow[] = data?.data ?? []
  const cut = !!data && data.total > rows.length
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
          if (cut) return data.counts?.[date] && <Day date={date} total={data.counts[date]} chosen={chosen} />
          const on = rows.filter((row) => row.date === date)
          return on.length > 0 && on.map((row) => <Entry key={row.id} row={row} />)
        }}
      />
    </Stack>
  )
}

interface DayProps extends Pick<ExpirationMonthProps, 'chosen'> {
  date: string
  total: number
}
const Day = ({ date, total, chosen }: DayProps) => (
  <LinkAnchor
    to="/scadenze/{-$id}"
    params={{ id: undefined }}
    search={{ ...chosen, from: date, to: date } as never}
    size="sm"
    mih={{ base: 44, md: 0 }}
    aria-label={`${howMany(total, 'scadenza', 'scadenze')} il ${day(date)}`}
  >
    {howMany(total, 'scadenza', 'scadenze')}
  </LinkAnchor>
)
function Entry({ row }: { row: ExpirationRow }) {
  const status = dueStatus(row, today())
  return (
    <div>
      <LinkAnchor
        to="/scadenze/{-$id}"
        params={{ id: row.id }}
        search={{}}
        size="sm"
        mih={{ base: 44, md: 0 }}
        lineClamp={2}
        title={row.message}
      >
        {row.message}
      </LinkAnchor>
      <Text size="xs" c="dimmed" truncate title={stationOf(row)}>
        {stationOf(row)}
      </Text>
      {/* What is still far away is what a calendar is full of. */}
      {status.label !== expirationStatuses.open && <StatusChip {...status} />}
    </div>
  )
}
