import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema/core/system.ts'
import type { Db } from '../core/db.ts'

/** The settings key that a restored copy begins with: while it is there, no mail and no notice to a device leaves. Its value says when the copy was made. */
export const HELD = 'held_sendings'
/** When the copy was made whose mails are held; undefined if nothing is held. */
export async function heldSince(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, HELD))
  return (row?.value as { copied_at: string } | undefined)?.copied_at
}
/** Lets mails and notices leave from now on. */
export const releaseSendings = (db: Db) => db.delete(settings).where(eq(settings.key, HELD))
