import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job_rows } from '../../../server/db/schema/core/jobs.ts'
import { ticket_assignments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** Many tickets at once, and back. */
const outcomes = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map(({ outcome, message }) => [
    outcome,
    message,
  ])
async function ran(world: World, who: Caller, body: object): Promise<number> {
  const answer = await who.post('/bulk', { list: 'tickets.list', ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  await world.runs()
  return answer.body.data.id
}
const rowsOf = async ({ db }: World, ids: number[]) => db.select().from(tickets).where(inArray(tickets.id, ids)).orderBy(asc(tickets.id))

test('all that a filter finds is closed, each with its outcome, and put back as it was', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const made = []
    for (const subject of ['Zeta uno', 'Zeta due', 'Zeta tre']) made.push(await openedBy(world, sara, { subject }))
    const ids = made.map(({ id }) => id)
    const [first, second] = made as [(typeof made)[0], (typeof made)[0]]
    await boss.post(`/support/ticket/${second.y}/${second.n}`, { resolution: 'Già fatto' })
    const body = { action: 'close', search: { filter: 'zeta' }, all: true, values: { resolution: 'Linea ripristinata' } }
    expect((await sara.post('/bulk', { list: 'tickets.list', ...body })).status).toBe(403)
    const job = await ran(world, boss, body)
    expect(await outcomes(world, job)).toHaveMembers([
      ['errore', 'Il ticket è già chiuso.'],
      ['fatto', 'Ticket chiuso'],
      ['fatto', 'Ticket chiuso'],
    ])
    expect((await rowsOf(world, ids)).map(({ resolution }) => resolution)).toEqual([
      'Linea ripristinata',
      'Già fatto',
      'Linea ripristinata',
    ])
    // Somebody goes on with one of them meanwhile.
    await boss.post(`/support/ticket/${first.y}/${first.n}/reopen`, { message: 'No' })
    const back = (await boss.post(`/admin/history/${job}/undo`)).body.data
    await world.runs()
    expect((await outcomes(world, back.id)).map(([outcome]) => outcome)).toHaveMembers(['errore', 'fatto'])
    expect((await rowsOf(world, ids)).map(({ status_id, completed_at }) => [status_id, completed_at === null])).toEqual([
      [3, true],
      [5, false],
      [1, true],
    ])
  }))

test('many are given to somebody, made urgent, or deleted, and back', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, helper] = [await as('sup.ticket'), await as('helpdesk')]
    const ids: number[] = []
    for (const subject of ['Eta uno', 'Eta due']) ids.push((await openedBy(world, boss, { subject, priority: 1 })).id)
    const undo = async (job: number) => {
      const { id } = (await boss.post(`/admin/history/${job}/undo`)).body.data
      await world.runs()
      expect((await outcomes(world, id)).map(([outcome]) => outcome)).toEqual(['fatto', 'fatto'])
    }
    const assigned = await ran(world, boss, { action: 'assign', ids, values: { user_id: helper.user_id } })
    expect(await db.$count(ticket_assignments, inArray(ticket_assignments.ticket_id, ids))).toBe(2)
    await undo(assigned)
    expect(await db.$count(ticket_assignments, inArray(ticket_assignments.ticket_id, ids))).toBe(0)
    expect((await rowsOf(world, ids)).map(({ status_id, assignees }) => [status_id, assignees])).toEqual([
      [1, 0],
      [1, 0],
    ])
    const before = await rowsOf(world, ids)
    const urgent = await ran(world, boss, { action: 'update', ids, values: { priority: 4 } })
    expect((await rowsOf(world, ids)).map(({ priority }) => priority)).toEqual([4, 4])
    await undo(urgent)
    expect((await rowsOf(world, ids)).map(({ priority, due_at }) => [priority, due_at])).toEqual(before.map(({ due_at }) => [1, due_at]))
    expect((await boss.post('/bulk', { list: 'tickets.list', action: 'assign', ids, values: {} })).status).toBe(422)
    const refused = async (action: string, values: object) =>
      (await boss.post('/bulk', { list: 'tickets.list', action, ids, values })).body.error
    expect(await refused('status', { status_id: 4 })).toEqual({ waiting_for: 'Il campo In attesa di è obbligatorio.' })
    expect(await refused('status', { status_id: 4, waiting_for: 'parts' }), 'none of them can').toEqual({
      status_id: 'Con nessuna delle righe scelte è possibile.',
    })
    expect(await refused('close', {})).toEqual({ resolution: 'Il campo Soluzione è obbligatorio.' })
    const gone = await ran(world, boss, { action: 'remove', ids })
    expect((await rowsOf(world, ids)).every(({ deleted_at }) => deleted_at !== null)).toBe(true)
    await undo(gone)
    expect((await rowsOf(world, ids)).every(({ deleted_at }) => deleted_at === null)).toBe(true)
  }))
