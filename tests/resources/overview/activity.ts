import { sql } from 'drizzle-orm'
import { activity } from '../../../src/contract/overview/activity.ts'
import { dayOf } from '../days.ts'
import { known } from '../known.ts'
import { allNetwork } from '../scope.ts'

export default known(
  activity,
  {
    list: {
      call: 'GET /activity',
      policy: 'users',
      scope: allNetwork,
      facets: ['action', 'entity'],
      filters: {
        user_id: (row) => row.user?.id,
        action: (row) => row.action,
        entity: (row) => row.entity,
        from: (row) => dayOf(row.created_at),
        to: (row) => dayOf(row.created_at),
      },
    },
  },
  {
    rows: async ({ db, admin, ivan, ago }) => {
      await admin.post('/banks', { name: 'Banca di Prova', note: '', cards: [] })
      await db.execute(sql`update activity_log set created_at = ${ago(9)} where user_id = ${ivan.user_id}`)
    },
  },
)
