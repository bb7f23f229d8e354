import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { list, resource } from './endpoint.ts'
import { date, optional } from './fields.ts'
import { anyId, anyText, facets } from './filters.ts'

/** Who did what (doc 0 §7; domain.md 0.5 and 1.9). Days are those of Rome, both included. */
const period = { from: optional(date('Dal')), to: optional(date('Al')) }
const text = v.nullable(v.string())
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))

export const Activity = v.object({
  id: v.number(),
  user: person,
  action: v.string(),
  entity: text,
  entity_id: text,
  method: v.string(),
  path: v.string(),
  ip: text,
  user_agent: text,
  status: v.number(),
  created_at: v.string(),
})
export type Activity = v.InferOutput<typeof Activity>
export const activity = resource('activity', {
  list: list('/activity', {
    query: v.object({ ...ListQuery.entries, ...period, user_id: anyId, action: anyText, ...facets('action') }),
    output: Activity,
    policy: 'users',
  }),
})
