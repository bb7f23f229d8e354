import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { folded } from '../../folded.ts'
import { common, day, identity, owner, texts } from '../core/columns.ts'
import { stations } from '../stations/stations.ts'

/** Banks and their cards. */
export const banks = pgTable(
  'banks',
  {
    ...common(),
    name: text().notNull().unique('banks_name'),
    ...texts('note', 'abi', 'iban', 'branch', 'contact', 'phone', 'email'),
    active: boolean().notNull().default(true),
  },
  (t) => [index('banks_sort').on(folded(t.name), t.id)],
)
export const bank_cards = pgTable(
  'bank_cards',
  {
    id: identity(),
    bank_id: owner(() => banks.id),
    number: text().notNull(),
    kind: text().$type<'versamento' | 'aziendale' | 'carburante'>().notNull().default('aziendale'),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    ...texts('holder', 'note'),
    expires_at: day(),
    active: boolean().notNull().default(true),
  },
  (t) => [index('bank_cards_bank').on(t.bank_id)],
)
