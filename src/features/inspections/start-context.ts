import type { StationContext } from '../../contract/inspections/answers.ts'
import type { LastInspection, OfflineStation, OpenNcRow } from '../../contract/inspections/offline.ts'
import { fieldDb } from './field-store.ts'
import { fetchContext, rememberRecent } from './prepare-offline.ts'

/** The inspector does not wait longer than this for the server. */
const PATIENCE_MS = 4_000

/** The data a verifica is begun with. Unknown is not empty: `context.origin` tells them apart. */
export interface StartContext {
  context: StationContext
  /** Open findings of earlier verifiche; undefined if this device does not know them. */
  past: { open: OpenNcRow[]; last: LastInspection[] } | undefined
}
/** Fresh when the server answers in time, else the newest this device has, else what the station's own row tells. */
export async function contextForStart(station: OfflineStation): Promise<StartContext> {
  // A device without room for it can still begin.
  await rememberRecent(station.id).catch(() => undefined)
  try {
    const data = await fetchContext(station.id, AbortSignal.timeout(PATIENCE_MS))
    return { context: data.context, past: data }
  } catch {
    const db = fieldDb()
    const [kept, slim, fact] = await Promise.all([db.contexts.get(station.id), db.slim.get(station.id), db.facts.get('slim')])
    const old = kept?.data.context
    // One that an older version kept has no proof that it was given.
    const proven = old?.origin?.kind === 'known' ? { context: old, at: old.origin.at } : undefined
    const newest =
      slim && fact && (!proven || proven.at < fact.at)
        ? { ...slim.context, origin: { kind: 'known' as const, at: fact.at, proof: slim.proof } }
        : proven?.context
    return { context: newest ?? contextWithoutEquipment(station), past: kept?.data }
  }
}
function contextWithoutEquipment(station: OfflineStation): StationContext {
  const { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels, latitude, longitude } = station
  return {
    facts: { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels },
    ...{ latitude, longitude, equipment: {}, prices: [], origin: { kind: 'unknown' } },
  }
}
