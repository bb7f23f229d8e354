import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { ExpirationSubject, ExpirationType, Periodicity } from '../../../src/contract/expirations/words.ts'
import { expirations as table } from '../../db/schema/expirations/expirations.ts'
import type { Context } from '../../lib/core/context.ts'

type SyncContext = Pick<Context, 'db' | 'user' | 'now' | 'history'>
type Row = typeof table.$inferSelect
/** A date of a record, and the expiration that belongs to it. */
export interface DueDate {
  subject_type: ExpirationSubject
  subject_id: number
  /** The column of the date, such as `next_check`. */
  field: string
  type: ExpirationType
  /** Null: of the whole network. */
  station_id: number | null
  /** `YYYY-MM-DD`; without a date there is no expiration. */
  date: string | null | undefined
  /** The description, at most 500 characters. */
  message: string
  periodicity: Periodicity
  /** Days before the date on which people are told; absent: the usual ones. */
  notify_days?: number[]
}
const openOf = (subject_type: ExpirationSubject, subject_id: number, field?: string): SQL =>
  and(
    eq(table.subject_type, subject_type),
    eq(table.subject_id, subject_id),
    field === undefined ? undefined : eq(table.subject_field, field),
    eq(table.status, 'open'),
  )!

async function updateExpiration(before: Row, set: Partial<Row>, { db, user, now, history }: SyncContext): Promise<Row> {
  const [after] = await db
    .update(table)
    .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(table.id, before.id))
    .returning()
  await history('expiration', before.id, set.status ? 'status' : 'updated', before, after)
  return after!
}
const cancel = (before: Row, reason: string, context: SyncContext) =>
  updateExpiration(
    before,
    { status: 'cancelled', cancel_reason: reason, closed_at: context.now.toISOString(), done_by: context.user.id },
    context,
  )

/**
 * Keeps the one open expiration of a record's date in step with it: creates it, moves it with the date, or cancels it if the date is removed. A date whose
 * expiration is completed already gets no new one. Call it after writing the record, in the same transaction.
 * @returns the open expiration, if there is one
 */
export async function syncExpiration(due: DueDate, context: SyncContext): Promise<Row | undefined> {
  const { db, user } = context
  const { subject_type, subject_id, field, date, ...described } = due
  const [open] = await db
    .select()
    .from(table)
    .where(openOf(subject_type, subject_id, field))
    .for('update')
  if (!date) return open && cancel(open, 'La data è stata tolta.', context)
  if (open) {
    const wanted = { ...described, date }
    const same = Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(open[name as keyof Row], value))
    return same ? open : updateExpiration(open, wanted, context)
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
    .values({ ...described, subject_type, subject_id, subject_field: field, date, created_by: user.id, updated_by: user.id })
    .returning()
  await context.history('expiration', made!.id, 'created', null, made)
  return made
}
/** Cancels the open expirations of a station that is closed down. */
export async function cancelExpirationsOfStation(station: number, context: SyncContext): Promise<void> {
  const open = and(eq(table.station_id, station), eq(table.status, 'open'))
  for (const one of await context.db.select().from(table).where(open).for('update')) await cancel(one, 'Punto vendita dismesso.', context)
}
/** Cancels the open expirations about a deleted record. */
export async function cancelExpirationsAbout(subject_type: ExpirationSubject, subject_id: number, context: SyncContext): Promise<void> {
  for (const open of await context.db.select().from(table).where(openOf(subject_type, subject_id)).for('update'))
    await cancel(open, 'Eliminato ciò a cui si riferiva.', context)
}
