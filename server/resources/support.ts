import { asc, eq } from 'drizzle-orm'
import { notificationGroups } from '../../src/contract/support.ts'
import { notification_groups } from '../db/schema/support.ts'
import { implement } from '../lib/implement.ts'

export default implement(notificationGroups, {
  names: (_, { db }) =>
    db
      .select({ id: notification_groups.id, name: notification_groups.name })
      .from(notification_groups)
      .where(eq(notification_groups.active, true))
      .orderBy(asc(notification_groups.name)),
})
