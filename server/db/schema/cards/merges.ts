import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { identity, instant } from '../core/columns.ts'
import { customers } from './customers.ts'

/** Customers that were merged into another, with what it takes to go back. */
export const customer_merges = pgTable(
  'customer_merges',
  {
    id: identity(),
    source_id: integer()
      .notNull()
      .references(() => customers.id),
    target_id: integer()
      .notNull()
      .references(() => customers.id),
    /** The values of the target that were replaced, by column, and those that replaced them. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The ids of the rows that went over, by `table.column`. */
    moved: jsonb().$type<Record<string, number[]>>().notNull(),
    by: integer(),
    at: instant().notNull(),
    undone_at: instant(),
  },
  (t) => [index('customer_merges_target').on(t.target_id, t.at), index('customer_merges_source').on(t.source_id)],
)

/** Customers that were proposed as one and are not: what they have in common proposes them no more, until another customer has it too. */
export const customer_distinctions = pgTable('customer_distinctions', {
  id: identity(),
  customer_ids: integer().array().notNull(),
  by: integer(),
  at: instant().notNull(),
})
