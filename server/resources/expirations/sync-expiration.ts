import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { ExpirationSubject, ExpirationType, Periodicity } from '../../../src/contract/expirations/words.ts'
import { expirations as table } from '../../db/schema/expirations/expirations.ts'
import type { Context } from '../../lib/core/context.ts'

type Of = Pick<Context, 'db' | 'user' | 'now' | 'history'>
type Row = typeof table.$inferSelect
/** One date of a record, and what is due on it. */
export interface Due {
  subject_type: ExpirationSubject
  subject_id: number
  /** Which of its dates: the column, `next_check`. */
  field: string
  type: ExpirationType
  station_id: number
  /** `YYYY-MM-DD`; without one nothing is due. */
  date: string | null | undefined
  /** What to read in a list: at most 500 characters. */
  message: string
  periodicity: Periodicity
}
const openOf = (subject_type: ExpirationSubject, subject_id: number, field?: string): SQL =>
  and(
    eq(table.subject_type, subject_type),
    eq(table.subject_id, subject_id),
    field === undefined ? undefined : eq(table.subject_field, field),
    eq(table.status, 'open'),
  )!

async function change(before: Row, set: Partial<Row>, { db, user, now, history }: Of): Promise<Row> {
  const [after] = await db
    .update(table)
    .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(table.id, before.id))
    .returning()
  await history('expiration', before.id, set.status ? 'status' : 'updated', before, after)
  return after!
}
const cancel = (before: Row, reason: string, context: Of) =>
  change(before, { status: 'cancelled', cancel_reason: reason, closed_at: context.now.toISOString(), done_by: context.user.id }, context)

/**
 * Keeps the one open expiration of a date of a record: made where there is none, moved with the date, cancelled where that is gone. To be called in the
 * transaction that writes the record, after it. Those that are done or cancelled stay; a date that was already done makes none. `context.history` tells it.
 */
export async function keepExpiration(due: Due, context: Of): Promise<Row | undefined> {
  const { db, user } = context
  const { subject_type, subject_id, field, date, ...shown } = due
  const [open] = await db
    .select()
    .from(table)
    .where(openOf(subject_type, subject_id, field))
    .for('update')
  if (!date) return open && cancel(open, 'La data è stata tolta.', context)
  if (open) {
    const wanted = { ...shown, date }
    const same = Object.entries(wanted).every(([name, value]) => open[name as keyof Row] === value)
    return same ? open : change(open, wanted, context)
  }
  const [last] = await db
    .select({ date: table.date, status: table.status })
    .from(table)
    .where(and(eq(table.subject_type, subject_type), eq(table.subject_id, subject_id), eq(table.subject_field, field)))
    .orderBy(desc(table.id))
    .limit(1)
  if (last?.status === 'done' && last.date === date) return undefined
  const [made] = await db
    .insert(table)
    .values({ ...shown, subject_type, subject_id, subject_field: field, date, created_by: user.id, updated_by: user.id })
    .returning()
  await context.history('expiration', made!.id, 'created', null, made)
  return made
}
/** Cancels what is open of a station that is given up (domain.md 2.7). */
export async function dropExpirationsOf(station: number, context: Of): Promise<void> {
  const open = and(eq(table.station_id, station), eq(table.status, 'open'))
  for (const one of await context.db.select().from(table).where(open).for('update')) await cancel(one, 'Punto vendita dismesso.', context)
}
/** Cancels what is open about a record that is deleted. */
export async function dropExpirations(subject_type: ExpirationSubject, subject_id: number, context: Of): Promise<void> {
  for (const open of await context.db.select().from(table).where(openOf(subject_type, subject_id)).for('update'))
    await cancel(open, 'Eliminato ciò a cui si riferiva.', context)
}
