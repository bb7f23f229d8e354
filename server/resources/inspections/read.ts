import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { InspectionReceipt } from '../../../src/contract/inspections/inspections.ts'
import { CLOSED } from '../../../src/rules/inspections/actions.ts'
import { NC_UNSOLVED } from '../../../src/rules/inspections/nc-states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspection_files, inspections } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { referencedFiles } from '../../domain/inspections/merge-answers.ts'
import type { User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { contains } from '../../lib/tables/table.ts'
import { isAssigned } from '../stations/scope.ts'

/** Reading verifiche within each one's reach. */
export type StoredInspection = typeof inspections.$inferSelect

/** Own ones for inspectors; completed and approved ones of their stations for network managers; all for administrators. */
export function inScope(user: User): SQL {
  const alive = isNull(inspections.deleted_at)
  if (user.roles.includes('superAdmin')) return alive
  const mine = user.roles.includes('inspection') ? eq(inspections.inspector_id, user.id) : undefined
  const network = user.roles.includes('network_manager') ? and(isDone, inNetwork(user)) : undefined
  return and(alive, or(mine, network) ?? sql`false`)!
}
const isDone = inArray(inspections.status, [...CLOSED])
const inNetwork = (user: User) => (user.all_stations ? undefined : isAssigned(user, inspections.station_id))

/** `812`, `2026-45` or the device's UUID. */
export function byIdentifier(id: string): SQL {
  if (id.length === 36) return eq(inspections.client_uuid, id)
  const [first, second] = id.split('-').map(Number)
  return second === undefined ? eq(inspections.id, first!) : and(eq(inspections.id_year, first!), eq(inspections.id_number, second))!
}
/** `45`, `2026/45`, or words of the station. */
export const matchesSearch = (text: string | undefined): SQL | undefined => {
  const number = /^\s*(?:(\d{4})\s*[/-]\s*)?(\d{1,7})\s*$/.exec(text ?? '')
  if (!number) return contains(text, stations.search_text)
  const [, year, value] = number
  const here = and(eq(inspections.id_number, Number(value)), year ? eq(inspections.id_year, Number(year)) : undefined)
  return year ? here : sql`(${here} or ${contains(text, stations.search_text)})`
}
/** The row, locked for the transaction that will write it. */
export async function lockInspection(db: Db, user: User, id: string): Promise<StoredInspection | undefined> {
  const [row] = await db
    .select()
    .from(inspections)
    .where(and(byIdentifier(id), inScope(user)))
    .for('no key update')
  return row
}

/** `YYYY-MM-DD` in Rome, of the end, else of the start, else the planned day. */
export const inspectionDay = sql<
  string | null
>`coalesce((coalesce(${inspections.completed_at}, ${inspections.started_at}) at time zone 'Europe/Rome')::date, ${inspections.scheduled_at})`
const unsolved = sql`non_conformities n where n.inspection_id = ${inspections.id} and ${inArray(sql`n.status`, [...NC_UNSOLVED])}`
/** True if somebody has yet to solve a non-conformity of the verifica. */
export const hasOpenNc = sql`exists (select 1 from ${unsolved})`
const { answers, answer_revs, context, sections, signatures, ...listColumns } = getTableColumns(inspections)
const joinedColumns = {
  date: sql<string | null>`${inspectionDay}::text`,
  nc_open: sql<number>`(select count(*)::int from ${unsolved})`,
  station: {
    ...{ id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province },
    ...{ latitude: stations.latitude, longitude: stations.longitude },
  },
  inspector: { id: users.id, name: users.name },
}
const selectJoined = <T extends Partial<typeof listColumns>>(db: Db, fields: T) =>
  db
    .select({ ...fields, ...joinedColumns })
    .from(inspections)
    .innerJoin(stations, eq(stations.id, inspections.station_id))
    .innerJoin(users, eq(users.id, inspections.inspector_id))
    .$dynamic()

/** Rows of lists: without answers and form. `in_all` counts them, where it is not one row that is wanted. */
export const selectRows = (db: Db, in_all: SQL<number> = sql`1`) => selectJoined(db, { ...listColumns, in_all })
export type FullInspection = StoredInspection & { date: string | null; nc_open: number } & Pick<InspectionReceipt, 'station' | 'inspector'>
export async function readInspection(db: Db, where: SQL | undefined): Promise<FullInspection | undefined> {
  const [row] = await selectJoined(db, getTableColumns(inspections)).where(where)
  return row as FullInspection | undefined
}

/** With those that no answer names any more told apart; what documents the solution of a non-conformity is named there. */
export async function filesWithStray(db: Db, { client_uuid, answers, signatures }: StoredInspection) {
  const named = new Set(referencedFiles(answers, signatures))
  const stray = ({ uuid, removed, question }: ArrivedFile) => !removed && !named.has(uuid) && !question?.startsWith('nc_')
  return (await arrivedFiles(db, client_uuid)).map((file) => ({ ...file, stray: stray(file) }))
}
/** SHA-256 of a file as it left the device. */
export const sentHash = sql<string>`coalesce(${inspection_files.sent_sha256}, ${files.sha256})`
type ArrivedFile = Awaited<ReturnType<typeof arrivedFiles>>[number]
/** The files of a verifica that have arrived, by the names the device gave them. */
export const arrivedFiles = (db: Db, client_uuid: string) =>
  db
    .select({
      uuid: inspection_files.uuid,
      question: inspection_files.question,
      kind: inspection_files.kind,
      name: files.name,
      mime: files.mime,
      size: files.size,
      sha256: sentHash,
      readable: inspection_files.readable,
      taken_at: inspection_files.taken_at,
      latitude: inspection_files.latitude,
      longitude: inspection_files.longitude,
      removed: inspection_files.removed,
    })
    .from(inspection_files)
    .innerJoin(files, eq(files.id, inspection_files.file_id))
    .where(eq(inspection_files.client_uuid, client_uuid))
    .orderBy(inspection_files.id)
