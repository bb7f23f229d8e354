import { inspections } from '../../contract/inspections/inspections.ts'
import { inspectionModels } from '../../contract/inspections/models.ts'
import { type InspectionContext, inspectionOffline } from '../../contract/inspections/offline.ts'
import { stationDirectory, WHOLE_DIRECTORY } from '../../contract/stations/openings.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'
import { today } from '../../lib/format.ts'
import { query, queryClient } from '../../lib/query.ts'
import { can, session } from '../../lib/session.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { fieldDb, indexFact } from './field-store.ts'
import { positionIfAllowed, stationsNear } from './nearest-stations.ts'

/** "Prepara per offline": what is fetched, and which stations are kept with everything about them. */
const WEEK_MS = 7 * 86_400_000
/** So many stations are kept in full automatically, besides those pinned by hand. */
export const MAX_AUTOMATIC = 40
const RECENT = 10
const now = () => new Date().toISOString()
const sizeOf = (value: unknown) => new Blob([JSON.stringify(value)]).size

async function keepModels(): Promise<void> {
  const db = fieldDb()
  const models = await call(inspectionModels.offline, {})
  await db.transaction('rw', db.models, db.facts, async () => {
    await db.models.clear()
    await db.models.bulkPut(models)
    await db.facts.put({ key: 'models', version: '', at: now() })
  })
}
async function keepStations(): Promise<void> {
  const db = fieldDb()
  const known = await db.facts.get('stations')
  const { version, stations } = await call(inspectionOffline.stations, known ? { version: known.version } : {})
  const index = stations && (await indexFact(stations, version))
  await db.transaction('rw', db.stations, db.facts, async () => {
    if (stations) {
      await db.stations.clear()
      await db.stations.bulkPut(stations)
    }
    if (index) await db.facts.put(index)
    await db.facts.put({ key: 'stations', version, at: now() })
  })
}
async function keepEquipment(): Promise<void> {
  const db = fieldDb()
  const known = await db.facts.get('slim')
  const { version, at, stations } = await call(inspectionOffline.equipment, known ? { version: known.version } : {})
  const bytes = stations ? sizeOf(stations) : (known?.bytes ?? 0)
  await db.transaction('rw', db.slim, db.facts, async () => {
    if (stations) {
      await db.slim.clear()
      await db.slim.bulkPut(stations)
    }
    await db.facts.put({ key: 'slim', version, at, bytes })
  })
}
/** Keeps everything about one station; one that is pinned stays so. */
async function keepContext(data: InspectionContext, pinned?: boolean): Promise<void> {
  const { contexts } = fieldDb()
  const station_id = data.station.id
  const before = await contexts.get(station_id)
  const { paper } = before ?? {}
  await contexts.put({ station_id, pinned: pinned ?? before?.pinned ?? false, at: now(), bytes: sizeOf(data), data, paper })
}
const requestContext = (station_id: number) => call(inspectionOffline.context, { station_id })

/** Everything about one station as it is now, kept here too where there is room. @throws ApiError */
export async function fetchContext(station_id: number, signal: AbortSignal): Promise<InspectionContext> {
  const data = await call(inspectionOffline.context, { station_id }, { signal })
  void keepContext(data).catch(() => undefined)
  return data
}
/** Its last verbale beside it, where it is pinned; one that cannot be had now says so where it would stand, and comes with the next preparation. */
const keepLastVerbale = async (station_id: number) => (await import('./kept-verbale.ts')).keepVerbale(station_id).catch(() => undefined)
/** Pins a station, or takes it off. @throws ApiError where it is not here yet and there is no network */
export async function pinStation(station_id: number, pinned: boolean): Promise<void> {
  const { contexts } = fieldDb()
  const here = await contexts.update(station_id, { pinned })
  if (pinned && !here) await keepContext(await requestContext(station_id), true)
  await keepLastVerbale(station_id)
}
/** Remembers where a verifica was begun: those stations are kept with everything. */
export async function rememberRecent(station_id: number): Promise<void> {
  const { facts } = fieldDb()
  const before = (await facts.get('recent'))?.ids ?? []
  const ids = [station_id, ...before.filter((id) => id !== station_id)].slice(0, RECENT)
  await facts.put({ key: 'recent', version: '', at: now(), ids })
}

/** What a ticket that is opened without a network is made of: its categories and the stations it may be about. Verifiche do not wait for it. */
async function keepTicketForm() {
  if (can(tickets.info.policy)) await queryClient.prefetchQuery(query(tickets.info, {}))
  if (can(stationDirectory.list.policy)) await queryClient.prefetchQuery(query(stationDirectory.list, WHOLE_DIRECTORY))
}

/** The plan of the next seven days, with everything about those stations, the pinned, the recent and the nearest ones. */
async function keepLikelyStations(onStep: (step: string) => void): Promise<void> {
  const db = fieldDb()
  const planned = await call(inspections.list, { status: ['planned'], to: today(Date.now() + WEEK_MS), per_page: 100, sort: 'date' })
  await db.facts.put({ key: 'planned', version: '', at: now(), rows: planned.data })
  const recent = (await db.facts.get('recent'))?.ids ?? []
  const here = await positionIfAllowed()
  const near = here ? (await stationsNear(here)).map(({ row }) => row.id) : []
  const own = [...new Set([...planned.data.map((row) => row.station.id), ...recent, ...near])].slice(0, MAX_AUTOMATIC)
  const pinned = await db.contexts.filter((kept) => kept.pinned).primaryKeys()
  const wanted = new Set([...pinned, ...own])
  let done = 0
  for (const id of wanted) {
    onStep(`storico di ${howMany(++done, 'punto', 'punti')} vendita su ${wanted.size}`)
    // A station that is no longer assigned to the person must not stop the others.
    if (!(await db.stations.get(id))) wanted.delete(id)
    else {
      await keepContext(await requestContext(id))
      if (pinned.includes(id)) await keepLastVerbale(id)
    }
  }
  await db.contexts.filter((kept) => !kept.pinned && !wanted.has(kept.station_id)).delete()
}

/**
 * Models with their versions, all stations, equipment and prices of each, and everything about those one is likely to go to. Each set replaces the
 * old one only when the new one is whole.
 * @throws ApiError; what was there before stays
 */
export function prepareOffline(onStep: (step: string) => void = () => {}): Promise<void> {
  const user = session.get().user?.id
  // Asked for in two places at once it is one: a second read of the same would cut the first off.
  if (running && running.user === user) {
    running.steps.add(onStep)
    return running.done
  }
  const steps = new Set([onStep])
  const mine = { user, steps, done: keepAll((step) => steps.forEach((told) => void told(step))) }
  running = mine
  const over = () => {
    if (running === mine) running = undefined
  }
  mine.done.then(over, over)
  return mine.done
}
let running: { user: number | undefined; steps: Set<(step: string) => void>; done: Promise<void> } | undefined

async function keepAll(onStep: (step: string) => void): Promise<void> {
  onStep('modelli')
  await keepModels()
  onStep('punti vendita')
  await keepStations()
  onStep('attrezzature e prezzi')
  await keepEquipment()
  await keepLikelyStations(onStep)
  await keepTicketForm()
}
/** Fetches what one verifica lacks here to be begun; nothing where it lacks nothing. @throws ApiError */
export async function fetchMissing(model_id: number, station_id: number, onStep: (step: string) => void): Promise<void> {
  const db = fieldDb()
  if (!(await db.models.get(model_id))) {
    onStep('modelli')
    await keepModels()
  }
  if (await db.stations.get(station_id)) return
  onStep('punto vendita')
  const data = await requestContext(station_id)
  await keepContext(data)
  await db.stations.put(data.station)
}
