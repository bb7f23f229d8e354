import * as v from 'valibot'
import { deletion } from '../kernel/bulk-actions.ts'
import { ListQuery } from '../kernel/crud.ts'
import { deviceClock } from '../kernel/device-clock.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, instant, optionalText, reference, revision, text } from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, facets, listParam } from '../kernel/filters.ts'
import { fieldRoles } from '../kernel/roles.ts'
import type { OpenNc } from './answers.ts'
import { type Answers, AnswersPatch, MAX_TEXT, Position, Signatures, StationContext } from './answers.ts'
import type { ModelDefinition } from './form.ts'
import { keysOf, OUTCOMES } from './labels.ts'
import { asStored } from './models.ts'

/** Verifiche (docs/spec/inspections.md#states). */
export const INSPECTION_STATUSES = {
  planned: 'Pianificata',
  draft: 'In compilazione',
  completed: 'Completata',
  approved: 'Approvata',
  cancelled: 'Annullata',
} as const
export type InspectionStatus = keyof typeof INSPECTION_STATUSES

export const ClientUuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo della verifica non è valido."))
/** The numeric id, `2026-45` (year and number), or the UUID the device gave it. */
export const InspectionId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.toLowerCase(),
  v.regex(/^(\d{1,9}|\d{4}-\d{1,7}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, "L'identificativo della verifica non è valido."),
)

export const StationRef = v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string(), province: v.string() })
export const PersonRef = v.object({ id: v.number(), name: v.string() })
const nullableText = v.nullable(v.string())
const nullableNumber = v.nullable(v.number())
export const NcCount = v.object({ lieve: v.number(), grave: v.number(), critica: v.number() })
/** By section key; scores 0–100 with one decimal. */
export interface SectionScore {
  score: number | null
  answered: number
  total: number
  conforming: number
  nonConforming: number
  notApplicable: number
}

export const InspectionRow = v.object({
  id: v.number(),
  rev: v.number(),
  client_uuid: v.string(),
  /** Both null ("Bozza") until the first save of what is not only planned. */
  id_year: nullableNumber,
  id_number: nullableNumber,
  status: v.picklist(keysOf(INSPECTION_STATUSES)),
  /** `YYYY-MM-DD` in Rome: of the completion, else of the start, else the planned day. */
  date: nullableText,
  model_id: v.number(),
  model_name: v.string(),
  /** Null while only planned. */
  model_version: nullableNumber,
  /** Degrees; null where nobody has measured them. */
  station: v.object({ ...StationRef.entries, latitude: nullableNumber, longitude: nullableNumber }),
  inspector: PersonRef,
  scheduled_at: nullableText,
  started_at: nullableText,
  completed_at: nullableText,
  score: nullableNumber,
  outcome: v.nullable(v.picklist(keysOf(OUTCOMES))),
  nc_count: v.nullable(NcCount),
  /** Non-conformities of this verifica not yet resolved. */
  nc_open: v.number(),
  updated_at: v.string(),
})
export type InspectionRow = v.InferOutput<typeof InspectionRow>

export const InspectionFile = v.object({
  uuid: v.string(),
  question: nullableText,
  kind: v.picklist(['photo', 'signature', 'file']),
  name: v.string(),
  mime: v.string(),
  /** Bytes, as it is kept. */
  size: v.number(),
  /** SHA-256 of the bytes as they left the device; the server may store a smaller picture. */
  sha256: v.string(),
  /** False for a picture that nobody can decode: it is kept as it came. */
  readable: v.boolean(),
  /** Facts the camera wrote into it, if the model keeps them: its own time, and degrees. */
  taken_at: nullableText,
  latitude: nullableNumber,
  longitude: nullableNumber,
})
export type InspectionFile = v.InferOutput<typeof InspectionFile>

/**
 * The answer to a write: the record without its form. `answers` and `answer_revs` hold the keys that were sent; after a create that is repeated,
 * and in the `data` of a 409, all of them. `answer_revs` tells in which `rev` of the verifica each answer last changed; `present`, `notes` and
 * `signatures.manager` too. `last_save`, who saved what is there and with what browser, stands in a 409 and in a
 * verifica that was cancelled.
 */
export const InspectionReceipt = v.object({
  ...InspectionRow.entries,
  station_snapshot: asStored<Record<string, string | null> | null>(),
  duration_s: nullableNumber,
  /** Seconds that the start was moved because the device's clock was wrong. */
  clock_moved_s: nullableNumber,
  gps_start: asStored<Position | null>(),
  gps_end: asStored<Position | null>(),
  /** The person present for the station. */
  present: nullableText,
  notes: nullableText,
  answers: asStored<Answers>(),
  answer_revs: asStored<Record<string, number>>(),
  sections: asStored<Record<string, SectionScore> | null>(),
  signatures: asStored<Signatures>(),
  /** Why it was cancelled, or reopened. */
  reason: nullableText,
  previous_id: nullableNumber,
  last_save: v.optional(v.object({ name: nullableText, agent: nullableText })),
  created_by: nullableNumber,
  created_at: v.string(),
})
export type InspectionReceipt = v.InferOutput<typeof InspectionReceipt>
export const Inspection = v.object({
  ...InspectionReceipt.entries,
  /** The frozen form; null while only planned. */
  model: asStored<ModelDefinition | null>(),
  model_hash: nullableText,
  /** The data the form is evaluated against, frozen at the start. */
  context: asStored<StationContext | null>(),
  /** Open non-conformities of earlier verifiche to re-check, as known at the start. */
  open: asStored<OpenNc[]>(),
  /** `stray`: no answer and no signature refers to it, and nobody took it away on purpose. */
  files: v.array(v.object({ ...InspectionFile.entries, stray: v.boolean() })),
  /** The manager of the station, as known at the start; null if unknown. */
  manager: nullableText,
})
export type Inspection = v.InferOutput<typeof Inspection>

/** Accepted from the device at the start: what it showed to the inspector is what counts. */
const start = {
  model_hash: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "L'impronta del modello non è valida."))),
  started_at: v.optional(instant('Inizio')),
  ...deviceClock,
  gps_start: v.nullish(Position),
  context: v.optional(StationContext),
  /** Ids of the open non-conformities shown; absent, the server's. */
  open: v.optional(v.pipe(v.array(v.number()), v.maxLength(1000))),
}
/** Longer than may be completed: see `draftText`. */
const draftHead = { present: optionalText('Presente', { max: MAX_TEXT }), notes: optionalText('Note', { max: MAX_TEXT }) }
/** What may be written into the head of a draft. */
export const DraftHead = v.partial(v.object(draftHead))
const filled = { answers: v.optional(AnswersPatch), ...draftHead }
const plan = { scheduled_at: v.optional(v.nullable(date('Data programmata'))), inspector_id: v.optional(reference('Ispettore')) }
export const InspectionFields = v.object({
  model_id: reference('Modello'),
  station_id: reference('Punto vendita'),
  client_uuid: v.optional(ClientUuid),
  /** Without it: planned where a day is given, else begun at once. */
  status: v.optional(choice('Stato', ['planned', 'draft'])),
  ...plan,
  ...start,
  ...filled,
})
/** An answer sent as null is removed, a signature too; every other absent key stays as it is. */
export const InspectionChanges = v.object({
  rev: revision,
  status: v.optional(choice('Stato', ['draft', 'completed', 'cancelled'])),
  reason: optionalText('Motivo', { max: 500 }),
  signatures: v.optional(Signatures),
  gps_end: v.nullish(Position),
  completed_at: v.optional(instant('Fine')),
  /** Files that the inspector took away again: nobody need look for the answer they belong to. */
  removed_files: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(2_000))),
  ...plan,
  ...start,
  ...filled,
})

/** The fields that can be changed of many planned ones at once. */
const replanned = { inspector_id: v.optional(reference('Ispettore')), scheduled_at: v.optional(date('Data programmata')) }
const params = v.object({ id: InspectionId })
const one = '/inspection/{id}'
const output = InspectionReceipt
/** Also of those who approve them. */
const kept = { place: 'cache' } as const
const touches = ['inspection-models', 'non-conformities', 'inspection-pdfs'] as const

export const inspections = resource('inspections', {
  list: list('/inspection', {
    query: v.object({
      ...ListQuery.entries,
      model_id: anyId,
      station_id: anyId,
      inspector_id: anyId,
      status: listParam(v.picklist(keysOf(INSPECTION_STATUSES))),
      outcome: listParam(v.picklist(keysOf(OUTCOMES))),
      province: anyText,
      from: v.optional(date('Dal')),
      to: v.optional(date('Al')),
      with_open_nc: booleanParam,
      ...facets('status', 'outcome', 'province', 'with_open_nc'),
    }),
    output: InspectionRow,
    policy: 'insp.read',
    steady: true,
    order: 'prima le pianificate, poi dalla più recente',
    kept,
    bulk: {
      plan: { label: 'Riassegna', call: 'update', policy: 'super', values: v.object(replanned) },
      ...deletion('insp'),
    },
  }),
  get: get(one, { params, output: Inspection, policy: 'insp.read', steady: true, kept }),
  /** 200 with the record where the same author already sent this `client_uuid`. */
  create: post('/inspection', {
    body: InspectionFields,
    output,
    success: [201, 200],
    ok: 'Verifica creata',
    policy: 'insp',
    touches,
    offline: true,
  }),
  update: put(one, { params, body: InspectionChanges, output, ok: 'Verifica modificata', policy: 'insp', touches, offline: true }),
  remove: del(one, { params, ok: 'Verifica eliminata', policy: 'insp', touches }),
  approve: post('/inspection/{id}/approve', {
    params,
    output,
    success: [200],
    ok: 'Verifica approvata',
    policy: 'insp.approve',
    touches,
  }),
  reopen: post('/inspection/{id}/reopen', {
    params,
    body: v.object({ reason: text('Motivo', { max: 500 }) }),
    output,
    success: [200],
    ok: 'Verifica riaperta',
    policy: 'super',
    touches,
  }),
  /** The document printed at completion, byte for byte; an open verifica is printed anew each time, and marked. */
  pdf: get('/inspection/export/pdf/{id}', {
    params,
    envelope: 'blob',
    ok: 'Export effettuato.',
    policy: 'insp.read',
    /** The last one of a pinned station (docs/decisions/028). */
    kept: { place: 'field', by: fieldRoles },
  }),
})
