import * as v from 'valibot'
import { get, resource } from './endpoint.ts'
import { OUTCOMES } from './inspection-labels.ts'
import { stationStatuses } from './stations.ts'

/** `YYYY-MM`. */
const month = v.string()
const counts = <K extends string>(names: Readonly<Record<K, string>>) =>
  v.object(Object.fromEntries(Object.keys(names).map((name) => [name, v.number()])) as Record<K, v.NumberSchema<undefined>>)

export const dashboard = resource('dashboard', {
  /** The charts of the caller's roles; the others are left out. The last of the six months is this one. */
  charts: get('/dashboard/charts', {
    output: v.object({
      /** Verifiche completed in each month, by outcome. */
      outcomes: v.optional(v.array(v.object({ month, ...counts(OUTCOMES).entries }))),
      /** Mean score of the caller's own verifiche, 0 to 100, one decimal; null in a month without one. */
      scores: v.optional(v.array(v.object({ month, score: v.nullable(v.number()) }))),
      /** Stations in scope, by state. */
      stations: v.optional(counts(stationStatuses)),
    }),
    policy: 'auth',
  }),
})
