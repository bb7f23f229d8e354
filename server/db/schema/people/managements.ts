import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Periodicity } from '../../../../src/contract/expirations/words.ts'
import type { cashKinds } from '../../../../src/contract/people/cash-funds.ts'
import type { managementTypes } from '../../../../src/contract/people/managements.ts'
import type { obligationCategories } from '../../../../src/contract/people/obligations.ts'
import { amount, common, day, instant, owner, texts } from '../core/columns.ts'
import { stations } from '../stations/stations.ts'
import { managers } from './managers.ts'

/** "Gestioni": the contract by which a manager runs a station. An exclusion constraint keeps those of a station apart (its migration). */
export const managements = pgTable(
  'managements',
  {
    ...common(),
    station_id: integer()
      .notNull()
      .references(() => stations.id),
    manager_id: integer()
      .notNull()
      .references(() => managers.id),
    type: text().$type<keyof typeof managementTypes>().notNull(),
    from: day().notNull(),
    expirationManager: day(),
    businessName: text().notNull(),
    address: text().notNull(),
    piva: text().notNull(),
    sdi: text().notNull(),
    ...texts('pec', 'note', 'fiscalCode', 'rea', 'iban', 'contract_number'),
    /** From this day on the station is no longer the manager's. */
    ended_at: day(),
    end_reason: text(),
    deleted_at: instant(),
  },
  (t) => [
    index('managements_station').on(t.station_id, t.from),
    index('managements_manager').on(t.manager_id),
    index('managements_from').on(t.from, t.id),
    index('managements_expiration').on(t.expirationManager, t.id),
  ],
)
export const cash_funds = pgTable(
  'cash_funds',
  {
    ...common(),
    management_id: owner(() => managements.id),
    kind: text().$type<keyof typeof cashKinds>().notNull().default('consegna'),
    cashFundAmount: amount(10, 2).notNull(),
    cashFundDate: day().notNull(),
    note: text(),
  },
  (t) => [index('cash_funds_management').on(t.management_id, t.cashFundDate, t.id)],
)
export const management_remunerations = pgTable(
  'management_remunerations',
  {
    ...common(),
    management_id: owner(() => managements.id),
    valid_from: day().notNull(),
    fixed: amount(10, 2).notNull(),
    perLiter: amount(8, 4).notNull(),
    discountLiter: amount(8, 4).notNull().default(0),
    aboveThreshold: amount(8, 4).notNull().default(0),
    thresholdLiters: integer().notNull().default(0),
  },
  (t) => [unique('management_remunerations_version').on(t.management_id, t.valid_from)],
)
/** "Obblighi": the catalogue of what managers have to do. */
export const obligations = pgTable('obligations', {
  ...common(),
  name: text().notNull().unique(),
  description: text(),
  category: text().$type<keyof typeof obligationCategories>().notNull(),
  periodicity: text().$type<Periodicity>().notNull(),
  document_required: boolean().notNull().default(false),
  gas: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
})
export const management_obligations = pgTable(
  'management_obligations',
  {
    ...common(),
    management_id: owner(() => managements.id),
    obligation_id: integer()
      .notNull()
      .references(() => obligations.id),
    applicable: boolean().notNull().default(true),
    due_date: day(),
    last_done_at: day(),
    done_by: integer(),
    note: text(),
  },
  (t) => [
    uniqueIndex('management_obligations_one').on(t.management_id, t.obligation_id),
    index('management_obligations_obligation').on(t.obligation_id),
    index('management_obligations_due').on(t.due_date, t.id).where(sql`applicable`),
  ],
)
