import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull } from 'drizzle-orm'
import { inspectionOffline as contract } from '../../../src/contract/inspections/offline.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspection_pdfs, inspections } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { hashOfRows } from '../../lib/tables/yielding-batches.ts'
import { stationScope } from '../stations/scope.ts'
import { allStationContexts } from './all-station-contexts.ts'
import { inScope } from './read.ts'
import { fieldStations, openNcs, provenContext } from './station-context.ts'

const doneAt = (station_id: number) =>
  and(
    eq(inspections.station_id, station_id),
    inArray(inspections.status, ['completed', 'approved']),
    isNotNull(inspections.completed_at),
    isNull(inspections.deleted_at),
  )

/** The last completed verifica of each model at a station. */
async function lastOfEach(db: Db, station_id: number) {
  const newest = db
    .selectDistinctOn([inspections.model_id], { id: inspections.id })
    .from(inspections)
    .where(doneAt(station_id))
    .orderBy(inspections.model_id, desc(inspections.completed_at))
  const rows = await db
    .select({ ...getTableColumns(inspections), inspector: users.name })
    .from(inspections)
    .innerJoin(users, eq(users.id, inspections.inspector_id))
    .where(inArray(inspections.id, newest))
    .orderBy(inspections.model_id)
  return rows.map((row) => ({ ...row, completed_at: row.completed_at! }))
}

const LAST_VERBALI = 10
/** The documents of a station: its last verbali, as far as the person may open them. */
async function lastVerbali({ db, user }: Context, station_id: number) {
  const { id, id_year, id_number, model_name, completed_at, score, outcome } = inspections
  const rows = await db
    .select({
      ...{ id, id_year, id_number, model_name, completed_at, score, outcome },
      ...{ inspector: users.name, size: files.size, sha256: files.sha256 },
    })
    .from(inspections)
    .innerJoin(users, eq(users.id, inspections.inspector_id))
    .leftJoin(inspection_pdfs, and(eq(inspection_pdfs.inspection_id, inspections.id), isNull(inspection_pdfs.superseded_at)))
    .leftJoin(files, eq(files.id, inspection_pdfs.file_id))
    .where(and(doneAt(station_id), inScope(user)))
    .orderBy(desc(inspections.completed_at), desc(inspections.id))
    .limit(LAST_VERBALI)
  return rows.map((row) => ({ ...row, completed_at: row.completed_at! }))
}

export default implement(contract, {
  async context({ station_id }, context) {
    const { db, user, now } = context
    const [station] = await fieldStations(db, and(eq(stations.id, station_id), stationScope(user)))
    if (!station) throw problem.invalid({ station_id: messages.exists('Punto vendita') })
    return {
      station,
      context: await provenContext(db, station, now),
      open: await openNcs(db, station_id),
      last: await lastOfEach(db, station_id),
      verbali: await lastVerbali(context, station_id),
    }
  },
  async equipment({ version: known }, context) {
    const { version, stations } = await allStationContexts(context)
    return { version, at: context.now.toISOString(), stations: version === known ? null : stations }
  },
  /** The version is a hash of what is sent, so that nothing that changed can be missed; the device sends back the one it has. */
  async stations({ version: known }, { db, user }) {
    const rows = await fieldStations(db, stationScope(user))
    const version = (await hashOfRows(rows)).slice(0, 32)
    return { version, stations: version === known ? null : rows }
  },
})
