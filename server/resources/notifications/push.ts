import type { Agent } from 'node:https'
import { and, eq, isNull } from 'drizzle-orm'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import webPush from 'web-push'
import { users } from '../../db/schema/core/accounts.ts'
import { settings } from '../../db/schema/core/system.ts'
import { notifications, push_subscriptions } from '../../db/schema/notifications/notifications.ts'
import type { Db } from '../../lib/core/db.ts'
import type { PushJob } from '../../lib/jobs/jobs.ts'
import { PUSH_KEYS, type PushKeys, pushKeys, topicOf } from '../../lib/jobs/push-keys.ts'

/** The server's pair of keys, made at the first start; of two processes that start at once one makes it. */
export async function keepPushKeys(db: Db): Promise<PushKeys> {
  const kept = await pushKeys(db)
  if (kept) return kept
  await db.insert(settings).values({ key: PUSH_KEYS, value: webPush.generateVAPIDKeys() }).onConflictDoNothing()
  return (await pushKeys(db))!
}
/** The message sent to the app's worker (sw/push.ts), which shows it. */
export interface PushMessage {
  title: string
  body: string
  link: string
  /** A second one of the same takes the place of the first. */
  tag: string
}
const BODY = 200
/** Seconds that the push service keeps it for a device that is off: a day. */
const TTL = 86_400
const TIMEOUT_MS = 10_000
/** Answers of a push service for a subscription that is no more. */
const GONE = [404, 410]
/** A browser names the address of its push service: none of this machine or of a private network is asked. */
const publicOnly = new RequestFilteringHttpsAgent()
const isRefused = (error: unknown) => error instanceof Error && error.message.includes('is not allowed')

interface Pusher {
  db: Db
  keys: PushKeys
  /** Whom a push service may write to: `mailto:` or an address of ours. */
  contact: string
  /** For a push service with a certificate of its own (a test). */
  agent?: Agent
}
/** Sends one notice to one browser, by its push service. What it throws, the queue tries again; a browser that is gone or whose service has no public address, or whose person has no topic any more, is forgotten. */
export async function pushOne(
  { id, to }: PushJob,
  { db, keys, contact, agent = publicOnly }: Pusher,
): Promise<{ outcome: 'sent' | 'none' }> {
  const [found] = await db
    .select({ notice: notifications, subscription: push_subscriptions, roles: users.roles })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id))
    .innerJoin(push_subscriptions, eq(push_subscriptions.user_id, users.id))
    .where(and(eq(notifications.id, id), eq(push_subscriptions.id, to), eq(users.enabled, 1), isNull(users.deleted_at)))
  if (!found) return { outcome: 'none' }
  const { notice, subscription, roles } = found
  const forget = () => db.delete(push_subscriptions).where(eq(push_subscriptions.id, to))
  if (!topicOf(roles)) {
    await forget()
    return { outcome: 'none' }
  }
  const message: PushMessage = {
    title: notice.title,
    body: `${notice.text.slice(0, BODY)}\n\nPerché la ricevi: ${notice.reasons[0]}`,
    link: notice.link,
    tag: String(notice.id),
  }
  try {
    await webPush.sendNotification({ endpoint: subscription.endpoint, keys: subscription.keys }, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      ...{ TTL, timeout: TIMEOUT_MS, agent },
    })
    return { outcome: 'sent' }
  } catch (error) {
    const gone = error instanceof webPush.WebPushError && GONE.includes(error.statusCode)
    if (!gone && !isRefused(error)) throw error
    await forget()
    return { outcome: 'none' }
  }
}
