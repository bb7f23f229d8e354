/** A verifica as a device keeps it while it is filled in, as far as it is ever sent: the device itself sends it so, and the office's import of what it could not. */
export interface DraftCopy {
  client_uuid: string
  model: { id: number; name: string; hash: string | null }
  station: { id: number; code: string; name: string }
  context: unknown
  open: readonly { id: number }[]
  answers: Readonly<Record<string, unknown>>
  signatures: unknown
  present: string | null
  notes: string | null
  gps_start: unknown
  started_at: string
  /** How far the clock was behind at the start; absent if the device does not know. */
  clock_behind_s?: number | undefined
  rev: number | null
  dirty: readonly string[]
  headDirty: boolean
  queued: { id: string; keys: readonly string[] } | null
  /** The known facts of the station have changed since the start. */
  contextChanged?: boolean | undefined
  status: 'draft' | 'closing'
  /** Its model was brought up to date on the device: the server is told with the next change. */
  updated_model?: boolean | undefined
}

/** `VPV completa – PV007 Rivoli` */
export const inspectionTitle = ({ model, station }: Pick<DraftCopy, 'model' | 'station'>) =>
  `${model.name} – ${station.code} ${station.name}`

/** The start as sent to the server: the data shown to the inspector count. */
export const startInput = <T extends Pick<DraftCopy, 'model' | 'started_at' | 'clock_behind_s' | 'gps_start' | 'context' | 'open'>>(
  local: T,
) => ({
  model_hash: local.model.hash ?? undefined,
  started_at: local.started_at,
  ...(local.clock_behind_s !== undefined && { clock_behind_s: local.clock_behind_s }),
  gps_start: local.gps_start as T['gps_start'],
  context: local.context as T['context'],
  open: local.open.map((nc) => nc.id),
})
/** Answers whose last change no item that surely arrived has carried. */
export const unsentKeys = ({ queued, dirty }: { queued: { keys: readonly string[] } | null; dirty: readonly string[] }) => [
  ...new Set([...(queued?.keys ?? []), ...dirty]),
]

/** The change of the answers `keys` as sent to the server: a removed answer is null. */
export const saveInput = <
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
