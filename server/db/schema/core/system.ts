import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, json, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigIdentity, day, identity, instant } from './columns.ts'

/** The activity log: one row a write, in the write's transaction, and one for each refusal and failed sign-in (docs/spec/api.md#history-and-audit). */
export const activity_log = pgTable(
  'activity_log',
  {
    id: bigIdentity(),
    user_id: integer(),
    action: text().notNull(),
    entity: text(),
    entity_id: text(),
    method: text().notNull(),
    path: text().notNull(),
    ip: text(),
    user_agent: text(),
    request_id: text(),
    status: integer().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  // Each as far as its newest rows: a page of a million and a half is read off its index.
  (t) => [
    index('activity_log_newest').on(t.created_at, t.id),
    index('activity_log_of_user').on(t.user_id, t.created_at, t.id),
    index('activity_log_of_action').on(t.action, t.created_at, t.id),
    index('activity_log_of_entity').on(t.entity, t.created_at, t.id),
  ],
)
/** A run of rows of the activity log, sealed: each seal holds the one before, so that none of them can be changed, taken away or added later without a trace. */
export const activity_seals = pgTable('activity_seals', {
  id: bigIdentity(),
  first_id: bigint({ mode: 'number' }).notNull(),
  last_id: bigint({ mode: 'number' }).notNull(),
  rows: integer().notNull(),
  /** The oldest of them: after its time it is deleted, and the rows cannot be looked at any more. */
  oldest_at: instant().notNull(),
  /** SHA-256 of the rows, and of that with the seal before, in hexadecimal. */
  content: text().notNull(),
  seal: text().notNull(),
  sealed_at: instant().notNull(),
})
/** Before and after of every changed record. */
export const model_history = pgTable(
  'model_history',
  {
    id: bigIdentity(),
    model: text().notNull(),
    model_id: integer().notNull(),
    event: text().notNull(),
    old: jsonb().$type<Record<string, unknown>>(),
    new: jsonb().$type<Record<string, unknown>>(),
    user_id: integer(),
    batch_id: text(),
    ip: text(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('model_history_model').on(t.model, t.model_id),
    index('model_history_of_user').on(t.user_id, t.id),
    // The rows are in the order of their times.
    index('model_history_created').using('brin', t.created_at),
    index('model_history_batch').on(t.batch_id).where(sql`batch_id is not null`),
  ],
)
/** The ledger of writes already carried out, with their answers, kept at least 400 days; a trigger refuses any other end or change. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    id: bigIdentity(),
    user_id: integer().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    /** As it was sent, its members in their order: `jsonb` would sort them. */
    body: json(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('idempotency_keys_one').on(t.user_id, t.key), index('idempotency_keys_created').using('brin', t.created_at)],
)
/** What a file may belong to. Who reads the files of each, and which test tries it: tests/api/core/scope-tables.test.ts. */
export type FileOwner =
  | 'bank'
  | 'cash_fund'
  | 'communication'
  | 'coupon_order'
  | 'dispenser'
  | 'document'
  | 'ecommerce_order'
  | 'ecommerce_product'
  | 'expiration'
  | 'export'
  | 'files_place'
  | 'fire_extinguisher'
  | 'gpl_card_request'
  | 'inspection'
  | 'inspection_pdf'
  | 'management_obligation'
  | 'manager'
  | 'network_device'
  | 'oil_separator'
  | 'pay_document'
  | 'pos'
  | 'qr_code'
  | 'settings'
  | 'station'
  | 'station_device'
  | 'station_employee'
  | 'station_image'
  | 'station_notes'
  | 'support_document'
  | 'tank'
  | 'tank_maintenances'
  | 'ticket'
  | 'ticket_comments'
/** Uploaded files: bytes on disk under our own names, this row says whose they are and what they must hash to. */
export const files = pgTable(
  'files',
  {
    id: identity(),
    uuid: text().notNull().unique(),
    owner_type: text().notNull().$type<FileOwner>(),
    owner_id: integer(),
    name: text().notNull(),
    extension: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    isEncrypted: boolean().notNull().default(false),
    /** Category and end of validity, for owners that ask for them. */
    category: text(),
    expiration: day(),
    created_by: integer(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index('files_owner').on(t.owner_type, t.owner_id)],
)
/** Yearly numbers such as 2026/45, taken under a row lock. */
export const counters = pgTable('counters', { name: text().notNull(), year: integer().notNull(), value: integer().notNull() }, (t) => [
  uniqueIndex('counters_one').on(t.name, t.year),
])
/** By key, one group of settings each; `rev` is its optimistic lock. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  rev: integer().notNull().default(1),
  updated_at: instant().notNull().default(sql`now()`),
  updated_by: integer(),
})
