import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { users } from '../../db/schema/core/accounts.ts'
import { notification_times, notifications, push_subscriptions } from '../../db/schema/notifications/notifications.ts'
import { nextDigest, USUAL } from '../../domain/notifications/quiet-hours.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'

type Sender = Pick<Context, 'jobs' | 'origin' | 'now'> & { db: Db }
type Held = typeof notifications.$inferSelect
const MOST_TOLD = 100

/** What waited for the end of quiet hours leaves, and what a person gets once a day leaves as one mail. Each person's in a transaction: two processes share them, and tell nothing twice. */
export async function sendHeld(sender: Sender): Promise<void> {
  const { db, now } = sender
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
      if (rows.length) await release(id, rows, { ...sender, db: tx as Db })
    })
}
async function release(user_id: number, rows: readonly Held[], { db, now, jobs, origin }: Sender) {
  const [person] = await db
    .select({ email: users.email, times: notification_times })
    .from(users)
    .leftJoin(notification_times, eq(notification_times.user_id, users.id))
    .where(and(eq(users.id, user_id), eq(users.enabled, 1), isNull(users.deleted_at)))
  const set = (ids: number[], change: Partial<Held>) =>
    ids.length ? db.update(notifications).set(change).where(inArray(notifications.id, ids)) : undefined
  const ids = (of: readonly Held[]) => of.map(({ id }) => id)
  // Whoever is gone meanwhile is told nothing.
  if (!person) return set(ids(rows), { held_until: null, letter: null, mail: 'none', push: 'none' })
  const pushed = rows.filter(({ push }) => push === 'held')
  const browsers = await db.select({ to: push_subscriptions.id }).from(push_subscriptions).where(eq(push_subscriptions.user_id, user_id))
  for (const { id } of pushed) for (const { to } of browsers) await jobs.push(db, { id, to })
  const mail = (letter: NonNullable<Held['letter']>) => jobs.mail(db, { kind: 'mail', to: person.email, ...letter })
  for (const { letter, title, text, link } of rows.filter((one) => one.mail === 'held'))
    await mail(letter ?? { subject: title, text: `${text}\n\n${origin}${link}` })
  // What goes into a summary had its push held until now: the summary comes when it comes.
  const later = rows.filter((one) => one.mail === 'digest' && one.push === 'held')
  const summed = rows.filter((one) => one.mail === 'digest' && one.push !== 'held')
  if (summed.length) {
    const shown = summed.slice(0, MOST_TOLD).map(({ title, link, reasons }) => `${title}\n${origin}${link}\nPerché: ${reasons.join(' ')}`)
    const rest = summed.length > MOST_TOLD ? [`… e altre ${summed.length - MOST_TOLD}: le trovi nell'app.`] : []
    const count = summed.length === 1 ? '1 notifica' : `${summed.length} notifiche`
    const end = `Ricevi un riepilogo al giorno per tua scelta: ${origin}/utenti/profilo`
    await mail({ subject: `Riepilogo: ${count}`, text: [...shown, ...rest, end].join('\n\n') })
  }
  await set(ids(pushed), { push: 'left' })
  await set(ids(rows.filter((one) => one.mail !== 'none' && !later.includes(one))), { mail: 'left', letter: null })
  await set(ids(rows.filter((one) => !later.includes(one))), { held_until: null })
  await set(ids(later), { held_until: nextDigest(person.times ?? USUAL, now).toISOString() })
}
