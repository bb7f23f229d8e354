import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { cash_funds, managements } from '../../../server/db/schema/people/managements.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import { makeStation } from '../support/fixtures.ts'
import { contractOf, makeCash, makeManager, rossi } from '../support/management-fixtures.ts'
import { type Reply, signIn } from '../support/world.ts'

/** Transactions of their own, which are committed: what 50 people do at the same moment does not show within one transaction. */
const MANY = 50
const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
})
afterAll(async () => {
  await app.close()
  await engine.close()
})
const people = await Promise.all(Array.from({ length: 5 }, () => signIn(app, 'admin')))
const [admin] = people as [(typeof people)[0]]
const together = (ask: (caller: typeof admin, at: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: MANY }, (_, at) => ask(people[at % people.length]!, at)))
const tally = (answers: readonly Reply[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const said = status < 400 ? String(status) : `${status} ${JSON.stringify(body?.error)}`
    counts[said] = (counts[said] ?? 0) + 1
  }
  return counts
}
const OVERLAPS = '409 "Esiste già una gestione attiva per questo punto vendita nel periodo indicato."'

test('of 50 managements of a station that overlap one is created, and nothing of the others stays', { timeout: 120_000 }, async () => {
  const station = await makeStation(engine.db, { code: 'ZZ1', name: 'Gara' })
  const { id: manager_id } = await makeManager(admin)
  const before = await engine.db.$count(cash_funds)
  // Each overlaps each other, though no two have the same days; each brings cash along.
  const answers = await together((caller, at) =>
    caller.post('/managements', {
      ...contractOf(station.id, manager_id, { from: `2026-01-${String((at % 28) + 1).padStart(2, '0')}` }),
      expirationManager: `20${32 + Math.floor(at / 28)}-01-01`,
      cash: { cashFundAmount: 100, cashFundDate: '2026-02-01' },
    }),
  )
  expect(tally(answers)).toEqual({ 201: 1, [OVERLAPS]: MANY - 1 })
  const { id } = answers.find(({ status }) => status === 201)!.body.data
  expect(await engine.db.select().from(managements).where(eq(managements.station_id, station.id))).toMatchObject([{ id }])
  expect(await engine.db.$count(cash_funds)).toBe(before + 1)
  const open = and(eq(expirations.station_id, station.id), eq(expirations.subject_type, 'management'))
  expect(await engine.db.select().from(expirations).where(open)).toMatchObject([{ subject_id: id, status: 'open' }])
  expect(await engine.db.$count(model_history, and(eq(model_history.model, 'management'), eq(model_history.model_id, id)))).toBe(1)
})

test('of 50 withdrawals at once as many pass as there is cash for, and the balance is never below zero', { timeout: 120_000 }, async () => {
  const station = await makeStation(engine.db, { code: 'ZZ2', name: 'Cassa' })
  const person = { ...rossi, fiscalCode: 'RSSMRA85T10F205R' }
  const { id: manager_id } = await makeManager(admin, person)
  const management = (await admin.post('/managements', contractOf(station.id, manager_id))).body.data
  await makeCash(admin, management.id, { cashFundAmount: 105 })
  const back = { management_id: management.id, kind: 'restituzione', cashFundAmount: 10, cashFundDate: '2026-02-01' }
  const answers = await together((caller) => caller.post('/cash', back))
  const rows = await engine.db.select().from(cash_funds).where(eq(cash_funds.management_id, management.id))
  const left = rows.reduce((sum, { kind, cashFundAmount }) => sum + (kind === 'restituzione' ? -1 : 1) * cashFundAmount, 0)
  expect(tally(answers)).toEqual({ 201: 10, '409 "La restituzione supera il fondo cassa disponibile."': MANY - 10 })
  expect(rows).toHaveLength(11)
  expect(left).toBe(5)
  expect((await admin.get(`/managements/${management.id}`)).body.data.cash_balance).toBe(5)
})
