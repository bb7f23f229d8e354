import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { OUTCOMES, type Outcome } from '../../../src/contract/inspections/labels.ts'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { dashboard } from '../../../src/contract/overview/dashboard.ts'
import { type StationRow, stationStatuses } from '../../../src/contract/stations/stations.ts'
import { type ChartName, chartsOf } from '../../../src/rules/overview/charts-of.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { inspectionDay } from '../inspections/read.ts'
import { stationScope } from '../stations/scope.ts'
import { priceMeans } from './dashboard-prices.ts'
import { dueAtStations, lastInspections } from './dashboard-station.ts'
import { ticketCategories, ticketClosing, ticketLoad, ticketSla, ticketWeeks } from './dashboard-tickets.ts'

type Charts = Output<typeof dashboard.charts>
const MONTHS = 6
/** `YYYY-MM` in Rome, of the six months that end now. */
function lastMonths(now: Date): string[] {
  const [year, month] = now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }).split('-').map(Number) as [number, number]
  return Array.from({ length: MONTHS }, (_, at) => new Date(Date.UTC(year, month - MONTHS + at, 1)).toISOString().slice(0, 7))
}
/** The counted figures, and zero for the others. */
const filled = <K extends string>(names: Readonly<Record<K, string>>, rows: { key: string | null; many: number }[]) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, rows.find(({ key }) => key === name)?.many ?? 0])) as Record<K, number>

const monthOf = sql<string>`to_char(${inspectionDay}, 'YYYY-MM')`
/** Verifiche completed since the first of the months. */
const done = (months: string[], more?: SQL) =>
  and(
    isNull(inspections.deleted_at),
    inArray(inspections.status, ['completed', 'approved']),
    isNotNull(inspections.completed_at),
    sql`${inspectionDay} >= ${`${months[0]}-01`}::date`,
    more,
  )

async function outcomes({ db, now }: Context) {
  const months = lastMonths(now)
  const rows = await db
    .select({ month: monthOf, key: inspections.outcome, many: sql<number>`count(*)::int` })
    .from(inspections)
    .where(done(months, isNotNull(inspections.outcome)))
    .groupBy(monthOf, inspections.outcome)
  return months.map((month) => ({
    month,
    ...filled<Outcome>(
      OUTCOMES,
      rows.filter((row) => row.month === month),
    ),
  }))
}
async function scores({ db, user, now }: Context) {
  const months = lastMonths(now)
  const rows = await db
    .select({ month: monthOf, score: sql<number>`round(avg(${inspections.score}), 1)::float8` })
    .from(inspections)
    .where(done(months, and(eq(inspections.inspector_id, user.id), isNotNull(inspections.score))))
    .groupBy(monthOf)
  return months.map((month) => ({ month, score: rows.find((row) => row.month === month)?.score ?? null }))
}
async function byStatus({ db, user }: Context) {
  const rows = await db
    .select({ key: stations.status, many: sql<number>`count(*)::int` })
    .from(stations)
    .where(stationScope(user))
    .groupBy(stations.status)
  return filled<StationRow['status']>(stationStatuses, rows)
}

const sections = {
  ...{ ticket_weeks: ticketWeeks, ticket_categories: ticketCategories, ticket_sla: ticketSla },
  ...{ ticket_closing: ticketClosing, ticket_load: ticketLoad },
  ...{ outcomes, scores, prices: priceMeans, stations: byStatus },
} satisfies { [K in ChartName]: (context: Context) => Promise<NonNullable<Charts[K]>> }

export default implement(dashboard, {
  async charts(_, context) {
    const charts: Charts = {}
    for (const name of chartsOf(context.user)) Object.assign(charts, { [name]: await sections[name](context) })
    return charts
  },
  station: async (_, context) => ({ ...(await dueAtStations(context)), inspections: await lastInspections(context) }),
})
