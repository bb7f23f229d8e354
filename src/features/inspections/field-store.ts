import Dexie, { type EntityTable } from 'dexie'
import type { InspectionRow } from '../../contract/inspections/inspections.ts'
import { inspectionModels, type OfflineModel } from '../../contract/inspections/models.ts'
import type { InspectionContext, OfflineStation, ProvenContext } from '../../contract/inspections/offline.ts'
import { mayKeep } from '../../lib/kept-reads.ts'
import { FIELD_DB } from '../../lib/purge.ts'
import { sealDatabase } from '../../lib/seal-database.ts'
import { keyFor, onPurge, session } from '../../lib/session.ts'
import { makeIndex } from './station-index.ts'
import type { StationIndex } from './station-search.ts'

/** The data an inspector's device keeps to begin and fill in a verifica without a network (docs/spec/inspections.md#offline). They can be fetched again, so they are removed at sign-out. */
export interface KeptStation {
  station_id: number
  /** By hand: it stays until it is taken off by hand. */
  pinned: boolean
  at: string
  /** How much it takes, as text; absent in what an older version kept. */
  bytes?: number
  /** Without `verbali` in what an older version kept. */
  data: Omit<InspectionContext, 'verbali'> & Partial<InspectionContext>
  /** The verbale whose PDF is in `papers`. */
  paper?: KeptVerbale | undefined
}
/** Names a verbale and the completion it belongs to. */
export interface KeptVerbale {
  id: number
  completed_at: string
  /** "verifica_2026_45.pdf" */
  name: string
  /** Bytes. */
  size: number
}
/** The key of the stations' index names its shape too: one of another shape is not read, but made again. */
const INDEX = 'index-2'
interface Fact {
  key: 'stations' | 'models' | 'planned' | 'slim' | 'recent' | typeof INDEX
  version: string
  /** When it was fetched, or found to be still the same. */
  at: string
  bytes?: number
  /** The agenda of the next seven days, under `planned`. */
  rows?: InspectionRow[]
  /** Stations where a verifica was begun here, the last one first, under `recent`. */
  ids?: number[]
  /** The search index of the stations of that version. */
  index?: StationIndex
}
type FieldDb = Dexie & {
  models: EntityTable<OfflineModel, 'id'>
  stations: EntityTable<OfflineStation, 'id'>
  /** Equipment and prices of every station. */
  slim: EntityTable<ProvenContext, 'id'>
  /** Everything about some of them. */
  contexts: EntityTable<KeptStation, 'station_id'>
  facts: EntityTable<Fact, 'key'>
  /** Not a Blob: some browsers lose those kept in IndexedDB. */
  papers: EntityTable<{ station_id: number; bytes: ArrayBuffer }, 'station_id'>
}
let open: { user: number; db: FieldDb } | undefined

/** The database of the person at the device; each has their own. */
export function fieldDb(): FieldDb {
  const user = session.get().user?.id
  if (!user) throw new Error('Nessun utente collegato')
  if (!mayKeep('field', inspectionModels.offline)) throw new Error('Il tuo ruolo non conserva dati su questo dispositivo.')
  if (open?.user !== user) {
    open?.db.close()
    const db = new Dexie(FIELD_DB + user) as FieldDb
    db.version(1).stores({ models: 'id', stations: 'id', contexts: 'station_id', facts: 'key' })
    db.version(2).stores({ slim: 'id' })
    db.version(3).stores({ papers: 'station_id' })
    // Every station with its equipment and prices is tens of thousands of rows, and names nobody; nor does the search index of them.
    sealDatabase(db, keyFor(user), { tables: ['stations', 'slim'], fields: ['index'] })
    open = { user, db }
  }
  return open.db
}
onPurge.add(() => {
  open?.db.close()
  open = undefined
})

/** The search index, made while the stations are stored; undefined if that failed, and then the first search makes it. */
export async function indexFact(stations: OfflineStation[], version: string): Promise<Fact | undefined> {
  const index = await makeIndex(stations).catch(() => undefined)
  return index && { key: INDEX, version, at: new Date().toISOString(), index }
}
/** The index of the stations kept here; made where there is none of these very stations yet. */
export async function stationIndex(): Promise<StationIndex> {
  const db = fieldDb()
  const [stations, kept] = await db.facts.bulkGet(['stations', INDEX])
  const version = stations?.version ?? ''
  if (kept?.index && kept.version === version) return kept.index
  const index = await makeIndex(await db.stations.toArray())
  await db.facts.put({ key: INDEX, version, at: new Date().toISOString(), index })
  return index
}
/** The person's plan for the next seven days, as known when the device was prepared. */
export async function keptPlanned(): Promise<InspectionRow[]> {
  const rows = (await fieldDb().facts.get('planned'))?.rows ?? []
  return rows.filter((row) => row.inspector.id === session.get().user?.id)
}

/** As of when this device knows equipment and prices of those stations, in milliseconds; 0 where it does not. */
export async function contextsKnownSince(ids: readonly number[]): Promise<Map<number, number>> {
  const { slim, contexts, facts } = fieldDb()
  const at = Date.parse((await facts.get('slim'))?.at ?? '') || 0
  const listed = new Set(await slim.where('id').anyOf(ids).primaryKeys())
  const kept = await contexts.bulkGet([...ids])
  return new Map(ids.map((id, n) => [id, Math.max(listed.has(id) ? at : 0, kept[n] ? Date.parse(kept[n].at) : 0)]))
}
