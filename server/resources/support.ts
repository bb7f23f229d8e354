import { asc, eq } from 'drizzle-orm'
import { notificationGroups, ticketCategories } from '../../src/contract/support.ts'
import { notification_groups, ticket_categories } from '../db/schema/support.ts'
import { implement } from '../lib/implement.ts'

export const categories = implement(ticketCategories, {
  list: (_, { db }) =>
    db
      .select({ id: ticket_categories.id, name: ticket_categories.name })
      .from(ticket_categories)
      .where(eq(ticket_categories.active, true))
      .orderBy(ticket_categories.position, ticket_categories.id),
})
export const groups = implement(notificationGroups, {
  names: (_, { db }) =>
    db
      .select({ id: notification_groups.id, name: notification_groups.name })
      .from(notification_groups)
      .where(eq(notification_groups.active, true))
      .orderBy(asc(notification_groups.name)),
})
