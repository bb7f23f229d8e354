import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { dashboard } from '../../contract/dashboard.ts'
import type { Output } from '../../contract/endpoint.ts'
import { OUTCOMES } from '../../contract/inspection-labels.ts'
import { stationStatuses } from '../../contract/stations.ts'
import { count, monthName, tenth } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Chart } from '../../ui/Chart.tsx'
import { Columns } from '../../ui/Columns.tsx'
import type { ChartData, ChartTone } from '../../ui/chart-data.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'

type Charts = Output<typeof dashboard.charts>
const keysOf = <K extends string>(names: Readonly<Record<K, string>>) => Object.keys(names) as K[]
const tones: Record<keyof typeof OUTCOMES, ChartTone> = {
  ...{ conforme: 'ok', con_osservazioni: 'wait', non_conforme: 'error', incompleta: 'neutral' },
}

const outcomesOf = (months: NonNullable<Charts['outcomes']>): ChartData => ({
  heading: 'Mese',
  labels: months.map(({ month }) => monthName(month)),
  series: keysOf(OUTCOMES).map((key) => ({ name: OUTCOMES[key], tone: tones[key], values: months.map((month) => month[key]) })),
})
const scoresOf = (months: NonNullable<Charts['scores']>): ChartData => ({
  heading: 'Mese',
  labels: months.map(({ month }) => monthName(month)),
  series: [{ name: 'Punteggio medio', tone: 'plain', values: months.map((month) => month.score) }],
})
const statesOf = (states: NonNullable<Charts['stations']>): ChartData => ({
  heading: 'Stato',
  labels: keysOf(stationStatuses).map((key) => stationStatuses[key]),
  series: [{ name: 'Punti vendita', tone: 'plain', values: keysOf(stationStatuses).map((key) => states[key]) }],
})
/** Whether there is anything to draw: a zero for all of it is said in words. */
const tells = ({ series }: ChartData) => series.some(({ values }) => values.some((value) => !!value))

/** The charts of a person's roles (domain.md 6.2), for who has one (`chartsOf`); `none` where they would all be empty. */
export function Charts({ none }: { none: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(query(dashboard.charts, {}))
  const shown = useMemo(
    () =>
      [
        data?.outcomes && {
          title: 'Esito delle verifiche, ultimi 6 mesi',
          kind: 'bars' as const,
          data: outcomesOf(data.outcomes),
          format: count,
        },
        data?.scores && { title: 'Punteggio medio mensile', kind: 'line' as const, data: scoresOf(data.scores), format: tenth },
        data?.stations && { title: 'Punti vendita per stato', kind: 'bars' as const, data: statesOf(data.stations), format: count },
      ].filter((chart) => !!chart && tells(chart.data)),
    [data],
  )
  if (isPending) return <LoadingRows />
  if (error) return <ErrorState message={`Grafici non disponibili. ${error.message}`} onRetry={() => void refetch()} />
  if (!shown.length) return none
  return <Columns min="22rem">{shown.map((chart) => chart && <Chart key={chart.title} {...chart} />)}</Columns>
}
