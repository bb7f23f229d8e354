import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { documentCategories } from '../../../../src/contract/content/documents.ts'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import { users } from '../core/accounts.ts'
import { common, day, instant, owner } from '../core/columns.ts'
import { files } from '../core/system.ts'

/** "Documenti": the current file, and who may see it; without any choice nobody but those who manage documents. */
export const documents = pgTable(
  'documents',
  {
    ...common(),
    file_id: integer()
      .notNull()
      .references(() => files.id),
    name: text().notNull(),
    originalName: text().notNull(),
    extension: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    isEncrypted: boolean().notNull().default(false),
    description: text(),
    category: text().$type<keyof typeof documentCategories>().notNull().default('altro'),
    valid_to: day(),
    version: integer().notNull().default(1),
    downloads: integer().notNull().default(0),
    roles: text().array().$type<RoleName[]>().notNull().default([]),
    stations: integer().array().notNull().default([]),
    users: integer().array().notNull().default([]),
    deleted_at: instant(),
  },
  (t) => [index('documents_newest').on(t.created_at, t.id)],
)
/** Who was told of a document, and when each first opened which version. */
export const document_readers = pgTable(
  'document_readers',
  {
    document_id: owner(() => documents.id),
    user_id: owner(() => users.id),
    told_at: instant(),
    read_at: instant(),
    version: integer(),
  },
  (t) => [primaryKey({ columns: [t.document_id, t.user_id] })],
)
