import * as v from 'valibot'
import { get, post, put, resource } from '../kernel/endpoint.ts'
import { flag, identifier, integer, optional, text, time } from '../kernel/fields.ts'
import { notificationEvents } from './words.ts'

/** What a person was told, and how a person wants to be (domain.md 1.6, 8.9). */
const event = v.picklist(Object.keys(notificationEvents) as [keyof typeof notificationEvents])
export const NOTIFICATIONS_SHOWN = 50
export const Notification = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  /** A path of the app. */
  link: v.string(),
  /** "Perché l'ho ricevuta?" */
  reasons: v.array(v.string()),
  created_at: v.string(),
  read_at: v.nullable(v.string()),
})
export type Notification = v.InferOutput<typeof Notification>
const ways = { mail: v.boolean(), push: v.boolean() }
const times = {
  /** Mails once a day, as one. */
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
  /** Group 0 is what concerns the person directly; `usual`: how the group has it. */
  sources: v.array(
    v.object({ group_id: v.number(), name: v.string(), events: v.array(v.object({ event, ...ways, usual: v.object(ways) })) }),
  ),
  /** `topic`: that of the person's role, null where there is none; `key`: of this server, null where it has none. */
  push: v.object({ topic: v.nullable(v.string()), key: v.nullable(v.string()), devices: v.number() }),
})
export type NotificationChoices = v.InferOutput<typeof NotificationChoices>
const Choice = v.object({ group_id: integer('Gruppo', { min: 0 }), event, ...ways })
const endpoint = text('Indirizzo', { max: 1_000 })

export const notifications = resource('notifications', {
  /** The newest, how many are unread in all, and how many tickets are new to the agents ("badge in menu", domain.md 6.6); 0 for who is none. */
  list: get('/notifications', {
    output: v.object({ unread: v.number(), new_tickets: v.number(), notifications: v.array(Notification) }),
    policy: 'auth',
  }),
  /** All, where no `ids` are named. */
  read: post('/notifications/read', {
    body: v.object({ ids: v.optional(v.pipe(v.array(identifier('Notifica')), v.maxLength(NOTIFICATIONS_SHOWN))) }),
    output: v.object({ unread: v.number() }),
    success: [200],
    policy: 'auth',
  }),
  choices: get('/notifications/choices', { output: NotificationChoices, policy: 'auth' }),
  /** `choices`: those that are as their group has them are forgotten; the rest stay as they are. */
  choose: put('/notifications/choices', {
    body: v.object({ ...times, choices: v.pipe(v.array(Choice), v.maxLength(500)) }),
    output: NotificationChoices,
    ok: 'Preferenze salvate',
    policy: 'auth',
  }),
  /** This browser shows what its person is told; 422 for who has none of the five roles with a topic. */
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
