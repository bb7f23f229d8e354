import { ActionIcon, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type InspectionRow, inspections } from '../../contract/inspections/inspections.ts'
import { day, monthName } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { addMonths, daysOf, weeksOf } from './calendar.ts'

const WEEK = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']

/** The planned verifiche of a month `YYYY-MM`: a month's sheet, on a phone the days that have some (docs/spec/inspections.md#screens). */
export function PlanCalendar({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const phone = usePhone()
  const days = daysOf(month)
  const period = { from: days[0], to: days.at(-1) }
  const { data, error, refetch } = useQuery(query(inspections.list, { status: ['planned'], ...period, sort: 'date', per_page: 100 }))
  const on = (date: string) => data?.data.filter((row) => row.date === date) ?? []
  return (
    <Stack component="section" aria-label="Calendario delle verifiche pianificate">
      <Group>
        <ActionIcon variant="default" aria-label="Mese precedente" onClick={() => onMonth(addMonths(month, -1))}>
          <IconChevronLeft />
        </ActionIcon>
        <Title order={2} aria-live="polite">
          {monthName(month)}
        </Title>
        <ActionIcon variant="default" aria-label="Mese successivo" onClick={() => onMonth(addMonths(month, 1))}>
          <IconChevronRight />
        </ActionIcon>
      </Group>
      {error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows />
      ) : data.total === 0 ? (
        <EmptyState message="Nessuna verifica pianificata in questo mese." />
      ) : phone ? (
        days
          .filter((date) => on(date).length > 0)
          .map((date) => (
            <div key={date}>
              <Text fw={600}>{day(date)}</Text>
              <Planned rows={on(date)} />
            </div>
          ))
      ) : (
        <Table withTableBorder withColumnBorders layout="fixed" aria-label={monthName(month)}>
          <Table.Thead>
            <Table.Tr>
              {WEEK.map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {weeksOf(month).map((week) => (
              <Table.Tr key={week.find(Boolean)}>
                {week.map((date, at) => (
                  <Table.Td key={date ?? at} valign="top" h={96}>
                    {date && <Text size="sm">{Number(date.slice(8))}</Text>}
                    {date && <Planned rows={on(date)} />}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
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
