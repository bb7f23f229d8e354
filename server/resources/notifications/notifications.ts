import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { groupEvents } from '../../../src/contract/notifications/groups.ts'
import { notifications as contract, NOTIFICATIONS_SHOWN } from '../../../src/contract/notifications/notifications.ts'
import type { NotificationEvent } from '../../../src/contract/notifications/words.ts'
import {
  notification_choices,
  notification_group_users,
  notification_groups,
  notification_times,
  notifications,
  push_subscriptions,
} from '../../db/schema/notifications/notifications.ts'
import { DEFAULT_TIMES } from '../../domain/notifications/quiet-hours.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { isPublicAddress } from '../../lib/core/public-address.ts'
import type { Upload } from '../../lib/files/files.ts'
import { publicKey, topicOf } from '../../lib/jobs/push-keys.ts'
import { DIRECT } from './notify.ts'

type Own = Pick<Context, 'db' | 'user'>
type Subscription = Parsed<typeof contract.subscribe, Upload>
const countUnread = ({ db, user }: Own) => db.$count(notifications, and(eq(notifications.user_id, user.id), isNull(notifications.read_at)))
/** Events that a person gets without being in a group. */
const DIRECT_EVENTS: readonly NotificationEvent[] = [
  ...(['ticket_assigned', 'ticket_comment', 'ticket_closed', 'ticket_late', 'obligation_due', 'obligation_late'] as const),
  ...(['order_created', 'order_status', 'document_shared', 'payslip_published', 'job_failed'] as const),
]
const ofGroups: readonly NotificationEvent[] = groupEvents

/** The events that the person gets, by group, with the group's channels as the default. */
async function sourcesOf({ db, user }: Own) {
  const groups = await db
    .select({
      ...{ id: notification_groups.id, name: notification_groups.name },
      ...{ channels: notification_groups.channels, events: notification_groups.events },
    })
    .from(notification_groups)
    .innerJoin(notification_group_users, eq(notification_group_users.group_id, notification_groups.id))
    .where(and(eq(notification_group_users.user_id, user.id), eq(notification_groups.active, true)))
    .orderBy(notification_groups.name)
  const direct = { id: DIRECT, name: 'Quello che ti riguarda', channels: ['mail', 'push'], events: [...DIRECT_EVENTS] }
  const asked = groups.map(({ events, ...group }) => ({ ...group, events: events.filter((event) => ofGroups.includes(event)) }))
  return [direct, ...asked].map(({ channels, ...group }) => ({
    ...group,
    usual: { mail: channels.includes('mail'), push: channels.includes('push') },
  }))
}
async function choicesOf(context: Context) {
  const { db, user } = context
  const [times = DEFAULT_TIMES] = await db.select().from(notification_times).where(eq(notification_times.user_id, user.id))
  const chosen = await db.select().from(notification_choices).where(eq(notification_choices.user_id, user.id))
  const { digest, digest_hour, quiet_from, quiet_to } = times
  return {
    ...{ digest, digest_hour, quiet_from, quiet_to },
    sources: (await sourcesOf(context)).map(({ id, name, events, usual }) => ({
      ...{ group_id: id, name },
      events: events.map((event) => {
        const { mail, push } = chosen.find((one) => one.group_id === id && one.event === event) ?? usual
        return { event, mail, push, usual }
      }),
    })),
    push: {
      topic: topicOf(user.roles) ?? null,
      key: (await publicKey(db)) ?? null,
      devices: await db.$count(push_subscriptions, eq(push_subscriptions.user_id, user.id)),
    },
  }
}

/** `newTickets` counts the visible tickets that no agent has opened yet; the bell shows the number beside the notices. */
export const notificationsWith = (newTickets: (context: Context) => Promise<number>) =>
  implement(contract, {
    list: async (_, context) => ({
      unread: await countUnread(context),
      new_tickets: await newTickets(context),
      notifications: await context.db
        .select()
        .from(notifications)
        .where(eq(notifications.user_id, context.user.id))
        .orderBy(desc(notifications.id))
        .limit(NOTIFICATIONS_SHOWN),
    }),
    async read({ ids }, context) {
      const { db, user, now } = context
      const own = and(eq(notifications.user_id, user.id), isNull(notifications.read_at))
      if (!ids || ids.length)
        await db
          .update(notifications)
          .set({ read_at: now.toISOString() })
          .where(and(own, ids && inArray(notifications.id, ids)))
      return { unread: await countUnread(context) }
    },
    choices: (_, context) => choicesOf(context),
    async choose({ choices, quiet_from = null, quiet_to = null, ...times }, context) {
      const { db, user } = context
      refuse({
        quiet_to: !quiet_from === !quiet_to ? undefined : messages.required(quiet_from ? 'Silenzio alle' : 'Silenzio dalle'),
      })
      const set = { ...times, quiet_from, quiet_to }
      await db
        .insert(notification_times)
        .values({ user_id: user.id, ...set })
        .onConflictDoUpdate({ target: notification_times.user_id, set })
      const sources = await sourcesOf(context)
      for (const { group_id, event, mail, push } of choices) {
        const source = sources.find(({ id, events }) => id === group_id && events.includes(event))
        if (!source) throw problem.unprocessable('Non fai più parte di questo gruppo di notifica: ricarica la pagina.')
        const one = { user_id: user.id, group_id, event }
        if (mail === source.usual.mail && push === source.usual.push)
          await db
            .delete(notification_choices)
            .where(
              and(
                eq(notification_choices.user_id, user.id),
                eq(notification_choices.group_id, group_id),
                eq(notification_choices.event, event),
              ),
            )
        else
          await db
            .insert(notification_choices)
            .values({ ...one, mail, push })
            .onConflictDoUpdate({
              target: [notification_choices.user_id, notification_choices.group_id, notification_choices.event],
              set: { mail, push },
            })
      }
      context.audit({ entity_id: user.id })
      return choicesOf(context)
    },
    // The name of the service is resolved before the transaction begins.
    subscribe: preparedWrite(
      async ({ endpoint }: Subscription, _: Context) => isPublicAddress(endpoint),
      async ({ endpoint, keys }, context, outside) => {
        const { db, user, now, agent } = context
        const topic = topicOf(user.roles)
        if (!topic) throw problem.unprocessable('Nessun gruppo di notifica previsto per questo ruolo.')
        if (!/^https:\/\/[^\s/]+\/\S*$/.test(endpoint) || !URL.canParse(endpoint)) refuse({ endpoint: messages.regex('Indirizzo') })
        if (!outside) refuse({ endpoint: 'Il servizio di notifiche di questo browser è in una rete privata: non può essere usato.' })
        const set = { user_id: user.id, topic, keys, user_agent: agent.slice(0, 300), created_at: now.toISOString() }
        // A browser has one subscription, so the next person who signs in on it takes it over.
        await db
          .insert(push_subscriptions)
          .values({ endpoint, ...set })
          .onConflictDoUpdate({ target: push_subscriptions.endpoint, set })
        context.audit({ entity_id: user.id })
        return { topic }
      },
    ),
    async unsubscribe({ endpoint }, context) {
      const { db, user } = context
      await db.delete(push_subscriptions).where(and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.user_id, user.id)))
      context.audit({ entity_id: user.id })
      return undefined
    },
  })
