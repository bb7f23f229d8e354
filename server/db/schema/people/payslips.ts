import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PayKind, PayProblem, PayType } from '../../../../src/contract/people/pay-words.ts'
import { users } from '../core/accounts.ts'
import { common, identity, instant, owner } from '../core/columns.ts'
import { files } from '../core/system.ts'

/** One upload of payslips or CUD: what is published and taken back together. */
export const pay_batches = pgTable(
  'pay_batches',
  {
    ...common(),
    kind: text().$type<PayKind>().notNull(),
    /** The files that were sent. */
    sources: integer().notNull(),
    /** Documents that were there already. */
    skipped: integer().notNull().default(0),
    /** The first files that held such. */
    skipped_names: text().array().notNull().default([]),
    /** Null while the files are being read. */
    read_at: instant(),
    /** The last publication that was not taken back. */
    published_at: instant(),
  },
  (t) => [index('pay_batches_kind').on(t.kind, t.id)],
)
/** The files of an upload until they are read; their pages become documents, and then they are deleted. */
export const pay_sources = pgTable(
  'pay_sources',
  {
    id: identity(),
    batch_id: owner(() => pay_batches.id),
    file_id: integer()
      .notNull()
      .references(() => files.id),
    name: text().notNull(),
    /** The period that the person named for files that do not. */
    year: smallint(),
    month: smallint(),
    /** Its place in the drop folder, if it came from there. */
    place: text(),
  },
  (t) => [index('pay_sources_batch').on(t.batch_id)],
)
/** A payslip or CUD of one person, published or waiting to be. Its bytes are encrypted. */
export const pay_documents = pgTable(
  'pay_documents',
  {
    ...common(),
    kind: text().$type<PayKind>().notNull(),
    batch_id: owner(() => pay_batches.id),
    user_id: integer().references(() => users.id),
    /** As found in the file or its name. */
    fiscalCode: text(),
    year: smallint(),
    month: smallint(),
    type: text().$type<PayType>().notNull().default('cedolino'),
    company: text().notNull().default(''),
    /** The file it came in, with its pages. */
    source: text().notNull(),
    pages: smallint().notNull(),
    size: integer().notNull(),
    file_id: integer()
      .notNull()
      .references(() => files.id),
    /** Hash of the source and of the pages taken from it: the same document again is known by it. */
    fingerprint: text().notNull(),
    /** Null: it can be published. */
    problem: text().$type<PayProblem>(),
    published_at: instant(),
    /** Its owner has a notice of it. */
    told: boolean().notNull().default(false),
    /** By its owner. */
    first_downloaded_at: instant(),
  },
  (t) => [
    uniqueIndex('pay_documents_once').on(t.kind, t.fingerprint),
    uniqueIndex('pay_documents_period')
      .on(t.kind, t.user_id, t.year, sql`coalesce(${t.month}, 0)`, t.type, t.company)
      .where(sql`${t.published_at} is not null`),
    index('pay_documents_batch').on(t.batch_id, t.problem, t.id),
    index('pay_documents_newest').on(t.kind, t.year, sql`coalesce(${t.month}, 0)`, t.id).where(sql`${t.published_at} is not null`),
    index('pay_documents_user').on(t.user_id, t.kind),
    index('pay_documents_file').on(t.file_id),
  ],
)
