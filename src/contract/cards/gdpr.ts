import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { archiveQuery, type ErasureGround, erasureGrounds } from '../kernel/erasure.ts'
import { choice } from '../kernel/fields.ts'

/** Columns that stay by ground, beside the code, which alone names the customer in what has been issued. */
export const keptByGround: Readonly<Record<ErasureGround, readonly string[]>> = {
  nessuno: [],
  fiscale: ['businessName', 'name', 'lastname', 'fiscalCode', 'piva', 'address', 'cap', 'city', 'province'],
  contenzioso: [
    'businessName',
    'name',
    'lastname',
    'fiscalCode',
    'piva',
    'address',
    'cap',
    'city',
    'province',
    'email',
    'phone',
    'mobile',
    'note',
  ],
}

export const gdpr = resource('customer-data', {
  /** (+) All that is kept about a customer: `json` for machines (art. 20), `pdf` to be read (art. 15). */
  archive: get('/customers/{id}/archive', {
    query: archiveQuery,
    envelope: 'blob',
    policy: 'cards.write',
  }),
  /** (+) Erases what is known of a customer, here and in its history and log, but for what the ground keeps. It cannot be taken back. */
  erase: post('/customers/{id}/erase', {
    body: v.object({ ground: choice('Motivo di conservazione', erasureGrounds) }),
    envelope: 'none',
    success: [204],
    ok: 'Dati del cliente cancellati',
    policy: 'cards.delete',
    touches: ['cards', 'customer-logs'],
  }),
})
