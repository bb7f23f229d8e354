import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { maintenanceTypes, outcomes } from '../../../../src/contract/equipment/tank-maintenances.ts'
import { amount, day, owner } from '../core/columns.ts'
import { offlinePart } from '../stations/offline-part.ts'
import { tickets } from '../tickets/tickets.ts'
import { tanks } from './equipment.ts'
/** Maintenances of tanks and their outcomes. */
export const tank_maintenances = pgTable(
  'tank_maintenances',
  {
    ...offlinePart(),
    tank_id: owner(() => tanks.id),
    type: text().$type<keyof typeof maintenanceTypes>().notNull(),
    date: day().notNull(),
    company: text().notNull(),
    outcome: text().$type<keyof typeof outcomes>(),
    next_date: day(),
    cost: amount(10, 2),
    note: text(),
    /** The ticket opened by a negative outcome. */
    ticket_id: integer().references(() => tickets.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('tank_maintenances_station').on(t.station_id),
    index('tank_maintenances_tank').on(t.tank_id, t.date),
    index('tank_maintenances_ticket').on(t.ticket_id),
  ],
)
