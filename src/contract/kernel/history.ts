import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { get, list, post, resource } from './endpoint.ts'
import { date, optional, revision } from './fields.ts'
import { anyId, anyText } from './filters.ts'

/** What changed in records, and back (doc 0 §7; domain.md 0.5). */
const values = v.nullable(v.record(v.string(), v.unknown()))
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))
export const Change = v.object({
  id: v.number(),
  model: v.string(),
  model_id: v.number(),
  /** `created`, `updated`, `deleted`, `restored`, `status`. */
  event: v.string(),
  old: values,
  new: values,
  user: person,
  /** The job that made it, where it was one. */
  batch_id: v.nullable(v.string()),
  created_at: v.string(),
})
export type Change = v.InferOutput<typeof Change>
/** A change beside the record as it is now. */
export const Compared = v.object({
  ...Change.entries,
  /** Null where the record is gone, or of a kind that is only told. */
  current: values,
  /** Fields that the caller may put back to what they were before. */
  revertible: v.array(v.string()),
  /** Of these, the ones that are no longer what this change made of them: who changed each last, and when. */
  conflicts: v.array(v.object({ field: v.string(), user: person, at: v.nullable(v.string()) })),
})
export type Compared = v.InferOutput<typeof Compared>

const period = { from: optional(date('Dal')), to: optional(date('Al')) }
export const history = resource('history', {
  /** Of the models the caller works on and within its stations (domain.md 4.5). `field`: changes of one of these fields. */
  list: list('/models/history', {
    query: v.object({
      ...{ ...ListQuery.entries, ...period },
      ...{ model: anyText, model_id: anyId, event: anyText, user_id: anyId, field: anyText },
    }),
    output: Change,
    policy: 'history.read',
    order: '-created_at',
  }),
  /** (+) */
  get: get('/models/history/{id}', { output: Compared, policy: 'history.read' }),
  /** (+) Puts fields back to what they were before the change; `rev` is that of the record as it was seen. Who may not change the record gets 403. */
  revert: post('/models/history/{id}/revert', {
    body: v.object({
      fields: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1, 'Scegli almeno un campo.'), v.maxLength(100)),
      rev: revision,
    }),
    output: Compared,
    success: [200],
    ok: 'Valori ripristinati',
    policy: 'history.read',
  }),
})
