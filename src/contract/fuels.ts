import * as v from 'valibot'
import { get, resource } from './endpoint.ts'

/** Doc 1 §7 (fuels); domain.md 1.2. */
export const FuelHint = v.object({
  id: v.number(),
  name: v.string(),
  code: v.nullable(v.string()),
  unit: v.picklist(['l', 'kg']),
  color: v.nullable(v.string()),
  gas: v.boolean(),
  premium: v.boolean(),
})
export type FuelHint = v.InferOutput<typeof FuelHint>

export const fuels = resource('fuels', {
  /** The active ones, in their order. */
  suggest: get('/suggestions/fuels', {
    output: FuelHint,
    envelope: 'list',
    policy: 'auth',
    steady: true,
    kept: { place: 'page', by: 'all' },
  }),
})
