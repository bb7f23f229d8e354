import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { folded } from '../folded.ts'
import { common, day, identity } from './columns.ts'
import { stations } from './stations.ts'

/** Banks, their cards and their POS terminals (doc 0 §3, domain.md 1.5). */
export const banks = pgTable(
  'banks',
  {
    ...common(),
    name: text().notNull().unique('banks_name'),
    note: text(),
    abi: text(),
    iban: text(),
    branch: text(),
    contact: text(),
    phone: text(),
    email: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [index('banks_sort').on(folded(t.name), t.id)],
)
export const bank_cards = pgTable(
  'bank_cards',
  {
    id: identity(),
    bank_id: integer()
      .notNull()
      .references(() => banks.id, { onDelete: 'cascade' }),
    number: text().notNull(),
    kind: text().$type<'versamento' | 'aziendale' | 'carburante'>().notNull().default('aziendale'),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    holder: text(),
    expires_at: day(),
    note: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [index('bank_cards_bank').on(t.bank_id)],
)
export const pos = pgTable(
  'pos',
  {
    ...common(),
    station_id: integer()
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    bank_id: integer().references(() => banks.id),
    type: text(),
    brand: text(),
    model: text(),
    serial: text(),
    network: text(),
    side: integer(),
    tml: text(),
    status: text(),
  },
  (t) => [index('pos_station').on(t.station_id), index('pos_bank').on(t.bank_id), uniqueIndex('pos_tml').on(t.tml)],
)
