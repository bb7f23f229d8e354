import * as v from 'valibot'
import { post, resource } from '../kernel/endpoint.ts'
import type { OfflineCopy } from '../kernel/offline-copy.ts'
import type { Json } from '../kernel/placeholder.ts'
import { RESCUE } from '../kernel/rescue-format.ts'
import type { DraftCopy } from './draft.ts'

/** The parts of an export that the import reads; a device writes its rows whole (outbox/export.ts). Each row is judged by itself, so that a damaged one spoils no other. */
const text = v.pipe(v.string(), v.maxLength(300))
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const uuid = v.pipe(v.string(), v.uuid())
export const RescueItem = v.object({
  id: uuid,
  user: v.number(),
  endpoint: text,
  entity: text,
  lane: text,
  of: v.optional(text),
  label: text,
  /** Place among all that was saved on the device. */
  seq: v.number(),
  state: text,
  /** Placeholders may stand in it; `sealed` is the body as it was sent, and wins. */
  input: v.unknown(),
  sealed: v.optional(v.string()),
})
export type RescueItem = v.InferOutput<typeof RescueItem>
export const RescuePhoto = v.object({
  id: uuid,
  user: v.number(),
  hash,
  size: v.number(),
  /** The server has confirmed it. */
  acked: v.boolean(),
  /** The upload's fields beside the bytes; degrees are numbers there. */
  meta: v.record(v.string(), v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
})
export type RescuePhoto = v.InferOutput<typeof RescuePhoto>
/** The fields of the draft itself that the import sends. */
const Copy: v.GenericSchema<unknown, DraftCopy> = v.object({
  client_uuid: uuid,
  model: v.object({ id: v.number(), name: text, hash: v.nullable(v.string()) }),
  station: v.object({ id: v.number(), code: text, name: text }),
  context: v.unknown(),
  open: v.array(v.object({ id: v.number() })),
  answers: v.record(v.string(), v.unknown()),
  signatures: v.unknown(),
  present: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  gps_start: v.unknown(),
  started_at: v.string(),
  clock_behind_s: v.optional(v.number()),
  rev: v.nullable(v.number()),
  dirty: v.array(v.string()),
  headDirty: v.boolean(),
  queued: v.nullable(v.object({ id: v.string(), keys: v.array(v.string()) })),
  contextChanged: v.optional(v.boolean()),
  status: v.picklist(['draft', 'closing']),
  updated_model: v.optional(v.boolean()),
})
/** A verifica still open on the device: what of it was in no item yet goes in as its author's. */
export const RescueDraft = v.object({
  user: v.number(),
  /** Names this very state of the draft: the same one imported twice changes nothing. */
  writer: uuid,
  data: Copy,
})
export type RescueDraft = v.InferOutput<typeof RescueDraft>
/** The copy of what is declared with `offlinePart()`. */
const values = v.objectWithRest({ photos: v.array(v.string()) }, v.unknown() as v.GenericSchema<Json>)
const Written: v.GenericSchema<unknown, OfflineCopy> = v.object({
  uuid,
  station_id: v.number(),
  ...{ place: text, title: text, noted_at: text, values, confirmed: v.nullable(values), rev: v.nullable(v.number()) },
  ...{ changed: v.array(text), begun: v.boolean(), state: v.picklist(['writing', 'confirmed', 'queued']), at: v.number() },
  files: v.record(v.string(), v.object({ hash, mime: text })),
})
/** One of these: what of it was confirmed and in no item yet goes in as its author's. */
export const RescueCopy = v.object({ user: v.number(), key: text, writer: uuid, data: Written })
export type RescueCopy = v.InferOutput<typeof RescueCopy>
/** A reply to a ticket that nobody has sent: told, and published by nobody. */
export const RescueReply = v.object({
  user: v.number(),
  data: v.object({ uuid, subject: text, message: v.string(), photos: v.array(v.string()) }),
})
/** A ticket that was written and is in no item yet. */
export const RescueTicket = v.object({
  user: v.number(),
  writer: uuid,
  data: v.object({
    uuid,
    values: v.objectWithRest({ subject: v.string(), description: v.string() }, v.unknown() as v.GenericSchema<Json>),
    photos: v.array(v.string()),
    state: v.picklist(['writing', 'confirmed', 'queued']),
  }),
})
export type RescueTicket = v.InferOutput<typeof RescueTicket>
export const RescueRef = v.object({ user: v.number(), entity: text, values: v.record(v.string(), v.union([v.string(), v.number()])) })
const rows = v.pipe(v.array(v.unknown()), v.maxLength(RESCUE.maxEntries))
/** `invii.json` as a whole. */
export const RescueFile = v.object({
  format: v.literal(RESCUE.format),
  version: v.literal(RESCUE.version),
  user: v.number(),
  userName: text,
  exportedAt: v.pipe(v.string(), v.isoTimestamp()),
  items: rows,
  drafts: rows,
  photos: rows,
  refs: rows,
})

const Line = v.object({
  id: v.string(),
  label: v.string(),
  /** `present`: the server had it already, nothing was done. */
  result: v.picklist(['imported', 'present', 'refused']),
  /** Why it was refused, Italian. */
  reason: v.nullable(v.string()),
})
export type RescueLine = v.InferOutput<typeof Line>
export const RescueReport = v.object({
  author: v.string(),
  exported_at: v.string(),
  items: v.array(Line),
  drafts: v.array(Line),
  /** How many; the refused ones each by itself. */
  photos: v.object({ imported: v.number(), present: v.number(), refused: v.array(Line) }),
})
export type RescueReport = v.InferOutput<typeof RescueReport>

export const rescue = resource('rescue', {
  /** (+) Applies what a device could not send, as its author; repeating it changes nothing. */
  import: post('/inspection/rescue', {
    files: true,
    spool: true,
    maxFileBytes: RESCUE.maxBytes,
    output: RescueReport,
    success: [200],
    policy: 'super',
    touches: [
      'inspections',
      'inspection-models',
      'non-conformities',
      'station_notes',
      'tank_maintenances',
      'tanks',
      'tickets',
      'communications-ctrl',
      'ecommerce-orders',
    ],
  }),
})
