import { asc } from 'drizzle-orm'
import { type RetainedKind, retained, retainedKinds } from '../../../src/contract/overview/retention.ts'
import { italianDay } from '../../../src/rules/shared/italian.ts'
import { activity_log } from '../../db/schema/core/system.ts'
import { addDays } from '../../domain/shared/days.ts'
import type { Db } from '../../lib/core/db.ts'
import { noteCut } from './activity-cut.ts'
import { readRetention } from './retention.ts'
import { type Border, borderOf } from './retention-border.ts'
import { retentionKinds } from './retention-kinds.ts'

/** Removes what is older than the settings say, piece by piece, each with its own commit, and tells in the activity log what went. Runs again safely. */
export async function applyRetention({ db, now }: { db: Db; now: Date }): Promise<Partial<Record<RetainedKind, number>>> {
  const set = await readRetention(db)
  const gone: Partial<Record<RetainedKind, number>> = {}
  for (const kind of retainedKinds) {
    const months = set[kind]
    if (months === null) continue
    const border = borderOf(months, now)
    if (kind === 'activity') await noteCut(db, border.midnight, now)
    const removed = await removeAll(db, kind, border, now)
    if (!removed) continue
    gone[kind] = removed
    await db.insert(activity_log).values({
      ...{ action: 'eliminazione', entity: 'retention', method: 'DELETE', path: '/settings/retention', status: 204 },
      entity_id: `${retained[kind].title}: ${removed}, fino al ${italianDay(addDays(border.before, -1))}`,
      created_at: now.toISOString(),
    })
  }
  return gone
}
async function removeAll(db: Db, kind: RetainedKind, border: Border, now: Date): Promise<number> {
  const { table, over, remove, piece } = retentionKinds[kind]
  for (let count = 0, found = piece; ; count += found) {
    if (found < piece) return count
    found = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: (table as typeof activity_log).id })
        .from(table as typeof activity_log)
        .where(over(border))
        .orderBy(asc(table.id))
        .limit(piece)
        .for('update', { skipLocked: true })
      if (rows.length)
        await remove(
          tx,
          rows.map(({ id }) => id),
          now,
        )
      return rows.length
    })
  }
}
