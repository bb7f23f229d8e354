import * as v from 'valibot'
import { post, resource } from './endpoint.ts'

/**
 * "Esporta tutto": what a device holds unsent, as one ZIP that the office can import (outbox.md R6).
 * Entries: `invii.json` (RescueFile), `photos/<sha256>.<extension>`, and `SHA256SUMS` over all the others, as `sha256sum` writes it.
 */
export const RESCUE = {
  format: 'piazzale-invii',
  version: 1,
  json: 'invii.json',
  sums: 'SHA256SUMS',
  photo: /^photos\/([0-9a-f]{64})\.([a-z0-9]{1,5})$/,
  /** Of the ZIP, and of all its entries unpacked. */
  maxBytes: 200 * 1024 * 1024,
  maxEntries: 1_000,
} as const

const text = v.pipe(v.string(), v.maxLength(300))
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const uuid = v.pipe(v.string(), v.uuid())
const RescueItem = v.object({
  id: uuid,
  user: v.number(),
  endpoint: text,
  entity: text,
  lane: text,
  label: text,
  seq: v.number(),
  sub: v.number(),
  state: text,
  /** Placeholders may stand in it; `sealed` is the body as it was sent, and wins. */
  input: v.unknown(),
  sealed: v.optional(v.string()),
  photos: v.array(hash),
})
export type RescueItem = v.InferOutput<typeof RescueItem>
const RescuePhoto = v.object({
  id: uuid,
  user: v.number(),
  hash,
  size: v.number(),
  meta: v.record(v.string(), v.string()),
})
export type RescuePhoto = v.InferOutput<typeof RescuePhoto>
const RescueRef = v.object({ user: v.number(), entity: text, values: v.record(v.string(), v.union([v.string(), v.number()])) })
/** `invii.json`, as much as the import reads of it; the device writes its rows whole. */
export const RescueFile = v.object({
  format: v.literal(RESCUE.format),
  version: v.literal(RESCUE.version),
  user: v.number(),
  userName: text,
  exportedAt: v.pipe(v.string(), v.isoTimestamp()),
  items: v.pipe(v.array(RescueItem), v.maxLength(10_000)),
  drafts: v.array(v.unknown()),
  photos: v.pipe(v.array(RescuePhoto), v.maxLength(RESCUE.maxEntries)),
  refs: v.pipe(v.array(RescueRef), v.maxLength(10_000)),
})
export type RescueFile = v.InferOutput<typeof RescueFile>

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
  photos: v.object({ imported: v.number(), present: v.number(), refused: v.number() }),
  /** Drafts in the ZIP: never confirmed by their author, so they are not applied. */
  drafts: v.number(),
})
export type RescueReport = v.InferOutput<typeof RescueReport>

export const rescue = resource('rescue', {
  /** (+) Applies what a device could not send, as its author; repeating it changes nothing. */
  import: post('/inspection/rescue', {
    files: true,
    maxFileBytes: RESCUE.maxBytes,
    output: RescueReport,
    success: [200],
    policy: 'super',
    touches: ['inspections', 'inspection-models', 'non-conformities'],
  }),
})
