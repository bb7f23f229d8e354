import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isEmail } from '../../../src/contract/kernel/italian-codes.ts'
import { type NotificationEvent, notificationEvents } from '../../../src/contract/notifications/words.ts'
import { oneLine } from '../../../src/rules/shared/one-line.ts'
import { users } from '../../db/schema/core/accounts.ts'
import {
  notification_choices,
  notification_group_users,
  notification_groups,
  notification_times,
  notifications,
  push_subscriptions,
  type Way,
} from '../../db/schema/notifications/notifications.ts'
import { nextDigest, quietUntil, USUAL } from '../../domain/notifications/quiet-hours.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'

/** What has happened, and who is to know. */
export interface Happening {
  event: NotificationEvent
  /** What it is about; `link`: a path of the app, where it is seen. */
  subject: { type: string; id: number; link: string }
  /** One line: what the bell shows, and the subject of the mail. */
  title: string
  /** Plain text, shown and mailed literally. */
  text: string
  /** Whom it concerns directly, with why, as whole Italian sentences: "Il ticket ti è assegnato." */
  people?: readonly { user_id: number; reason: string }[]
  /** Groups that it concerns by name. Others are told where they ask for the event, as far as `asking` lets them. `none`: no group at all. */
  groups?: readonly (number | null | undefined)[] | 'none'
  /** Condition on `notification_groups`: those that ask for the event and are not named are told only where it holds. */
  asking?: SQL
  /** Addresses that get the mail, with why. */
  emails?: { list: readonly string[]; reason: string }
  /** The mail, where it says something else than title and text; `attach`: ids of stored files. */
  mail?: { subject: string; text: string; attach?: number[] }
  /** Who did it knows already, unless among `people`. */
  by?: number | undefined
  /** Who is told of the same in other words. */
  without?: number | null | undefined
}
/** What it came to. */
export interface Told {
  people: number
  mails: number
  pushes: number
}
export const NOBODY_TOLD: Told = { people: 0, mails: 0, pushes: 0 }
export const sumTold = (a: Told, b: Told): Told => ({ people: a.people + b.people, mails: a.mails + b.mails, pushes: a.pushes + b.pushes })
/** Works from which anything is told: a request, or a task of the server. */
export type Teller = Pick<Context, 'now' | 'jobs' | 'origin'> & { db: Db }
/** Of the choices of a person, what concerns the person directly. */
export const DIRECT = 0
interface Receiver {
  reasons: string[]
  mail: boolean
  push: boolean
}

/**
 * Tells people of what has happened, in the transaction of what did: in the app always, each with why; by mail and push as the groups and the person say,
 * in quiet hours after them, and with a summary once a day. The one way in which anything is told. Who is disabled or deleted is told nothing.
 */
export async function notify(happening: Happening, teller: Teller): Promise<Told> {
  const { db, now, jobs, origin } = teller
  const { event, subject, title, text } = happening
  const groups = await groupsOf(happening, teller)
  const members = groups.length
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
  const direct = happening.people ?? []
  const asked = [...new Set([...direct, ...members].map(({ user_id }) => user_id))]
  const people = asked.length
    ? await db
        .select({
          id: users.id,
          email: users.email,
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
        .where(and(inArray(users.id, asked), eq(users.enabled, 1), isNull(users.deleted_at)))
        .orderBy(users.id)
    : []
  const choices = asked.length
    ? await db
        .select()
        .from(notification_choices)
        .where(and(inArray(notification_choices.user_id, asked), eq(notification_choices.event, event)))
    : []
  const chosen = (user_id: number, group_id: number) => choices.find((one) => one.user_id === user_id && one.group_id === group_id)
  const written = happening.mail ?? { subject: title, text }
  const mail = { ...written, subject: oneLine(written.subject), text: `${written.text}\n\n${origin}${subject.link}` }
  const addresses = addressesWith(happening, groups)
  const told: Told = { people: 0, mails: 0, pushes: 0 }
  for (const { id, email, browsers, ...stored } of people) {
    const receiver: Receiver = { reasons: [], mail: false, push: false }
    const because = (reason: string, ways: { mail: boolean; push: boolean }) => {
      receiver.reasons.push(reason)
      receiver.mail ||= ways.mail
      receiver.push ||= ways.push
    }
    for (const { reason } of direct.filter(({ user_id }) => user_id === id))
      because(reason, chosen(id, DIRECT) ?? { mail: true, push: true })
    if (id !== happening.by && id !== happening.without)
      for (const { group_id } of members.filter(({ user_id }) => user_id === id)) {
        const { name, channels } = groups.find((group) => group.id === group_id)!
        const reason = `Fai parte del gruppo di notifica "${name}", che riceve "${notificationEvents[event]}".`
        because(reason, chosen(id, group_id) ?? { mail: channels.includes('mail'), push: channels.includes('push') })
      }
    if (!receiver.reasons.length) continue
    const times = stored.digest === null ? USUAL : (stored as typeof USUAL)
    const quiet = quietUntil(times, now)
    // An address is told once: as its person wants, where the person gets the mail anyway.
    if (receiver.mail) addresses.delete(email.toLowerCase())
    const ways: { mail: Way; push: Way } = {
      mail: receiver.mail ? (times.digest ? 'digest' : quiet ? 'held' : 'left') : 'none',
      push: receiver.push && browsers.length ? (quiet ? 'held' : 'left') : 'none',
    }
    const until = ways.mail === 'digest' && ways.push !== 'held' ? nextDigest(times, now) : quiet
    const held = Object.values(ways).some((way) => way === 'held' || way === 'digest')
    const letter = { ...mail, text: `${mail.text}${whyOf(receiver.reasons, origin)}` }
    const [row] = await db
      .insert(notifications)
      .values({
        ...{ user_id: id, event, title, text, link: subject.link, subject_type: subject.type, subject_id: subject.id },
        ...{ reasons: receiver.reasons, created_at: now.toISOString(), ...ways, held_until: held ? until!.toISOString() : null },
        letter: ways.mail === 'held' ? letter : null,
      })
      .returning({ id: notifications.id })
    told.people++
    if (ways.mail === 'left') await jobs.mail(db, { kind: 'mail', to: email, ...letter })
    if (ways.push === 'left') for (const to of browsers) await jobs.push(db, { id: row!.id, to })
    if (ways.mail !== 'none') told.mails++
    if (ways.push !== 'none') told.pushes++
  }
  for (const [to, reason] of addresses) await jobs.mail(db, { kind: 'mail', to, ...mail, text: `${mail.text}${whyOf([reason])}` })
  return { ...told, mails: told.mails + addresses.size }
}

/** "Perché l'ho ricevuta?", at the end of a mail; `origin`: for who can choose. */
const whyOf = (reasons: readonly string[], origin?: string) =>
  `\n\nPerché la ricevi: ${reasons.join(' ')}${origin ? `\nScegli che cosa ricevere: ${origin}/utenti/profilo` : ''}`
/** Addresses in small letters, each once, with why. */
function addressesWith({ emails, event }: Happening, groups: readonly { name: string; emails: string[] }[]) {
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

/** The groups that the caller names, and those that ask for the event. */
async function groupsOf({ event, groups = [], asking }: Happening, { db }: Teller) {
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
    .where(and(eq(notification_groups.active, true), sql`${event} = any(${notification_groups.events})`))
    .orderBy(notification_groups.id)
  return rows
    .filter(({ id, asks }) => asks || groups.includes(id))
    .map((group) => ({ ...group, emails: group.channels.includes('mail') ? addressesOf(group.emails) : [] }))
}
/** Addresses of a text with `;` between. */
export const addressesOf = (list: string | null): string[] =>
  (list ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
/** What is wrong with such a text: a mail to an address that is none would only be found out by the mail server. */
export const addressFault = (list: string | null | undefined): string | undefined =>
  addressesOf(list ?? null).every(isEmail) ? undefined : 'Inserire un indirizzo email valido.'
