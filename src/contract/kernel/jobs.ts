import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { get, list, post, resource } from './endpoint.ts'
import { anyText } from './filters.ts'

/** States of a job. A job runs in the background, row by row. */
export const jobStatuses = {
  in_coda: 'In coda',
  in_corso: 'In corso',
  completato: 'Completato',
  completato_con_errori: 'Completato con errori',
  fermato: 'Fermato',
  fallito: 'Fallito',
  annullato: 'Ripristinato',
  annullato_in_parte: 'Ripristinato in parte',
} as const
export type JobStatus = keyof typeof jobStatuses
/** Outcomes of a job row; `attesa`: not done yet. */
export const jobOutcomes = { errore: 'Errore', attesa: 'In attesa', fatto: 'Fatto', invariato: 'Invariato' } as const
export type JobOutcome = keyof typeof jobOutcomes
export const JOBS_SHOWN = 200
export const LOG_SHOWN = 200

const names = <const T extends object>(words: T) => Object.keys(words) as (keyof T & string)[]
const instant = v.nullable(v.string())
export const Job = v.object({
  id: v.number(),
  /** Key of its kind: `import_prezzi_mimit`. */
  type: v.string(),
  /** Label of its kind. */
  name: v.string(),
  description: v.string(),
  status: v.picklist(names(jobStatuses)),
  /** Rows in all; null until it starts. */
  items: v.nullable(v.number()),
  /** Finished rows, including failed ones. */
  done: v.number(),
  errors: v.number(),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  created_at: v.string(),
  started_at: instant,
  ended_at: instant,
  /** True if its changes can be undone as a whole. */
  undoable: v.boolean(),
  /** True if it made a file that still exists, for the person who started it. */
  file: v.boolean(),
})
export type Job = v.InferOutput<typeof Job>
const JobRecord = v.object({
  ...Job.entries,
  /** The newest `LOG_SHOWN` lines, newest first. */
  log: v.array(v.object({ id: v.number(), at: v.string(), text: v.string() })),
  /** From when its effect holds, where that was said when it was started; null: at once. */
  valid_from: instant,
  /** There are rows that trying again could bring further. */
  retriable: v.boolean(),
  /** It was an import, and lines of it failed: `sheet` gives them. */
  has_sheet: v.boolean(),
  /** The newest job that undid this one, or undoes it now; null if there is none. */
  undone_by: v.nullable(v.object({ id: v.number(), status: v.picklist(names(jobStatuses)), errors: v.number() })),
  /** The job that this one undoes. */
  undoes: v.nullable(v.number()),
})
export type JobRecord = v.InferOutput<typeof JobRecord>
export const JobRow = v.object({
  id: v.number(),
  label: v.string(),
  outcome: v.picklist(names(jobOutcomes)),
  /** The result, or the reason of a failure. */
  message: v.nullable(v.string()),
  at: instant,
})

const one = '/admin/history/{id}'
export const jobs = resource('jobs', {
  /** The newest `JOBS_SHOWN` jobs of all users. */
  list: get('/admin/history', { output: Job, envelope: 'list', policy: 'super' }),
  /** (+) The newest `JOBS_SHOWN` jobs of the caller. */
  own: get('/admin/history/own', { output: Job, envelope: 'list', policy: 'auth' }),
  /** (+) One job with its log. This call and those below accept the caller's own jobs, and any job for super administrators. */
  get: get(one, { output: JobRecord, policy: 'auth' }),
  /** (+) Its rows, failed ones first. */
  rows: list(`${one}/rows`, { query: v.object({ ...ListQuery.entries, outcome: anyText }), output: JobRow, policy: 'auth' }),
  /** (+) The failed lines of an import as a spreadsheet, with the reason of each, to be corrected and imported again. 404 if there are none. */
  sheet: get(`${one}/sheet`, { envelope: 'blob', policy: 'auth' }),
  /** (+) Stops it between two batches. Finished rows stay. */
  cancel: post(`${one}/cancel`, { output: JobRecord, success: [200], ok: 'Job fermato', policy: 'auth' }),
  /** (+) Runs the failed rows again, and those not reached. */
  retry: post(`${one}/retry`, { output: JobRecord, success: [200], ok: 'Job rimesso in coda', policy: 'auth' }),
  /** (+) Undoes its changes, as another job. A row changed since is reported and left alone. */
  undo: post(`${one}/undo`, { output: Job, ok: 'Ripristino avviato', policy: 'auth' }),
  /** As `undo`, of any job. `result` is shown as the success message. */
  revert: get('/admin/history/revert/{id}', {
    output: v.object({ data: v.object({ result: v.string(), job: Job }), result: v.string() }),
    envelope: 'bare',
    acts: true,
    policy: 'super',
  }),
  /** (+) Starts the job that copies the registry's prices into our price lists. */
  mimitPrices: post('/mimit/publish', { output: Job, ok: 'Job avviato', policy: 'super' }),
})
