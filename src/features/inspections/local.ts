import type { Answers, Position, Signatures, StationContext } from '../../contract/inspection-answers.ts'
import { startOf, titleOf } from '../../contract/inspection-draft.ts'
import type { ModelDefinition } from '../../contract/inspection-form.ts'
import type { OfflineModel } from '../../contract/inspection-models.ts'
import type { OpenNc } from '../../contract/inspection-nc.ts'
import type { LastInspection, OfflineStation } from '../../contract/inspection-offline.ts'
import { type Inspection, inspections } from '../../contract/inspections.ts'
import { session } from '../../lib/session.ts'
import { askToStay } from '../../lib/storage.ts'
import { enqueue, outbox } from '../../outbox/runtime.ts'
import type { Json } from '../../outbox/types.ts'
import { contextFor, fieldDb } from './field-store.ts'
import { withOffers } from './offers.ts'

/** A file chosen or made on this device: its bytes are in the outbox's photo table under `hash`. */
export interface LocalFile {
  hash: string
  mime: string
  kind: 'photo' | 'signature' | 'file'
  /** Hash of its thumbnail, kept likewise. */
  small?: string
  /** The answer it was taken for. */
  question?: string
  /** Taken away by the person; kept here so that it can be put back. */
  removed?: boolean
}
/** The last completed verifica of the same model at the station, where this device knows it. */
export interface PreviousInspection {
  /** `2026/45` */
  number: string
  /** ISO instant. */
  completed_at: string
  answers: Answers
}
/** A verifica as it stands on this device: the `data` of the outbox draft `inspection:<client_uuid>`. */
export interface LocalInspection {
  client_uuid: string
  user: number
  /** Shown number `2026/45`, once the server has given one. */
  number: string | null
  model: { id: number; name: string; version: number; hash: string | null }
  definition: ModelDefinition
  station: Pick<OfflineStation, 'id' | 'code' | 'name' | 'city' | 'province'>
  context: StationContext
  open: OpenNc[]
  /** Null where there is none, or none is known here; absent in a copy made by an older version. */
  previous?: PreviousInspection | null
  answers: Answers
  /** Keys of the questions that were offered a value once. */
  offered?: string[]
  signatures: Signatures
  present: string | null
  notes: string | null
  gps_start: Position | null
  started_at: string
  /** The server's `rev` this copy was made from; null when it began here. */
  rev: number | null
  /** By file uuid. */
  files: Record<string, LocalFile>
  /** Answer keys changed since the last item that went, or may have gone, to the server. */
  dirty: string[]
  /** Present, notes or signatures changed likewise. */
  headDirty: boolean
  /** The last queued item and what it carries: while it is untried the next one takes its place and must carry that too. */
  queued: { id: string; keys: string[] } | null
  /** `closing`: confirmed by the person, the copy here waits for the receipt. */
  status: 'draft' | 'closing'
}
/** Names a verifica in the outbox: its draft, and the lane in which its items go one after the other. */
export const inspectionKey = (uuid: string) => `inspection:${uuid}`
/** What the list of the unsent calls it, where it holds changes that are not in the queue. */
export const unqueuedOf = (local: LocalInspection) => (local.dirty.length > 0 || local.headDirty ? titleOf(local) : undefined)

/** What a verifica looks like at its start, from the device's model, the station and its context. */
async function fresh(client_uuid: string, model: OfflineModel, station: OfflineStation, gps: Position | null): Promise<LocalInspection> {
  const { context, open, last } = await contextFor(station)
  const { id, code, name, city, province } = station
  return withOffers<LocalInspection>({
    client_uuid,
    user: session.get().user!.id,
    number: null,
    model: { id: model.id, name: model.name, version: model.version, hash: model.hash },
    definition: model.definition,
    station: { id, code, name, city, province },
    context,
    open: open.filter((nc) => nc.model_id === model.id),
    previous: previousOf(last, model.id),
    answers: {},
    dirty: [],
    signatures: {},
    present: null,
    notes: null,
    gps_start: gps,
    started_at: new Date().toISOString(),
    rev: null,
    files: {},
    headDirty: false,
    queued: null,
    status: 'draft',
  })
}
export function previousOf(last: readonly LastInspection[], model_id: number): PreviousInspection | null {
  const found = last.find((one) => one.model_id === model_id)
  return found ? { number: `${found.id_year}/${found.id_number}`, completed_at: found.completed_at, answers: found.answers } : null
}
const asJson = (local: LocalInspection) => local as unknown as Json

/** Begins a verifica on this device, with or without network: draft and creation are durable before this resolves. */
export async function begin(model: OfflineModel, station: OfflineStation, gps: Position | null): Promise<string> {
  const client_uuid = crypto.randomUUID()
  const local = await fresh(client_uuid, model, station, gps)
  await outbox().saveDraft({ key: inspectionKey(client_uuid), data: asJson(local), revision: 0, unqueued: unqueuedOf(local) })
  await enqueue(
    inspections.create,
    { client_uuid, model_id: model.id, station_id: station.id, status: 'draft', ...startOf(local) },
    { entity: client_uuid, lane: inspectionKey(client_uuid), label: `Avvio: ${titleOf(local)}` },
  )
  void askToStay()
  return client_uuid
}
/** Begins a planned verifica, on the model as this device has it. @throws a sentence, when the device was not prepared */
export async function beginPlanned(planned: Pick<Inspection, 'client_uuid' | 'rev' | 'model_id' | 'station'>): Promise<string> {
  const { client_uuid, rev } = planned
  if (await loadLocal(client_uuid)) return client_uuid
  const model = await fieldDb().models.get(planned.model_id)
  const station = await fieldDb().stations.get(planned.station.id)
  if (!model || !station)
    throw new Error('I dati per lavorare offline non sono su questo dispositivo: usare "Prepara per offline" nelle verifiche.')
  const local = { ...(await fresh(client_uuid, model, station, null)), rev }
  await outbox().saveDraft({ key: inspectionKey(client_uuid), data: asJson(local), revision: 0, unqueued: unqueuedOf(local) })
  await enqueue(
    inspections.update,
    { id: client_uuid, rev, status: 'draft', ...startOf(local) },
    { entity: client_uuid, lane: inspectionKey(client_uuid), label: `Avvio: ${titleOf(local)}` },
  )
  return client_uuid
}

/** A copy of a server draft to go on with here, begun on another device or before this browser forgot it. */
export function fromServer(record: Inspection): LocalInspection {
  return {
    client_uuid: record.client_uuid,
    user: session.get().user!.id,
    number: record.id_number ? `${record.id_year}/${record.id_number}` : null,
    model: { id: record.model_id, name: record.model_name, version: record.model_version ?? 0, hash: record.model_hash },
    definition: record.model!,
    station: record.station,
    context: record.context!,
    open: record.open,
    answers: record.answers,
    signatures: record.signatures,
    present: record.present,
    notes: record.notes,
    gps_start: record.gps_start,
    started_at: record.started_at ?? record.created_at,
    rev: record.rev,
    files: {},
    dirty: [],
    headDirty: false,
    queued: null,
    status: 'draft',
  }
}
/** The copy on this device, with the revision to save over; undefined when there is none. */
export async function loadLocal(uuid: string): Promise<{ local: LocalInspection; revision: number } | undefined> {
  const draft = await outbox().loadDraft(inspectionKey(uuid))
  return draft && { local: draft.data as unknown as LocalInspection, revision: draft.revision }
}
/** All verifiche on this device, newest first. */
export async function listLocal(): Promise<{ local: LocalInspection; savedAt: number }[]> {
  const drafts = await outbox().listDrafts()
  return drafts
    .filter((draft) => draft.key.startsWith('inspection:'))
    .map((draft) => ({ local: draft.data as unknown as LocalInspection, savedAt: draft.savedAt }))
}
/** Forgets closed verifiche whose every item has its receipt; the server has them whole. */
export async function forgetSent(): Promise<void> {
  if (!session.get().user) return
  const items = await outbox().list()
  for (const draft of await outbox().listDrafts()) {
    const local = draft.data as unknown as LocalInspection
    const waiting = items.some((item) => item.lane === draft.key && item.state !== 'sent')
    if (draft.key.startsWith('inspection:') && local.status === 'closing' && !waiting)
      await outbox().discardDraft(draft.key, draft.revision)
  }
}
