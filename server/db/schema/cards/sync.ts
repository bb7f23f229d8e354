import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { HostName, SyncStatus } from '../../../../src/contract/cards/sync.ts'
import { bigIdentity, identity, instant } from '../core/columns.ts'

/** What is to be told to a host, and what came of it: one row a record, with its newest fate. */
export const sync_queue = pgTable(
  'sync_queue',
  {
    id: bigIdentity(),
    host: text().$type<HostName>().notNull(),
    entity: text().$type<'customer' | 'card'>().notNull(),
    entity_id: integer().notNull(),
    status: text().$type<SyncStatus>().notNull().default('pending'),
    /** How often it has been written to the host. */
    tries: integer().notNull().default(0),
    /** Why it is not settled, in words. */
    error: text(),
    /** Of a conflict, what the host says, by field. */
    payload: jsonb().$type<Record<string, unknown>>(),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('sync_queue_one').on(t.host, t.entity, t.entity_id),
    index('sync_queue_status').on(t.host, t.status, t.entity, t.entity_id),
  ],
)
/** Files of hosts that were taken; one that comes again has the same hash. */
export const sync_files = pgTable(
  'sync_files',
  {
    id: identity(),
    host: text().$type<HostName>().notNull(),
    name: text().notNull(),
    sha256: text().notNull(),
    job_id: integer().notNull(),
    at: instant().notNull(),
  },
  (t) => [uniqueIndex('sync_files_one').on(t.host, t.sha256)],
)
