import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nonConformities as contract, NC_STATUSES, type NonConformityRow } from '../../../src/contract/inspections/non-conformities.ts'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { NC_UNSOLVED, ncMayBecome } from '../../../src/rules/inspections/nc-states.ts'
import { foldedText } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspection_files, inspections, non_conformities as table } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { contains, ordering, paged } from '../../lib/tables/table.ts'
import { inScope } from './read.ts'
import { ncTicket } from './station-context.ts'

const resolver = alias(users, 'resolver')
const rank = sql`array_position(array['lieve', 'grave', 'critica'], ${table.severity})`
const sorts = { deadline: table.deadline, severity: rank, station: stations.name, status: table.status, created_at: table.created_at }
const isLate = (today: string) => sql<boolean>`(${table.deadline} < ${today}::date and ${inArray(table.status, [...NC_UNSOLVED])})`

const joined = <M extends Record<string, SQL>>(db: Db, today: string, more: M) =>
  db
    .select({
      ...more,
      ...getTableColumns(table),
      inspection: {
        id: inspections.id,
        client_uuid: inspections.client_uuid,
        id_year: inspections.id_year,
        id_number: inspections.id_number,
        model_name: inspections.model_name,
      },
      station: { id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province },
      late: isLate(today),
      ticket: ncTicket,
      resolved_by: { id: resolver.id, name: resolver.name },
    })
    .from(table)
    .innerJoin(inspections, eq(inspections.id, table.inspection_id))
    .innerJoin(stations, eq(stations.id, table.station_id))
    .leftJoin(resolver, eq(resolver.id, table.resolved_by))
    .$dynamic()
async function read(db: Db, now: Date, where: SQL | undefined): Promise<NonConformityRow | undefined> {
  const [row] = await joined(db, dayInRome(now), {}).where(where)
  return row
}
/** The photos of a solution must be here, uploaded for this verifica. */
async function needPhotos(db: Db, client_uuid: string, photos: string[]) {
  const here = await db.$count(inspection_files, and(inArray(inspection_files.uuid, photos), eq(inspection_files.client_uuid, client_uuid)))
  if (here < photos.length)
    throw problem.unprocessable(`Caricamento di ${photos.length - here} foto in corso: riprovare tra poco.`, { code: 'files_missing' })
}

export default implement(contract, {
  list(input, context) {
    const { db, user, now } = context
    const today = dayInRome(now)
    const stationIds = [...(input.station ?? []), ...(input.station_id ?? [])]
    const where = and(
      inScope(user),
      input.status?.length ? inArray(table.status, input.status) : undefined,
      input.severity?.length ? inArray(table.severity, input.severity) : undefined,
      stationIds.length ? inArray(table.station_id, stationIds) : undefined,
      input.inspection_id?.length ? inArray(table.inspection_id, input.inspection_id) : undefined,
      input.late === undefined ? undefined : sql`${isLate(today)} = ${input.late}`,
      contains(input.search ?? input.query, sql`(${stations.search_text} || ' ' || ${foldedText(table.label)})`),
    )
    return paged(
      input,
      context,
      [
        sql`${table} inner join ${inspections} on ${eq(inspections.id, table.inspection_id)} inner join ${stations} on ${eq(stations.id, table.station_id)}`,
        where,
      ],
      (in_all, limit, offset) =>
        joined(db, today, { in_all })
          .where(where)
          .orderBy(...ordering(input.sort, sorts, table.id))
          .limit(limit)
          .offset(offset),
    )
  },
  async update({ id, rev, status, note, photos, deadline }, context: Context) {
    const { db, user, now } = context
    const [row] = await db.select().from(table).where(eq(table.id, id)).for('no key update')
    const before = row && (await read(db, now, and(eq(table.id, id), inScope(user))))
    if (!row || !before) throw problem.notFound()
    if (rev !== row.rev) throw problem.stale(before)
    const to = status ?? row.status
    if (to !== row.status && !ncMayBecome(row.status, to))
      throw problem.conflict(`Passaggio di stato non consentito: da "${NC_STATUSES[row.status]}" a "${NC_STATUSES[to]}".`)
    if (photos?.length) await needPhotos(db, before.inspection.client_uuid, photos)
    const resolution = {
      resolution_note: note === undefined ? row.resolution_note : note,
      resolution_photos: photos ?? row.resolution_photos,
    }
    refuse({ note: requiredIf(to === 'resolved' && !resolution.resolution_photos.length, 'Nota', resolution.resolution_note) })
    const solved =
      to === row.status
        ? {}
        : to === 'resolved'
          ? { resolved_at: now.toISOString(), resolved_by: user.id }
          : { resolved_at: null, resolved_by: null }
    await db
      .update(table)
      .set({ ...resolution, ...solved, status: to, deadline, rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, id))
    const after = (await read(db, now, eq(table.id, id)))!
    await context.history('non_conformity', id, to === row.status ? 'updated' : 'status', before, after)
    return after
  },
})
