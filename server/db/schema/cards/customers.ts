import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CustomerKind, CustomerPayment } from '../../../../src/contract/cards/words.ts'
import { keepsFolded, words } from '../../folded.ts'
import { amount, common, day, instant, texts } from '../core/columns.ts'
import { stations } from '../stations/stations.ts'

/** Holders of cards: persons, companies and public bodies ("Clienti tessere"). */
export const customers = pgTable(
  'customers',
  {
    ...common(),
    code: integer().notNull(),
    active: boolean().notNull().default(true),
    kind: text().$type<CustomerKind>().notNull(),
    ...texts('businessName', 'name', 'lastname', 'fiscalCode', 'piva', 'sdi', 'pec', 'email', 'email_invoices', 'phone', 'mobile'),
    /** "Denominazione": the business name, or surname and name. */
    denomination: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce("businessName", trim(coalesce("lastname", '') || ' ' || coalesce("name", '')))`),
    address: text().notNull(),
    cap: text().notNull(),
    city: text().notNull(),
    province: text().notNull(),
    iban: text(),
    payment: text().$type<CustomerPayment>(),
    credit_limit: amount(10, 2),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    username: text(),
    /** Argon2 hash of the portal's password. */
    password_hash: text(),
    /** The portal asks for a new password at the next access. */
    password_expired: boolean().notNull().default(false),
    portal_enabled: boolean().notNull().default(false),
    credentials_sent_at: instant(),
    last_access_at: instant(),
    privacy_at: day(),
    privacy_origin: text(),
    marketing: boolean().notNull().default(false),
    marketing_at: day(),
    marketing_origin: text(),
    note: text(),
    icad_id: text(),
    synced_at: instant(),
    sync_error: text(),
    anonymised_at: instant(),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('customers_code').on(t.code),
    uniqueIndex('customers_username').on(t.username),
    uniqueIndex('customers_piva').on(t.piva).where(sql`kind = 'azienda' and deleted_at is null`),
    uniqueIndex('customers_fiscal_code').on(t.fiscalCode).where(sql`kind = 'privato' and deleted_at is null`),
    // The orders of the list.
    index('customers_by_code').on(t.code, t.id).where(sql`deleted_at is null`),
    index('customers_by_name').on(sql`"name_key"`, t.id).where(sql`deleted_at is null`),
    index('customers_by_city').on(sql`"city_key"`, t.id).where(sql`deleted_at is null`),
    index('customers_by_age').on(t.created_at, t.id).where(sql`deleted_at is null`),
    // Filters.
    index('customers_inactive').on(t.code).where(sql`not active and deleted_at is null`),
    index('customers_kind').on(t.kind, t.code).where(sql`deleted_at is null`),
    index('customers_station').on(t.station_id, t.code),
    index('customers_province').on(t.province, t.code).where(sql`deleted_at is null`),
    index('customers_portal').on(t.code).where(sql`portal_enabled and deleted_at is null`),
    index('customers_sync_error').on(t.code).where(sql`sync_error is not null and deleted_at is null`),
    index('customers_any_piva').on(t.piva),
    index('customers_any_fiscal_code').on(t.fiscalCode),
    index('customers_email').on(t.email),
    index('customers_phone').on(t.phone),
    index('customers_mobile').on(t.mobile),
    // Search by the beginnings of words.
    index('customers_words').using('gin', words(t.denomination, t.code, t.piva, t.fiscalCode, t.email, t.city)),
  ],
)
keepsFolded(customers.denomination, 'name_key')
keepsFolded(customers.city, 'city_key')
