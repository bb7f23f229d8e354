import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type InspectionRow, inspections } from '../../contract/inspections/inspections.ts'
import { MonthSheet } from '../../crud/list/MonthSheet.tsx'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { daysOf } from '../../rules/shared/calendar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'

/** The planned verifiche of a month `YYYY-MM` (docs/spec/inspections.md#screens). */
export function PlanCalendar({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const days = daysOf(month)
  const period = { from: days[0], to: days.at(-1) }
  const { data, error, refetch } = useQuery(query(inspections.list, { status: ['planned'], ...period, sort: 'date', per_page: 100 }))
  return (
    <Stack>
      <MonthSheet
        label="Calendario delle verifiche pianificate"
        month={month}
        onMonth={onMonth}
        instead={
          error ? (
            <ErrorState onRetry={() => void refetch()} />
          ) : !data ? (
            <LoadingRows />
          ) : (
            data.total === 0 && <EmptyState message="Nessuna verifica pianificata in questo mese." />
          )
        }
        on={(date) => {
          const rows = data?.data.filter((row) => row.date === date) ?? []
          return rows.length > 0 && <Planned rows={rows} />
        }}
      />
      {data && data.total > data.data.length && (
        <Text c="dimmed">
          {data.data.length} di {data.total}: per le altre usa l’elenco.
        </Text>
      )}
    </Stack>
  )
}

function Planned({ rows }: { rows: InspectionRow[] }) {
  const others = useCan()('insp.approve')
  return rows.map(({ id, client_uuid, model_name, station, inspector }) => (
    <div key={id}>
      <LinkAnchor to="/verifiche/$id" params={{ id: client_uuid }} size="sm">
        {station.code} {station.city}
      </LinkAnchor>
      <Text size="xs" c="dimmed">
        {model_name}
        {others ? ` · ${inspector.name}` : ''}
      </Text>
    </div>
  ))
}
