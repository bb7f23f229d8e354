import * as v from 'valibot'
import { del, get, post, resource } from '../kernel/endpoint.ts'
import { reference, revision } from '../kernel/fields.ts'
import { customerFields, customers } from './customers.ts'

/** Days in which a merge can be taken back. */
export const UNMERGE_DAYS = 30
/** Groups of duplicates that are proposed at a time. */
export const MAX_DUPLICATES = 100
/** Members of a group that are shown. */
export const SHOWN_DUPLICATES = 10
/** Most customers of one group. */
const MOST = 1_000
/** Why two customers may be the same. */
export const duplicateReasons = {
  piva: 'Stessa partita IVA',
  fiscal_code: 'Stesso codice fiscale',
  email: 'Stessa email',
  name: 'Stessa denominazione e città',
} as const
/** Fields that are kept from one or the other. The code is the target's. */
export const mergedFields = Object.keys(customerFields).filter((name) => name !== 'code') as Exclude<keyof typeof customerFields, 'code'>[]

const Same = v.object({
  id: v.number(),
  code: v.number(),
  name: v.string(),
  city: v.string(),
  fiscalCode: v.nullable(v.string()),
  piva: v.nullable(v.string()),
  cards_count: v.number(),
})
export const Duplicate = v.object({
  reason: v.picklist(Object.keys(duplicateReasons) as (keyof typeof duplicateReasons)[]),
  /** What they have in common. */
  value: v.string(),
  /** All that have it; `customers` are the first of them. */
  ids: v.array(v.number()),
  customers: v.array(Same),
})
export type Duplicate = v.InferOutput<typeof Duplicate>
const Distinction = v.object({ id: v.number(), at: v.string(), author: v.nullable(v.string()), customers: v.array(Same) })
export type Distinction = v.InferOutput<typeof Distinction>
const Merge = v.object({ id: v.number(), source: v.object({ id: v.number(), code: v.number(), name: v.string() }), at: v.string() })
const write = {
  output: customers.get.output,
  success: [200],
  policy: 'cards.write',
  touches: ['customers', 'cards', 'customer-logs'],
} as const

export const duplicates = resource('duplicates', {
  /** (+) Groups of customers that may be the same. */
  list: get('/customers/duplicates', { output: Duplicate, envelope: 'list', policy: 'cards.write' }),
  /** (+) Groups that somebody has said are different customers; the latest first. */
  distinctions: get('/customers/duplicates/distinctions', { output: Distinction, envelope: 'list', policy: 'cards.write' }),
  /** (+) These customers are different: they are proposed no more. */
  distinguish: post('/customers/duplicates/distinctions', {
    body: v.object({ ids: v.pipe(v.array(reference('Cliente')), v.minLength(2), v.maxLength(MOST)) }),
    output: v.object({ id: v.number() }),
    ok: 'Non verranno più proposti come duplicati',
    policy: 'cards.write',
  }),
  /** (+) They are proposed again. */
  forget: del('/customers/duplicates/distinctions/{id}', { ok: 'Verranno proposti di nuovo', policy: 'cards.write' }),
  /** (+) Merges `from` into the customer: cards, log and all that names it go over, and `fields` are taken from it. */
  merge: post('/customers/{id}/merge', {
    ...write,
    body: v.object({ from: reference('Cliente'), fields: v.array(v.picklist(mergedFields)), rev: revision }),
    ok: 'Clienti uniti',
  }),
  /** (+) The merges of a customer that can still be taken back. */
  merges: get('/customers/{id}/merges', { output: Merge, envelope: 'list', policy: 'cards.write' }),
  /** (+) Takes a merge back: what went over returns, and fields that nobody has changed since. */
  undo: post('/customers/merges/{id}/undo', { ...write, ok: 'Unione annullata' }),
})
