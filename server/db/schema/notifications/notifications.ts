import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NotificationChannel, NotificationEvent } from '../../../../src/contract/notifications/words.ts'
import type { Mail } from '../../../lib/jobs/mail.ts'
import { users } from '../core/accounts.ts'
import { bigIdentity, common, identity, instant, owner } from '../core/columns.ts'

/** Groups of people who are notified of events. */
export const notification_groups = pgTable('notification_groups', {
  ...common(),
  name: text().notNull().unique('notification_groups_name'),
  description: text(),
  /** Addresses beside its people's, with `;` between. */
  emails: text(),
  channels: text().array().$type<NotificationChannel[]>().notNull().default(['mail', 'push']),
  events: text().array().$type<NotificationEvent[]>().notNull().default([]),
  active: boolean().notNull().default(true),
})
export const notification_group_users = pgTable(
  'notification_group_users',
  { group_id: owner(() => notification_groups.id), user_id: owner(() => users.id) },
  (t) => [primaryKey({ columns: [t.group_id, t.user_id] }), index('notification_group_users_user').on(t.user_id)],
)
/** A notice to one person, as the bell shows it; written by `notify()` alone. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigIdentity(),
    user_id: owner(() => users.id),
    event: text().$type<NotificationEvent>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** Path in the app. */
    link: text().notNull(),
    subject_type: text().notNull(),
    subject_id: integer().notNull(),
    /** Why it was received, in whole sentences. */
    reasons: text().array().notNull(),
    created_at: instant().notNull(),
    read_at: instant(),
    /** `none`: not this way; `held` and `digest` wait until `held_until`; `left`: it is in the queue, or was. */
    mail: text().$type<DeliveryState>().notNull().default('none'),
    push: text().$type<DeliveryState>().notNull().default('none'),
    held_until: instant(),
    /** The mail that is held, as it will be sent. */
    letter: jsonb().$type<Pick<Mail, 'subject' | 'text' | 'attach' | 'blocks' | 'thread' | 'settings'>>(),
  },
  (t) => [
    index('notifications_of_user').on(t.user_id, t.id.desc()),
    index('notifications_unread').on(t.user_id).where(sql`read_at is null`),
    index('notifications_held').on(t.held_until).where(sql`held_until is not null`),
    index('notifications_created').on(t.created_at),
  ],
)
export type DeliveryState = 'none' | 'held' | 'digest' | 'left'
/** Notices that are sent once, or once a day, by key, with the time of the last. */
export const notification_marks = pgTable('notification_marks', { key: text().primaryKey(), at: instant().notNull() })
/** By which ways a person wants an event of a group, where not as the group says; group 0 is what concerns the person directly. */
export const notification_choices = pgTable(
  'notification_choices',
  {
    user_id: owner(() => users.id),
    group_id: integer().notNull(),
    event: text().$type<NotificationEvent>().notNull(),
    mail: boolean().notNull(),
    push: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.group_id, t.event] })],
)
/** When a person is told: mails at once or once a day, and the hours in which nothing comes. */
export const notification_times = pgTable('notification_times', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  digest: boolean().notNull().default(false),
  /** The hour of the clock in Rome at which the summary comes, 0–23. */
  digest_hour: integer().notNull().default(8),
  /** `HH:MM` in Rome; both or none. From the evening into the morning where the second is the earlier. */
  quiet_from: text(),
  quiet_to: text(),
})
/** A browser that shows what a person is told (Web Push); `topic` is that of the person's role. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: identity(),
    user_id: owner(() => users.id),
    topic: text().notNull(),
    endpoint: text().notNull().unique('push_subscriptions_endpoint'),
    keys: jsonb().$type<{ p256dh: string; auth: string }>().notNull(),
    user_agent: text(),
    created_at: instant().notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.user_id)],
)
