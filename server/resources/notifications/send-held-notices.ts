import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { others } from '../../../src/rules/shared/how-many.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { notification_times, notifications, push_subscriptions } from '../../db/schema/notifications/notifications.ts'
import { DEFAULT_TIMES, nextDigest } from '../../domain/notifications/quiet-hours.ts'
import type { Db } from '../../lib/core/db.ts'
import type { NotifyContext } from './notify.ts'

type HeldNotice = typeof notifications.$inferSelect
const MAX_IN_DIGEST = 100

/** Sends what waited for the end of quiet hours, and the daily digests. One transaction and `skip locked` per person, so that several processes send nothing twice. */
export async function sendHeldNotices(context: NotifyContext): Promise<void> {
  const { db, now } = context
  const due = and(isNotNull(notifications.held_until), lte(notifications.held_until, now.toISOString()))
  const people = await db.selectDistinct({ id: notifications.user_id }).from(notifications).where(due)
  for (const { id } of people)
    await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(notifications)
        .where(and(due, eq(notifications.user_id, id)))
        .orderBy(notifications.id)
        .for('update', { skipLocked: true })
      if (rows.length) await sendNoticesOf(id, rows, { ...context, db: tx as Db })
    })
}
async function sendNoticesOf(user_id: number, rows: readonly HeldNotice[], { db, now, jobs, origin }: NotifyContext) {
  const [person] = await db
    .select({ email: users.email, times: notification_times })
    .from(users)
    .leftJoin(notification_times, eq(notification_times.user_id, users.id))
    .where(and(eq(users.id, user_id), eq(users.enabled, 1), isNull(users.deleted_at)))
  const set = (ids: number[], change: Partial<HeldNotice>) =>
    ids.length ? db.update(notifications).set(change).where(inArray(notifications.id, ids)) : undefined
  const ids = (of: readonly HeldNotice[]) => of.map(({ id }) => id)
  // The person was disabled or deleted meanwhile.
  if (!person) return set(ids(rows), { held_until: null, letter: null, mail: 'none', push: 'none' })
  const pushed = rows.filter(({ push }) => push === 'held')
  const browsers = await db.select({ to: push_subscriptions.id }).from(push_subscriptions).where(eq(push_subscriptions.user_id, user_id))
  for (const { id } of pushed) for (const { to } of browsers) await jobs.push(db, { id, to })
  const mail = (letter: NonNullable<HeldNotice['letter']>) => jobs.mail(db, { kind: 'mail', to: person.email, ...letter }, 'held')
  for (const { letter, title, text, link } of rows.filter((one) => one.mail === 'held'))
    await mail(letter ?? { subject: title, text: `${text}\n\n${origin}${link}` })
  // Rows of a digest whose push waited for the end of quiet hours: the push leaves now, the mail stays for the next digest.
  const later = rows.filter((one) => one.mail === 'digest' && one.push === 'held')
  const digest = rows.filter((one) => one.mail === 'digest' && one.push !== 'held')
  if (digest.length) {
    const shown = digest
      .slice(0, MAX_IN_DIGEST)
      .map(({ title, link, reasons }) => `${title}\n${origin}${link}\nPerché: ${reasons.join(' ')}`)
    const rest = digest.length > MAX_IN_DIGEST ? [`… e ${others(digest.length - MAX_IN_DIGEST, 'f')}, nell’app.`] : []
    const count = digest.length === 1 ? '1 notifica' : `${digest.length} notifiche`
    const end = `Ricevi un riepilogo al giorno per tua scelta: ${origin}/utenti/profilo`
    await mail({ subject: `Riepilogo: ${count}`, text: [...shown, ...rest, end].join('\n\n') })
  }
  await set(ids(pushed), { push: 'left' })
  await set(ids(rows.filter((one) => one.mail !== 'none' && !later.includes(one))), { mail: 'left', letter: null })
  await set(ids(rows.filter((one) => !later.includes(one))), { held_until: null })
  await set(ids(later), { held_until: nextDigest(person.times ?? DEFAULT_TIMES, now).toISOString() })
}
