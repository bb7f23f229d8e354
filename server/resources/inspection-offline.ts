import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull } from 'drizzle-orm'
import { inspectionOffline as contract } from '../../src/contract/inspection-offline.ts'
import { messages } from '../../src/contract/valibot-it.ts'
import { inspections } from '../db/schema/inspections.ts'
import { users } from '../db/schema/people.ts'
import { stations } from '../db/schema/stations.ts'
import type { Db } from '../lib/context.ts'
import { sha256 } from '../lib/files.ts'
import { implement } from '../lib/implement.ts'
import { problem } from '../lib/problem.ts'
import { stationScope } from '../lib/scope.ts'
import { fieldStations, openNcs, stationContext } from './inspection-station.ts'
import { versionOf } from './inspection-versions.ts'

/** The last completed verifica of each model at a station, with the answers the next one starts from. */
async function lastOfEach(db: Db, station_id: number) {
  const newest = db
    .selectDistinctOn([inspections.model_id], { id: inspections.id })
    .from(inspections)
    .where(
      and(
        eq(inspections.station_id, station_id),
        inArray(inspections.status, ['completed', 'approved']),
        isNotNull(inspections.completed_at),
        isNull(inspections.deleted_at),
      ),
    )
    .orderBy(inspections.model_id, desc(inspections.completed_at))
  const rows = await db
    .select({ ...getTableColumns(inspections), inspector: users.name })
    .from(inspections)
    .innerJoin(users, eq(users.id, inspections.inspector_id))
    .where(inArray(inspections.id, newest))
    .orderBy(inspections.model_id)
  const last = []
  for (const row of rows) {
    const { definition } = await versionOf(db, row.model_id, row.model_version!)
    const kept = new Set(
      definition.categories.flatMap(({ questions }) =>
        questions.flatMap((question) => (question.type !== 'info' && question.prefill === 'previous' ? [question.key] : [])),
      ),
    )
    const answers = Object.fromEntries(Object.entries(row.answers).filter(([key]) => kept.has(key.split('#')[0]!)))
    last.push({ ...row, completed_at: row.completed_at!, answers })
  }
  return last
}

export default implement(contract, {
  async context({ station_id }, { db, user, now }) {
    const [station] = await fieldStations(db, and(eq(stations.id, station_id), stationScope(user)))
    if (!station) throw problem.invalid({ station_id: messages.exists('Punto vendita') })
    return {
      station,
      context: await stationContext(db, station, now),
      open: await openNcs(db, station_id),
      last: await lastOfEach(db, station_id),
    }
  },
  /** The version is a hash of what is sent, so that nothing that changed can be missed; the device sends back the one it has. */
  async stations({ version: known }, { db, user }) {
    const rows = await fieldStations(db, stationScope(user))
    const version = sha256(JSON.stringify(rows)).slice(0, 32)
    return { version, stations: version === known ? null : rows }
  },
})
