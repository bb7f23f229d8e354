import * as v from 'valibot'
import { crud, listQuery, wholeNumber } from '../kernel/crud.ts'
import { get, list, post, resource } from '../kernel/endpoint.ts'
import {
  cap,
  choice,
  date,
  fiscalCode,
  integer,
  longText,
  optional,
  optionalText,
  pec,
  phone,
  piva,
  reference,
  requiredEmails,
  sdi,
  text,
} from '../kernel/fields.ts'
import { anyId, facets, listParam } from '../kernel/filters.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { denominations, MAX_QUANTITY, orderKinds, orderPayments, orderStatuses, sendingOutcomes, voucherStatuses } from './words.ts'

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
const nullableText = v.nullable(v.string())
const Row = v.object({
  denomination: labelled('Taglio €', v.picklist(denominations)),
  quantity: integer('Quantità', { min: 1, max: MAX_QUANTITY }),
})
const Rows = labelled(
  'Tagli',
  v.pipe(
    v.array(Row),
    v.minLength(1, 'Indicare almeno un taglio.'),
    v.check((rows) => new Set(rows.map(({ denomination }) => denomination)).size === rows.length, 'Ogni taglio si indica una volta sola.'),
  ),
)
const Customer = v.object({ id: v.number(), code: v.number(), name: v.string() })
const plain = crud('/coupons', {
  fields: {
    customer_id: optional(reference('Cliente')),
    businessName: text('Ragione sociale / Intestatario', { max: 160 }),
    fiscalCode: optional(fiscalCode('Codice fiscale')),
    piva: optional(piva('Partita IVA')),
    sdi: optional(sdi('Codice SDI')),
    pec: optional(pec('PEC')),
    address: optionalText('Indirizzo'),
    cap: optional(cap('CAP')),
    city: optionalText('Città', { max: 80 }),
    emails: requiredEmails('Email destinatari'),
    contact: optionalText('Referente', { max: 120 }),
    phone: optional(phone('Telefono')),
    rows: Rows,
    kind: v.optional(choice('Tipo di buono', orderKinds), 'multiuso'),
    fuel_id: optional(reference('Carburante')),
    /** Eighteen months from today unless given. */
    expires_at: optional(date('Scadenza buoni')),
    payment: choice('Pagamento', orderPayments),
    payment_ref: optionalText('Riferimento pagamento', { max: 120 }),
    /** Stations that take the vouchers; none stands for the whole network. */
    station_ids: v.optional(v.pipe(v.array(reference('Punti vendita')), v.maxLength(200, 'I punti vendita sono troppi.')), []),
    note: longText('Note'),
  },
  row: {
    number: v.string(),
    status: v.picklist(keysOf(orderStatuses)),
    /** Euro, computed by the server. */
    total: v.number(),
    /** Vouchers ordered. */
    vouchers: v.number(),
    paid_at: nullableText,
    issued_at: nullableText,
    sent_at: nullableText,
    sent_count: v.number(),
    last_error: nullableText,
    created_at: v.string(),
    customer: v.nullable(Customer),
  },
  record: {
    fuel: nullableText,
    stations: v.array(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    /** Vouchers by state; none before they are issued. */
    counts: v.object({ issued: v.number(), used: v.number(), expired: v.number(), voided: v.number() }),
    sendings: v.array(
      v.object({ id: v.number(), at: v.string(), emails: v.string(), outcome: v.picklist(keysOf(sendingOutcomes)), error: nullableText }),
    ),
  },
  filters: {
    status: listParam(v.picklist(keysOf(orderStatuses))),
    /** Days of creation, both included. */
    from: optional(date('Dal')),
    to: optional(date('Al')),
    customer_id: anyId,
    /** Euro, both included. */
    min_total: v.optional(wholeNumber(0)),
    max_total: v.optional(wholeNumber(0)),
    ...facets('status'),
  },
  order: '-id',
  ok: ['Ordine buoni creato', 'Ordine buoni modificato', 'Ordine buoni eliminato'],
  read: 'coupons.read',
  write: 'coupons.write',
})
const { output } = plain.get
const { page: _, per_page: __, is_paginated: ___, sort: ____, ...shared } = plain.list.query.entries
const { facet: _____, ...totalsQuery } = shared
const touches = ['vouchers'] as const

/** "Buoni carburante": orders of vouchers. States: src/rules/coupons/order-states.ts. */
export const coupons = resource('coupons', {
  ...plain,
  // Whether vouchers have expired also depends on the day.
  get: { ...plain.get, steady: 5 },
  update: {
    ...plain.update,
    body: v.object({
      ...plain.update.body.entries,
      status: v.optional(choice('Stato', { paid: orderStatuses.paid, cancelled: orderStatuses.cancelled })),
      paid_at: optional(date('Data pagamento')),
    }),
    touches,
  },
  remove: { ...plain.remove, policy: 'coupons.delete' },
  /** (+) What the orders found come to. `total` and `vouchers` leave out the `cancelled` ones. */
  totals: get('/coupons/totals', {
    query: v.object(totalsQuery),
    output: v.object({ orders: v.number(), total: v.number(), vouchers: v.number(), cancelled: v.number() }),
    policy: 'coupons.read',
  }),
  /** (+) "Emetti buoni": all serials in one transaction; repeated, it answers with the order as it is. */
  issue: post('/coupons/{id}/issue', { output, success: [200], ok: 'Buoni emessi', policy: 'coupons.write', touches }),
  download: get('/coupons/download/{id}', { envelope: 'blob', policy: 'coupons.write' }),
  /** Sends the mail with the PDF again. `leaves`: false without a mail server, where the mail stays on this one. */
  generate: get('/coupons/generate/{id}', {
    output: v.object({ leaves: v.boolean(), warning: nullableText }),
    acts: true,
    ok: 'Mail Ordine inviata nuovamente.',
    policy: 'coupons.write',
  }),
  /** (+) The vouchers of an order; serials are masked but for their last four characters. */
  vouchers: list('/coupons/{id}/vouchers', {
    query: v.object({ ...listQuery, status: listParam(v.picklist(keysOf(voucherStatuses))) }),
    output: v.object({
      id: v.number(),
      serial: v.string(),
      denomination: v.number(),
      status: v.picklist(keysOf(voucherStatuses)),
      used_at: nullableText,
      voided_at: nullableText,
      station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    }),
    policy: 'coupons.read',
    order: 'id',
  }),
})
