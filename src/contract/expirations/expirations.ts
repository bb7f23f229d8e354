import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { crud } from '../kernel/crud.ts'
import { del, get, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, flag, longText, optional, reference, revision, text } from '../kernel/fields.ts'
import { anyId, booleanParam, facets, listParam } from '../kernel/filters.ts'
import { expirationStatuses, expirationSubjects, expirationTypes, periodicities } from './words.ts'

export const dueFilters = ['late', '7', '30', '90'] as const
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
    /** Open, and its date is past. */
    late: v.boolean(),
    /** The record it is about, and the name of that record's date. */
    subject_type: v.nullable(v.picklist(subjects)),
    subject_id: v.nullable(v.number()),
    subject_field: nullableText,
    google_id: nullableText,
    /** The day until which nobody is reminded; null if reminders go out as usual. */
    snoozed_until: nullableText,
    /** The day of the month of the dates before it, where its own is the last of a shorter month. */
    cadence_day: v.nullable(v.number()),
    /** Whether the caller may change it: some callers may only read a station. */
    writable: v.boolean(),
  },
  record: {
    done_at: nullableText,
    closed_at: nullableText,
    done_by: v.nullable(v.object({ id: v.number(), name: v.string() })),
    done_note: nullableText,
    cancel_reason: nullableText,
    snooze_reason: nullableText,
    /** Proof that it was done: a report, a certificate. */
    files: v.array(StoredFile),
    /** The earlier and later occurrences, newest first. */
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
    /** Open expirations that are late, or due within this number of days. */
    due: listParam(v.picklist(dueFilters)),
    /** The record it is about, `tank:7`, or one of the record's dates, `tank:7:next_test`. */
    subject: listParam(v.pipe(v.string(), v.regex(/^[a-z_]+:\d{1,9}(:\w{1,40})?$/, 'Il filtro non è scritto come "tank:7".'))),
    ...facets('type', 'status', 'date'),
  },
  order: 'todo,date',
  ok: ['Scadenza creata', 'Scadenza modificata', 'Scadenza eliminata'],
  read: 'exp.read',
  write: 'exp.write',
})
const { output } = plain.get
/** The record that an expiration is about has the date too, so these lists change with it. */
const touches = ['fire_extinguishers', 'oil_separators', 'station_devices', 'dispensers', 'equipment'] as const
const completed = { done_at: date('Completata il'), done_note: longText('Note') }
const snoozed = { snoozed_until: date('Promemoria sospesi fino al'), snooze_reason: text('Motivo', { max: 500 }) }
const transition = <const P extends string, const F extends v.ObjectEntries>(verb: P, fields: F, ok: string) =>
  put(`/expirations/{id}/${verb}` as const, { body: v.object({ rev: revision, ...fields }), output, ok, policy: 'exp.write', touches })
export const expirations = resource('expirations', {
  ...plain,
  list: {
    ...plain.list,
    bulk: {
      complete: { label: 'Completa', call: 'complete', policy: 'exp.write', values: v.object(completed), past: true },
      snooze: { label: 'Sospendi i promemoria', of: 'di', call: 'snooze', policy: 'exp.write', values: v.object(snoozed) },
    },
  },
  update: { ...plain.update, touches },
  remove: { ...plain.remove, touches },
  ...attachments('/expirations', { read: 'exp.read', write: 'exp.write' }),
  /** (+) Marks it as done on a day, and creates the next occurrence if it is periodic. */
  complete: transition(
    'complete',
    {
      ...completed,
      keep_cadence: v.optional(flag('Mantieni la cadenza originale'), false),
    },
    'Scadenza completata',
  ),
  cancel: transition('cancel', { cancel_reason: text('Motivo', { max: 500 }) }, 'Scadenza annullata'),
  reopen: transition('reopen', {}, 'Scadenza riaperta'),
  /** (+) Nobody is reminded until a day; the date stays. */
  snooze: transition('snooze', snoozed, 'Promemoria sospesi'),
  wake: transition('wake', {}, 'Promemoria ripresi'),
  /** (+) The open expirations of the person whose secret address this is, for a calendar program. */
  calendar: get('/calendar/{token}.ics', {
    params: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    envelope: 'blob',
    policy: 'guest',
  }),
  /** (+) When the caller's own address was made; null without one. */
  feed: get('/calendar/feed', { output: v.object({ since: nullableText }), policy: 'exp.read' }),
  /** (+) Makes an address, which is told here and never again; an earlier one is worth nothing any more. */
  makeFeed: post('/calendar/feed', {
    output: v.object({ address: v.string() }),
    ok: 'Indirizzo creato',
    policy: 'exp.read',
    unstored: true,
  }),
  removeFeed: del('/calendar/feed', { ok: 'Indirizzo revocato', policy: 'exp.read' }),
})
