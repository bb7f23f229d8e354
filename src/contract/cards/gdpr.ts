import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice } from '../kernel/fields.ts'

/** Why something of a customer must stay after an erasure, and what that is (art. 17 GDPR, paragraph 3). */
export const erasureGrounds = {
  nessuno: 'Nessun obbligo: si cancella tutto',
  fiscale: 'Obblighi contabili e fiscali, 10 anni (art. 2220 c.c.)',
  contenzioso: 'Difesa di un diritto in giudizio (art. 17, par. 3, lett. e GDPR)',
} as const
export type ErasureGround = keyof typeof erasureGrounds
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
    query: v.object({ format: v.optional(v.picklist(['json', 'pdf'], 'Il formato deve essere json o pdf.'), 'json') }),
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
    touches: ['customers', 'cards', 'customer-logs', 'history'],
  }),
})
