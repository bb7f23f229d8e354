import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { NC_UNSOLVED } from '../../../src/rules/inspections/nc-states.ts'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { stationScope } from '../stations/scope.ts'

/** Days ahead from which an expiration is shown. */
const AHEAD = 60
const MOST_DUE = 100
const MOST_INSPECTIONS = 5
const place = { id: stations.id, code: stations.code, name: stations.name }

/** Open expirations of the caller's stations that are late or due soon, the first due first. */
export async function dueAtStations({ db, user, now }: Context) {
  const today = dayInRome(now)
  const rows = await db
    .select({
      ...{ id: expirations.id, type: expirations.type, message: expirations.message, date: expirations.date, station: place },
      late: sql<boolean>`${expirations.date} < ${today}::date`,
      in_all: sql<number>`count(*) over ()::int`,
    })
    .from(expirations)
    .innerJoin(stations, eq(stations.id, expirations.station_id))
    .where(and(stationScope(user), eq(expirations.status, 'open'), lte(expirations.date, addDays(today, AHEAD))))
    .orderBy(asc(expirations.date), asc(expirations.id))
    .limit(MOST_DUE)
  return { due: rows, due_total: rows[0]?.in_all ?? 0 }
}

/** The last completed verifiche at the caller's stations, each with what it found, the worst first. */
export async function lastInspections({ db, user, now }: Context) {
  const { id, id_year, id_number, model_name, completed_at, score, outcome } = inspections
  const rows = await db
    .select({ id, id_year, id_number, model_name, completed_at, score, outcome, station: place })
    .from(inspections)
    .innerJoin(stations, eq(stations.id, inspections.station_id))
    .where(
      and(
        stationScope(user),
        isNull(inspections.deleted_at),
        inArray(inspections.status, ['completed', 'approved']),
        isNotNull(completed_at),
      ),
    )
    .orderBy(desc(completed_at), desc(id))
    .limit(MOST_INSPECTIONS)
  const found = await db
    .select({
      ...{ id: non_conformities.id, inspection_id: non_conformities.inspection_id, label: non_conformities.label },
      ...{ block_label: non_conformities.block_label, severity: non_conformities.severity, status: non_conformities.status },
      deadline: non_conformities.deadline,
      late: sql<boolean>`(${non_conformities.deadline} < ${dayInRome(now)}::date and ${inArray(non_conformities.status, [...NC_UNSOLVED])})`,
    })
    .from(non_conformities)
    .where(
      inArray(
        non_conformities.inspection_id,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(sql`array_position(array['critica', 'grave', 'lieve'], ${non_conformities.severity})`, asc(non_conformities.id))
  return rows.map((row) => ({
    ...row,
    completed_at: row.completed_at!,
    findings: found.filter(({ inspection_id }) => inspection_id === row.id),
  }))
}
