import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { desc, eq, lt, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activity_log, model_history } from '../../../server/db/schema/core/system.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { Problem } from '../../../server/lib/core/problem.ts'
import type { InsertPlanner } from '../../../server/lib/tables/single-statement-insert.ts'
import { implementations } from '../../../server/resources/registry.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { fileOf, lineOf } from '../../resources/registry.ts'
import { calls, label } from '../support/calls.ts'
import { tableNames } from '../support/checksum.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeModel } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

/*
 * Every write is done up to its end and then refused, and then again while the database fails at its first change, its second, and so on to its last.
 * The witness of every test (`witness.ts`) finds whatever stays. Refusals in other tests mostly come before anything is written.
 */

/** True if the next write is to be refused after all its work. */
let refuses = false
beforeAll(() => {
  for (const { handlers } of implementations)
    for (const [name, handler] of Object.entries(handlers)) {
      const late = async (...given: Parameters<typeof handler>) => {
        const done = await handler(...given)
        if (refuses) throw new Problem(422, 'Rifiutato alla fine.')
        return done
      }
      // A single statement has no end at which to refuse; it is only tried with the failing database below.
      const { insertPlan } = handler
      handlers[name] = Object.assign(
        late,
        handler,
        insertPlan && { insertPlan: (...given: Parameters<InsertPlanner>) => (refuses ? undefined : insertPlan(...given)) },
      )
    }
})
/** A trigger on every table that fails at the change `witness.left` counts down to, if it is inside a transaction: otherwise there is nothing to undo. */
const FAILING = `
  create function witness.fail() returns trigger language plpgsql as $$
    declare left_ int := coalesce(nullif(current_setting('witness.left', true), ''), '0')::int;
    begin
      if coalesce(current_setting('witness.inside', true), '') <> 'yes' then return coalesce(new, old); end if;
      if left_ > 0 then perform set_config('witness.left', (left_ - 1)::text, false); end if;
      if left_ = 1 then raise exception 'planted'; end if;
      return coalesce(new, old);
    end $$;
  ${tableNames.map((name) => `create trigger fail before insert or update or delete on "${name}" for each row execute function witness.fail();`).join('\n')}`

/** The traces of the last write: action and entity of the activity, whether it names a record, and the changes of the history. */
async function leftBehind(db: Db): Promise<string> {
  const [act] = await db.select().from(activity_log).where(lt(activity_log.status, 300)).orderBy(desc(activity_log.id)).limit(1)
  const changes = await db.select().from(model_history).where(eq(model_history.created_at, act!.created_at)).orderBy(model_history.id)
  const told = [...new Set(changes.map(({ model, event }) => `${model} ${event}`))]
  return [act!.action, act!.entity, act!.entity_id === null ? 'of nothing' : 'named', ...told].join(', ')
}
const isWrite = ({ method }: Endpoint) => method !== 'GET'
/** Every write that is tried here, with what it must leave; the others say in words where they are tried. */
const writes = calls.flatMap((call) => {
  const { write, leaves } = isWrite(call) ? lineOf(call) : {}
  return typeof write === 'function' ? [{ name: label(call), write, leaves }] : []
})

test('every write is tried, or says where it is', () => {
  const silent = calls.filter((call) => isWrite(call) && !lineOf(call).write).map((call) => `${fileOf(call)}: ${label(call)}`)
  expect(silent).toEqual([])
  expect(writes.length).toBeGreaterThan(100)
  for (const call of calls) {
    const { write } = lineOf(call)
    const [file] = typeof write === 'string' ? (/tests\/\S+$/.exec(write) ?? ['']) : []
    if (file !== undefined) expect(fs.existsSync(file), `${label(call)}: ${write}`).toBe(true)
  }
})

test(
  'of a write that is refused at its end, or whose database fails at any of its changes, nothing stays; tried again it is done',
  { timeout: 600_000 },
  () =>
    inWorld(async (world) => {
      const { db, as, deps } = world
      const inside = (value: string) => sql`select set_config('witness.inside', ${value}, false)`
      const marked = db.transaction.bind(db)
      const transaction: typeof marked = (work) =>
        marked(async (tx) => {
          await tx.execute(inside('yes'))
          const done = await work(tx)
          await tx.execute(inside('no'))
          return done
        })
      deps.db = Object.assign(Object.create(db), { transaction })
      deps.mail = { sends: true, send: async () => undefined }
      for (const statement of FAILING.split(/;\n(?=\s*create)/)) await db.execute(sql.raw(statement))
      const jobs = async () =>
        ((await db.execute(sql`select count(*)::int as n from pgboss.job`)) as unknown as { rows: { n: number }[] }).rows[0]!.n
      const [admin, ivan] = [await as('admin'), await as('ispettore')]
      const station = (await makeStation(db, { code: 'ZZ1', email: 'zz1@example.it' })).id
      const model = await makeModel(admin, 'PARZIALE')
      const wrong: string[] = []
      const left: Record<string, string> = {}
      for (const { name, write } of writes) {
        await db.execute(sql`savepoint scene`)
        const headers: Record<string, string> = {}
        const go = await write({ ...world, admin, ivan, station, model, headers })
        const before = await jobs()
        for (const key of [undefined, randomUUID()]) {
          refuses = true
          if (key) headers['idempotency-key'] = key
          const { status, body } = await go()
          refuses = false
          if (status !== 422 || body.error !== 'Rifiutato alla fine.')
            wrong.push(`${name} refused at its end: ${status} ${JSON.stringify(body)}`)
        }
        headers['idempotency-key'] = randomUUID()
        let steps = 0
        let status = 500
        for (; status === 500 && steps < 60; steps++) {
          await db.execute(sql.raw(`select set_config('witness.left', '${steps + 1}', false)`))
          status = (await go()).status
          await db.execute(sql`select set_config('witness.left', '0', false)`)
          if (status === 500 && (await jobs()) !== before) wrong.push(`${name}, failed at change ${steps + 1}: a mail or a job stayed`)
        }
        if (status >= 400) wrong.push(`${name} was never done: ${status}`)
        if (steps < 2) wrong.push(`${name} changes nothing`)
        left[name] = await leftBehind(db)
        await db.execute(sql`rollback to savepoint scene`)
      }
      expect(wrong).toEqual([])
      expect(left).toEqual(Object.fromEntries(writes.map(({ name, leaves }) => [name, leaves])))
    }),
)
