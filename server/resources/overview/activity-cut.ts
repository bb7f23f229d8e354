import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema/core/system.ts'
import type { Db } from '../../lib/core/db.ts'

const CUT = 'activity-cut'
/** Before the time could be set, the log was cut at this age. */
const ONCE_DAYS = 365
/** The instant up to which rows of the activity log may have been removed by the rules; it never goes back, however long the log is kept later. */
export async function activityCut(db: Db, now: Date): Promise<string> {
  const [row] = await db.select().from(settings).where(eq(settings.key, CUT))
  return (row?.value as { before: string } | undefined)?.before ?? new Date(now.getTime() - ONCE_DAYS * 86_400_000).toISOString()
}
/** Notes that rows before this instant are being removed. */
export async function noteCut(db: Db, midnight: string, now: Date) {
  const before = await activityCut(db, now)
  const value = { before: midnight > before ? midnight : before }
  const updated_at = now.toISOString()
  await db.insert(settings).values({ key: CUT, value, updated_at }).onConflictDoUpdate({ target: settings.key, set: { value, updated_at } })
}
