import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { notification_group_users, notification_groups, notification_marks } from '../../../server/db/schema/notifications/notifications.ts'
import { createJobs, MAIL_QUEUE } from '../../../server/lib/jobs/jobs.ts'
import { notifyAllLate, remindOfDue } from '../../../server/resources/overview/late.ts'
import { testDatabase } from '../support/database.ts'
import { obligedOn } from '../support/management-fixtures.ts'

/** Two processes that remind at once, whose clock jumps; against a database whose transactions are committed. */
const { db, script, close } = await testDatabase()
const runners = [createJobs(db, script, console.error), createJobs(db, script, console.error)]
afterAll(close)
const NAMES = ['contabilita@demo.example.it', 'admin@demo.example.it']
const due = { type: 'terra', periodicity: 'once', status: 'open' } as const

/** Something of each kind that ends on a day, and an expiration that was late a week before it; who hears of them. */
async function ending(on: string, late: string) {
  await db.update(expirations).set({ status: 'cancelled' })
  await db.update(notification_groups).set({ active: false })
  await db.update(cards).set({ tank_expiration: null })
  await db.delete(notification_marks)
  await db.execute(sql`delete from notifications`)
  await db.execute(sql`delete from pgboss.job`)
  const people = await db.select().from(users).where(inArray(users.email, NAMES)).orderBy(users.email)
  const [group] = await db
    .insert(notification_groups)
    .values({ name: `Fine ${on}`, events: ['expiration_due', 'expiration_late'] })
    .returning()
  await db.insert(notification_group_users).values(people.map(({ id }) => ({ group_id: group!.id, user_id: id })))
  const more = { notification_group_id: group!.id, emails: 'ditta@example.it' }
  await db.insert(expirations).values([
    { ...due, ...more, date: on, message: 'Messa a terra' },
    { ...due, ...more, date: late, message: 'Estintori' },
  ])
  await obligedOn(db, on, people[0]!.id)
  const [card] = await db.select().from(cards).orderBy(cards.id).limit(1)
  const tank = { type: 'gpl', status: 'active', plate: 'AB123CD', tank_expiration: on, deleted_at: null, expires_at: '2099-01-01' } as const
  await db.update(cards).set(tank).where(eq(cards.id, card!.id))
  // Of the thirty days before it they were told in their time.
  await db.insert(notification_marks).values({ key: `gpl_tank ${card!.id} ${on} 30`, at: '2026-01-01T06:00:00.000Z' })
  await db.update(customers).set({ email: 'anna@example.it', deleted_at: null }).where(eq(customers.id, card!.customer_id))
}
/** Each instant is seen by both processes, three times and at once. */
async function lookAt(instants: readonly string[], look: typeof remindOfDue | typeof notifyAllLate = remindOfDue) {
  for (const now of instants)
    await Promise.all(
      Array.from({ length: 6 }, (_, at) => look({ db, jobs: runners[at % 2]!, origin: 'http://piazzale.test', now: new Date(now) })),
    )
}
/** How often each person was told of what, and each address was written to. */
async function told() {
  const { rows: people } =
    (await db.execute(sql`select split_part(title, ':', 1) || ': ' || subject_type as what, u.email, count(*)::int as times
    from notifications n join users u on u.id = n.user_id where subject_type <> 'ticket' and u.email in (${sql.join(
      NAMES.map((name) => sql`${name}`),
      sql`, `,
    )})
    group by 1, 2 order by 1, 2`)) as unknown as { rows: { what: string; email: string; times: number }[] }
  const { rows: mails } =
    (await db.execute(sql`select data->>'to' as who, split_part(data->>'subject', ' – ', 1) as what, count(*)::int as times
    from pgboss.job where name = ${MAIL_QUEUE} and data->>'to' in ('ditta@example.it', 'anna@example.it') group by 1, 2 order by 1, 2`)) as unknown as {
      rows: { who: string; what: string; times: number }[]
    }
  return [
    ...people.map(({ what, email, times }) => [what, email.split('@')[0], times]),
    ...mails.map(({ who, what, times }) => [who, what, times]),
  ]
}
const ONCE = [
  ...['admin', 'contabilita'].map((who) => ['Scadenza superata: expiration', who, 1]),
  ['Obbligo in scadenza: management_obligation', 'admin', 1],
  ...['admin', 'contabilita'].map((who) => ['Scadenza vicina: card', who, 1]),
  ...['admin', 'contabilita'].map((who) => ['Scadenza vicina: expiration', who, 1]),
  ['anna@example.it', 'Serbatoio GPL in scadenza', 1],
  ...['Scadenza superata: Estintori', 'Scadenza vicina: Messa a terra'].map((what) => ['ditta@example.it', what, 1]),
]

test('two processes whose clock jumps a day and back, in the night of summer time, tell each person once', {
  timeout: 120_000,
}, async () => {
  // Seven days before is 28 March 2027: 23 hours.
  await ending('2027-04-04', '2027-03-25')
  await lookAt(['2027-03-27T18:00:00Z', '2027-03-28T18:00:00Z', '2027-03-27T19:00:00Z', '2027-03-27T23:00:00Z'])
  await lookAt(['2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z', '2027-03-28T05:00:00Z', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'])
  await lookAt(['2027-03-27T22:30:00Z', '2027-03-28T06:00:00Z', '2027-03-29T05:00:00Z'])
  expect(await told()).toHaveMembers(ONCE)
})

test('on the day of 25 hours what is near is told once, however late it is asked for again by hand', { timeout: 120_000 }, async () => {
  await ending('2026-11-01', '2026-10-22')
  await lookAt(['2026-10-24T22:05:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:55:00Z'], notifyAllLate)
  await lookAt(['2026-10-24T20:00:00Z', '2026-10-25T18:00:00Z'])
  // Asked for by hand, what is late is told again after 24 hours.
  const near = ([who, what]: (string | number | undefined)[]) => !/superata/.test(`${who} ${what}`)
  expect((await told()).filter(near)).toHaveMembers(ONCE.filter(near))
})
