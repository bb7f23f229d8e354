import { sql } from 'drizzle-orm'
import { firstSteps } from '../../../src/contract/overview/system.ts'
import { COMPANY } from '../../lib/core/company.ts'
import type { Context } from '../../lib/core/context.ts'

/** What of the first day's work has been done, by what is stored; nothing is asked of a demonstration. */
export async function firstDay({ db, sendsMail, demo }: Context) {
  if (demo) return []
  const { rows } = (await db.execute(sql`select
    exists (select 1 from settings where key = ${COMPANY}) as company,
    (select count(*) > 1 from users where enabled = 1 and deleted_at is null) as users,
    exists (select 1 from stations where deleted_at is null) as stations,
    exists (select 1 from inspection_models where status = 'active' and deleted_at is null) as models,
    exists (select 1 from notification_groups g where active and exists (select 1 from notification_group_users u where u.group_id = g.id)) as groups`)) as unknown as {
    rows: Record<string, boolean>[]
  }
  const done = { ...rows[0], mail: sendsMail }
  return firstSteps.map((key) => ({ key, done: !!done[key as keyof typeof done] }))
}
