import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MonthSheet } from '../../crud/list/MonthSheet.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type CourseRow, courseChip, hoursOf, placeOf } from './course.ts'
import { monthQuery } from './month.ts'

interface CourseMonthProps {
  month: string
  onMonth: (month: string) => void
  onCourse: (id: number) => void
  action: ReactNode
}
/** The courses of a month `YYYY-MM`, cancelled ones too. */
export function CourseMonth({ month, onMonth, onCourse, action }: CourseMonthProps) {
  const { data, error, refetch } = useQuery(monthQuery(month))
  return (
    <Stack>
      <Group justify="flex-end">{action}</Group>
      <MonthSheet
        label="Calendario dei corsi GPL"
        month={month}
        onMonth={onMonth}
        instead={
          error ? (
            <ErrorState onRetry={() => void refetch()} />
          ) : !data ? (
            <LoadingRows />
          ) : (
            data.total === 0 && <EmptyState message="Nessun corso in questo mese." />
          )
        }
        on={(date) => {
          const rows = data?.data.filter((row) => row.date === date) ?? []
          return rows.length > 0 && rows.map((row) => <Entry key={row.id} row={row} onOpen={() => onCourse(row.id)} />)
        }}
      />
      {data && data.total > data.data.length && (
        <Text c="dimmed">
          {data.data.length} di {data.total}: per gli altri usa l’elenco.
        </Text>
      )}
    </Stack>
  )
}

const Entry = ({ row, onOpen }: { row: CourseRow; onOpen: () => void }) => (
  <div>
    <Anchor component="button" type="button" ta="start" size="sm" mih={{ base: 44, md: 0 }} onClick={onOpen}>
      {row.title}
    </Anchor>
    <Text size="xs" c="dimmed">
      {hoursOf(row)} · {placeOf(row)} · {row.booked}/{row.seats}
    </Text>
    <StatusChip {...courseChip(row)} />
  </div>
)
