import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { driverFileCategories } from '../../../../src/contract/content/support-documents.ts'
import { users } from '../core/accounts.ts'
import { common, day, instant, owner } from '../core/columns.ts'
import { files } from '../core/system.ts'
import { stations } from '../stations/stations.ts'

/** "File Autisti"; one without a station is for every driver. */
export const support_documents = pgTable(
  'support_documents',
  {
    ...common(),
    file_id: integer()
      .notNull()
      .references(() => files.id),
    station_id: integer().references(() => stations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    originalName: text().notNull(),
    extension: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    category: text().$type<keyof typeof driverFileCategories>().notNull().default('altro'),
    valid_to: day(),
  },
  (t) => [index('support_documents_station').on(t.station_id)],
)
/** When a person first opened a file for drivers. */
export const support_document_reads = pgTable(
  'support_document_reads',
  {
    document_id: owner(() => support_documents.id),
    user_id: owner(() => users.id),
    read_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.document_id, t.user_id] })],
)
