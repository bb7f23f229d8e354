import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createRng } from '../../outbox/rng.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { inWorld } from '../support/world.ts'

const SEED = Number(process.env.ASSIGNEES_SEED ?? Date.now() % 1_000_000)
const STEPS = 24
const [OPEN, ASSIGNED, WORKING] = [1, 2, 3]

test('whatever is assigned and taken away, one by one or many at once, each ticket has the assignees of a plain list', () =>
  inWorld(async (world) => {
    console.log(`ASSIGNEES_SEED=${SEED}`)
    world.lookAway()
    const rng = createRng(SEED)
    const boss = await world.as('sup.ticket')
    const all = (await boss.get('/support/ticket/users')).body.data as { id: number }[]
    const agents = all.toSorted((a, b) => a.id - b.id).slice(0, 3)
    expect(agents.length).toBe(3)
    const made = []
    for (const subject of ['Uno', 'Due', 'Tre']) made.push(await openedBy(world, boss, { subject }))
    // Each ticket: who has it, in the order they came, and its state.
    const model = made.map(({ id }) => ({ id, has: [] as number[], status: OPEN }))
    const give = (one: (typeof model)[number], agent: number) => {
      if (one.has.includes(agent)) return
      one.has.push(agent)
      if (one.status === OPEN) one.status = ASSIGNED!
    }
    const take = (one: (typeof model)[number], agent: number) => {
      if (!one.has.includes(agent)) return
      one.has = one.has.filter((id) => id !== agent)
      if (!one.has.length && one.status === ASSIGNED) one.status = OPEN
    }
    for (let step = 0; step < STEPS; step++) {
      const at = rng.int(0, 2)
      const [{ y, n }, one, agent] = [made[at]!, model[at]!, rng.pick(agents).id]
      const what = rng.pick(['assign', 'assign', 'deassign', 'deassign', 'many', 'working'] as const)
      const said = `seed ${SEED}, step ${step}: ${what} ${agent} of ${made.map(({ n }) => n)}[${at}]`
      if (what === 'many') {
        const chosen = model.filter(() => rng.chance(0.6))
        if (!chosen.length) continue
        const values = { user_id: agent }
        const answer = await boss.post('/bulk', { list: 'tickets.list', action: 'assign', ids: chosen.map(({ id }) => id), values })
        expect(answer.status, said).toBe(201)
        await world.runs()
        for (const each of chosen) give(each, agent)
      } else if (what === 'working') {
        if (one.status !== ASSIGNED) continue
        const { rev } = (await boss.get(`/support/ticket/${y}/${n}`)).body.data
        const answer = await boss.post(`/support/ticket/${y}/${n}/update`, { rev, status_id: WORKING })
        expect(answer.status, `${said}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
        one.status = WORKING!
      } else {
        expect((await boss.post(`/support/ticket/${y}/${n}/${what}`, { user_id: agent })).status, said).toBeLessThan(300)
        if (what === 'assign') give(one, agent)
        else take(one, agent)
      }
      const { rows } = (await world.db.execute(
        sql`select t.id, t.status_id as status, t.assignees, coalesce(array_agg(a.user_id order by a.user_id) filter (where a.user_id is not null), '{}') as has
          from tickets t left join ticket_assignments a on a.ticket_id = t.id where t.id in (${sql.join(
            model.map(({ id }) => id),
            sql`, `,
          )}) group by t.id order by t.id`,
      )) as unknown as { rows: object[] }
      const plain = model.map(({ id, has, status }) => ({
        id,
        status,
        assignees: has.length,
        has: agents.filter((one) => has.includes(one.id)).map((one) => one.id),
      }))
      expect(rows, said).toEqual(plain)
      const shown = (await boss.get(`/support/ticket/${y}/${n}`)).body.data.assignments.map(({ user_id }: { user_id: number }) => user_id)
      expect(shown, said).toHaveMembers(one.has)
    }
  }))
