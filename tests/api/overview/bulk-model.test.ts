import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createRng } from '../../outbox/rng.ts'
import { inWorld } from '../support/world.ts'

const SEED = Number(process.env.BULK_SEED ?? Date.now() % 1_000_000)
const STEPS = 14
interface Plain {
  id: number
  active: boolean
  brand: string
}
/** What a job did to a row: how it was before. A change of another field since does not hold it. */
type Did = Pick<Plain, 'id' | 'active'>

test('whatever is done to many rows at once, by hand and undone again, they are those of a plain list', () =>
  inWorld(async (world) => {
    console.log(`BULK_SEED=${SEED}`)
    world.lookAway()
    const rng = createRng(SEED)
    const admin = await world.as('admin')
    const model: Plain[] = []
    for (let at = 0; at < 5; at++) {
      const { id } = (await admin.post('/station/competitors', { name: `Zeta ${at}`, brand: 'Q8', city: 'Parma' })).body.data
      model.push({ id, active: true, brand: 'Q8' })
    }
    const jobs: { job: number; did: Did[]; undone: boolean }[] = []
    for (let step = 0; step < STEPS; step++) {
      const what = rng.pick(['activate', 'deactivate', 'deactivate', 'edit', 'undo'] as const)
      const said = `seed ${SEED}, step ${step}: ${what}`
      if (what === 'edit') {
        const one = rng.pick(model)
        one.brand = `Marca ${step}`
        const { rows } = (await world.db.execute(sql`select rev from competitors where id = ${one.id}`)) as unknown as { rows: object[] }
        expect((await admin.put(`/station/competitors/${one.id}`, { brand: one.brand, ...rows[0] })).status, said).toBe(200)
      } else if (what === 'undo') {
        const open = jobs.filter(({ undone }) => !undone)
        if (!open.length) continue
        const chosen = rng.pick(open)
        chosen.undone = true
        expect((await admin.post(`/admin/history/${chosen.job}/undo`)).status, said).toBe(201)
        await world.runs()
        for (const { id, active } of chosen.did) model.find((row) => row.id === id)!.active = active
      } else {
        const ids = model.filter(() => rng.chance(0.6)).map(({ id }) => id)
        if (!ids.length) continue
        const answer = await admin.post('/bulk', { list: 'competitors.list', action: what, ids })
        expect(answer.status, said).toBe(201)
        await world.runs()
        const did: Did[] = []
        for (const one of model.filter(({ id }) => ids.includes(id))) {
          const was = one.active
          one.active = what === 'activate'
          if (was !== one.active) did.push({ id: one.id, active: was })
        }
        if (did.length) jobs.push({ job: answer.body.data.id, did, undone: false })
      }
      const { rows } = (await world.db.execute(
        sql`select id, active, brand from competitors where name like 'Zeta %' order by id`,
      )) as unknown as { rows: object[] }
      expect(rows, said).toEqual(model.map(({ id, active, brand }) => ({ id, active, brand })))
    }
  }))
