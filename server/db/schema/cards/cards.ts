import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  type BlockReason,
  type CardStatus,
  type CardType,
  type CustomerLogAction,
  cardStatuses,
} from '../../../../src/contract/cards/words.ts'
import { inWords, keepsFolded, words } from '../../folded.ts'
import { amount, bigIdentity, common, day, instant, owner } from '../core/columns.ts'
import { customers } from './customers.ts'

/** The name that a card's customer is sorted by: triggers of migration 0067 keep it beside the card, so that half a million cards are sorted by one index. */
export const cardCustomerKey = sql<string>`"cards"."customer_key"`
interface Searched {
  plate: AnyPgColumn
  holder: AnyPgColumn
  number: AnyPgColumn
}
/** The words a card is found by: its plate, its holder and the last six digits of its number. */
export const cardWords = ({ plate, holder, number }: Searched) => words(plate, holder, sql`right(${number}, 6)`)

/** Loyalty and payment cards ("Tessere"). */
export const cards = pgTable(
  'cards',
  {
    ...common(),
    type: text().$type<CardType>().notNull(),
    status: text().$type<CardStatus>().notNull().default('to_activate'),
    /** 10 to 19 digits. */
    number: text().notNull(),
    customer_id: integer()
      .notNull()
      .references(() => customers.id),
    plate: text(),
    foreign_plate: boolean().notNull().default(false),
    holder: text(),
    /** Encrypted with the installation's key; null until the card is activated or its envelope printed. */
    pin: text(),
    /** Fuels it may buy; empty means all. */
    fuel_ids: integer().array().notNull().default([]),
    limit_day: amount(10, 2),
    limit_month: amount(10, 2),
    km_required: boolean().notNull().default(false),
    /** Euro a litre. */
    discount: amount(6, 4),
    points_balance: integer(),
    /** The day of the points, as Infopoint last gave them. */
    points_at: day(),
    credit_balance: amount(10, 2),
    valid_from: day().notNull(),
    expires_at: day().notNull(),
    /** Expiry of the LPG tank, for cards of the type gpl. */
    tank_expiration: day(),
    delivered_at: instant(),
    replaced_by_id: integer().references((): AnyPgColumn => cards.id),
    block_reason: text().$type<BlockReason>(),
    /** `customer` while the card is suspended because its customer is deactivated. */
    suspended_by: text().$type<'customer'>(),
    note: text(),
    icad_id: text(),
    synced_at: instant(),
    sync_error: text(),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('cards_number').on(t.number),
    uniqueIndex('cards_live_plate')
      .on(t.type, t.plate)
      .where(sql`type in ('credit', 'gpl') and status not in ('replaced', 'terminated') and deleted_at is null`),
    index('cards_customer').on(t.customer_id, t.status, t.id),
    index('cards_plate').on(t.plate, t.id).where(sql`deleted_at is null`),
    index('cards_status').on(t.status, t.id).where(sql`deleted_at is null`),
    index('cards_type').on(t.type, t.id).where(sql`deleted_at is null`),
    index('cards_type_status').on(t.type, t.status, t.id).where(sql`deleted_at is null`),
    index('cards_by_expiry').on(t.expires_at, t.id).where(sql`deleted_at is null`),
    index('cards_expiring').on(t.status, t.expires_at, t.id).where(sql`deleted_at is null`),
    // The last six digits are all that a list shows of a number.
    index('cards_last_six').on(sql`right(${t.number}, 6)`),
    index('cards_words').using('gin', cardWords(t)),
    // The orders of the list; nulls come last both ways.
    index('cards_by_number').on(t.number, t.id).where(sql`deleted_at is null`),
    index('cards_by_plate_back').on(sql`${t.plate} desc nulls last`, sql`${t.id} desc`).where(sql`deleted_at is null`),
    index('cards_by_customer').on(sql`"customer_key"`, t.id).where(sql`deleted_at is null`),
    // The status itself stands in it too, because an index over an expression alone is not read without its table.
    index('cards_by_state').on(inWords(t.status, cardStatuses), t.id, t.status).where(sql`deleted_at is null`),
    index('cards_newest').on(t.id).where(sql`deleted_at is null`),
    index('cards_sync_error').on(t.id).where(sql`sync_error is not null and deleted_at is null`),
    index('cards_replaced_by').on(t.replaced_by_id).where(sql`replaced_by_id is not null`),
    index('cards_fuels').using('gin', t.fuel_ids),
  ],
)
keepsFolded(cards.number, 'number')
keepsFolded(cards.plate, 'plate')
/** Every change of a card's state. `reason` is a key of `blockReasons` when `to` is `blocked`, else the words that were typed. */
export const card_status_history = pgTable(
  'card_status_history',
  {
    id: bigIdentity(),
    card_id: owner(() => cards.id),
    from: text().$type<CardStatus>().notNull(),
    to: text().$type<CardStatus>().notNull(),
    reason: text(),
    /** Null: the nightly task, or a change of the customer's state. */
    user_id: integer(),
    at: instant().notNull(),
  },
  (t) => [index('card_status_history_card').on(t.card_id, t.id)],
)
export const card_plate_history = pgTable(
  'card_plate_history',
  {
    id: bigIdentity(),
    card_id: owner(() => cards.id),
    old: text(),
    new: text(),
    reason: text(),
    user_id: integer(),
    at: instant().notNull(),
  },
  (t) => [index('card_plate_history_card').on(t.card_id, t.id)],
)
/** Where new numbers come from, by type: `prefix`, `next` padded with zeros, and the check digit make a number of `length` digits. */
export const card_ranges = pgTable(
  'card_ranges',
  {
    ...common(),
    type: text().$type<CardType>().notNull(),
    prefix: text().notNull(),
    length: integer().notNull().default(16),
    next: bigint({ mode: 'number' }).notNull().default(1),
  },
  (t) => [uniqueIndex('card_ranges_type').on(t.type)],
)
/** A row for each import that was carried out; `batch_id` is its job. */
export const card_imports = pgTable(
  'card_imports',
  {
    ...common(),
    file: text().notNull(),
    rows: integer().notNull(),
    imported: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    errors: jsonb().$type<{ row: number; field: string; value: string; message: string }[]>().notNull().default([]),
    batch_id: text(),
  },
  (t) => [index('card_imports_batch').on(t.batch_id)],
)
/** "Log Operaz. Clienti": what was done with customers and their cards. */
export const customer_logs = pgTable(
  'customer_logs',
  {
    id: bigIdentity(),
    customer_id: integer().references(() => customers.id),
    card_id: integer().references(() => cards.id),
    action: text().$type<CustomerLogAction>().notNull(),
    detail: jsonb().$type<Record<string, unknown>>(),
    user_id: integer(),
    batch_id: text(),
    ip: text(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('customer_logs_newest').on(t.created_at, t.id),
    index('customer_logs_customer').on(t.customer_id, t.created_at, t.id),
    index('customer_logs_card').on(t.card_id, t.created_at, t.id).where(sql`card_id is not null`),
    index('customer_logs_user').on(t.user_id, t.created_at, t.id),
    index('customer_logs_action').on(t.action, t.created_at, t.id),
  ],
)
