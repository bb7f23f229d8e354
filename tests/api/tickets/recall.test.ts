import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_comments, ticket_history, ticket_pauses, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { tasks } from '../../../server/resources/overview/task-kinds.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { atTime, type Caller, type World } from '../support/world.ts'

const TOO_LATE = 'Non si può più annullare l’invio: i 10 secondi sono passati o il ticket è stato chiuso.'
/** A ticket of a requester, answered by an agent a moment ago. */
const answered = (test: (scene: Awaited<ReturnType<typeof sceneOf>>) => Promise<void>) =>
  atTime(async (world, clock) => test(await sceneOf(world, clock)))
async function sceneOf(world: World, clock: { now: number }) {
  const { as, db, deps, mails } = world
  const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
  const t = await openedBy(world, sara)
  await mails().then((sent) => sent.splice(0))
  await db.delete(notifications)
  const at = `/support/ticket/${t.y}/${t.n}`
  const answer = await boss.post(`${at}/comment`, { message: 'Arriva il tecnico' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const made = answer.body.data
  /** The bell of the requester. */
  const told = async () =>
    (await db.select().from(notifications).where(eq(notifications.user_id, sara.user_id)).orderBy(notifications.id)).map((one) => one.title)
  const task = () => tasks.held({ db, jobs: deps.jobs, files: deps.files, origin: deps.origin, now: deps.now() })
  const recall = (who: Caller) => who.del(`/support/ticket/${t.y}/${t.n}/comment/${made.uuid}`)
  const comments = async () => (await sara.get(at)).body.data.comments.map(({ message }: { message: string }) => message)
  return { ...world, clock, boss, sara, t, at, recall, told, task, comments, made }
}

test('only its author takes a comment back', () =>
  answered(async ({ as, recall, sara, comments }) => {
    expect((await recall(sara)).status).toBe(403)
    expect((await recall(await as('helpdesk'))).status).toBe(403)
    // Of what one cannot see a deletion says nothing.
    expect((await recall(await as('contabilita'))).status).toBe(204)
    expect(await comments()).toEqual(['Arriva il tecnico'])
  }))

test('within ten seconds it is gone for everybody, nobody is told, and the ticket is as before', () =>
  answered(async ({ db, clock, boss, t, at, recall, told, task, comments, mails }) => {
    expect([await comments(), await told()]).toEqual([['Arriva il tecnico'], []])
    clock.now += 9_999
    await task()
    expect(await told(), 'not before its time').toEqual([])
    expect((await recall(boss)).status).toBe(204)
    expect(await comments()).toEqual([])
    clock.now += 60_000
    await task()
    expect([await told(), await mails()]).toEqual([[], []])
    const [row] = await db.select().from(tickets).where(eq(tickets.id, t.id))
    expect(row).toMatchObject({ status_id: 1, is_new: true })
    const lines = (await db.select().from(ticket_history).where(eq(ticket_history.ticket_id, t.id))).map((one) => [
      one.event,
      one.old,
      one.new,
    ])
    expect(
      lines.filter(([event]) => ['commento', 'stato', 'richiamato'].includes(event!)),
      'the giving back is told',
    ).toEqual([
      ['stato', 'Aperto', 'In lavorazione'],
      ['richiamato', 'In lavorazione', 'Aperto'],
    ])
    expect((await boss.get('/support/ticket?search=tecnico')).body.data.data, 'nor is it found').toEqual([])
    expect((await recall(boss)).status, 'a repeat finds it done').toBe(204)
    expect((await boss.get(at)).body.data.status.id).toBe(1)
  }))

test('the state stays that somebody has changed since; of one that waited the clock stands again', () =>
  answered(async ({ db, clock, boss, sara, t, at, recall }) => {
    const row = async () => (await db.select().from(tickets).where(eq(tickets.id, t.id)))[0]!
    clock.now += 1_000
    const wait = { rev: (await row()).rev, status_id: 4, waiting_for: 'requester' }
    expect((await boss.post(`${at}/update`, wait)).status).toBe(200)
    expect((await recall(boss)).status).toBe(204)
    const waiting = await row()
    expect(waiting).toMatchObject({ status_id: 4, waiting_for: 'requester' })
    clock.now += 1_000
    const { uuid } = (await sara.post(`${at}/comment`, { message: 'Eccomi' })).body.data
    expect(await row()).toMatchObject({ status_id: 3, paused_at: null })
    expect((await sara.del(`${at}/comment/${uuid}`)).status).toBe(204)
    const { status_id, waiting_for, paused_at, due_at } = waiting
    expect(await row()).toMatchObject({ status_id, waiting_for, paused_at, due_at })
    expect(await db.$count(ticket_pauses, and(eq(ticket_pauses.ticket_id, t.id), isNull(ticket_pauses.to)))).toBe(1)
  }))

test('a second answer that is taken back leaves the state that the first one made; without either, the ticket is as before', () =>
  answered(async ({ db, clock, boss, t, at, recall }) => {
    const status = async () => (await db.select().from(tickets).where(eq(tickets.id, t.id)))[0]!.status_id
    const second = async () => {
      clock.now += 1_000
      const { uuid } = (await boss.post(`${at}/comment`, { message: 'Porta anche la guarnizione' })).body.data
      clock.now += 1_000
      expect((await boss.del(`${at}/comment/${uuid}`)).status).toBe(204)
    }
    await second()
    expect(await status(), 'the first one stands').toBe(3)
    expect((await recall(boss)).status).toBe(204)
    expect(await status(), 'neither stands').toBe(1)
    await boss.post(`${at}/comment`, { message: 'Arriva domani' })
    clock.now += 11_000
    await second()
    expect(await status(), 'the first one cannot be taken back any more').toBe(3)
    const told = await db
      .select()
      .from(ticket_history)
      .where(and(eq(ticket_history.ticket_id, t.id), eq(ticket_history.event, 'richiamato')))
    expect(told.map((one) => one.new)).toEqual([null, 'Aperto', null])
  }))

test('after ten seconds its readers are told, once, and it stands', () =>
  answered(async ({ db, clock, boss, recall, t, told, task, comments, made }) => {
    const { rows } = (await db.execute(`select start_after from pgboss.job where name = 'task-held'`)) as unknown as {
      rows: { start_after: string }[]
    }
    expect(rows.map(({ start_after }) => new Date(start_after).getTime())).toEqual([clock.now + 10_000])
    clock.now += 10_000
    const late = await recall(boss)
    expect([late.status, late.body.error, late.body.code]).toEqual([409, TOO_LATE, 'late'])
    for (const _ of [1, 2]) await task()
    expect(await told()).toEqual([`[Ticket ${t.y}/${t.n}] Nuovo commento: Pompa 3 ferma`])
    expect((await recall(boss)).status).toBe(409)
    expect(await comments()).toEqual(['Arriva il tecnico'])
    const [row] = await db.select().from(ticket_comments).where(eq(ticket_comments.id, made.id))
    expect(row).toMatchObject({ recallable_until: null })
  }))

test('closing the ticket ends it: the comment is told first, then the closing', () =>
  answered(async ({ boss, at, recall, told }) => {
    expect((await boss.post(at, { resolution: 'Guarnizione cambiata' })).status).toBe(200)
    expect((await told()).map((title) => title.replace(/^\[.*\] /, ''))).toEqual(['Nuovo commento: Pompa 3 ferma', 'Chiuso: Pompa 3 ferma'])
    expect((await recall(boss)).status).toBe(409)
  }))

test('what may still be taken back is quoted in no mail, and of a deleted ticket nobody is told', () =>
  answered(async ({ db, boss, t, told, task, clock, at }) => {
    const sent = { id_year: t.y, id_number: t.n, emails: 'ditta@example.it', subject: 'Intervento', message: 'Venite domani.' }
    expect((await boss.post('/support/ticket/send', sent)).status).toBe(200)
    const queued = (await db.execute(`select data from pgboss.job where name = 'mail' and data ->> 'to' = 'ditta@example.it'`)) as any
    expect(queued.rows).toHaveLength(1)
    expect(queued.rows[0].data.text).not.toContain('Arriva il tecnico')
    expect((await boss.del(at)).status).toBe(204)
    clock.now += 10_000
    await task()
    expect((await told()).filter((title) => title.includes('Nuovo commento'))).toEqual([])
    expect(await db.$count(ticket_comments, and(eq(ticket_comments.ticket_id, t.id)))).toBe(1)
  }))
