import { and, eq, sql } from 'drizzle-orm'
import { keptByGround } from '../../../src/contract/cards/gdpr.ts'
import { type ErasureGround, erasureGrounds } from '../../../src/contract/kernel/erasure.ts'
import { cards, customer_logs } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { type LogContext, logCustomers } from './customer-log.ts'

/** What names a person or leads to one. The address of what must stay is needed by the table, so it becomes a dash. */
const ERASED = {
  businessName: null,
  name: null,
  lastname: null,
  fiscalCode: null,
  piva: null,
  sdi: null,
  pec: null,
  email: null,
  email_invoices: null,
  phone: null,
  mobile: null,
  address: '–',
  cap: '00000',
  city: '–',
  iban: null,
  credit_limit: null,
  note: null,
  privacy_origin: null,
  marketing: false,
  marketing_at: null,
  marketing_origin: null,
} as const

const unnamed = (code: number) => `Cliente cancellato ${code}`
/** How the log of a customer says on which ground it was erased. */
export const reasonOf = (ground: ErasureGround) => `Dati cancellati. ${erasureGrounds[ground]}`

/** Takes all that names a customer, which must be locked, out of its record, its cards, its log and its history, but for what the ground keeps, and logs it. */
export async function eraseCustomer(row: typeof customers.$inferSelect, ground: ErasureGround, context: LogContext) {
  const { db, now, user } = context
  const { id } = row
  const kept = keptByGround[ground]
  const erased = Object.fromEntries(Object.entries(ERASED).filter(([name]) => !kept.includes(name)))
  const at = now.toISOString()
  await db
    .update(customers)
    .set({
      ...{ ...erased, ...(ground === 'nessuno' && { businessName: unnamed(row.code) }) },
      ...{ active: false, username: null, password_hash: null, portal_enabled: false },
      ...{ anonymised_at: at, deleted_at: row.deleted_at ?? at, rev: row.rev + 1, updated_at: at, updated_by: user.id || null },
    })
    .where(eq(customers.id, id))
  await db.update(cards).set({ holder: null, note: null }).where(eq(cards.customer_id, id))
  await db.update(customer_logs).set({ detail: null }).where(eq(customer_logs.customer_id, id))
  // The history forgets the same fields, and what it says of them.
  const gone = sql`${`{${Object.keys(erased).concat('denomination', 'username').join()}}`}::text[]`
  await db
    .update(model_history)
    .set({ old: sql`${model_history.old} - ${gone}`, new: sql`${model_history.new} - ${gone}` })
    .where(and(eq(model_history.model, 'customer'), eq(model_history.model_id, id)))
  await logCustomers(context, 'modifica', [{ customer_id: id, detail: { reason: reasonOf(ground) } }])
}
