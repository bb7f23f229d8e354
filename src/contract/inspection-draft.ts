import * as v from 'valibot'

/** A verifica as a device keeps it while it is filled in, as far as it is ever sent: the device itself sends it so, and the office's import of what it could not. */
const word = v.pipe(v.string(), v.maxLength(300))
export const DraftCopy = v.object({
  client_uuid: v.pipe(v.string(), v.uuid()),
  model: v.object({ id: v.number(), name: word, hash: v.nullable(v.string()) }),
  station: v.object({ id: v.number(), code: word, name: word }),
  context: v.unknown(),
  open: v.array(v.object({ id: v.number() })),
  answers: v.record(v.string(), v.unknown()),
  signatures: v.unknown(),
  present: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  gps_start: v.unknown(),
  started_at: v.string(),
  rev: v.nullable(v.number()),
  dirty: v.array(v.string()),
  headDirty: v.boolean(),
  queued: v.nullable(v.object({ id: v.string(), keys: v.array(v.string()) })),
  /** What is known of the station has changed since the start. */
  contextChanged: v.optional(v.boolean()),
  status: v.picklist(['draft', 'closing']),
  /** Its model was brought up to date on the device: the server is told with the next change. */
  updated_model: v.optional(v.boolean()),
})
export type DraftCopy = v.InferOutput<typeof DraftCopy>

/** `VPV completa – PV007 Rivoli` */
export const titleOf = ({ model, station }: Pick<DraftCopy, 'model' | 'station'>) => `${model.name} – ${station.code} ${station.name}`

/** What the server is told of the start: what the device showed to the inspector is what counts. */
export const startOf = <T extends Pick<DraftCopy, 'model' | 'started_at' | 'gps_start' | 'context' | 'open'>>(local: T) => ({
  model_hash: local.model.hash ?? undefined,
  started_at: local.started_at,
  gps_start: local.gps_start as T['gps_start'],
  context: local.context as T['context'],
  open: local.open.map((nc) => nc.id),
})
/** Answers whose last change no item that surely arrived has carried. */
export const unsentKeys = ({ queued, dirty }: { queued: { keys: string[] } | null; dirty: string[] }) => [
  ...new Set([...(queued?.keys ?? []), ...dirty]),
]

/** What the server is told of a change of the answers `keys`: one taken back goes as null. */
export const changesOf = <
  T extends Pick<
    DraftCopy,
    'answers' | 'present' | 'notes' | 'signatures' | 'gps_start' | 'context' | 'open' | 'contextChanged' | 'model' | 'updated_model'
  >,
>(
  local: T,
  keys: readonly string[],
) => ({
  answers: Object.fromEntries(keys.map((key) => [key, local.answers[key] ?? null])) as { [key: string]: T['answers'][string] | null },
  present: local.present,
  notes: local.notes,
  signatures: local.signatures as T['signatures'],
  ...(local.updated_model && local.model.hash ? { model_hash: local.model.hash } : {}),
  ...(local.gps_start ? { gps_start: local.gps_start as T['gps_start'] } : {}),
  ...(local.contextChanged ? { context: local.context as T['context'], open: local.open.map(({ id }) => id) } : {}),
})
