import * as v from 'valibot'
import { get, post, put, resource } from '../kernel/endpoint.ts'
import { flag, identifier, integer, optional, text, time } from '../kernel/fields.ts'
import { notificationEvents } from './words.ts'

const event = v.picklist(Object.keys(notificationEvents) as [keyof typeof notificationEvents])
export const NOTIFICATIONS_SHOWN = 50
export const Notification = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  /** Path in the app. */
  link: v.string(),
  /** Why it was received, as Italian sentences. */
  reasons: v.array(v.string()),
  created_at: v.string(),
  read_at: v.nullable(v.string()),
})
export type Notification = v.InferOutput<typeof Notification>
const channels = { mail: v.boolean(), push: v.boolean() }
const times = {
  /** All mails of a day are sent as one. */
  digest: flag('Riepilogo giornaliero'),
  digest_hour: integer('Ora del riepilogo', { min: 0, max: 23 }),
  quiet_from: optional(time('Silenzio dalle')),
  quiet_to: optional(time('Silenzio alle')),
}
export const NotificationChoices = v.object({
  digest: v.boolean(),
  digest_hour: v.number(),
  quiet_from: v.nullable(v.string()),
  quiet_to: v.nullable(v.string()),
  /** Group 0 stands for what concerns the person directly. `usual`: the group's setting. */
  sources: v.array(
    v.object({ group_id: v.number(), name: v.string(), events: v.array(v.object({ event, ...channels, usual: v.object(channels) })) }),
  ),
  /** `topic`: that of the person's role, null if it has none. `key`: the server's public key, null if it has none. */
  push: v.object({ topic: v.nullable(v.string()), key: v.nullable(v.string()), devices: v.number() }),
})
export type NotificationChoices = v.InferOutput<typeof NotificationChoices>
const Choice = v.object({ group_id: integer('Gruppo', { min: 0 }), event, ...channels })
const endpoint = text('Indirizzo', { max: 1_000 })

export const notifications = resource('notifications', {
  /** The newest notices, the number of all unread ones, and the number of new tickets for the badge in the menu (0 for callers who are no agents). */
  list: get('/notifications', {
    output: v.object({ unread: v.number(), new_tickets: v.number(), notifications: v.array(Notification) }),
    policy: 'auth',
  }),
  /** Without `ids`, all are marked as read. */
  read: post('/notifications/read', {
    body: v.object({ ids: v.optional(v.pipe(v.array(identifier('Notifica')), v.maxLength(NOTIFICATIONS_SHOWN))) }),
    output: v.object({ unread: v.number() }),
    success: [200],
    policy: 'auth',
  }),
  choices: get('/notifications/choices', { output: NotificationChoices, policy: 'auth' }),
  /** `choices`: one that equals the group's setting is deleted. Choices that are not sent stay. */
  choose: put('/notifications/choices', {
    body: v.object({ ...times, choices: v.pipe(v.array(Choice), v.maxLength(500)) }),
    output: NotificationChoices,
    ok: 'Preferenze salvate',
    policy: 'auth',
  }),
  /** Subscribes this browser to push notices; 422 if the person's roles have no topic. */
  subscribe: post('/push/subscribe', {
    body: v.object({
      endpoint,
      keys: v.object({ p256dh: text('Chiave', { max: 200 }), auth: text('Chiave', { max: 200 }) }),
    }),
    output: v.object({ topic: v.string() }),
    ok: 'Notifiche attivate su questo dispositivo',
    policy: 'auth',
  }),
  unsubscribe: post('/push/unsubscribe', {
    body: v.object({ endpoint }),
    envelope: 'none',
    success: [204],
    ok: 'Notifiche disattivate su questo dispositivo',
    policy: 'auth',
  }),
})
