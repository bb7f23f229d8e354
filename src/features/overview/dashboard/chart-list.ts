import type { LinkProps } from '@tanstack/react-router'
import { OUTCOMES } from '../../../contract/inspections/labels.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import type { dashboard } from '../../../contract/overview/dashboard.ts'
import { stationStatuses } from '../../../contract/stations/stations.ts'
import { TICKET_STATUSES } from '../../../contract/tickets/words.ts'
import { count, day, euro, monthName, tenth } from '../../../lib/format.ts'
import type { ChartData, ChartKind, ChartTone } from '../../../ui/chart-data.ts'

type Charts = Output<typeof dashboard.charts>
type Section = { [K in keyof Charts]-?: NonNullable<Charts[K]> }
/** A chart as it is drawn. */
export interface Drawn {
  title: string
  kind: ChartKind
  data: ChartData
  format: (value: number) => string
}
const keysOf = <K extends string>(names: Readonly<Record<K, string>>) => Object.keys(names) as K[]
const tones: Record<keyof typeof OUTCOMES, ChartTone> = {
  ...{ conforme: 'ok', con_osservazioni: 'wait', non_conforme: 'error', incompleta: 'neutral' },
}
/** The list of tickets, of any state where none is named. */
const ticketsBy = (search: object) => ({ to: '/tickets' as const, search: search as never }) satisfies LinkProps
const ANY_STATE = { status: TICKET_STATUSES.map(({ name }) => name) }
const monthEnd = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
const shortDay = (of: string) => day(of).slice(0, 5)
/** Series of a plain list of named counts. */
const named = (heading: string, name: string, rows: readonly { name: string; many: number }[], links: LinkProps[]): ChartData => ({
  heading,
  labels: rows.map((row) => row.name),
  series: [{ name, tone: 'plain', values: rows.map(({ many }) => many), links }],
})

type Draw = { [K in Exclude<keyof Charts, 'ticket_sla'>]-?: (section: Section[K]) => Drawn }
/** Each section as a chart, in the order of the page; each count leads to what it counts. */
export const draw: Draw = {
  ticket_weeks: (weeks) => ({
    title: 'Ticket aperti e chiusi, ultime 12 settimane',
    kind: 'columns',
    format: count,
    data: {
      heading: 'Settimana dal',
      labels: weeks.map(({ from }) => shortDay(from)),
      series: [
        {
          name: 'Aperti',
          tone: 'wait',
          values: weeks.map(({ opened }) => opened),
          links: weeks.map(({ from, to }) => ticketsBy({ ...ANY_STATE, date_field: 'created_at', from, to })),
        },
        {
          name: 'Chiusi',
          tone: 'ok',
          values: weeks.map(({ closed }) => closed),
          links: weeks.map(({ from, to }) => ticketsBy({ view: 'closed', date_field: 'completed_at', from, to })),
        },
      ],
    },
  }),
  ticket_categories: (rows) => ({
    title: 'Ticket aperti per categoria',
    kind: 'rows',
    format: count,
    data: named(
      'Categoria',
      'Ticket aperti',
      rows,
      rows.map(({ id }) => ticketsBy({ category_id: [id] })),
    ),
  }),
  ticket_closing: (rows) => ({
    title: 'Ore medie di chiusura per categoria, ultimi 30 giorni',
    kind: 'rows',
    format: tenth,
    data: {
      heading: 'Categoria',
      labels: rows.map(({ name, many }) => `${name} (${many})`),
      series: [{ name: 'Ore', tone: 'plain', values: rows.map(({ hours }) => hours) }],
    },
  }),
  ticket_load: (rows) => ({
    title: 'Ticket aperti per operatore',
    kind: 'rows',
    format: count,
    data: named(
      'Operatore',
      'Ticket aperti',
      rows,
      rows.map(({ id }) => ticketsBy({ assigned_to: [id] })),
    ),
  }),
  outcomes: (months) => ({
    title: 'Esito delle verifiche, ultimi 6 mesi',
    kind: 'bars',
    format: count,
    data: {
      heading: 'Mese',
      labels: months.map(({ month }) => monthName(month)),
      series: keysOf(OUTCOMES).map((key) => ({
        name: OUTCOMES[key],
        tone: tones[key],
        values: months.map((month) => month[key]),
        links: months.map(({ month }) => ({
          to: '/verifiche' as const,
          search: { status: ['completed', 'approved'], outcome: [key], from: `${month}-01`, to: monthEnd(month) } as never,
        })),
      })),
    },
  }),
  scores: (months) => ({
    title: 'Punteggio medio mensile',
    kind: 'line',
    format: tenth,
    data: {
      heading: 'Mese',
      labels: months.map(({ month }) => monthName(month)),
      series: [{ name: 'Punteggio medio', tone: 'plain', values: months.map((month) => month.score) }],
    },
  }),
  prices: (days) => ({
    title: 'Prezzo medio self, ultimi 60 giorni',
    kind: 'line',
    format: euro,
    data: {
      heading: 'Giorno',
      steps: true,
      labels: days.map((one) => shortDay(one.day)),
      series: [
        { name: 'Benzina', tone: 'plain', values: days.map(({ petrol }) => petrol) },
        { name: 'Benzina, media regionale MIMIT', tone: 'plain', values: days.map(({ petrol_region }) => petrol_region), dashed: true },
        { name: 'Gasolio', tone: 'wait', values: days.map(({ diesel }) => diesel) },
        { name: 'Gasolio, media regionale MIMIT', tone: 'wait', values: days.map(({ diesel_region }) => diesel_region), dashed: true },
      ],
    },
  }),
  stations: (states) => ({
    title: 'Punti vendita per stato',
    kind: 'bars',
    format: count,
    data: {
      heading: 'Stato',
      labels: keysOf(stationStatuses).map((key) => stationStatuses[key]),
      series: [
        {
          name: 'Punti vendita',
          tone: 'plain',
          values: keysOf(stationStatuses).map((key) => states[key]),
          links: keysOf(stationStatuses).map((key) => ({ to: '/stazioni' as const, search: { status: [key] } as never })),
        },
      ],
    },
  }),
}
