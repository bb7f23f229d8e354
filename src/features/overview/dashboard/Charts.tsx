import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { dashboard } from '../../../contract/overview/dashboard.ts'
import { count } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { Chart } from '../../../ui/Chart.tsx'
import { Columns } from '../../../ui/Columns.tsx'
import type { ChartData } from '../../../ui/chart-data.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { type Drawn, draw } from './chart-list.ts'

type Charts = Output<typeof dashboard.charts>
/** True if there is anything to draw: a chart of zeros is told in words. */
const tells = ({ series }: ChartData) => series.some(({ values }) => values.some((value) => !!value))

/** How many tickets were closed in time; nothing where none was closed. */
function InTime({ sla: { closed, in_time, from, to } }: { sla: NonNullable<Charts['ticket_sla']> }) {
  const list = { view: 'closed', date_field: 'completed_at', from, to }
  return (
    <section aria-labelledby="in-time">
      <Title order={2} id="in-time">
        Ticket chiusi nei tempi, ultimi 30 giorni
      </Title>
      <Text fz="2rem" fw={600}>
        {Math.round((in_time / closed) * 100)} %
      </Text>
      <Text c="dimmed">
        {count(in_time)} di{' '}
        <LinkAnchor to="/tickets" search={list as never}>
          {count(closed)} chiusi
        </LinkAnchor>
      </Text>
    </section>
  )
}

/** The charts of a person's roles, for who has one (`chartsOf`); `none` where they would all be empty. */
export function Charts({ none }: { none: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(query(dashboard.charts, {}))
  const shown = useMemo(
    () =>
      (Object.keys(draw) as (keyof typeof draw)[])
        .map((name): Drawn | undefined => data?.[name] && draw[name](data[name] as never))
        .filter((chart) => !!chart && tells(chart.data)),
    [data],
  )
  if (isPending) return <LoadingRows />
  if (error) return <ErrorState message={`Grafici non disponibili. ${error.message}`} onRetry={() => void refetch()} />
  const sla = data.ticket_sla?.closed ? data.ticket_sla : undefined
  if (!shown.length && !sla) return none
  return (
    <Columns min="22rem">
      {sla && <InTime sla={sla} />}
      {shown.map((chart) => chart && <Chart key={chart.title} {...chart} />)}
    </Columns>
  )
}
