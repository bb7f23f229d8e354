import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import { common } from '../core/columns.ts'

/** How people look at lists. `created_by` is the owner. */
export const saved_views = pgTable(
  'saved_views',
  {
    ...common(),
    key: text().notNull().unique('saved_views_key'),
    screen: text().notNull(),
    name: text().notNull(),
    roles: text().array().$type<RoleName[]>().notNull().default([]),
    search: jsonb().$type<Record<string, string | number | boolean | (string | number | boolean)[]>>().notNull().default({}),
    layout: jsonb().$type<object>().notNull().default({}),
    standard: boolean().notNull().default(false),
  },
  (t) => [index('saved_views_owner').on(t.created_by)],
)
