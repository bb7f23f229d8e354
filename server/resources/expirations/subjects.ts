import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ExpirationSubject } from '../../../src/contract/expirations/words.ts'
import { type ExtinguisherIntervals, intervalsOf } from '../../../src/rules/equipment/extinguisher-intervals.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import {
  extinguisher_intervals,
  fire_extinguishers,
  guns,
  oil_separators,
  station_devices,
  tanks,
} from '../../db/schema/equipment/equipment.ts'
import type { Context } from '../../lib/core/context.ts'

type Table = PgTable & { id: AnyPgColumn; rev: AnyPgColumn }
/** The table of each piece of equipment. Its `next_…` dates may have a `last_…` date beside them. Dates of contracts and people are changed in their own record alone. */
const tables: Readonly<Partial<Record<ExpirationSubject, Table>>> = {
  tank: tanks,
  station_device: station_devices,
  gun: guns,
  fire_extinguisher: fire_extinguishers,
  oil_separator: oil_separators,
}
type SubjectDate = { subject_type: ExpirationSubject | null; subject_id: number | null; subject_field: string | null }

/** Whether the date of the record follows that of its expiration. */
export const followsExpiration = ({ subject_type }: Pick<SubjectDate, 'subject_type'>) => !subject_type || subject_type in tables
/** The next day (`YYYY-MM-DD`) of an extinguisher's date, from the intervals in the settings; undefined for other subjects. */
export async function nextBySubject({ subject_type, subject_id, subject_field }: SubjectDate, from: string, db: Context['db']) {
  if (subject_type !== 'fire_extinguisher' || !subject_id) return undefined
  const [piece] = await db.select().from(fire_extinguishers).where(eq(fire_extinguishers.id, subject_id))
  const intervals = await db.select().from(extinguisher_intervals)
  const months = piece && intervalsOf(piece, intervals)?.[subject_field?.replace(/^next_/, '') as keyof ExtinguisherIntervals]
  return months ? addMonths(from, months) : undefined
}
/** Writes the next date, and the last one if given, into the record that the expiration is about, with its history. */
export async function writeSubject(
  { subject_type, subject_id, subject_field }: SubjectDate,
  dates: { next?: string | null | undefined; last?: string | undefined },
  { db, user, now, history }: Pick<Context, 'db' | 'user' | 'now' | 'history'>,
): Promise<void> {
  if (!subject_type || !subject_id || !subject_field) return
  const table = tables[subject_type]
  if (!table) return
  const [before] = await db
    .select()
    .from(table as PgTable)
    .where(eq(table.id, subject_id))
    .for('update')
  const lastField = subject_field.replace(/^next_/, 'last_')
  if (!before || !(subject_field in before)) return
  const set = {
    ...(dates.next !== undefined && { [subject_field]: dates.next }),
    ...(dates.last !== undefined && lastField !== subject_field && lastField in before && { [lastField]: dates.last }),
  }
  if (Object.entries(set).every(([name, value]) => before[name] === value)) return
  const stamp = { rev: (before.rev as number) + 1, updated_at: now.toISOString(), updated_by: user.id }
  const [after] = await db
    .update(table)
    .set({ ...set, ...stamp } as never)
    .where(eq(table.id, subject_id))
    .returning()
  await history(subject_type, subject_id, 'updated', before, after)
}
