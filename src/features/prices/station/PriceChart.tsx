import { SegmentedControl, Select, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Price } from '../../../contract/prices/prices.ts'
import { priceModes } from '../../../contract/stations/stations.ts'
import { day, euro, today } from '../../../lib/format.ts'
import { inForce } from '../../../rules/prices/series.ts'
import { addDays } from '../../../rules/shared/italian.ts'
import { romeInstant } from '../../../rules/stations/open-now.ts'
import { Chart } from '../../../ui/Chart.tsx'
import type { ChartData } from '../../../ui/chart-data.ts'
import { type Current, type Mode, modes } from './PriceGrid.tsx'

interface PriceChartProps {
  days: number
  rows: readonly Price[]
  current: readonly Current[]
}
const tones = { self: 'plain', serve: 'wait' } as const
/** More options do not fit in a row on a phone. */
const MOST_SIDE_BY_SIDE = 3

/** Chart of the prices of one fuel, at the end of each day and now. */
export function PriceChart({ days, rows, current }: PriceChartProps) {
  const fuels = [...new Map([...current, ...rows].map(({ fuel_id, fuel }) => [String(fuel_id), fuel]))]
  const [chosen, setChosen] = useState<string | null>(null)
  const [fuel, name] = fuels.find(([id]) => id === chosen) ?? fuels[0]!
  const data = useMemo(() => chartOf(Number(fuel), days, rows, current), [fuel, days, rows, current])
  const options = fuels.map(([value, label]) => ({ value, label }))
  return (
    <Stack gap="xs">
      {fuels.length <= MOST_SIDE_BY_SIDE ? (
        fuels.length > 1 && <SegmentedControl aria-label="Carburante del grafico" data={options} value={fuel} onChange={setChosen} />
      ) : (
        <Select label="Carburante del grafico" data={options} value={fuel} onChange={setChosen} allowDeselect={false} maw="20rem" />
      )}
      <Chart title={`${name}, ultimi ${days} giorni`} kind="line" data={data} format={euro} />
    </Stack>
  )
}

function chartOf(fuel: number, count: number, rows: readonly Price[], current: readonly Current[]): ChartData {
  const last = today()
  const days = Array.from({ length: count + 1 }, (_, at) => addDays(last, at - count))
  const now = new Date().toISOString()
  /** The end of a day in Rome, or now. */
  const moments = days.map((one) =>
    one === last ? now : new Date(romeInstant(Date.parse(`${addDays(one, 1)}T00:00:00Z`)) - 1).toISOString(),
  )
  const series = modes.flatMap((mode) => {
    const own = rows.filter((row) => row.fuel_id === fuel && row.mode === mode && row.state !== 'future').reverse()
    // The price in force before the first change in `rows`.
    const before = own.length ? own[0]!.previous : (current.find((one) => one.fuel_id === fuel && one.mode === mode)?.price ?? null)
    const values = moments.map((at) => (own[0] && own[0].valid_from <= at ? (inForce(own, at)?.price ?? null) : before))
    return values.some((value) => value !== null) ? [{ name: priceModes[mode as Mode], tone: tones[mode], values }] : []
  })
  return { heading: 'Giorno', labels: days.map((one) => day(one).slice(0, 5)), series, steps: true }
}
