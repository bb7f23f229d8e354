import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { jobs } from '../../../../src/contract/people/station-employees.ts'
import { folded } from '../../folded.ts'
import { users } from '../core/accounts.ts'
import { common, day, instant, texts } from '../core/columns.ts'
import { stations } from '../stations/stations.ts'

const personal = () => ({
  name: text().notNull(),
  lastname: text().notNull(),
  bornDate: day(),
  fiscalCode: text().notNull(),
  expiration: day(),
  identityCardExpiration: day(),
  ...texts('bornIn', 'residence', 'identityCard', 'note'),
})
/** "Gestori": who runs a station by contract. */
export const managers = pgTable(
  'managers',
  {
    ...common(),
    ...personal(),
    phone: text().notNull(),
    email: text().notNull(),
    /** The account that the manager signs in with. */
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('managers_fiscal_code').on(t.fiscalCode).where(sql`${t.deleted_at} is null`),
    uniqueIndex('managers_user').on(t.user_id).where(sql`${t.deleted_at} is null`),
    index('managers_by_lastname').on(folded(t.lastname), t.id),
  ],
)
/** "Dipendenti stazione": who works for a manager. Who has left stays, with the day. */
export const station_employees = pgTable(
  'station_employees',
  {
    ...common(),
    ...personal(),
    ...texts('phone', 'email'),
    manager_id: integer()
      .notNull()
      .references(() => managers.id),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    job: text().$type<keyof typeof jobs>(),
    hired_at: day(),
    left_at: day(),
    gpl_course_at: day(),
  },
  (t) => [
    uniqueIndex('station_employees_fiscal_code').on(t.manager_id, t.fiscalCode).where(sql`${t.left_at} is null`),
    index('station_employees_by_lastname').on(folded(t.lastname), t.id),
    index('station_employees_station').on(t.station_id),
  ],
)
