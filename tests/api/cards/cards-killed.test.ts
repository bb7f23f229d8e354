import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { createRng } from '../../outbox/rng.ts'
import { seededFolder } from '../../server-process.ts'
import { inFolder, serve } from '../support/killed.ts'

/** An import of cards, a bulk deactivation and a printing of PIN envelopes, each killed so often (`KILLS`) at moments that a printed seed draws. */
const KILLS = Number(process.env.KILLS ?? 1)
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const ROWS = 400
beforeAll(build, 600_000)

/** So many customers with an active card each, whose PIN is not made yet. */
const CUSTOMERS = `
  insert into customers (code, kind, lastname, name, "fiscalCode", address, cap, city, province)
    select 700000 + n, 'privato', 'Prova', 'N' || n, 'PROVA' || n, 'Via Prova 1', '43036', 'Fidenza', 'PR' from generate_series(1, ${ROWS}) n;
  insert into cards (type, status, number, customer_id, plate, valid_from, expires_at)
    select 'cash', 'active', '99' || (7000000000 + c.code), c.id, 'PA' || c.code, '2026-01-01', '2036-01-01' from customers c where c.code > 700000;`
/** The letters of Italian plates. */
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ'
const plate = (n: number) => `ZZ${100 + Math.floor(n / LETTERS.length)}A${LETTERS[n % LETTERS.length]}`
const IMPORT = {
  columns: ['customer_code', 'type', 'plate'],
  lines: Array.from({ length: ROWS }, (_, n) => ({ line: n + 2, cells: [String(700_001 + n), 'Fine mese', plate(n)] })),
}
/** What a job of so many rows that are done has left behind: once each, and nothing of the others. */
const effects = {
  import: `select (select count(*)::int from cards where plate like 'ZZ%') as one, (select count(distinct customer_id)::int from cards where plate like 'ZZ%') as two,
    (select count(*)::int from customer_logs l join cards c on c.id = l.card_id where c.plate like 'ZZ%') as three`,
  deactivate: `select (select count(*)::int from customers where code > 700000 and not active) as one,
    (select count(*)::int from customer_logs l join customers c on c.id = l.customer_id where c.code > 700000 and l.action = 'disattivazione') as two,
    (select count(*)::int from cards where plate like 'PA7%' and status = 'suspended') as three`,
  print: `select (select count(*)::int from cards where plate like 'PA7%' and pin is not null) as one,
    (select count(*)::int from model_history h join cards c on c.id = h.model_id where h.model = 'card' and c.plate like 'PA7%') as two,
    (select count(pin)::int from cards where plate like 'PA7%') + (select count(*)::int from customer_logs where action = 'stampa PIN') as three`,
}
const rowsDone = (id: number) => `(select count(*)::int from job_rows where job_id = ${id} and outcome = 'fatto')`

test.skipIf(!!process.env.TEST_DATABASE_URL)(
  `an import, a deactivation and a printing killed ${KILLS} times each are carried on with, and each row is done once`,
  {
    timeout: 900_000,
  },
  async () => {
    console.log(`KILL_SEED=${SEED}`)
    const rng = createRng(SEED)
    const folder = await seededFolder(inject('snapshot'))
    await inFolder(folder, (client) => client.exec(CUSTOMERS))
    const ids = (
      await inFolder(folder, (client) =>
        client.query('select c.id, k.id as card from customers c join cards k on k.customer_id = c.id where c.code > 700000'),
      )
    ).rows as { id: number; card: number }[]
    const begun: Record<keyof typeof effects, [path: string, body: object]> = {
      import: ['/cards/import', IMPORT],
      print: ['/cards/print', { paper: 'pin', ids: ids.map(({ card }) => card) }],
      deactivate: ['/bulk', { list: 'customers.list', action: 'deactivate', ids: ids.map(({ id }) => id) }],
    }
    for (const kind of ['import', 'print', 'deactivate'] as const) {
      let server = await serve(folder, { DATABASE_URL: '' }, 'contabilita')
      const [path, body] = begun[kind]
      const start = await server.ask('POST', path, body)
      expect(start.status, JSON.stringify(start.body)).toBe(201)
      const { id } = start.body.data
      const told = async () => {
        const { rows } = await inFolder(folder, (client) => client.query(`select ${rowsDone(id)} as done, e.* from (${effects[kind]}) e`))
        return rows[0]!
      }
      let amid = 0
      for (let kills = 0; kills < KILLS; kills++) {
        await new Promise((resolve) => setTimeout(resolve, rng.int(0, 400)))
        await server.kill()
        const { done, ...left } = await told()
        if (done! < ROWS) amid++
        expect(left, `${kind}, killed after ${done} rows`).toEqual({ one: done, two: done, three: done })
        server = await serve(folder, { DATABASE_URL: '' }, 'contabilita')
      }
      await server.until(id, ({ ended_at }) => ended_at)
      const { status, log } = await server.job(id)
      expect(status, JSON.stringify(log)).toBe('completato')
      await server.kill()
      expect(await told(), kind).toEqual({ done: ROWS, one: ROWS, two: ROWS, three: ROWS })
      console.log(`${kind}: killed ${KILLS} times, ${amid} of them before its end`)
    }
  },
)
