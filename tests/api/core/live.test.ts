import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { Hub } from '../../../server/lib/core/hub.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { audiences } from '../../../server/resources/audiences.ts'
import { testDatabase } from '../support/database.ts'
import { listenTo, type Stream } from '../support/live-stream.ts'
import { type Caller, signIn } from '../support/world.ts'

/** Streams of a server that listens, against a database whose transactions are committed. */
const engine = await testDatabase()
const clock = { ahead: 0 }
const app = await createApp({
  db: engine.db,
  changes: engine.changes,
  bus: engine.bus,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(Date.now() + clock.ahead),
  origin: 'http://piazzale.test',
  demo: true,
  version: 'test',
})
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const open: Stream[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
  clock.ahead = 0
})
afterAll(async () => {
  await app.close()
  await engine.close()
})
const as = (name: string) => signIn(app, name)
async function streamOf({ token }: Caller): Promise<Stream> {
  const stream = await listenTo(origin, token)
  open.push(stream)
  await stream.until('hello')
  return stream
}
const idOf = async (name: string) =>
  (
    await engine.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, `${name}@demo.example.it`))
  )[0]!.id
let number = 90_000
/** A ticket of somebody, written by nobody's request. */
async function ticketOf(name: string) {
  const [ticket] = await engine.db
    .insert(tickets)
    .values({
      ...{ id_year: 2026, id_number: ++number, category_id: sql`(select min(id) from ticket_categories)` as unknown as number },
      ...{ subject: 'Pompa ferma', description: 'La pompa tre non eroga.', priority: 2, requester_id: await idOf(name) },
      ...{ due_at: new Date().toISOString(), source: 'web', uid: randomUUID() },
    })
    .returning()
  return ticket!
}
/** Until a change that nobody is kept from is told: what would have come before it has come. */
async function settled(stream: Stream, name: string) {
  const { id } = await ticketOf(name)
  await stream.until('changed', ({ tickets: rows }) => rows?.some((row: { id: number }) => row.id === id))
}
const idsOf = (stream: Stream) =>
  stream.events.flatMap(({ event, data }) => (event === 'changed' ? (data.tickets ?? []).map(({ id }: { id: number }) => id) : []))

test('a stream needs a session, and is stored nowhere', async () => {
  expect((await fetch(`${origin}/api/v1/live`)).status).toBe(401)
  const admin = await as('admin')
  const stream = await streamOf(admin)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  expect(stream.events[0]).toMatchObject({ event: 'hello', data: { beat: 20_000, spread: expect.any(Number) } })
})

test('a change is told after it is committed, by name, whoever made it; what is undone is not', async () => {
  const stream = await streamOf(await as('admin'))
  const ticket = await ticketOf('solo.ticket')
  const told = await stream.until('changed')
  expect(told).toEqual({ tickets: [{ id: ticket.id, year: 2026, number: ticket.id_number }] })
  await engine.db
    .transaction(async (tx) => {
      await tx.update(tickets).set({ subject: 'Mai' }).where(eq(tickets.id, ticket.id))
      throw new Error('undone')
    })
    .catch(() => undefined)
  const before = stream.events.length
  await settled(stream, 'solo.ticket')
  expect(stream.events.slice(before)).toHaveLength(1)
})

test('nobody learns of a ticket that they may not see, and who is refused tickets learns of none', async () => {
  const [admin, own, other] = [await streamOf(await as('admin')), await streamOf(await as('solo.ticket')), await streamOf(await as('rete'))]
  const employee = await streamOf(await as('dipendente'))
  const ticket = await ticketOf('solo.ticket')
  expect(await own.until('changed')).toEqual({ tickets: [{ id: ticket.id, year: 2026, number: ticket.id_number }] })
  await settled(other, 'rete')
  await settled(admin, 'admin')
  expect(idsOf(admin)).toContain(ticket.id)
  expect(idsOf(other)).not.toContain(ticket.id)
  expect(employee.events.map(({ event }) => event)).toEqual(['hello'])
})

test('whoever loses sight of a ticket they were told of reads their lists anew, and is not told which', async () => {
  const own = await streamOf(await as('solo.ticket'))
  const ticket = await ticketOf('solo.ticket')
  await own.until('changed')
  await engine.db
    .update(tickets)
    .set({ requester_id: await idOf('admin') })
    .where(eq(tickets.id, ticket.id))
  await own.until('changed', ({ tickets: rows }) => rows === null)
})

test('more changes than are named are told without names', async () => {
  const admin = await streamOf(await as('admin'))
  await engine.db.execute(sql`insert into tickets (id_year, id_number, category_id, subject, description, priority, requester_id, due_at, source, uid)
    select 2025, 90000 + n, (select min(id) from ticket_categories), 'Molti', 'Molti insieme.', 2, 1, now(), 'web', gen_random_uuid()::text from generate_series(1, 60) n`)
  expect(await admin.until('changed')).toEqual({ tickets: null })
})

test('the end of a session, other rights and the age of the token end a stream, before anything more is told', async () => {
  const [leaving, staying] = [await as('helpdesk'), await as('admin')]
  const [gone, stays] = [await streamOf(leaving), await streamOf(staying)]
  expect((await leaving.post('/auth/logout', {})).status).toBe(200)
  await ticketOf('helpdesk')
  await gone.ended
  expect(gone.events.map(({ event }) => event)).toEqual(['hello'])

  const banned = await streamOf(await as('sup.ticket'))
  await engine.db.update(users).set({ enabled: 0 }).where(eq(users.email, 'sup.ticket@demo.example.it'))
  await banned.ended
  await engine.db.update(users).set({ enabled: 1 }).where(eq(users.email, 'sup.ticket@demo.example.it'))

  expect(stays.over).toBe(false)
  clock.ahead = 16 * 60_000
  await stays.ended
  expect((await fetch(`${origin}/api/v1/live`, { headers: { authorization: `Bearer ${staying.token}` } })).status).toBe(401)
})

test('who takes nothing is told the rest in one go, holds up nobody, and is let go in the end', async () => {
  const told: string[] = []
  const slow = { takes: false, over: false }
  const hub = new Hub({ db: engine.db, audiences, now: () => new Date(Date.now() + clock.ahead), onError: console.error })
  const user = { id: 0, roles: ['superAdmin' as const], permissions: [], all_stations: true, session_id: 0 }
  const stream = hub.open({
    user,
    until: Number.POSITIVE_INFINITY,
    write: (text) => told.push(text) > 0 && slow.takes,
    end: () => {
      slow.over = true
    },
  })!
  const [lease, settle] = [
    { tab: 'x', user: { id: 1, name: 'Anna' }, state: 'viewing' as const },
    () => new Promise((done) => setTimeout(done, 400)),
  ]
  const some = [await ticketOf('admin'), await ticketOf('admin')]
  for (const { id } of some) {
    await hub.announce({ ...lease, at: `tickets ${id}` })
    await settle()
  }
  expect(told).toHaveLength(1)
  slow.takes = true
  stream.drained()
  expect(told).toHaveLength(2)
  expect(Object.values(JSON.parse(told[1]!.split('data: ')[1]!)).flat()).toHaveLength(2)
  slow.takes = false
  await hub.announce({ ...lease, at: `tickets ${some[0]!.id}`, state: 'gone' })
  await vi.waitUntil(() => told.length === 3)
  clock.ahead = 31_000
  await vi.waitUntil(() => slow.over, { timeout: 5_000 })
  await hub.close()
})

test('who looks at a ticket and who writes is told to those who see it, and ends by itself', async () => {
  const [anna, own, other] = [await as('admin'), await as('solo.ticket'), await as('rete')]
  const ticket = await ticketOf('solo.ticket')
  const [at, tab] = [{ ticket_id: ticket.id }, randomUUID()]
  const here = async (who: Caller) => (await who.get('/support/presence')).body.data
  const name = (await engine.db.select().from(users).where(eq(users.id, anna.user_id)))[0]!.name

  expect((await (await as('dipendente')).post('/support/presence', { ...at, tab, state: 'viewing' })).status).toBe(403)
  expect(await other.post('/support/presence', { ...at, tab, state: 'viewing' })).toMatchObject({
    status: 422,
    body: { message: 'Il ticket non esiste o non è tra quelli che puoi vedere.' },
  })
  const stream = await streamOf(own)
  expect((await anna.post('/support/presence', { ...at, tab, state: 'viewing' })).status).toBe(204)
  expect(await stream.until('changed', (data) => data['tickets-presence'])).toMatchObject({ 'tickets-presence': [{ id: ticket.id }] })
  expect(await here(own)).toEqual([{ ticket_id: ticket.id, people: [{ id: anna.user_id, name, writing: false }] }])
  expect([await here(anna), await here(other)]).toEqual([[], []])

  await anna.post('/support/presence', { ...at, tab, state: 'writing' })
  expect((await here(own))[0].people[0].writing).toBe(true)
  clock.ahead = 9_000
  expect((await here(own))[0].people[0].writing).toBe(false)
  clock.ahead = 46_000
  await vi.waitUntil(async () => !(await here(own)).length, { timeout: 5_000 })

  await anna.post('/support/presence', { ...at, tab, state: 'viewing' })
  expect(await here(own)).toHaveLength(1)
  await anna.post('/support/presence', { ...at, tab, state: 'gone' })
  expect(await here(own)).toEqual([])
})
