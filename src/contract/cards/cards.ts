import * as v from 'valibot'
import { deletion } from '../kernel/bulk-actions.ts'
import { crud, listQuery, wholeNumber } from '../kernel/crud.ts'
import { get, post, put, resource } from '../kernel/endpoint.ts'
import {
  choice,
  date,
  flag,
  foreignPlate,
  longText,
  money,
  optional,
  optionalText,
  reference,
  regexText,
  revision,
  text,
} from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, facets, listParam } from '../kernel/filters.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { blockReasons, type CardStatus, type CardType, cardStatuses, cardTypes } from './words.ts'

const types = Object.keys(cardTypes) as [CardType, ...CardType[]]
const statuses = Object.keys(cardStatuses) as [CardStatus, ...CardStatus[]]
const nullableText = v.nullable(v.string())
/** Fields that a card keeps for life. Another customer, type or number needs another card. */
const fixed = {
  type: choice('Tipo', cardTypes),
  customer_id: reference('Cliente'),
  /** Left empty, the next number of its type's range. */
  number: optional(regexText('Numero tessera', /^\d{10,19}$/, 'Il numero di tessera non è valido.')),
  plate: optional(foreignPlate('Targa')),
  foreign_plate: v.optional(flag('Targa estera'), false),
}
const changeable = {
  holder: optionalText('Intestatario/Etichetta', { max: 40 }),
  fuel_ids: v.optional(labelled('Carburanti ammessi', v.pipe(v.array(reference('Carburanti ammessi')), v.maxLength(50))), []),
  /** Euro. */
  limit_day: optional(money('Plafond giornaliero (€)', { min: 0, max: 99_999_999 })),
  limit_month: optional(money('Plafond mensile (€)', { min: 0, max: 99_999_999 })),
  km_required: v.optional(flag('Richiedi chilometri'), false),
  /** Euro a litre. */
  discount: optional(money('Sconto €/l', { min: 0, max: 0.5, scale: 4 })),
  valid_from: optional(date('Valida dal')),
  expires_at: optional(date('Scadenza')),
  tank_expiration: optional(date('Scadenza serbatoio')),
  note: longText('Note'),
}
export const cardFields = { ...fixed, ...changeable }
const shown = {
  id: v.number(),
  rev: v.number(),
  type: v.picklist(types),
  status: v.picklist(statuses),
  /** Masked: its last six digits. */
  number: v.string(),
  customer: v.object({ id: v.number(), code: v.number(), name: v.string(), active: v.boolean() }),
  plate: nullableText,
  foreign_plate: v.boolean(),
  holder: nullableText,
  valid_from: v.string(),
  expires_at: v.string(),
  block_reason: v.nullable(v.picklist(Object.keys(blockReasons) as (keyof typeof blockReasons)[])),
  synced_at: nullableText,
  sync_error: nullableText,
}
export const CardRow = v.object(shown)
export type CardRow = v.InferOutput<typeof CardRow>
const linked = v.nullable(v.object({ id: v.number(), number: v.string(), status: v.picklist(statuses) }))
const by = { user: nullableText, at: v.string() }
export const Card = v.object({
  ...shown,
  customer_id: v.number(),
  fuel_ids: v.array(v.number()),
  limit_day: v.nullable(v.number()),
  limit_month: v.nullable(v.number()),
  km_required: v.boolean(),
  discount: v.nullable(v.number()),
  tank_expiration: nullableText,
  note: nullableText,
  points_balance: v.nullable(v.number()),
  credit_balance: v.nullable(v.number()),
  delivered_at: nullableText,
  suspended_by: v.nullable(v.literal('customer')),
  icad_id: nullableText,
  created_at: v.string(),
  /** A PIN has been made. It is printed on its envelope and never shown. */
  has_pin: v.boolean(),
  replaced_by: linked,
  replaces: linked,
  /** Newest first; `user` is null for what the system did. */
  states: v.array(v.object({ from: v.picklist(statuses), to: v.picklist(statuses), reason: nullableText, ...by })),
  plates: v.array(v.object({ old: nullableText, new: nullableText, reason: nullableText, ...by })),
})
export type Card = v.InferOutput<typeof Card>

const plain = crud('/cards', {
  fields: changeable,
  ok: ['Tessera creata', 'Tessera modificata', 'Tessera eliminata'],
  read: 'cards.read',
  write: 'cards.write',
})
const change = {
  status: choice('Nuovo stato', cardStatuses),
  /** For a block, one of `blockReasons`. */
  reason: optionalText('Motivo', { max: 500 }),
  /** The new expiry of a card that is renewed. */
  expires_at: optional(date('Nuova scadenza')),
}
const touches = ['customers', 'customer-logs'] as const
/** States that many cards can be given at once. */
const together = { active: cardStatuses.active, suspended: cardStatuses.suspended, terminated: cardStatuses.terminated }

export const cards = resource('cards', {
  list: {
    ...plain.list,
    query: v.object({
      ...listQuery,
      type: listParam(v.picklist(types)),
      status: listParam(v.picklist(statuses)),
      customer_id: anyId,
      /** Not final, and its last day is within so many days. */
      expiring: listParam(v.picklist(['30', '60', '90'])),
      /** Cards that may buy this fuel. */
      fuel: anyId,
      plate: anyText,
      sync_error: booleanParam,
      ...facets('type', 'status'),
    }),
    output: CardRow,
    order: 'dalla più recente',
    bulk: {
      setStatus: {
        label: 'Cambia stato',
        of: 'di',
        call: 'setStatus',
        policy: 'cards.write',
        preview: true,
        values: v.object({ status: choice('Nuovo stato', together), reason: text('Motivo', { max: 500 }) }),
      },
      remove: deletion('cards.delete').remove,
    },
  },
  /** (+) By its id alone, as its page has it. */
  get: { ...plain.get, output: Card },
  ofType: get('/cards/{type}/{id}', {
    params: v.object({ type: v.pipe(v.string(), v.maxLength(20)), id: wholeNumber(1) }),
    output: Card,
    policy: 'cards.read',
  }),
  create: { ...plain.create, body: v.object(cardFields), output: Card, touches },
  update: { ...plain.update, output: Card, touches },
  remove: { ...plain.remove, policy: 'cards.delete', touches },
  plate: post('/cards/plate', {
    body: v.object({
      id: reference('Tessera'),
      plate: foreignPlate('Targa'),
      foreign_plate: v.optional(flag('Targa estera'), false),
      reason: optionalText('Motivo', { max: 500 }),
      rev: v.optional(revision),
    }),
    output: Card,
    success: [200],
    ok: 'Cambio targa completato',
    policy: 'cards.write',
    touches,
  }),
  status: post('/cards/status', {
    body: v.object({ id: reference('Tessera'), ...change, rev: v.optional(revision) }),
    output: Card,
    success: [200],
    ok: 'Cambio stato completato',
    policy: 'cards.write',
    touches,
  }),
  /** (+) The same for one of many. */
  setStatus: put('/cards/{id}/status', {
    body: v.object({ ...change, rev: revision }),
    output: Card,
    ok: 'Cambio stato completato',
    policy: 'cards.write',
    touches,
  }),
  /** (+) The whole number. Each time is written into the customer's log. */
  reveal: post('/cards/{id}/number', {
    output: v.object({ number: v.string() }),
    success: [200],
    policy: 'cards.write',
    touches: ['customer-logs'],
  }),
  /** (+) A new PIN in place of the old one; it is read on its printed envelope alone. */
  renewPin: post('/cards/{id}/pin', { output: Card, success: [200], ok: 'PIN rigenerato', policy: 'cards.write', touches }),
})
