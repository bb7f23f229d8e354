import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { coupons } from '../../../server/db/schema/coupons/coupons.ts'
import { gpl_card_requests } from '../../../server/db/schema/gpl/gpl.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import { type Reply, signIn } from '../support/world.ts'

/** Concurrent requests against a database with committed transactions, because races do not show within one transaction. */
const engine = await testDatabase()
const { db } = engine
const app = await createApp({
  db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(db, engine.script, console.error),
  now: () => new Date(),
  ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
})
afterAll(async () => {
  await app.close()
  await engine.close()
})
const HANDS = 50
/** All at once; a request that got no connection on a busy machine is made again, as nothing was done then. */
const together = (ask: (at: number) => Promise<Reply>, hands = HANDS) =>
  Promise.all(
    Array.from({ length: hands }, async (_, at) => {
      let answer = await ask(at)
      while (answer.status === 503) answer = await ask(at)
      return answer
    }),
  )
const tally = (answers: readonly Reply[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const said = `${status} ${status === 409 ? body.error : body.message}`
    counts[said] = (counts[said] ?? 0) + 1
  }
  return counts
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('an order issued by many at once has one set of vouchers, and one voucher redeemed by fifty is redeemed once', {
  timeout: 120_000,
}, async () => {
  const people = [await signIn(app, 'contabilita'), await signIn(app, 'admin')]
  const rows = [
    { denomination: 10, quantity: 3 },
    { denomination: 50, quantity: 2 },
  ]
  const order = { businessName: 'Gara S.r.l.', piva: '00743110157', emails: 'gara@example.it', rows, payment: 'omaggio' }
  const { id } = (await people[0]!.post('/coupons', order)).body.data
  expect(tally(await together((at) => people[at % 2]!.post(`/coupons/${id}/issue`), 8))).toEqual({ '200 Buoni emessi': 8 })
  const set = await db.select().from(coupons).where(eq(coupons.order_id, id)).orderBy(coupons.id)
  expect(set.map(({ denomination }) => denomination)).toEqual([10, 10, 10, 50, 50])
  const { id: voucher, serial } = set[0]!
  expect(tally(await together((at) => people[at % 2]!.post('/vouchers/redeem', { serial })))).toEqual({
    '200 Buono utilizzato': 1,
    '409 Il buono è già stato utilizzato.': HANDS - 1,
  })
  expect(await db.$count(model_history, and(eq(model_history.model, 'coupon'), eq(model_history.model_id, voucher)))).toBe(1)
  expect((await people[0]!.get(`/coupons/${id}`)).body.data.counts).toEqual({ issued: 4, used: 1, expired: 0, voided: 0 })
})

test('a voucher voided by fifty at once is voided once; of fifty who void or redeem the same one exactly one does', {
  timeout: 120_000,
}, async () => {
  const people = [await signIn(app, 'contabilita'), await signIn(app, 'admin')]
  const rows = [{ denomination: 10, quantity: 6 }]
  const order = { businessName: 'Gara S.r.l.', piva: '00743110157', emails: 'gara@example.it', rows, payment: 'omaggio' }
  const { id } = (await people[0]!.post('/coupons', order)).body.data
  await people[0]!.post(`/coupons/${id}/issue`)
  const [first, ...others] = await db.select().from(coupons).where(eq(coupons.order_id, id)).orderBy(coupons.id)
  const voiding = (serial: string, at: number) => people[at % 2]!.post('/vouchers/void', { serial, reason: `Smarrito ${at}` })
  const told = async (voucher: number) =>
    (
      await db
        .select()
        .from(model_history)
        .where(and(eq(model_history.model, 'coupon'), eq(model_history.model_id, voucher)))
    ).map((row) => row.new as { status: string; void_reason?: string })
  const state = async (voucher: number) => (await db.select().from(coupons).where(eq(coupons.id, voucher)))[0]!

  expect(tally(await together((at) => voiding(first!.serial, at)))).toEqual({
    '200 Buono annullato': 1,
    '409 Il buono è stato annullato.': HANDS - 1,
  })
  expect(await told(first!.id)).toMatchObject([{ status: 'voided', void_reason: (await state(first!.id)).void_reason }])

  for (const [round, { id: voucher, serial }] of others.entries()) {
    // Each act is first in some rounds.
    const answers = await together((at) => ((at + round) % 2 ? people[at % 2]!.post('/vouchers/redeem', { serial }) : voiding(serial, at)))
    const { status, used_at, voided_at } = await state(voucher)
    const used = status === 'used'
    expect(tally(answers)).toEqual({
      [used ? '200 Buono utilizzato' : '200 Buono annullato']: 1,
      [used ? '409 Il buono è già stato utilizzato.' : '409 Il buono è stato annullato.']: HANDS - 1,
    })
    expect([!!used_at, !!voided_at]).toEqual([used, !used])
    expect(await told(voucher)).toMatchObject([{ status }])
  }
})

test('of fifty who book the last five seats of a course five get one', { timeout: 120_000 }, async () => {
  const conti = await signIn(app, 'contabilita')
  const course = { date: inDays(10), start: '09:00', end: '11:00', place: 'Sala', teacher: 'Ing. Prova', seats: 5 }
  const { id: course_id } = (await conti.post('/gpl-course-calendar', course)).body.data
  const request = {
    ...{ name: 'Mario', lastname: 'Rossi', fiscalCode: 'RSSMRA85T10A562S', address: 'Via Emilia 1', cap: '43036', city: 'Fidenza' },
    ...{ province: 'PR', phone: '+393201234567', vehicle: 'Fiat Panda', tank_expiration: inDays(900), station_id: 1, privacy: true },
  }
  const made: { id: number; rev: number }[] = []
  for (let at = 0; at < HANDS; at++) {
    const answer = await conti.post('/gpl-cards-requests', { ...request, plate: `GR${100 + at}AA` })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    made.push(answer.body.data)
  }
  expect(tally(await together((at) => conti.put(`/gpl-cards-requests/${made[at]!.id}`, { rev: made[at]!.rev, course_id })))).toEqual({
    '200 Richiesta modificata': 5,
    '409 Nessun posto disponibile per il corso selezionato.': HANDS - 5,
  })
  const booked = await db.select().from(gpl_card_requests).where(eq(gpl_card_requests.course_id, course_id))
  expect(booked.map(({ status }) => status)).toEqual(Array(5).fill('WAITING_COURSE'))
  expect((await conti.get(`/gpl-course-calendar/${course_id}`)).body.data.booked).toBe(5)
})
