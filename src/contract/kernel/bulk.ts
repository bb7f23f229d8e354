import * as v from 'valibot'
import { post, resource } from './endpoint.ts'
import { reference } from './fields.ts'
import { Job } from './jobs.ts'

export const MOST_CHOSEN = 1_000
/** Letters of a text that all rows get. */
export const MOST_SAID = 2_000
const name = v.pipe(v.string(), v.maxLength(60))
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.number(), v.boolean()])
const record = <const S extends v.GenericSchema>(of: S) => v.record(v.pipe(v.string(), v.maxLength(60)), of)

/** (+) What is done with many rows of a list at once, as a job (`bulk-actions.ts`). */
export const bulk = resource('bulk', {
  start: post('/bulk', {
    body: v.object({
      /** Name of the list: `banks.list`. */
      list: name,
      action: name,
      /** The filters of the list as it is shown. */
      search: v.optional(record(v.union([value, v.pipe(v.array(value), v.maxLength(100))])), {}),
      /** The rows that were ticked; without it all that the filters find when the job begins. */
      ids: v.optional(
        v.pipe(
          v.array(reference('Riga')),
          v.minLength(1, 'Scegli almeno una riga.'),
          v.maxLength(MOST_CHOSEN, 'Le righe scelte sono troppe.'),
        ),
      ),
      /** Has to be said: no list of rows must never mean all of them by mistake. */
      all: v.optional(v.boolean(), false),
      values: v.optional(record(v.nullable(v.union([v.pipe(v.string(), v.maxLength(MOST_SAID)), v.number(), v.boolean()]))), {}),
    }),
    output: Job,
    ok: 'Job avviato',
    policy: 'auth',
    touches: ['jobs'],
  }),
})
