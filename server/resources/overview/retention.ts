import { eq, sql } from 'drizzle-orm'
import { retention as contract, type Months, type Retention, retained, retainedKinds } from '../../../src/contract/overview/retention.ts'
import { settings } from '../../db/schema/core/system.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { borderOf } from './retention-border.ts'
import { retentionKinds } from './retention-kinds.ts'

const KEY = 'retention'
/** Until something is set, only the activity log is cut, as it always was. */
const unset: Months = {
  ...{ activity: retained.activity.proposed, history: null, customer_logs: null, notifications: null },
  ...{ payrolls: null, cuds: null, customers: null, gpl_requests: null },
}
export async function readRetention(db: Db): Promise<Retention & Months> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY))
  const set = { ...unset, ...(row?.value as Partial<Months> | undefined) } as Months & { activity: number }
  return { id: 2, rev: row?.rev ?? 0, ...set, updated_at: row?.updated_at ?? null }
}

export default implement(contract, {
  get: (_, { db }) => readRetention(db),
  async update({ rev, ...months }, context) {
    const { db, now, user } = context
    // Two who save for the first time wait for each other: there is no row to lock yet.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`)
    const before = await readRetention(db)
    if (rev !== before.rev) throw problem.stale(before)
    const { id: _, rev: __, updated_at: ___, ...old } = before
    const stamp = { rev: rev + 1, updated_at: now.toISOString(), updated_by: user.id }
    // An absent field stays as it is.
    const value = { ...old, ...months }
    await db
      .insert(settings)
      .values({ key: KEY, value, ...stamp })
      .onConflictDoUpdate({ target: settings.key, set: { value, ...stamp } })
    const after = await readRetention(db)
    context.audit({ entity: 'settings', entity_id: KEY })
    await context.history('settings', after.id, 'updated', before, after)
    return after
  },
  async trial(asked, { db, now }) {
    const due = []
    for (const kind of retainedKinds) {
      const months = asked[kind]
      if (months === undefined) continue
      const border = borderOf(months, now)
      const { table, over } = retentionKinds[kind]
      due.push({ kind, rows: await db.$count(table, over(border)), before: border.before })
    }
    return due
  },
})
