import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type * as v from 'valibot'
import type { StationContext } from '../../../src/contract/inspections/answers.ts'
import type { InspectionChanges } from '../../../src/contract/inspections/inspections.ts'
import type { OfflineStation } from '../../../src/contract/inspections/offline.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { inspection_models, inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { byOurClock, secondsMoved } from '../../lib/core/device-clock.ts'
import { problem } from '../../lib/core/problem.ts'
import { managerNames, runningManagement } from '../stations/managers.ts'
import { stationScope } from '../stations/scope.ts'
import { acceptContext } from './context-proof.ts'
import { fieldStations, openNcs, provenContext } from './station-context.ts'
import { findModel, freezeVersion, type Version, versionByHash } from './versions.ts'

/** The data a verifica takes with it when it is begun; they never change again by themselves (docs/spec/inspections.md#states). */
type StartInput = Pick<
  v.InferOutput<typeof InspectionChanges>,
  'model_hash' | 'started_at' | 'clock_behind_s' | 'gps_start' | 'context' | 'open'
>
type WriteContext = Pick<Context, 'db' | 'user' | 'now'> & Partial<Pick<Context, 'header'>>

/**
 * The version a device filled in, by its hash, even if the model has changed meanwhile; without a hash the present one of an active model.
 * @throws 409 for a hash the server never froze, 422 for a model that cannot be used
 */
export async function versionToUse(model_id: number, hash: string | undefined, { db, user, now }: WriteContext): Promise<Version> {
  if (hash) {
    const version = await versionByHash(db, model_id, hash)
    if (version) return version
  }
  const model = await findModel(db, model_id)
  if (!model) throw problem.invalid({ model_id: messages.exists('Modello') })
  const version = model.status === 'active' ? await freezeVersion(db, model, user.id, now) : undefined
  if (hash && version?.hash !== hash)
    throw problem.conflict('La versione del modello non è più disponibile: sincronizzare i modelli.', { code: 'model_version' })
  if (!version) throw problem.invalid({ model_id: 'Il modello selezionato non è attivo.' })
  return version
}
export async function modelName(db: Db, id: number): Promise<string> {
  const [row] = await db.select({ name: inspection_models.name }).from(inspection_models).where(eq(inspection_models.id, id))
  if (!row) throw problem.invalid({ model_id: messages.exists('Modello') })
  return row.name
}

/** @throws 422 for a station that does not exist or is out of reach */
export async function requireStation(id: number, { db, user }: WriteContext): Promise<OfflineStation> {
  const [station] = await fieldStations(db, and(eq(stations.id, id), stationScope(user)))
  if (!station) throw problem.invalid({ station_id: messages.exists('Punto vendita') })
  return station
}
/** The context a verifica is judged by: the device's, else today's. */
export function contextAtStart(
  station: OfflineStation,
  sent: StationContext | undefined,
  { db, now }: WriteContext,
): Promise<StationContext> {
  const own = () => provenContext(db, station, now)
  return sent ? acceptContext(db, station.id, sent, now, own) : own()
}
/** The columns of a verifica at its start, but for its number. What the device showed to the inspector stands over what the server knows now. */
export async function startColumns(station_id: number, model_id: number, sent: StartInput, context: WriteContext) {
  const { db } = context
  const { version, definition } = await versionToUse(model_id, sent.model_hash, context)
  const station = await requireStation(station_id, context)
  const { code, name, address, cap, city, province } = station
  const earlier = await openNcs(db, station_id, eq(non_conformities.model_id, model_id))
  const shown = sent.open && new Set(sent.open)
  const running = await runningManagement(db, station_id)
  const started_at = byOurClock(sent.started_at, sent.clock_behind_s, context)
  const [previous] = await db
    .select({ id: inspections.id })
    .from(inspections)
    .where(
      and(
        eq(inspections.station_id, station_id),
        eq(inspections.model_id, model_id),
        isNotNull(inspections.completed_at),
        inArray(inspections.status, ['completed', 'approved']),
        isNull(inspections.deleted_at),
      ),
    )
    .orderBy(desc(inspections.completed_at))
    .limit(1)
  return {
    status: 'draft' as const,
    model_version: version,
    model_name: definition.name,
    station_snapshot: {
      ...{ code, name, address, cap, city, province, manager: await managerNames(db, station_id) },
      ...{ businessName: running?.businessName ?? null, piva: running?.piva ?? null },
    },
    context: await contextAtStart(station, sent.context, context),
    open_ncs: earlier.map(({ id }) => id).filter((id) => !shown || shown.has(id)),
    started_at,
    clock_moved_s: secondsMoved(sent.started_at, started_at),
    gps_start: sent.gps_start,
    previous_id: previous?.id ?? null,
  }
}
