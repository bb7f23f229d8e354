import * as v from 'valibot'
import { put } from './endpoint.ts'
import { reference } from './fields.ts'
import type { PolicyName } from './policies.ts'

const places = v.pipe(v.array(reference('Riga')), v.maxLength(1_000, 'Le righe da ordinare sono troppe.'))
/**
 * (+) Sets the order of all rows of a small list. `was` is the order the change was made from; if it is no longer current, the answer is 409 with
 * the current ids.
 */
export const reorder = <const P extends string>(path: P, policy: PolicyName) =>
  put(`${path}/order`, { body: v.object({ ids: places, was: places }), envelope: 'none', success: [204], ok: 'Ordine salvato', policy })
