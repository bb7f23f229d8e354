import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PermissionName, RoleName } from '../../../../src/contract/kernel/roles.ts'
import { keepsFolded, keepsText } from '../../folded.ts'
import { common, identity, instant } from './columns.ts'

export const users = pgTable(
  'users',
  {
    ...common(),
    name: text().notNull(),
    email: text().notNull(),
    roles: text().array().$type<RoleName[]>().notNull().default([]),
    permissions: text().array().$type<PermissionName[]>().notNull().default([]),
    fiscalCode: text(),
    enabled: integer().notNull().default(1),
    phone: text(),
    all_stations: boolean().notNull().default(false),
    password_hash: text(),
    last_login_at: instant(),
    last_login_ip: text(),
    deleted_at: instant(),
  },
  // A person who comes back after being deleted gets a new account under the same address.
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(sql`${t.deleted_at} is null`),
    uniqueIndex('users_fiscal_code').on(t.fiscalCode).where(sql`${t.deleted_at} is null`),
    index('users_by_name').on(sql`name_key`, t.id),
  ],
)
keepsFolded(users.name, 'name_key')
keepsText([users.name], sql`${users}."name_text"`)
keepsText([users.name, users.email, users.fiscalCode], sql`${users}."found_text"`)

/** A sign-in on one browser: the refresh cookie and the handle are kept only as SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    refresh_hash: text().notNull().unique(),
    previous_refresh_hash: text(),
    /** Until then the previous cookie is still taken: an answer can get lost on the way. */
    previous_until: instant(),
    /** Makes the next cookie out of the one before: two renewals that cross give the same one. */
    rotation_key: text(),
    handle_hash: text().notNull().unique(),
    ip: text(),
    user_agent: text(),
    created_at: instant().notNull().default(sql`now()`),
    last_seen_at: instant().notNull().default(sql`now()`),
    idle_seconds: integer().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.user_id)],
)
export const access_tokens = pgTable('access_tokens', {
  hash: text().primaryKey(),
  session_id: integer()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  expires_at: instant().notNull(),
})
/** Single-use links: password reset and invitation. */
export const links = pgTable('links', {
  hash: text().primaryKey(),
  user_id: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text().$type<'reset' | 'invitation'>().notNull(),
  expires_at: instant().notNull(),
  used_at: instant(),
})
export const login_attempts = pgTable(
  'login_attempts',
  {
    id: identity(),
    email: text().notNull(),
    device: text().notNull().default(''),
    ip: text().notNull(),
    at: instant().notNull(),
    ok: boolean().notNull(),
  },
  (t) => [index('login_attempts_email').on(t.email, t.at), index('login_attempts_ip').on(t.ip, t.at)],
)
/** Browsers from which a user has signed in before: their right password works while strangers are slowed down. */
export const known_devices = pgTable(
  'known_devices',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    seen_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
)

/** The second factor of a person at sign-in (RFC 6238). It counts once it is confirmed. */
export const second_factors = pgTable('second_factors', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The person's id and the secret in base32, encrypted with the installation's key. */
  secret: text().notNull(),
  created_at: instant().notNull(),
  confirmed_at: instant(),
  /** The step of time of the code used last: no code counts twice, nor one before it. */
  last_step: integer().notNull().default(0),
  /** SHA-256 of each recovery code that is left. */
  recovery: text().array().notNull().default([]),
})
