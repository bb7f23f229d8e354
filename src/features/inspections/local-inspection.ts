import type { Answers, OpenNc, Position, Signatures, StationContext } from '../../contract/inspections/answers.ts'
import { inspectionTitle } from '../../contract/inspections/draft.ts'
import type { ModelDefinition } from '../../contract/inspections/form.ts'
import type { Inspection } from '../../contract/inspections/inspections.ts'
import type { OfflineStation } from '../../contract/inspections/offline.ts'
import { session } from '../../lib/session.ts'
import type { Ended } from '../../outbox/kind.ts'
import { outbox } from '../../outbox/runtime.ts'
import type { Json } from '../../outbox/types.ts'
import { isContextKnown } from '../../rules/inspections/station-context.ts'
import type { SignatureVector } from '../../ui/signature-vector.ts'

/** A file chosen or made on this device: its bytes are in the outbox's photo table under `hash`. */
export interface LocalFile {
  hash: string
  mime: string
  kind: 'photo' | 'signature' | 'file'
  /** Hash of its thumbnail, kept likewise. */
  small?: string
  /** Text the server burns into the photo, which the device could not write on and kept as it came. */
  stamp?: string
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
/** Strokes drawn, or a name typed, and not yet confirmed as a signature. */
export interface Drawing {
  name: string
  vector: SignatureVector
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
  /** Null where there is none; absent where this device does not know. */
  previous?: PreviousInspection | null
  /** True if `open` came from the server; false if this device merely knew of none. */
  full?: boolean
  /** Since it was begun: so it goes with each save. */
  contextChanged?: boolean
  answers: Answers
  /** Keys of the questions that were offered a value once. */
  offered?: string[]
  signatures: Signatures
  present: string | null
  notes: string | null
  gps_start: Position | null
  started_at: string
  /** How far this device's clock was behind at the start, in seconds; absent if that is not known. */
  clock_behind_s?: number | undefined
  /** The server's `rev` this copy was made from; null when it began here. */
  rev: number | null
  /** By file uuid. */
  files: Record<string, LocalFile>
  /** How many files were chosen for a place (`question/slot`) and are not stored: what is left there after a kill was lost. */
  taking?: Record<string, number>
  /** Signatures begun, by the key they are for. */
  drawings?: Record<string, Drawing>
  /** Answer keys changed since the last item that went, or may have gone, to the server. */
  dirty: string[]
  /** Present, notes or signatures changed likewise. */
  headDirty: boolean
  /** The last queued item and what it carries: while it is untried the next one takes its place and must carry that too. */
  queued: { id: string; keys: string[]; head?: boolean } | null
  /** `closing`: confirmed by the person, the copy here waits for the receipt. */
  status: 'draft' | 'closing'
  /** The question in view when it was left; `summary` for the closing page. */
  place?: string
  /** ISO instant of the confirmed completion, until it is queued. */
  completing?: string | null
  /** The office has ended it, with nothing left to send here. */
  ended?: Ended
  /** Its model was brought up to date here: every save names the version. */
  updated_model?: boolean
}
/** Selects verifiche among the offline copies. */
export const INSPECTION_KIND = 'inspection'
/** Names a verifica in the outbox: its draft, and the lane in which its items go one after the other. */
export const inspectionKey = (uuid: string) => `${INSPECTION_KIND}:${uuid}`
/** Its name in the list of unsent items, if it holds changes that are not queued yet. */
const unqueuedOf = (local: LocalInspection) =>
  local.dirty.length > 0 || local.headDirty || (local.completing && local.status === 'draft') ? inspectionTitle(local) : undefined

/** A copy of a server draft to go on with here, begun on another device or before this browser forgot it. */
export function localFromServer(record: Inspection): LocalInspection {
  const context = withOrigin(record.context!)
  return {
    client_uuid: record.client_uuid,
    user: session.get().user!.id,
    number: record.id_number ? `${record.id_year}/${record.id_number}` : null,
    model: { id: record.model_id, name: record.model_name, version: record.model_version ?? 0, hash: record.model_hash },
    definition: record.model!,
    station: record.station,
    context,
    open: record.open,
    full: isContextKnown(context),
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
/** A context of an older version in which no kind of equipment is even named was made without knowing the station. */
const withOrigin = (context: StationContext): StationContext =>
  context.origin || Object.keys(context.equipment).length ? context : { ...context, origin: { kind: 'unknown' } }
function readLocal(data: Json): LocalInspection {
  const local = data as unknown as LocalInspection
  return { ...local, context: withOrigin(local.context) }
}
/** The copy on this device, with the revision to save over; undefined when there is none. */
export async function loadLocal(uuid: string): Promise<{ local: LocalInspection; revision: number } | undefined> {
  const draft = await outbox().loadDraft(inspectionKey(uuid))
  if (!draft) return undefined
  return { local: readLocal(draft.data), revision: draft.revision }
}
/** All verifiche on this device, newest first. */
export async function listLocal(): Promise<{ local: LocalInspection; savedAt: number }[]> {
  const drafts = await outbox().listDrafts()
  return drafts
    .filter((draft) => draft.key.startsWith(inspectionKey('')))
    .map((draft) => ({ local: draft.data as unknown as LocalInspection, savedAt: draft.savedAt }))
}
/** The verifiche that were begun on this device, also those it has sent and forgotten since, by UUID. */
export async function begunHere(): Promise<Set<string>> {
  const key = inspectionKey('')
  const sent = (await outbox().list()).filter(({ lane }) => lane.startsWith(key)).map(({ entity }) => entity)
  return new Set([...sent, ...(await listLocal()).map(({ local }) => local.client_uuid)])
}
/** The functions the outbox calls on a device's copy (outbox/kind.ts). */
export const localCopy = {
  read: readLocal,
  unqueuedOf,
  /** The pictures, and their thumbnails. */
  picturesOf: ({ files }: LocalInspection) => Object.values(files).flatMap(({ hash, small }) => (small ? [hash, small] : [hash])),
  isClosed: ({ status }: LocalInspection) => status === 'closing',
}
