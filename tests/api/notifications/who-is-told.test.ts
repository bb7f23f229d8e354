import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { notification_group_users, notification_groups, notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { ticket_assignments, ticket_categories, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { runJob } from '../../../server/lib/jobs/job-run.ts'
import { notifyJobFailed } from '../../../server/resources/notifications/failed-notices.ts'
import { remindOfDue } from '../../../server/resources/overview/late.ts'
import { checkSla } from '../../../server/resources/tickets/sla-check.ts'
import type { groupEvents } from '../../../src/contract/notifications/groups.ts'
import { type NotificationEvent, notificationEvents } from '../../../src/contract/notifications/words.ts'
import { paper } from '../../resources/files.ts'
import { issuedOrder } from '../support/coupon-fixtures.ts'
import { makeStation } from '../support/fixtures.ts'
import { gplRequest } from '../support/gpl-fixtures.ts'
import { BAD, completed, makeModel } from '../support/inspection-fixtures.ts'
import { obligedOn } from '../support/management-fixtures.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { atTime, type Caller, type World } from '../support/world.ts'

type Event = (typeof groupEvents)[number] | 'communication' | 'document_shared'
type Place = 'requester' | 'assignee' | 'member'
/** The actor, alone and in every place at once; `others` fill the places that the actor leaves. */
const PLACES: readonly Place[][] = [
  [],
  ['requester'],
  ['assignee'],
  ['member'],
  ['requester', 'assignee'],
  ['requester', 'member'],
  ['assignee', 'member'],
  ['requester', 'assignee', 'member'],
]
interface Scene extends World {
  /** Who acts: the only one of these people who may do everything. */
  actor: Caller
  places: readonly Place[]
  requester: Caller
  assignee: Caller
  group: number
}
const teller = ({ db, deps }: World) => ({ db, jobs: deps.jobs, origin: deps.origin, now: deps.now() })

/** A ticket of the requester with its assignee, of which nobody has been told yet. */
async function ticket({ db, requester, assignee, ...world }: Scene) {
  const one = await openedBy({ db, ...world }, requester)
  await db.insert(ticket_assignments).values({ ticket_id: one.id, user_id: assignee.user_id, at: '2026-05-01T08:00:00.000Z', by: 1 })
  await forget({ db, ...world })
  return { ...one, url: `/support/ticket/${one.y}/${one.n}` }
}
async function forget(world: World) {
  await world.db.delete(notifications)
  ;(await world.mails()).length = 0
}
const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
}
let names = 0
const newStation = (db: World['db']) => makeStation(db, { code: `ZW${++names}`, name: 'Zeta' })
const order = async ({ db, actor, places, requester }: Scene, quantity = 2) => {
  const by = places.includes('requester') ? actor : requester
  const station = await newStation(db)
  const made = await by.post('/ecommerce/order', { uuid: randomUUID(), station_id: station.id, rows: [{ product_id: 1, quantity }] })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}
const confirmed = async (scene: Scene) => {
  const { id, rev } = await order(scene)
  await forget(scene)
  await ok(scene.actor.put(`/ecommerce/order/${id}/status`, { rev, status: 'confirmed' }))
}
const expires = (date: string) => async (scene: Scene) => {
  await scene.db.update(expirations).set({ status: 'cancelled' })
  const due = { type: 'terra', periodicity: 'once', status: 'open', message: 'Messa a terra', notification_group_id: scene.group } as const
  await scene.db.insert(expirations).values({ ...due, date })
  await remindOfDue(teller(scene))
}
const obliged = (due_date: string) => async (scene: Scene) => {
  // The manager is a person who is told beside the group.
  await obligedOn(scene.db, due_date, scene.requester.user_id)
  await remindOfDue(teller(scene))
}
/** What the actor does; where the server does it by itself, nobody is left out. */
const ACTS: Record<Event, { does: (scene: Scene) => Promise<unknown>; byItself?: true }> = {
  ticket_created: {
    does: async (scene) => {
      await scene.db.update(ticket_categories).set({ default_assignee_id: scene.assignee.user_id })
      await openedBy(scene, scene.actor)
    },
  },
  ticket_assigned: {
    does: async (scene) => {
      const { url, id } = await ticket(scene)
      await scene.db.delete(ticket_assignments).where(eq(ticket_assignments.ticket_id, id))
      await ok(scene.actor.post(`${url}/assign`, { user_id: scene.assignee.user_id }))
    },
  },
  ticket_comment: {
    does: async (scene) => ok(scene.actor.post(`${(await ticket(scene)).url}/comment`, { message: 'Arriva il tecnico.' })),
  },
  ticket_closed: { does: async (scene) => ok(scene.actor.post((await ticket(scene)).url, { resolution: 'Sostituita.' })) },
  ticket_late: {
    byItself: true,
    does: async (scene) => {
      const { id } = await ticket(scene)
      await scene.db.update(tickets).set({ paused_at: '2026-05-01T08:00:00.000Z' })
      await scene.db.update(tickets).set({ due_at: '2026-04-30T09:00:00.000Z', paused_at: null }).where(eq(tickets.id, id))
      await checkSla(teller(scene))
    },
  },
  expiration_due: { byItself: true, does: expires('2026-05-08') },
  expiration_late: { byItself: true, does: expires('2026-04-01') },
  obligation_due: { byItself: true, does: obliged('2026-05-08') },
  obligation_late: { byItself: true, does: obliged('2026-04-01') },
  coupon_issued: { does: async (scene) => ok(issuedOrder(scene.actor, '2026-05-01')) },
  gpl_request: {
    does: async (scene) => ok(scene.actor.post('/gpl-cards-requests', { ...gplRequest, plate: `GA${100 + ++names}BC` })),
  },
  inspection_nc: {
    does: async (scene) => {
      const station = await newStation(scene.db)
      await completed(scene.actor, await makeModel(scene.actor, `NCW${++names}`), station.id, BAD)
    },
  },
  order_created: { does: (scene) => order({ ...scene, places: ['requester'] }) },
  order_status: { does: confirmed },
  stock_low: {
    does: async (scene) => {
      await scene.db.update(ecommerce_products).set({ stock: 10, reorder_point: 9 }).where(eq(ecommerce_products.id, 1))
      await confirmed(scene)
    },
  },
  job_failed: {
    byItself: true,
    does: async ({ db, deps, requester }) => {
      // A young job of an unknown kind may be one of a newer version: it is left to that.
      const created_at = '2026-05-01T09:00:00.000Z'
      const job = { type: 'ignoto', description: 'Prova', input: {}, user_id: requester.user_id, created_at }
      const [made] = await db.insert(job_history).values(job).returning()
      await runJob(made!.id, [], { ...deps, db, onFailed: notifyJobFailed }, () => undefined)
    },
  },
  communication: {
    does: async (scene) => {
      const to = { users: [scene.actor.user_id, scene.requester.user_id, scene.assignee.user_id] }
      await ok(scene.actor.post('/communications-ctrl', { subject: 'Scarico', body: '<p>Nuova procedura.</p>', ...to }))
      await scene.runs()
    },
  },
  document_shared: {
    does: async (scene) => {
      const [one] = (await scene.actor.upload('/documents/upload', [paper])).body.data
      const to = { users: [scene.actor.user_id, scene.requester.user_id, scene.assignee.user_id] }
      await ok(scene.actor.post('/documents/set-permissions', { document_id: one.id, ...to }))
    },
  },
}

/** People of the network with every right, and one who is in the group without any. */
async function scenes(world: World, event: Event, places: readonly Place[]): Promise<Scene & { names: Map<number, string> }> {
  const { db, as } = world
  const people = {
    ...{ actor: await as('admin'), requester: await as('stazione'), assignee: await as('helpdesk') },
    ...{ member: await as('rete'), outsider: await as('autista') },
  }
  const all = [people.requester, people.assignee, people.member].map(({ user_id }) => user_id)
  await db
    .update(users)
    .set({ roles: ['superAdmin'] })
    .where(inArray(users.id, all))
  await db
    .update(users)
    .set({ roles: [] as never, permissions: [] })
    .where(eq(users.id, people.outsider.user_id))
  await db.update(notification_groups).set({ active: false })
  const [group] = await db
    .insert(notification_groups)
    .values({
      ...{ name: `Prova ${places.join(' ')}`, events: Object.keys(notificationEvents) as NotificationEvent[], channels: ['mail'] },
      emails: places.includes('member') ? 'ADMIN@demo.example.it; fuori@example.it' : 'fuori@example.it',
    })
    .returning()
  const members = [people.member, people.outsider, ...(places.includes('member') ? [people.actor] : [])]
  await db.insert(notification_group_users).values(members.map(({ user_id }) => ({ group_id: group!.id, user_id })))
  await db.update(ticket_categories).set({ notification_group_id: group!.id, default_assignee_id: null })
  const taken = (place: 'requester' | 'assignee') => (places.includes(place) ? people.actor : people[place])
  return {
    ...{ ...world, actor: people.actor, places, group: group!.id, requester: taken('requester'), assignee: taken('assignee') },
    names: new Map(Object.entries(people).map(([name, { user_id }]) => [user_id, name])),
    ...(event === 'ticket_created' && { requester: people.actor }),
  }
}
/** Those who are told by groups: a communication, a document and a comment between agents go to people alone. */
const TO_PEOPLE: readonly Event[] = ['communication', 'document_shared']

test.each(Object.keys(ACTS) as Event[])('%s: who did it is not told, nobody is told twice, nobody who may not read it is told', (event) =>
  atTime(async (world, clock) => {
    clock.now = Date.UTC(2026, 4, 1, 10)
    // Those who are named one by one have no places.
    for (const places of TO_PEOPLE.includes(event) ? PLACES.slice(0, 1) : PLACES) {
      const inTest = `the actor is ${places.join(' and ') || 'nobody of these'}`
      const scene = await scenes(world, event, places)
      await forget(world)
      const { does, byItself } = ACTS[event]
      await does(scene)
      const mails = await world.mails()
      const rows = await world.db.select().from(notifications)
      // Of one thing once: a ticket that a verifica opens is another than the verifica.
      const things = [
        ...rows.map(({ user_id, subject_type, subject_id }) => `${user_id} of ${subject_type} ${subject_id}`),
        ...mails.map(({ to, text }) => `${to.toLowerCase()} of ${/http:\/\/piazzale\.test\S+/.exec(text)?.[0]}`),
      ]
      expect(
        things.filter((one, at) => things.indexOf(one) !== at),
        inTest,
      ).toEqual([])
      const told = rows.map(({ user_id }) => scene.names.get(user_id) ?? String(user_id))
      const mailed = mails.map(({ to }) => to.toLowerCase())
      expect(told, inTest).not.toContain('outsider')
      expect(mailed, inTest).not.toContain('autista@demo.example.it')
      if (!byItself) expect([told.includes('actor'), mailed.includes('admin@demo.example.it')], inTest).toEqual([false, false])
      if (TO_PEOPLE.includes(event)) expect(told, inTest).toHaveMembers(['requester', 'assignee'])
      else expect([told.includes('member'), mailed.includes('fuori@example.it')], inTest).toEqual([true, true])
    }
  }),
)
