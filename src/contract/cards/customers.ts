import * as v from 'valibot'
import { deletion } from '../kernel/bulk-actions.ts'
import { crud } from '../kernel/crud.ts'
import { get, post, resource } from '../kernel/endpoint.ts'
import {
  cap,
  choice,
  date,
  email,
  fiscalCode,
  flag,
  iban,
  identifier,
  longText,
  money,
  multipleEmail,
  optional,
  optionalText,
  pastDate,
  pec,
  phone,
  piva,
  province,
  reference,
  sdi,
  text,
} from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, listParam, suggestionQuery } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'
import { type CustomerKind, customerKinds, customerPayments } from './words.ts'

/** Most customers that one call may change. */
export const MAX_CUSTOMERS = 5_000
/** Most codes of one request to SIV. */
export const MAX_RANGE = 10_000

export const customerFields = {
  kind: choice('Tipo', customerKinds),
  code: v.optional(identifier('Codice cliente')),
  businessName: optionalText('Ragione sociale', { max: 160 }),
  name: optionalText('Nome', { max: 80 }),
  lastname: optionalText('Cognome', { max: 80 }),
  fiscalCode: optional(fiscalCode('Codice fiscale')),
  piva: optional(piva('Partita IVA')),
  sdi: optional(sdi('Codice SDI')),
  pec: optional(pec('PEC')),
  email: optional(email('Email')),
  email_invoices: optional(multipleEmail('Email per comunicazioni')),
  phone: optional(phone('Telefono')),
  mobile: optional(phone('Cellulare')),
  address: text('Indirizzo', { max: 160 }),
  cap: cap('CAP'),
  city: text('Città', { max: 80 }),
  province: province('Provincia'),
  payment: optional(choice('Pagamento', customerPayments)),
  iban: optional(iban('IBAN')),
  credit_limit: optional(money('Fido (€)', { min: 0, max: 9_999_999 })),
  station_id: optional(reference('Punto vendita di riferimento')),
  privacy_at: optional(pastDate('Consenso privacy il')),
  privacy_origin: optionalText('Origine del consenso privacy', { max: 80 }),
  marketing: v.optional(flag('Consenso marketing'), false),
  marketing_at: optional(pastDate('Consenso marketing il')),
  marketing_origin: optionalText('Origine del consenso marketing', { max: 80 }),
  note: longText('Note'),
}
const instant = v.nullable(v.string())
const row = {
  active: flag('Attivo'),
  /** "Ragione sociale", or "Cognome Nome". */
  denomination: v.string(),
  cards_count: v.number(),
  cards_active: v.number(),
  username: v.nullable(v.string()),
  portal_enabled: v.boolean(),
  credentials_sent_at: instant,
  last_access_at: instant,
  synced_at: instant,
  sync_error: v.nullable(v.string()),
  created_at: v.string(),
}
export const CustomerHint = v.object({ id: v.number(), code: v.number(), name: v.string() })
const ids = v.pipe(
  v.array(reference('Cliente')),
  v.minLength(1, 'Seleziona almeno un cliente.'),
  v.maxLength(MAX_CUSTOMERS, `I clienti possono essere al massimo ${MAX_CUSTOMERS.toLocaleString('it-IT')} per volta.`),
)
const many = v.object({ customers: ids })
/** What a call on many customers did; `skipped` were so already. */
const Changed = v.object({ updated: v.number(), skipped: v.number() })
const touches = ['cards', 'customer-logs', 'jobs'] as const
const write = { success: [200], policy: 'cards.write', touches } as const

const plain = crud('/customers', {
  fields: customerFields,
  row,
  record: { station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })) },
  filters: {
    active: booleanParam,
    kind: listParam(v.picklist(Object.keys(customerKinds) as CustomerKind[], 'Il tipo di cliente non è ammesso.')),
    station_id: anyId,
    province: anyText,
    has_cards: booleanParam,
    portal_enabled: booleanParam,
    sync_error: booleanParam,
    from: optional(date('Dal')),
    to: optional(date('Al')),
  },
  order: '-code',
  ok: ['Cliente creato', 'Cliente modificato', 'Cliente eliminato'],
  read: 'cards.read',
  write: 'cards.write',
})
const output = plain.get.output
export const customers = resource('customers', {
  ...plain,
  list: {
    ...plain.list,
    bulk: {
      activate: { label: 'Attiva', call: 'activateOne', policy: 'cards.write', preview: true },
      deactivate: { label: 'Disattiva', call: 'deactivateOne', policy: 'cards.write', danger: true, preview: true },
      account: { label: 'Genera account', of: 'per', call: 'account', policy: 'cards.write', preview: true },
      remove: deletion('cards.delete').remove,
    },
  },
  remove: { ...plain.remove, policy: 'cards.delete' },
  /** At most 20, by code, name, P.IVA or codice fiscale. */
  suggest: get('/suggestions/customers', {
    query: v.object(suggestionQuery),
    output: CustomerHint,
    envelope: 'list',
    policy: 'lookup.customers',
    steady: true,
  }),
  /** The highest code; the next one is proposed for a new customer. The documents read `max` from the answer itself. */
  maxCode: get('/customers/max-code', {
    output: v.object({ data: v.object({ max: v.number() }), max: v.number() }),
    envelope: 'bare',
    policy: 'cards.write',
  }),
  activate: post('/customers/activate', { ...write, body: many, output: Changed, ok: 'Clienti selezionati attivati' }),
  /** Says 'attivati' too, as documented. */
  deactivate: post('/customers/deactivate', { ...write, body: many, output: Changed, ok: 'Clienti selezionati attivati' }),
  /** (+) The same for one, on its page and in bulk. */
  activateOne: post('/customers/{id}/activate', { ...write, output, ok: 'Cliente attivato' }),
  deactivateOne: post('/customers/{id}/deactivate', { ...write, output, ok: 'Cliente disattivato' }),
  /** Accounts of the portal for those without one, as a job whose rows say who got one, and who not and why. `mail`: the credentials are sent at once. */
  generate: post('/customers/account-generator', {
    ...write,
    body: v.object({ customers: ids, mail: v.optional(flag('Invia le credenziali'), true) }),
    output: Job,
    ok: 'Generazione account avviata',
  }),
  /** (+) The same for one. */
  account: post('/customers/{id}/account', { ...write, output, ok: 'Account creato' }),
  /** A new password, sent by mail, to be changed at the first access. */
  reset: get('/customers/{id}/reset', { output, ok: 'Reset accessi effettuato', policy: 'cards.write', touches, acts: true }),
})
