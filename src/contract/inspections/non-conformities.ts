import * as v from 'valibot'
import { ListQuery } from '../kernel/crud.ts'
import { list, put, resource } from '../kernel/endpoint.ts'
import { choice, date, longText, revision } from '../kernel/fields.ts'
import { anyId, booleanParam, listParam } from '../kernel/filters.ts'
import { NcTicket } from './answers.ts'
import { PersonRef, StationRef } from './inspections.ts'
import { keysOf, SEVERITIES } from './labels.ts'

/** Non-conformities found by verifiche (docs/spec/inspections.md#non-conformities). */
export const NC_STATUSES = { open: 'Aperta', in_progress: 'In gestione', resolved: 'Risolta', verified: 'Verificata' } as const
export type NcStatus = keyof typeof NC_STATUSES
const nullableText = v.nullable(v.string())

export const NonConformityRow = v.object({
  id: v.number(),
  rev: v.number(),
  inspection: v.object({
    id: v.number(),
    client_uuid: v.string(),
    id_year: v.nullable(v.number()),
    id_number: v.nullable(v.number()),
    model_name: v.string(),
  }),
  model_id: v.number(),
  station: StationRef,
  question_key: v.string(),
  /** `ext-55`, or '' outside a repeated section. */
  block: v.string(),
  block_label: v.string(),
  label: v.string(),
  severity: v.picklist(keysOf(SEVERITIES)),
  /** Why the rule of the question fired; null when only set by hand. */
  reason: nullableText,
  note: nullableText,
  /** Uuids, for `GET /inspection/files/{uuid}`. */
  photos: v.array(v.string()),
  suggestion: nullableText,
  /** `YYYY-MM-DD` */
  deadline: v.string(),
  /** Past the deadline and not resolved. */
  late: v.boolean(),
  status: v.picklist(keysOf(NC_STATUSES)),
  ticket: v.nullable(NcTicket),
  resolution_note: nullableText,
  resolution_photos: v.array(v.string()),
  resolved_at: nullableText,
  resolved_by: v.nullable(PersonRef),
  created_at: v.string(),
})
export type NonConformityRow = v.InferOutput<typeof NonConformityRow>

export const nonConformities = resource('non-conformities', {
  list: list('/inspection/nc', {
    query: v.object({
      ...ListQuery.entries,
      status: listParam(v.picklist(keysOf(NC_STATUSES))),
      severity: listParam(v.picklist(keysOf(SEVERITIES))),
      station: anyId,
      station_id: anyId,
      inspection_id: anyId,
      late: booleanParam,
    }),
    output: NonConformityRow,
    policy: 'insp.read',
    kept: { place: 'cache' },
  }),
  /** `verified` is given only by the re-check in a later verifica. */
  update: put('/inspection/nc/{id}', {
    body: v.object({
      rev: revision,
      status: v.optional(choice('Stato', ['open', 'in_progress', 'resolved'])),
      /** How it was resolved; required with `resolved`, unless there is a photo. */
      note: longText('Nota'),
      photos: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid("L'identificativo del file non è valido."))), v.maxLength(10))),
      deadline: v.optional(date('Scadenza')),
    }),
    output: NonConformityRow,
    ok: 'Non conformità modificata',
    policy: 'insp.read',
    touches: ['inspections'],
  }),
})
