import { eq, ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import {
  notification_group_users,
  notification_groups,
  notifications,
  push_subscriptions,
} from '../../../server/db/schema/notifications/notifications.ts'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { ticket_categories, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { runJob } from '../../../server/lib/jobs/job-run.ts'
import { PUSH_QUEUE, type PushJob } from '../../../server/lib/jobs/jobs.ts'
import { notifyFailedDeliveries, notifyJobFailed } from '../../../server/resources/notifications/failed-notices.ts'
import { remindOfDue } from '../../../server/resources/overview/late.ts'
import { checkSla } from '../../../server/resources/tickets/sla-check.ts'
import { groupEvents } from '../../../src/contract/notifications/groups.ts'
import { type NotificationEvent, notificationEvents } from '../../../src/contract/notifications/words.ts'
import { issuedOrder } from '../support/coupon-fixtures.ts'
import { makeStation } from '../support/fixtures.ts'
import { gplRequest } from '../support/gpl-fixtures.ts'
import { BAD, completed, makeModel } from '../support/inspection-fixtures.ts'
import { obligedOn } from '../support/management-fixtures.ts'
import { placedOrder } from '../support/shop-fixtures.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { atTime, type Caller, type World } from '../support/world.ts'

const teller = ({ db, deps }: World) => ({ db, jobs: deps.jobs, origin: deps.origin, now: deps.now() })
const onTicket =
  (what: (boss: Caller, t: Awaited<ReturnType<typeof openedBy>>, world: World) => Promise<unknown>) =>
  async (world: World): Promise<unknown> => {
    const boss = await world.as('sup.ticket')
    return what(boss, await openedBy(world, boss), world)
  }
const expires = (date: string) => async (world: World) => {
  await world.db.update(expirations).set({ status: 'cancelled' })
  const due = { type: 'terra', periodicity: 'once', status: 'open', message: 'Messa a terra', emails: 'ditta@example.it' } as const
  await world.db.insert(expirations).values({ ...due, date })
  await remindOfDue(teller(world))
}
const obliged = (due_date: string) => async (world: World) => {
  await obligedOn(world.db, due_date)
  await remindOfDue(teller(world))
}
/** How each comes about, as people and the server's own tasks bring it about; on Monday 4 May 2026, at noon in Rome. */
const HAPPENS: Record<(typeof groupEvents)[number], (world: World) => Promise<unknown>> = {
  ticket_created: onTicket(async () => undefined),
  ticket_assigned: onTicket(async (boss, { y, n }, world) =>
    boss.post(`/support/ticket/${y}/${n}/assign`, { user_id: (await world.as('helpdesk')).user_id }),
  ),
  ticket_comment: onTicket((boss, { y, n }) => boss.post(`/support/ticket/${y}/${n}/comment`, { message: 'Arriva il tecnico.' })),
  ticket_closed: onTicket((boss, { y, n }) => boss.post(`/support/ticket/${y}/${n}`, { resolution: 'Sostituita la pistola.' })),
  ticket_late: onTicket(async (_, { id }, world) => {
    // No other of the seed is late.
    const done = { status_id: 5, completed_at: '2026-01-01T00:00:00.000Z', resolution: 'Fatto' } as const
    await world.db.update(tickets).set(done).where(ne(tickets.id, id))
    await world.db.update(tickets).set({ due_at: '2026-05-04T09:00:00.000Z' }).where(eq(tickets.id, id))
    await checkSla(teller(world))
  }),
  expiration_due: expires('2026-05-11'),
  expiration_late: expires('2026-04-01'),
  obligation_due: obliged('2026-05-11'),
  obligation_late: obliged('2026-04-01'),
  coupon_issued: async ({ as }) => issuedOrder(await as('solo.buoni'), '2026-05-04'),
  gpl_request: async ({ as }) => (await as('p.moderate_card')).post('/gpl-cards-requests', gplRequest),
  inspection_nc: async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ7', name: 'Zeta' })
    return completed(ivan, await makeModel(ivan, 'NCN'), station.id, BAD)
  },
  order_created: ({ as }) => placedOrder(as),
  order_status: async ({ as }) => {
    const { id, rev } = await placedOrder(as)
    return (await as('sup.ordini')).put(`/ecommerce/order/${id}/status`, { rev, status: 'confirmed' })
  },
  stock_low: async ({ as, db }) => {
    await db.update(ecommerce_products).set({ stock: 10, reorder_point: 9 }).where(eq(ecommerce_products.id, 1))
    const { id, rev } = await placedOrder(as)
    return (await as('sup.ordini')).put(`/ecommerce/order/${id}/status`, { rev, status: 'confirmed' })
  },
  job_failed: async ({ db, deps, as }) => {
    const { user_id } = await as('admin')
    // A young job of an unknown kind may be one of a newer version: it is left to that.
    const created_at = new Date(deps.now().getTime() - 3_600_000).toISOString()
    const [job] = await db.insert(job_history).values({ type: 'ignoto', description: 'Prova', input: {}, user_id, created_at }).returning()
    await runJob(job!.id, [], { ...deps, db, onFailed: notifyJobFailed }, () => undefined)
  },
}
/** A group of who keeps the accounts, who may read everything and has a device. */
async function listening({ db, as }: World, event: NotificationEvent, channels: ('mail' | 'push')[]) {
  await db.update(notification_groups).set({ active: false })
  const { user_id } = await as('contabilita')
  await db
    .update(users)
    .set({ roles: ['accounting', 'superAdmin'] })
    .where(eq(users.id, user_id))
  const [group] = await db
    .insert(notification_groups)
    .values({ name: 'Prova', events: [event], channels, emails: 'fuori@example.it' })
    .returning()
  await db.insert(notification_group_users).values({ group_id: group!.id, user_id })
  await db.insert(push_subscriptions).values({
    ...{ user_id, topic: 'contabilita', endpoint: 'https://push.example.it/1', keys: { p256dh: 'x', auth: 'x' } },
    created_at: new Date(0).toISOString(),
  })
  return { group: group!.id, user_id }
}
const reached = async ({ db, mails }: World, user_id: number) => {
  const sent = await mails()
  const pushed = (await db.execute(sql`select data from pgboss.job where name = ${PUSH_QUEUE}`)) as unknown as { rows: { data: PushJob }[] }
  const rows = await db.select().from(notifications).where(eq(notifications.user_id, user_id))
  return {
    rows,
    mailed: sent.filter(({ to }) => to === 'contabilita@demo.example.it' || to === 'fuori@example.it'),
    pushed: pushed.rows.filter(({ data }) => rows.some(({ id }) => id === data.id)).length,
  }
}
const NOON = Date.UTC(2026, 4, 4, 10)

test.each(groupEvents)('%s reaches the members of a group that asks for it: app, mail, device, and its addresses, each with why', (event) =>
  atTime(async (world, clock) => {
    clock.now = NOON
    const { user_id } = await listening(world, event, ['mail', 'push'])
    await HAPPENS[event](world)
    const { rows, mailed, pushed } = await reached(world, user_id)
    const reason = `Fai parte del gruppo di notifica "Prova", che riceve "${notificationEvents[event]}".`
    expect(rows).toMatchObject([{ event, reasons: [reason], mail: 'left', push: 'left' }])
    expect(pushed).toBe(1)
    expect(mailed.map(({ to }) => to)).toHaveMembers(['contabilita@demo.example.it', 'fuori@example.it'])
    for (const { to, text } of mailed)
      expect(text).toContain(
        to === 'fuori@example.it'
          ? `Perché la ricevi: L'indirizzo è tra quelli del gruppo di notifica "Prova", che riceve "${notificationEvents[event]}".`
          : `Perché la ricevi: ${reason}\nScegli che cosa ricevere: http://piazzale.test/utenti/profilo`,
      )
  }),
)

test.each(groupEvents)('%s reaches a group without other ways in the app alone, and one that asks for another event not at all', (event) =>
  atTime(async (world, clock) => {
    clock.now = NOON
    const { user_id, group } = await listening(world, event, [])
    const others = groupEvents.filter((one) => one !== event)
    await HAPPENS[event](world)
    const { rows, mailed, pushed } = await reached(world, user_id)
    expect(rows).toMatchObject([{ event, mail: 'none', push: 'none' }])
    expect([mailed, pushed]).toEqual([[], 0])
    await world.db.delete(notifications)
    await world.db.delete(push_subscriptions)
    await world.db.update(notification_groups).set({ events: others }).where(eq(notification_groups.id, group))
    if (event !== 'inspection_nc') await HAPPENS[event](world)
    const again = await world.db.select().from(notifications).where(eq(notifications.user_id, user_id))
    expect(again.filter((one) => one.event === event)).toEqual([])
  }),
)

test('the group of a category hears of its tickets whatever happens to them, and of those of others nothing', () =>
  atTime(async (world, clock) => {
    const { db } = world
    clock.now = NOON
    const { user_id, group } = await listening(world, 'ticket_assigned', [])
    const all = groupEvents.filter((event) => event.startsWith('ticket_') || event === 'inspection_nc')
    await db.update(notification_groups).set({ events: all }).where(eq(notification_groups.id, group))
    await db.update(ticket_categories).set({ notification_group_id: group, default_assignee_id: null })
    const told = async () => {
      await world.mails()
      const rows = await db.select().from(notifications).where(eq(notifications.user_id, user_id)).orderBy(notifications.id)
      return rows.map((one) => one.event)
    }
    for (const event of all) await HAPPENS[event](world)
    const heard = await told()
    for (const event of all) expect(heard, event).toContain(event)
    const [other] = await db
      .insert(ticket_categories)
      .values({ name: 'Altra ancora', default_assignee_id: (await world.as('helpdesk')).user_id })
      .returning()
    const boss = await world.as('sup.ticket')
    await openedBy(world, boss, { category_id: other!.id })
    expect(await told()).toEqual(heard)
    // An internal note is between agents.
    const t = await openedBy(world, boss)
    const before = await told()
    expect((await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Tra noi.', internal: true })).status).toBe(201)
    expect(await told()).toEqual(before)
  }))

test('whom a category gives a ticket is told once that it is theirs, and so are groups that ask for assignments', () =>
  atTime(async (world, clock) => {
    const { db } = world
    clock.now = NOON
    const { user_id } = await listening(world, 'ticket_assigned', [])
    const helper = await world.as('helpdesk')
    await db.update(ticket_categories).set({ notification_group_id: null, default_assignee_id: helper.user_id })
    await openedBy(world, await world.as('sup.ticket'))
    const told = await db.select().from(notifications).orderBy(notifications.id)
    expect(told.map((one) => [one.user_id, one.event])).toHaveMembers([
      [user_id, 'ticket_assigned'],
      [helper.user_id, 'ticket_assigned'],
    ])
  }))

test('what the server has given up is told to super administrators, once a day', () =>
  atTime(async (world, clock) => {
    const { db, as } = world
    clock.now = NOON
    const { user_id } = await as('admin')
    const told = async () =>
      (await db.select().from(notifications).where(eq(notifications.user_id, user_id))).map(({ title, link }) => [title, link])
    await notifyFailedDeliveries(teller(world))
    expect(await told()).toEqual([])
    for (const state of ['failed', 'completed'])
      await db.execute(sql`insert into pgboss.job (name, state, data, completed_on)
        values ('mail', ${state}::pgboss.job_state, '{"to":"a@example.it","subject":"Prova"}', ${new Date(clock.now).toISOString()}::timestamptz)`)
    for (const _ of [1, 2]) await notifyFailedDeliveries(teller(world))
    const once = ["C'è un invio non riuscito", '/impostazioni?scheda=invii']
    expect(await told()).toEqual([once])
    clock.now += 23 * 3_600_000
    await notifyFailedDeliveries(teller(world))
    expect(await told()).toEqual([once])
  }))
