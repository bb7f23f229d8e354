import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, integer, optional, optionalText, reference, revision } from '../kernel/fields.ts'
import { anyId, booleanParam, listParam, suggestionQuery } from '../kernel/filters.ts'
import { type PayProblem, type PayState, payProblems, payStates, payTypes } from './pay-words.ts'

/** The largest file of an upload, such as a ZIP of all payslips of a month, and the most files of one. */
export const MAX_PAY_BYTES = 300 * 1024 * 1024
export const MAX_PAY_FILES = 200

const keys = <const T extends object>(words: T) => Object.keys(words) as (keyof T & string)[]
const numbers = (max: number) =>
  listParam(v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'Il filtro deve contenere numeri interi.'), v.transform(Number), v.maxValue(max)))
const instant = v.nullable(v.string())
const month = (label: string) => integer(label, { min: 1, max: 14 })
const year = (label: string) => integer(label, { min: 2000, max: 2100 })
const numberText = (schema: v.GenericSchema<number, number>) => v.optional(v.pipe(v.string(), v.transform(Number), schema))
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))

/** A published document. Owner and codice fiscale are told to those who publish alone. */
const PayDocument = {
  id: v.number(),
  year: v.number(),
  company: v.string(),
  pages: v.number(),
  size: v.number(),
  published_at: instant,
  first_downloaded_at: instant,
  user: person,
  fiscalCode: v.nullable(v.string()),
}
/** A document of an upload, published or not. */
const BatchDocument = v.object({
  id: v.number(),
  rev: v.number(),
  user: person,
  fiscalCode: v.nullable(v.string()),
  year: v.nullable(v.number()),
  month: v.nullable(v.number()),
  type: v.picklist(keys(payTypes)),
  company: v.string(),
  source: v.string(),
  pages: v.number(),
  size: v.number(),
  problem: v.nullable(v.picklist(keys(payProblems) as PayProblem[])),
  published_at: instant,
  first_downloaded_at: instant,
})
export type BatchDocument = v.InferOutput<typeof BatchDocument>
const PayBatch = v.object({
  id: v.number(),
  rev: v.number(),
  created_at: v.string(),
  author: person,
  sources: v.number(),
  /** Files of it that are read. */
  read: v.number(),
  /** Documents in all; those that can be published, that wait to be fixed, that are published, that their owners have opened. */
  documents: v.number(),
  ready: v.number(),
  open: v.number(),
  published: v.number(),
  downloaded: v.number(),
  /** Documents that were there already. */
  skipped: v.number(),
  /** The first files that held such. */
  skipped_names: v.array(v.string()),
  read_at: instant,
  published_at: instant,
  /** The periods of its documents, those of most of them first; four at most. */
  periods: v.array(v.object({ year: v.nullable(v.number()), month: v.nullable(v.number()) })),
  state: v.picklist(keys(payStates) as PayState[]),
})
export type PayBatch = v.InferOutput<typeof PayBatch>

const ofYear = { year: numbers(2100), user_id: anyId, not_downloaded: booleanParam, mine: booleanParam }
const ofMonth = { ...ofYear, month: numbers(14) }

/** (+) The calls of those who publish: upload, fix, publish, take back. */
const publishing = <const P extends string>(path: P) => {
  const batch = `${path}/batches/{id}` as const
  const policy = 'payroll.admin' as const
  const admin = { policy, touches: ['jobs'] } as const
  return {
    /** PDFs of one person, of many ("libro unico"), or ZIPs of them; they are read as a job. */
    upload: post(`${path}/upload` as const, {
      files: true,
      spool: 'prepared',
      maxFileBytes: MAX_PAY_BYTES,
      maxFiles: MAX_PAY_FILES,
      body: v.object({ year: numberText(year('Anno')), month: numberText(month('Mese')) }),
      output: PayBatch,
      ok: 'File ricevuti: la lettura è iniziata',
      ...admin,
    }),
    batches: list(`${path}/batches` as const, { query: v.object(listQuery), output: PayBatch, policy, order: '-id' }),
    batch: get(batch, { output: PayBatch, policy }),
    documents: list(`${batch}/documents` as const, {
      query: v.object({ ...listQuery, open: booleanParam }),
      output: BatchDocument,
      policy,
      order: 'problem',
    }),
    /** The people a document may be given to: accounts with a codice fiscale. */
    people: get(`${path}/people` as const, {
      query: v.object(suggestionQuery),
      output: v.object({ id: v.number(), name: v.string() }),
      envelope: 'list',
      policy,
    }),
    assign: put(`${path}/documents/{id}` as const, {
      body: v.object({
        user_id: reference('Dipendente'),
        year: year('Anno'),
        month: optional(month('Mese')),
        type: v.optional(choice('Tipo', payTypes), 'cedolino'),
        company: optionalText('Azienda', { max: 120 }),
        rev: revision,
      }),
      output: BatchDocument,
      ok: 'Documento abbinato',
      policy,
    }),
    drop: del(`${path}/documents/{id}` as const, { ok: 'Documento eliminato', policy }),
    /** Takes one published document back, such as one in wrong hands; the others of its batch stay. */
    retract: post(`${path}/documents/{id}/withdraw` as const, { output: BatchDocument, success: [200], ok: 'Documento ritirato', policy }),
    publish: post(`${batch}/publish` as const, { output: PayBatch, success: [200], ok: 'Documenti pubblicati', ...admin }),
    withdraw: post(`${batch}/withdraw` as const, {
      output: PayBatch,
      success: [200],
      ok: 'Pubblicazione ritirata: i dipendenti non vedono più i documenti',
      policy,
    }),
    discard: del(batch, { ok: 'Caricamento eliminato', policy }),
  }
}

export const payrolls = resource('payrolls', {
  /** The caller's own; all of them for those who publish. */
  list: list('/payrolls', {
    query: v.object({ ...listQuery, ...ofMonth }),
    output: v.object({ ...PayDocument, month: v.number(), type: v.picklist(keys(payTypes)) }),
    policy: 'payroll.own',
    order: '-year,-month',
  }),
  /** The PDF. Every reading is logged, and the owner's first one is kept. */
  get: get('/payrolls/{id}', { envelope: 'blob', logged: true, ok: 'Download effettuato.', policy: 'payroll.own' }),
  ...publishing('/payrolls'),
})
export const cuds = resource('cuds', {
  list: list('/cuds', {
    query: v.object({ ...listQuery, ...ofYear }),
    output: v.object(PayDocument),
    policy: 'payroll.own',
    order: '-year',
  }),
  get: get('/cuds/{id}', { envelope: 'blob', logged: true, ok: 'Download effettuato.', policy: 'payroll.own' }),
  ...publishing('/cuds'),
})

const dropped = {
  output: v.object({ message: v.string(), batch: v.nullable(v.number()), files: v.number() }),
  acts: true,
  touches: ['jobs', 'payrolls', 'cuds'],
  policy: 'payroll.admin',
} as const
/** Take the payslips, or the CUD, that lie in the drop folder; they wait to be published as any other upload. */
export const payCommands = resource('commands', { payroll: get('/commands/payroll', dropped), cud: get('/commands/cud', dropped) })
