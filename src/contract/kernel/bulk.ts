import * as v from 'valibot'
import { post, resource } from './endpoint.ts'
import { reference } from './fields.ts'
import { Job } from './jobs.ts'

export const MAX_BULK_ROWS = 1_000
/** Characters of a text value given to all rows. */
export const MAX_BULK_TEXT = 2_000
const name = v.pipe(v.string(), v.maxLength(60))
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.number(), v.boolean()])
const record = <const S extends v.GenericSchema>(of: S) => v.record(v.pipe(v.string(), v.maxLength(60)), of)

const asked = v.object({
  /** Name of the list: `banks.list`. */
  list: name,
  action: name,
  /** The current filters of the list. */
  search: v.optional(record(v.union([value, v.pipe(v.array(value), v.maxLength(100))])), {}),
  /** Ids of the selected rows; without them, all rows that match the filters when the job starts. */
  ids: v.optional(
    v.pipe(
      v.array(reference('Riga')),
      v.minLength(1, 'Scegli almeno una riga.'),
      v.maxLength(MAX_BULK_ROWS, 'Le righe scelte sono troppe.'),
    ),
  ),
  /** Must be true if `ids` is missing, so that a forgotten list never means all rows. */
  all: v.optional(v.boolean(), false),
  values: v.optional(record(v.nullable(v.union([v.pipe(v.string(), v.maxLength(MAX_BULK_TEXT)), v.number(), v.boolean()]))), {}),
})
/** (+) Runs a bulk action (`bulk-actions.ts`) as a job. */
export const bulk = resource('bulk', {
  start: post('/bulk', {
    body: asked,
    output: Job,
    ok: 'Operazione avviata',
    policy: 'auth',
    touches: ['jobs'],
  }),
  /** What the action would do, in figures, before it is started; null where the list does not say. */
  preview: post('/bulk/preview', {
    body: asked,
    output: v.object({ text: v.nullable(v.string()) }),
    success: [200],
    policy: 'auth',
    fleeting: true,
  }),
})
