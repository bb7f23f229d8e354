import type { Position } from '../../contract/inspections/answers.ts'
import { inspectionTitle, startInput } from '../../contract/inspections/draft.ts'
import { type Inspection, inspections } from '../../contract/inspections/inspections.ts'
import type { OfflineModel } from '../../contract/inspections/models.ts'
import type { OfflineStation } from '../../contract/inspections/offline.ts'
import { clockBehindAt, clockBehindSeconds } from '../../lib/clock-then.ts'
import { connection } from '../../lib/online.ts'
import { session } from '../../lib/session.ts'
import { enqueue, outbox } from '../../outbox/runtime.ts'
import type { Json } from '../../outbox/types.ts'
import { fieldDb } from './field-store.ts'
import { inspectionKey, type LocalInspection, loadLocal, localCopy } from './local-inspection.ts'
import { withPrefills } from './prefill-answers.ts'
import { fetchMissing } from './prepare-offline.ts'
import { previousInspection } from './refresh-context.ts'
import { contextForStart } from './start-context.ts'

const WRONG_CLOCK =
  'L’orologio di questo dispositivo è sbagliato: correggilo nelle impostazioni, o scrivi l’ora esatta nell’avviso in alto, poi avvia di nuovo.'
/** A new verifica from the device's model, the station and its context. */
async function newLocal(client_uuid: string, model: OfflineModel, station: OfflineStation, gps: Position | null): Promise<LocalInspection> {
  const now = Date.now()
  if (clockBehindAt(now) === 'impossible') throw new Error(WRONG_CLOCK)
  const { context, past } = await contextForStart(station)
  const { id, code, name, city, province } = station
  return withPrefills<LocalInspection>({
    client_uuid,
    user: session.get().user!.id,
    number: null,
    model: { id: model.id, name: model.name, version: model.version, hash: model.hash },
    definition: model.definition,
    station: { id, code, name, city, province },
    context,
    open: past?.open.filter((nc) => nc.model_id === model.id) ?? [],
    ...(past && { previous: previousInspection(past.last, model.id) }),
    full: !!past,
    answers: {},
    dirty: [],
    signatures: {},
    present: null,
    notes: null,
    gps_start: gps,
    started_at: new Date(now).toISOString(),
    clock_behind_s: clockBehindSeconds(now),
    rev: null,
    files: {},
    headDirty: false,
    queued: null,
    status: 'draft',
  })
}
const NOT_HERE = 'Modello e punto vendita non sono su questo dispositivo: per avviare questa verifica serve la rete.'
const asJson = (local: LocalInspection) => local as unknown as Json

/** Begins a verifica on this device, with or without network: draft and creation are durable before this resolves. */
export async function startInspection(model: OfflineModel, station: OfflineStation, gps: Position | null): Promise<string> {
  const client_uuid = crypto.randomUUID()
  const local = await newLocal(client_uuid, model, station, gps)
  await outbox().saveDraft({ key: inspectionKey(client_uuid), data: asJson(local), revision: 0, unqueued: localCopy.unqueuedOf(local) })
  await enqueue(
    inspections.create,
    { client_uuid, model_id: model.id, station_id: station.id, status: 'draft', ...startInput(local) },
    { entity: client_uuid, lane: inspectionKey(client_uuid), label: `Avvio: ${inspectionTitle(local)}` },
  )
  return client_uuid
}
/**
 * Begins a planned verifica, on the model as this device has it; what is not here is fetched.
 * @param onStep what is being fetched
 * @throws a sentence, where it cannot be
 */
export async function startPlanned(
  planned: Pick<Inspection, 'client_uuid' | 'rev' | 'model_id' | 'station'>,
  onStep: (step: string) => void = () => {},
): Promise<string> {
  const { client_uuid, rev } = planned
  if (await loadLocal(client_uuid)) return client_uuid
  await fetchMissing(planned.model_id, planned.station.id, onStep).catch((error: Error) => {
    throw connection.get() === 'online' ? error : new Error(NOT_HERE)
  })
  const model = await fieldDb().models.get(planned.model_id)
  const station = await fieldDb().stations.get(planned.station.id)
  if (!model || !station) throw new Error('Il modello di questa verifica non è più attivo: chiedere all’ufficio di pianificarla di nuovo.')
  const local = { ...(await newLocal(client_uuid, model, station, null)), rev }
  await outbox().saveDraft({ key: inspectionKey(client_uuid), data: asJson(local), revision: 0, unqueued: localCopy.unqueuedOf(local) })
  await enqueue(
    inspections.update,
    { id: client_uuid, rev, status: 'draft', ...startInput(local) },
    { entity: client_uuid, lane: inspectionKey(client_uuid), label: `Avvio: ${inspectionTitle(local)}` },
  )
  return client_uuid
}
