import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { get, list, post, resource } from './endpoint.ts'
import { anyText } from './filters.ts'

/** The history of jobs (doc 0 §7; domain.md 1.9): what runs for long, row by row. */
export const jobStatuses = {
  in_coda: 'In coda',
  in_corso: 'In corso',
  completato: 'Completato',
  completato_con_errori: 'Completato con errori',
  fermato: 'Fermato',
  fallito: 'Fallito',
  annullato: 'Ripristinato',
} as const
export type JobStatus = keyof typeof jobStatuses
/** Of a row. `attesa`: not done yet. */
export const jobOutcomes = { errore: 'Errore', attesa: 'In attesa', fatto: 'Fatto', invariato: 'Invariato' } as const
export type JobOutcome = keyof typeof jobOutcomes
export const JOBS_SHOWN = 200
export const LOG_SHOWN = 200

const names = <const T extends object>(words: T) => Object.keys(words) as (keyof T & string)[]
const instant = v.nullable(v.string())
export const Job = v.object({
  id: v.number(),
  /** Name of its kind: `import_prezzi_mimit`. */
  type: v.string(),
  /** What its kind is called on screen. */
  name: v.string(),
  description: v.string(),
  status: v.picklist(names(jobStatuses)),
  /** Rows in all; null until it has begun. */
  items: v.nullable(v.number()),
  /** Rows that have been dealt with, well or not. */
  done: v.number(),
  errors: v.number(),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  created_at: v.string(),
  started_at: instant,
  ended_at: instant,
  /** What it changed can be put back as a whole. */
  undoable: v.boolean(),
  /** It has left a file, which is still there: for who started it. */
  file: v.boolean(),
})
export type Job = v.InferOutput<typeof Job>
const JobRecord = v.object({
  ...Job.entries,
  /** The newest `LOG_SHOWN` lines, newest first. */
  log: v.array(v.object({ id: v.number(), at: v.string(), text: v.string() })),
})
export const JobRow = v.object({
  id: v.number(),
  label: v.string(),
  outcome: v.picklist(names(jobOutcomes)),
  /** What was done, or why not. */
  message: v.nullable(v.string()),
  at: instant,
})

const one = '/admin/history/{id}'
export const jobs = resource('jobs', {
  /** The newest `JOBS_SHOWN`. */
  list: get('/admin/history', { output: Job, envelope: 'list', policy: 'super' }),
  /** (+) The same, of the caller's own. */
  own: get('/admin/history/own', { output: Job, envelope: 'list', policy: 'auth' }),
  /** (+) One job with its log. Of this and what follows: one's own, and for super administrators all. */
  get: get(one, { output: JobRecord, policy: 'auth' }),
  /** (+) Its rows, those that failed first. */
  rows: list(`${one}/rows`, { query: v.object({ ...ListQuery.entries, outcome: anyText }), output: JobRow, policy: 'auth' }),
  /** (+) Stops it between two batches: what is done stays done. */
  cancel: post(`${one}/cancel`, { output: JobRecord, success: [200], ok: 'Job fermato', policy: 'auth' }),
  /** (+) The rows that failed once more, and those it had not come to. */
  retry: post(`${one}/retry`, { output: JobRecord, success: [200], ok: 'Job rimesso in coda', policy: 'auth' }),
  /** (+) Puts back what it changed, as a job of its own; what was changed since is said row by row. */
  undo: post(`${one}/undo`, { output: Job, ok: 'Ripristino avviato', policy: 'auth' }),
  /** (+) Starts the prices of the ministry's registry into the list prices of our stations. */
  mimitPrices: post('/mimit/publish', { output: Job, ok: 'Job avviato', policy: 'super' }),
})
