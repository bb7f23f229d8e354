import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CardRow } from '../../../src/contract/cards/cards.ts'
import type { InspectionRow } from '../../../src/contract/inspections/inspections.ts'
import { formatItalianDate } from '../../../src/contract/kernel/italian-date.ts'
import type { TicketRow } from '../../../src/contract/tickets/tickets.ts'
import { users as userTable } from '../../db/schema/core/accounts.ts'
import { expirations as expirationTable } from '../../db/schema/expirations/expirations.ts'
import { inspections as table } from '../../db/schema/inspections/inspections.ts'
import { competitors as competitorTable } from '../../db/schema/prices/competitors.ts'
import { ecommerce_products as productTable } from '../../db/schema/shop/shop.ts'
import { stations as stationTable } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Implementation } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import type { JobContext } from '../../lib/jobs/job-kind.ts'
import type { BulkRows } from '../../lib/tables/bulk-rows.ts'
import banks from '../banks/banks.ts'
import { previewCards } from '../cards/card-preview.ts'
import cards from '../cards/cards.ts'
import { previewCustomers } from '../cards/customer-preview.ts'
import customers from '../cards/customers.ts'
import { lockCard } from '../cards/write-cards.ts'
import expirations from '../expirations/expirations.ts'
import inspections from '../inspections/inspections.ts'
import users from '../people/users.ts'
import competitors from '../prices/competitors.ts'
import { previewPrices } from '../shop/price-preview.ts'
import ecommerceProducts from '../shop/products.ts'
import stationRecord from '../stations/record.ts'
import services from '../stations/services.ts'
import stations from '../stations/stations.ts'
import { previewTickets } from '../tickets/preview.ts'
import tickets from '../tickets/tickets.ts'
import { needTicketById } from '../tickets/undo.ts'

export type BulkRow = Record<string, unknown> & { id: number }
/** A list with actions for many of its rows. */
export interface BulkList {
  of: Implementation
  /** 'Banche' */
  name: string
  /** The name of a row in the job. */
  label(row: BulkRow): string
  /** The revision that a change starts from; what the call would pass over in silence is refused here. */
  current?(id: number, context: JobContext): Promise<{ rev: number }>
  /** What an action would do with these rows, in figures: read before it is started. `none`: it could be done with no row, so it does not start. */
  preview?(action: string, which: BulkRows, context: Context): Promise<string | { text: string; none: boolean } | undefined>
  /** How its calls name a row, where not by its id. */
  path?(id: number, context: JobContext): Promise<Record<string, string>>
}
/** The row as it is, locked until its change is written: the call itself says who may reach it. */
const rowOf =
  (table: PgTable & { id: AnyPgColumn }) =>
  async (id: number, { db }: JobContext): Promise<{ rev: number }> => {
    const [row] = await db
      .select()
      .from(table as PgTable)
      .where(eq(table.id, id))
      .for('update')
    if (!row) throw problem.conflict('Non è più nell’elenco.')
    return row as { rev: number }
  }
const byName = (row: BulkRow) => String(row.name)

/** By the name of the list's call. */
export const bulkLists: Readonly<Record<string, BulkList>> = {
  'banks.list': { of: banks, name: 'Banche', label: byName },
  'cards.list': {
    of: cards,
    name: 'Tessere',
    label(row) {
      const { number, plate, customer } = row as unknown as CardRow
      return [number, plate, `${customer.code} ${customer.name}`].filter(Boolean).join(' · ')
    },
    current: (id, context) => lockCard({ id }, context),
    preview: previewCards,
  },
  'competitors.list': { of: competitors, name: 'Competitors', label: byName, current: rowOf(competitorTable) },
  'customers.list': {
    of: customers,
    name: 'Clienti',
    label: ({ code, denomination }) => `${code} · ${denomination}`,
    preview: previewCustomers,
  },
  'expirations.list': {
    of: expirations,
    name: 'Scadenze',
    label: ({ date, message }) => `${formatItalianDate(String(date))} · ${message}`,
    current: rowOf(expirationTable),
  },
  'stations.list': {
    of: {
      endpoints: { ...stations.endpoints, update: stationRecord.endpoints.update! },
      handlers: { ...stations.handlers, update: stationRecord.handlers.update! },
    },
    name: 'Stazioni',
    label: ({ code, name }) => `${code} · ${name}`,
    current: rowOf(stationTable),
  },
  'users.list': { of: users, name: 'Utenti', label: byName, current: rowOf(userTable) },
  'tickets.list': {
    of: tickets,
    name: 'Tickets',
    label(row) {
      const { id_year, id_number, subject } = row as unknown as TicketRow
      return `${id_year}/${id_number} · ${subject}`
    },
    current: needTicketById,
    preview: previewTickets,
    async path(id, context) {
      const { id_year, id_number } = await needTicketById(id, context)
      return { year: String(id_year), number: String(id_number) }
    },
  },
  'ecommerce-products.list': {
    of: ecommerceProducts,
    name: 'Articoli',
    label: ({ code, name }) => `${code} · ${name}`,
    current: rowOf(productTable),
    preview: previewPrices,
  },
  'available_services.list': { of: services, name: 'Servizi', label: byName },
  'inspections.list': {
    of: inspections,
    name: 'Verifiche',
    label(row) {
      const { id_year, id_number, date, station, model_name } = row as unknown as InspectionRow
      return `${id_number ? `${id_year}/${id_number}` : (date ?? 'Bozza')} · ${station.code} ${station.name} · ${model_name}`
    },
    async current(id, { db }) {
      const [row] = await db.select({ rev: table.rev, status: table.status }).from(table).where(eq(table.id, id)).for('no key update')
      if (row?.status !== 'planned') throw problem.conflict('Non è più pianificata.')
      return row
    },
  },
}
