import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ecommerceCategories } from '../../contract/shop/categories.ts'
import { ecommerceOrders } from '../../contract/shop/orders.ts'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { guard } from '../../lib/access.ts'
import { count, monthName, today } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { addDays, periodProblem } from '../../rules/shared/italian.ts'
import { formatEuro } from '../../rules/shop/order-rows.ts'
import { Chart } from '../../ui/Chart.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatisticsTable } from './StatisticsTable.tsx'
import classes from './shop.module.css'

export interface Search {
  from?: string
  to?: string
  categoria?: number
}
export const Route = createFileRoute('/_signed/intracommerce/statistiche')({
  validateSearch: (raw: object) => raw as Search,
  beforeLoad: guard('eco.admin'),
  component: StatisticsPage,
})
const MOST = 10

/** "Riepilogo Articoli": what was ordered in a period, and in as much time before. */
function StatisticsPage() {
  const { from = addDays(today(), -364), to = today(), categoria } = Route.useSearch()
  const navigate = useNavigate()
  const wrong = periodProblem(from, to)
  const { data, isError, refetch } = useQuery({
    ...query(ecommerceOrders.statistics, { from, to, ...(categoria && { category_id: [String(categoria)] }) }),
    enabled: !wrong,
  })
  const set = (change: Search) => void navigate({ to: '.', search: ((old: object) => ({ ...old, ...change })) as never, replace: true })
  const isDay = (value: string | null): value is string => !!value && /^\d{4}-\d\d-\d\d$/.test(value)
  return (
    <Page title="Riepilogo Articoli">
      <Group align="flex-start" mb="md">
        <DateField label="Dal" value={from} onChange={(value) => isDay(value) && set({ from: value })} />
        <DateField label="Al" value={to} error={wrong} onChange={(value) => isDay(value) && set({ to: value })} />
        <LookupSelect
          label="Categoria"
          placeholder="Tutte"
          source={ecommerceCategories.list}
          value={categoria ?? null}
          onChange={(id) => set({ categoria: id ?? undefined } as Search)}
        />
      </Group>
      {isError && <ErrorState whole onRetry={() => void refetch()} />}
      {!data && !isError && !wrong && <LoadingRows />}
      {data && (
        <Stack gap="lg">
          <Columns min="12rem">
            <Figure label="Ordini" now={data.orders} before={data.before.orders} format={count} />
            <Figure label="Pezzi" now={data.quantity} before={data.before.quantity} format={count} />
            <Figure label="Imponibile" now={data.amount} before={data.before.amount} format={formatEuro} />
          </Columns>
          <Columns min="22rem">
            <Chart
              title="Per mese"
              kind="bars"
              format={formatEuro}
              data={{
                heading: 'Mese',
                labels: data.by_month.map(({ month }) => monthName(month)),
                series: [{ name: 'Imponibile', tone: 'plain', values: data.by_month.map(({ amount }) => amount) }],
              }}
            />
            <Chart title="Primi articoli" kind="rows" format={formatEuro} data={top('Articolo', data.by_product)} />
            <Chart title="Primi punti vendita" kind="rows" format={formatEuro} data={top('Punto vendita', data.by_station)} />
            <Chart title="Per categoria" kind="rows" format={formatEuro} data={top('Categoria', data.by_category)} />
          </Columns>
          <StatisticsTable rows={data.by_product} from={data.from} to={data.to} />
        </Stack>
      )}
    </Page>
  )
}
const top = (heading: string, all: readonly { name: string; amount: number }[]) => {
  const rows = all.slice(0, MOST)
  return {
    heading,
    labels: rows.map(({ name }) => name),
    series: [{ name: 'Imponibile', tone: 'plain' as const, values: rows.map(({ amount }) => amount) }],
  }
}

/** A sum beside that of the same time before. */
function Figure({ label, now, before, format }: { label: string; now: number; before: number; format: (value: number) => string }) {
  const change = before ? Math.round(((now - before) / before) * 100) : undefined
  return (
    <div className={classes.figure}>
      <Title order={2} size="h5">
        {label}
      </Title>
      <Text fz="1.6rem" fw={600}>
        {format(now)}
      </Text>
      <Text size="sm" c="dimmed">
        {change === undefined
          ? 'Nessun dato nel periodo precedente'
          : `${change > 0 ? '+' : ''}${change}% sul periodo precedente (${format(before)})`}
      </Text>
    </div>
  )
}
