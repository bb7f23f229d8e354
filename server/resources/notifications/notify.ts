import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isEmail } from '../../../src/contract/kernel/italian-codes.ts'
import { type NotificationEvent, notificationEvents } from '../../../src/contract/notifications/words.ts'
import { oneLine } from '../../../src/rules/shared/one-line.ts'
import { users } from '../../db/schema/core/accounts.ts'
import {
  type DeliveryState,
  notification_choices,
  notification_group_users,
  notification_groups,
  notification_times,
  notifications,
  push_subscriptions,
} from '../../db/schema/notifications/notifications.ts'
import { DEFAULT_TIMES, type NotificationTimes, nextDigest, quietUntil } from '../../domain/notifications/quiet-hours.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import type { Mail } from '../../lib/jobs/mail.ts'
import { type MailBlock, textOf } from '../../lib/jobs/mail-body.ts'

/** A person whom a notice concerns directly. `more`: what only that person's mail says. */
export interface Addressee {
  user_id: number
  reason: string
  more?: readonly MailBlock[]
}
/** A mail: what stands above its link, by default the text of the notice, and below it; `attach`: ids of stored files. */
interface Letter {
  subject: string
  text?: string
  blocks?: readonly MailBlock[]
  below?: readonly MailBlock[]
  attach?: number[]
  thread?: Mail['thread']
}
/** Something that has happened, and the people to notify of it. */
export interface Notice {
  event: NotificationEvent
  /** The record it is about; `link`: the path of the app where it is seen. */
  subject: { type: string; id: number; link: string }
  /** One line, for the bell and as the subject of the mail. */
  title: string
  /** Plain text, shown and mailed literally. */
  text: string
  /** The people it concerns directly, with the reason as an Italian sentence: "Il ticket ti è assegnato." */
  people?: readonly Addressee[]
  /** Groups that get it in any case. Other groups get it if they ask for the event and `asking` holds. `none`: no group at all. */
  groups?: readonly (number | null | undefined)[] | 'none'
  /** Condition on `notification_groups` for groups that are not named in `groups`. */
  asking?: SQL
  /** Addresses that get the mail, with the reason. */
  emails?: { list: readonly string[]; reason: string }
  /** The ways in which the people it concerns directly are told beside the bell; absent: both. */
  channels?: Channels
  /** The mail, if it differs from title and text. */
  mail?: Letter
  /** The person who did it, who is not told. */
  by?: number | undefined
  /** Whether a person may read the subject; nobody else is told of it. */
  mayRead: (person: User) => boolean | Promise<boolean>
  /** Persons who get another notice of the same thing. */
  without?: readonly number[]
  /** Groups that ask for this event too have been told already. */
  after?: NotificationEvent
}
/** How many people were notified, and how many mails and pushes go out. */
export interface NoticeCounts {
  people: number
  mails: number
  pushes: number
}
export const NO_NOTICES: NoticeCounts = { people: 0, mails: 0, pushes: 0 }
export const sumCounts = (a: NoticeCounts, b: NoticeCounts): NoticeCounts => ({
  ...{ people: a.people + b.people, mails: a.mails + b.mails, pushes: a.pushes + b.pushes },
})
/** The part of a context that notices need: that of a request, or of a task of the server. */
export type NotifyContext = Pick<Context, 'jobs' | 'origin' | 'now'> & { db: Db }
/** In a person's choices, the pseudo group of what concerns the person directly. */
export const DIRECT = 0
interface Channels {
  mail: boolean
  push: boolean
}

/**
 * Notifies people of what has happened, in the same transaction. The app always shows the notice with its reasons. Mail and push follow the group and the
 * person's choices, wait for the end of quiet hours and, as a daily digest, for its hour. Disabled and deleted people get nothing.
 *
 * Every notice goes through here.
 */
export async function notify(notice: Notice, context: NotifyContext): Promise<NoticeCounts> {
  const { db, now, jobs, origin } = context
  const { event, subject, title, text } = notice
  const groups = await groupsOf(notice, context)
  const members = await membersOf(groups, db)
  const direct = notice.people ?? []
  const ids = [...new Set([...direct, ...members].map(({ user_id }) => user_id))]
  const chosen = await choicesOf(ids, event, db)
  const letterTo = letters(notice, origin)
  const addresses = mailAddresses(notice, groups)
  const line = `${event} ${notice.by ?? ''}`
  addresses.delete((await addressOf(notice.by, db)) ?? '')
  const counts: NoticeCounts = { people: 0, mails: 0, pushes: 0 }
  for (const { browsers, ...stored } of await receiversOf(ids, db)) {
    const { id, email } = stored
    if (id === notice.by || !(await notice.mayRead({ ...stored, session_id: 0 }))) continue
    const reasons: string[] = []
    const own = direct.filter(({ user_id }) => user_id === id)
    const wants: Channels = { mail: false, push: false }
    const because = (reason: string, channels: Channels) => {
      reasons.push(reason)
      wants.mail ||= channels.mail
      wants.push ||= channels.push
    }
    const ways = notice.channels ?? { mail: true, push: true }
    for (const { reason } of own) {
      const choice = chosen(id, DIRECT) ?? ways
      because(reason, { mail: ways.mail && choice.mail, push: ways.push && choice.push })
    }
    if (!notice.without?.includes(id))
      for (const { group_id } of members.filter(({ user_id }) => user_id === id)) {
        const { name, channels } = groups.find((group) => group.id === group_id)!
        const reason = `Fai parte del gruppo di notifica "${name}", che riceve "${notificationEvents[event]}".`
        because(reason, chosen(id, group_id) ?? { mail: channels.includes('mail'), push: channels.includes('push') })
      }
    if (!reasons.length) continue
    // An address that is also a person's gets one mail, as the person wants it.
    if (wants.mail) addresses.delete(email.toLowerCase())
    const times = stored.digest === null ? DEFAULT_TIMES : (stored as NotificationTimes)
    const delivery = deliveryOf(wants, times, browsers.length > 0, now)
    const more = own.flatMap((one) => one.more ?? [])
    const letter = letterTo(reasons, more, `${origin}/utenti/profilo`)
    const [row] = await db
      .insert(notifications)
      .values({
        ...{ user_id: id, event, title, text, link: subject.link, subject_type: subject.type, subject_id: subject.id },
        ...{ reasons, created_at: now.toISOString(), ...delivery, letter: delivery.mail === 'held' ? letter : null },
      })
      .returning({ id: notifications.id })
    counts.people++
    if (delivery.mail === 'left') await jobs.mail(db, { kind: 'mail', to: email, ...letter }, line)
    if (delivery.push === 'left') for (const to of browsers) await jobs.push(db, { id: row!.id, to })
    if (delivery.mail !== 'none') counts.mails++
    if (delivery.push !== 'none') counts.pushes++
  }
  for (const [to, reason] of addresses) await jobs.mail(db, { kind: 'mail', to, ...letterTo([reason]) }, line)
  return { ...counts, mails: counts.mails + addresses.size }
}
/** Whether mail and push leave at once, wait for the end of quiet hours or for the digest, and until when. */
function deliveryOf(wants: Channels, times: NotificationTimes, hasBrowser: boolean, now: Date) {
  const quiet = quietUntil(times, now)
  const delivery: { mail: DeliveryState; push: DeliveryState } = {
    mail: wants.mail ? (times.digest ? 'digest' : quiet ? 'held' : 'left') : 'none',
    push: wants.push && hasBrowser ? (quiet ? 'held' : 'left') : 'none',
  }
  const until = delivery.mail === 'digest' && delivery.push !== 'held' ? nextDigest(times, now) : quiet
  const waits = Object.values(delivery).some((state) => state === 'held' || state === 'digest')
  return { ...delivery, held_until: waits ? until!.toISOString() : null }
}

const membersOf = async (groups: readonly { id: number }[], db: Db) =>
  groups.length
    ? await db
        .select({ group_id: notification_group_users.group_id, user_id: notification_group_users.user_id })
        .from(notification_group_users)
        .where(
          inArray(
            notification_group_users.group_id,
            groups.map(({ id }) => id),
          ),
        )
    : []
/** The address of an account, in lower case. */
async function addressOf(id: number | undefined, db: Db): Promise<string | undefined> {
  const [found] = id ? await db.select({ email: users.email }).from(users).where(eq(users.id, id)) : []
  return found?.email.toLowerCase()
}
/** The enabled people with their times and the ids of their browsers' push subscriptions. */
const receiversOf = async (ids: readonly number[], db: Db) =>
  ids.length
    ? await db
        .select({
          ...{ id: users.id, name: users.name, email: users.email },
          ...{ roles: users.roles, permissions: users.permissions, all_stations: users.all_stations },
          digest: notification_times.digest,
          digest_hour: notification_times.digest_hour,
          quiet_from: notification_times.quiet_from,
          quiet_to: notification_times.quiet_to,
          browsers: sql<
            number[]
          >`array(select ${push_subscriptions.id} from ${push_subscriptions} where ${push_subscriptions.user_id} = ${users.id})`,
        })
        .from(users)
        .leftJoin(notification_times, eq(notification_times.user_id, users.id))
        .where(and(inArray(users.id, [...ids]), eq(users.enabled, 1), isNull(users.deleted_at)))
        .orderBy(users.id)
    : []
/** Looks up a person's own choice for this event, by group; undefined if the group's setting applies. */
async function choicesOf(ids: readonly number[], event: NotificationEvent, db: Db) {
  const rows = ids.length
    ? await db
        .select()
        .from(notification_choices)
        .where(and(inArray(notification_choices.user_id, [...ids]), eq(notification_choices.event, event)))
    : []
  return (user_id: number, group_id: number): Channels | undefined =>
    rows.find((one) => one.user_id === user_id && one.group_id === group_id)
}

/**
 * Writes the mail of a notice to one reader, with the reasons at its end.
 * @returns a function; its `settings` is the page of the reader's choices, which an address outside the app does not have
 */
function letters({ mail, title, text, subject: { link } }: Notice, origin: string) {
  const { subject = title, text: given = text, below = [], attach, thread } = mail ?? {}
  const blocks = mail?.blocks ?? [{ kind: 'text', text: given }]
  return (reasons: readonly string[], more: readonly MailBlock[] = [], settings?: string) => {
    const why = `Perché la ricevi: ${reasons.join(' ')}${settings ? `\nScegli che cosa ricevere: ${settings}` : ''}`
    const open = { kind: 'link', label: 'Apri', href: `${origin}${link}` } as const
    const all: MailBlock[] = [...blocks, ...more, open, ...below, { kind: 'small', text: why }]
    return {
      ...{ subject: oneLine(subject), text: textOf(all), blocks: all },
      ...{ ...(attach && { attach }), ...(thread && { thread }), ...(settings && { settings }) },
    }
  }
}
/** Lower-case addresses of groups and notice, each once, with the reason. */
function mailAddresses({ emails, event }: Notice, groups: readonly { name: string; emails: string[] }[]) {
  const found = new Map<string, string>()
  for (const { name, emails: list } of groups)
    for (const email of list)
      found.set(
        email.toLowerCase(),
        `L'indirizzo è tra quelli del gruppo di notifica "${name}", che riceve "${notificationEvents[event]}".`,
      )
  for (const email of emails?.list ?? []) found.set(email.toLowerCase(), emails!.reason)
  return found
}

/** The active groups that ask for the event and are named in the notice, or for which `asking` holds. */
async function groupsOf({ event, groups = [], asking, after }: Notice, { db }: NotifyContext) {
  if (groups === 'none') return []
  const rows = await db
    .select({
      id: notification_groups.id,
      name: notification_groups.name,
      emails: notification_groups.emails,
      channels: notification_groups.channels,
      asks: sql<boolean>`${asking ?? sql`true`}`,
    })
    .from(notification_groups)
    .where(
      and(
        eq(notification_groups.active, true),
        sql`${event} = any(${notification_groups.events})`,
        after && sql`${after} <> all(${notification_groups.events})`,
      ),
    )
    .orderBy(notification_groups.id)
  return rows
    .filter(({ id, asks }) => asks || groups.includes(id))
    .map((group) => ({ ...group, emails: group.channels.includes('mail') ? addressesOf(group.emails) : [] }))
}
/** Splits a text of addresses separated by `;`. */
export const addressesOf = (list: string | null): string[] =>
  (list ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
/** The error message for such a text, undefined if all addresses are valid. */
export const addressProblem = (list: string | null | undefined): string | undefined =>
  addressesOf(list ?? null).every(isEmail) ? undefined : 'Inserire un indirizzo email valido.'
