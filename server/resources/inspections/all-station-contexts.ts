import { type SQL, sql } from 'drizzle-orm'
import type { ProvenContext } from '../../../src/contract/inspections/offline.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { settings } from '../../db/schema/core/system.ts'
import { dispensers, fire_extinguishers, guns, oil_separators, pos, station_devices, tanks } from '../../db/schema/equipment/equipment.ts'
import { available_services, fuels, station_fuels, station_services, stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { hashOfRows, pacedBatches } from '../../lib/tables/yielding-batches.ts'
import { stationScope } from '../stations/scope.ts'
import { contextSigner } from './context-proof.ts'
import { fieldStations, stationContexts } from './station-context.ts'

/** All that an answer is made of, but for the prices. */
const equipment = [dispensers, guns, tanks, fire_extinguishers, station_devices, pos, oil_separators]
/** Prices that are counted, and stations, at least, whose equipment and prices are read, in one statement. */
const [PART, STATIONS] = [100_000, 50]
const tables = [...equipment, stations, station_fuels, station_services, fuels, available_services, settings]

/**
 * Tells one state of those tables from every other, at a tenth of what it costs to read them: how many rows, and of which transactions (whoever wrote
 * them, and however). Of a million prices: how many are in force, too, as some begin to be by themselves.
 */
async function fingerprint(db: Db, now: Date): Promise<string> {
  const found: unknown[] = []
  // One after the other, and the prices in parts: of the whole at once everybody else would wait for seconds. What changes meanwhile is found changed.
  const ask = async <T>(question: SQL) => {
    const { rows } = (await db.execute(question)) as unknown as { rows: T[] }
    found.push(rows)
    return rows[0]!
  }
  for (const table of tables)
    await ask(sql`select count(*), sum(xmin::text::bigint) as made, sum(cmin::text::bigint) as step from ${table}`)
  const { last } = await ask<{ last: number | null }>(sql`select max(id)::int as last from prices`)
  for (let from = 0; from < (last ?? 0); from += PART)
    await ask(sql`select count(*), sum(xmin::text::bigint) as made,
      count(*) filter (where valid_from <= ${now.toISOString()}::timestamptz) as in_force from prices where id > ${from} and id <= ${from + PART}`)
  return JSON.stringify(found)
}

interface ContextSet {
  version: string
  stations: ProvenContext[]
}
async function readContexts({ db, user, now }: Context): Promise<ContextSet> {
  const rows = await fieldStations(db, stationScope(user))
  const prove = await contextSigner(db)
  const stations: ProvenContext[] = []
  for await (const lot of pacedBatches(rows, STATIONS)) {
    const contexts = await stationContexts(db, lot, now)
    stations.push(...contexts.map((context, i) => ({ id: lot[i]!.id, proof: prove(lot[i]!.id, context), context })))
  }
  return { version: (await hashOfRows(stations)).slice(0, 32), stations }
}

/** The last answer for those who see every station: 10 MB of 2,500. */
const cache = new WeakMap<Db, { state: string; slim: ContextSet }>()
/** Equipment and prices of every station of the person; made anew only where something of it has changed since somebody asked. */
export async function allStationContexts(context: Context): Promise<ContextSet> {
  const { db, user, now } = context
  if (!seesAllStations(user)) return readContexts(context)
  // Before it is read: what changes meanwhile is then found changed.
  const state = await fingerprint(db, now)
  const last = cache.get(db)
  if (last?.state === state) return last.slim
  const slim = await readContexts(context)
  cache.set(db, { state, slim })
  return slim
}
