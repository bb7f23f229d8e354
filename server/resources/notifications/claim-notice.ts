import { sql } from 'drizzle-orm'
import { notification_marks } from '../../db/schema/notifications/notifications.ts'
import type { Db } from '../../lib/core/db.ts'

/**
 * Claims a notice atomically, so that several processes send it once.
 * @param hours time after which it may be sent again; without it, never
 * @returns false if the notice was sent already, or is being sent by another process
 */
export async function claimNotice(db: Db, key: string, now: Date, hours?: number): Promise<boolean> {
  const insert = db.insert(notification_marks).values({ key, at: now.toISOString() })
  const old = new Date(now.getTime() - (hours ?? 0) * 3_600_000).toISOString()
  const rows = await (hours === undefined
    ? insert.onConflictDoNothing().returning()
    : insert
        .onConflictDoUpdate({
          target: notification_marks.key,
          set: { at: now.toISOString() },
          setWhere: sql`${notification_marks.at} <= ${old}::timestamptz`,
        })
        .returning())
  return rows.length > 0
}
