import * as v from 'valibot'
import { put } from './endpoint.ts'
import { reference } from './fields.ts'
import type { PolicyName } from './policies.ts'

const places = v.pipe(v.array(reference('Riga')), v.maxLength(1_000, 'Le righe da ordinare sono troppe.'))
/**
 * (+) All rows of a small list in another order, by their ids, in one write. `was`: the order it was made from; 409 with the ids as they are now where
 * another has changed it meanwhile.
 */
export const reorder = <const P extends string>(path: P, policy: PolicyName) =>
  put(`${path}/order`, { body: v.object({ ids: places, was: places }), envelope: 'none', success: [204], ok: 'Ordine salvato', policy })
