import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { crud } from '../kernel/crud.ts'
import { put, resource } from '../kernel/endpoint.ts'
import { choice, date, flag, longText, optional, reference, revision, text } from '../kernel/fields.ts'
import { anyId, booleanParam, facets, listParam } from '../kernel/filters.ts'
import { expirationStatuses, expirationSubjects, expirationTypes, periodicities } from './words.ts'

/** "Scadenze" (doc 1 §3 and §7; domain.md 1.2, 2.9). */
export const dueFilterLabels = { late: 'In ritardo', 7: '7 giorni', 30: '30 giorni', 90: '90 giorni' } as const
const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
const subjects = keysOf(expirationSubjects)
const nullableText = v.nullable(v.string())
const plain = crud('/expirations', {
  fields: {
    type: choice('Tipo', expirationTypes),
    message: text('Descrizione', { max: 500 }),
    date: date('Data scadenza'),
    periodicity: choice('Periodicità', periodicities),
    station_id: optional(reference('Punto vendita')),
  },
  row: {
    station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    status: v.picklist(keysOf(expirationStatuses)),
    /** Open, and its day is past. */
    late: v.boolean(),
    /** The record it is about, and which of its dates. */
    subject_type: v.nullable(v.picklist(subjects)),
    subject_id: v.nullable(v.number()),
    subject_field: nullableText,
    google_id: nullableText,
    /** Whether the caller may change it: a station may be given to be read alone. */
    writable: v.boolean(),
  },
  record: {
    done_at: nullableText,
    closed_at: nullableText,
    done_by: v.nullable(v.object({ id: v.number(), name: v.string() })),
    done_note: nullableText,
    cancel_reason: nullableText,
    /** What tells that it was done: a report, a certificate. */
    files: v.array(StoredFile),
    /** The others of its kind, the newest first: what came before it and what came of it. */
    occurrences: v.array(
      v.object({ id: v.number(), date: v.string(), status: v.picklist(keysOf(expirationStatuses)), done_at: nullableText }),
    ),
  },
  filters: {
    /** Days, both included. */
    from: optional(date('Dal')),
    to: optional(date('Al')),
    type: listParam(v.picklist(keysOf(expirationTypes))),
    status: listParam(v.picklist(keysOf(expirationStatuses))),
    station_id: anyId,
    late: booleanParam,
    /** Open ones that are late, or due within so many days. */
    due: listParam(v.picklist(['late', '7', '30', '90'])),
    /** `tank:7`: what is due about a record, `tank:7:next_test`: on one of its dates. */
    subject: listParam(v.pipe(v.string(), v.regex(/^[a-z_]+:\d{1,9}(:\w{1,40})?$/, 'Il filtro non è scritto come "tank:7".'))),
    ...facets('type', 'status'),
  },
  order: 'todo,date',
  ok: ['Scadenza creata', 'Scadenza modificata', 'Scadenza eliminata'],
  read: 'exp.read',
  write: 'exp.write',
})
const { output } = plain.get
/** Its date stands in the record it is about too. */
const touches = ['fire_extinguishers', 'oil_separators', 'station_devices', 'dispensers', 'equipment'] as const
const move = <const P extends string, const F extends v.ObjectEntries>(verb: P, fields: F, ok: string) =>
  put(`/expirations/{id}/${verb}` as const, { body: v.object({ rev: revision, ...fields }), output, ok, policy: 'exp.write', touches })
export const expirations = resource('expirations', {
  ...plain,
  update: { ...plain.update, touches },
  remove: { ...plain.remove, touches },
  ...attachments('/expirations', { read: 'exp.read', write: 'exp.write' }),
  /** (+) What came of it: done on a day, with the next occurrence where it happens again; not to be done; neither after all. */
  complete: move(
    'complete',
    {
      done_at: date('Completata il'),
      done_note: longText('Note'),
      keep_cadence: v.optional(flag('Mantieni la cadenza originale'), false),
    },
    'Scadenza completata',
  ),
  cancel: move('cancel', { cancel_reason: text('Motivo', { max: 500 }) }, 'Scadenza annullata'),
  reopen: move('reopen', {}, 'Scadenza riaperta'),
})
