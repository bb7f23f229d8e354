import Dexie, { type EntityTable } from 'dexie'
import { inspectionModels, type OfflineModel } from '../../contract/inspection-models.ts'
import type { InspectionContext, OfflineStation } from '../../contract/inspection-offline.ts'
import { inspectionOffline } from '../../contract/inspection-offline.ts'
import { type InspectionRow, inspections } from '../../contract/inspections.ts'
import { call } from '../../lib/api.ts'
import { today } from '../../lib/format.ts'
import { mayKeep } from '../../lib/kept-reads.ts'
import { FIELD_DB } from '../../lib/purge.ts'
import { onPurge, session } from '../../lib/session.ts'
import type { StationIndex } from '../../lib/station-search.ts'
import { createStationSearch, type StationSearch } from '../../lib/station-search-client.ts'

/** What the inspector's device keeps to begin and fill in a verifica without network (domain.md 3.9); can be fetched again, so it goes at sign-out. */
interface Kept {
  station_id: number
  pinned: boolean
  at: string
  data: InspectionContext
}
/** The key of the stations' index names its shape too: one of another shape is not read, but made again. */
const INDEX = 'index-1'
interface Fact {
  key: 'stations' | 'models' | 'planned' | typeof INDEX
  version: string
  at: string
  /** The agenda of the next seven days, under `planned`. */
  rows?: InspectionRow[]
  /** Of the stations of that version, ready to be searched. */
  index?: StationIndex
}
type FieldDb = Dexie & {
  models: EntityTable<OfflineModel, 'id'>
  stations: EntityTable<OfflineStation, 'id'>
  contexts: EntityTable<Kept, 'station_id'>
  facts: EntityTable<Fact, 'key'>
}
let open: { user: number; db: FieldDb } | undefined

/** The database of the person at the device; each has their own (reliability.md R1). */
export function fieldDb(): FieldDb {
  const user = session.get().user?.id
  if (!user) throw new Error('Nessun utente collegato')
  if (!mayKeep('field', inspectionModels.offline.name)) throw new Error('Il tuo ruolo non conserva dati su questo dispositivo.')
  if (open?.user !== user) {
    open?.db.close()
    const db = new Dexie(FIELD_DB + user) as FieldDb
    db.version(1).stores({ models: 'id', stations: 'id', contexts: 'station_id', facts: 'key' })
    open = { user, db }
  }
  return open.db
}
onPurge.add(() => {
  open?.db.close()
  open = undefined
})

export interface Preparation {
  models: number
  stations: number
  contexts: number
}
const WEEK_MS = 7 * 86_400_000

/**
 * "Prepara per offline": models with their versions, all stations, and the full context of the pinned stations and of those planned in the next
 * seven days, which are kept too. Each set replaces the old one only when the new one is whole.
 * @throws ApiError; what was there before stays
 */
export async function prepare(onStep: (step: string) => void = () => {}): Promise<Preparation> {
  const db = fieldDb()
  const at = new Date().toISOString()
  onStep('Modelli')
  const models = await call(inspectionModels.offline, {})
  await db.transaction('rw', db.models, db.facts, async () => {
    await db.models.clear()
    await db.models.bulkPut(models)
    await db.facts.put({ key: 'models', version: '', at })
  })
  onStep('Punti vendita')
  const known = await db.facts.get('stations')
  const { version, stations } = await call(inspectionOffline.stations, known ? { version: known.version } : {})
  const index = stations && (await indexOf(stations))
  await db.transaction('rw', db.stations, db.facts, async () => {
    if (stations) {
      await db.stations.clear()
      await db.stations.bulkPut(stations)
    }
    if (index) await db.facts.put({ key: INDEX, version, at, index })
    await db.facts.put({ key: 'stations', version, at })
  })
  onStep('Punti vendita in programma')
  const soon = today(Date.now() + WEEK_MS)
  const planned = await call(inspections.list, { status: ['planned'], to: soon, per_page: 100 })
  const pinned = await db.contexts.filter((kept) => kept.pinned).primaryKeys()
  const wanted = new Set([...planned.data.map((row) => row.station.id), ...pinned])
  for (const id of wanted) await keepContext(id, pinned.includes(id))
  await db.contexts.filter((kept) => !wanted.has(kept.station_id)).delete()
  await db.facts.put({ key: 'planned', version: '', at, rows: planned.data })
  return { models: models.length, stations: await db.stations.count(), contexts: wanted.size }
}
/** Undefined where it fails: who searches has it made then. */
async function indexOf(stations: OfflineStation[]): Promise<StationIndex | undefined> {
  const search = createStationSearch()
  const index = await search.index(stations).catch(() => undefined)
  search.close()
  return index
}
/** The index of the stations kept here; made by the search where there is none of these very stations yet. */
export async function stationIndex(search: StationSearch): Promise<StationIndex> {
  const db = fieldDb()
  const [stations, kept] = await db.facts.bulkGet(['stations', INDEX])
  const version = stations?.version ?? ''
  if (kept?.index && kept.version === version) return kept.index
  const index = await search.index(await db.stations.toArray())
  await db.facts.put({ key: INDEX, version, at: new Date().toISOString(), index })
  return index
}
/** What is planned for the person in the next seven days, as known when the device was prepared. */
export async function keptPlanned(): Promise<InspectionRow[]> {
  const rows = (await fieldDb().facts.get('planned'))?.rows ?? []
  return rows.filter((row) => row.inspector.id === session.get().user?.id)
}
/** Fetches and keeps everything about one station; `pinned` stays until it is unpinned. */
export async function keepContext(station_id: number, pinned: boolean): Promise<InspectionContext> {
  const data = await call(inspectionOffline.context, { station_id })
  await fieldDb().contexts.put({ station_id, pinned, at: new Date().toISOString(), data })
  return data
}
/** The context to begin a verifica with: fresh when the server answers in time, else the kept one, else what the station's row tells. */
export async function contextFor(station: OfflineStation): Promise<Pick<InspectionContext, 'context' | 'open' | 'last'>> {
  const kept = await fieldDb().contexts.get(station.id)
  try {
    return await call(inspectionOffline.context, { station_id: station.id }, { signal: AbortSignal.timeout(4_000) })
  } catch {
    return kept?.data ?? bare(station)
  }
}
function bare(station: OfflineStation): Pick<InspectionContext, 'context' | 'open' | 'last'> {
  const { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels, latitude, longitude } = station
  return {
    context: {
      facts: { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels },
      latitude,
      longitude,
      equipment: {},
      prices: [],
    },
    open: [],
    last: [],
  }
}
