import { asc, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { card_status_history, cards, customer_logs } from '../../../server/db/schema/cards/cards.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { papersData } from '../../../server/domain/cards/card-papers.ts'
import { expireCards } from '../../../server/resources/cards/expire-cards.ts'
import { openPin } from '../../../server/resources/cards/pin.ts'
import { hasPdfToText, words } from '../../pdf/pdf-text.ts'
import { inWorld } from '../support/world.ts'

test('the PIN envelope makes a missing PIN, is logged, and is for who writes cards alone', () =>
  inWorld(async ({ as, db }) => {
    for (const who of ['rete', 'lettura.conta']) expect((await (await as(who)).get('/customers/export/pin/1')).status, who).toBe(403)
    const conti = await as('contabilita')
    expect((await db.select().from(cards).where(eq(cards.id, 4)))[0]!.pin).toBeNull()
    const answer = await conti.get('/customers/export/pin/1?cards=4')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const [card] = await db.select().from(cards).where(eq(cards.id, 4))
    expect(await openPin(db, { number: card!.number, pin: card!.pin! })).toMatch(/^\d{5}$/)
    const log = await db.select().from(customer_logs).where(eq(customer_logs.action, 'stampa PIN'))
    expect(log).toMatchObject([{ customer_id: 1, card_id: 4 }])
    // Again the same PIN.
    await conti.get('/customers/export/pin/1?cards=4')
    expect((await db.select().from(cards).where(eq(cards.id, 4)))[0]!.pin).toBe(card!.pin)
    // Another customer's card, a closed one, and a customer that is not there.
    const [foreign] = await db.select().from(cards).where(eq(cards.customer_id, 2))
    expect((await conti.get(`/customers/export/pin/1?cards=${foreign!.id}`)).status).toBe(404)
    expect((await conti.get(`/customers/export/pin/1?cards=4,${foreign!.id}`)).status).toBe(404)
    expect((await conti.get('/customers/export/pin/1?cards=1')).status).toBe(422)
    expect((await conti.get('/customers/export/pin/99999')).status).toBe(404)
  }))

test('a receipt counts its cards in words, and amounts have their thousands', () => {
  const to = { denomination: 'Rossi', code: 1, address: 'Via A', cap: '43036', city: 'Fidenza', province: 'PR', username: null }
  const card = { type: 'credit', number: '1234567890', plate: null, holder: null, expires_at: '2029-11-30', fuels: [] } as const
  const cards = [{ ...card, limit_day: 250, limit_month: 2100 }]
  const context = { sender: { name: 'Rete', address: null, piva: null, contacts: null }, today: '2026-11-28' }
  const printed = (paper: 'receipt' | 'letter', of = cards) => JSON.stringify(papersData(paper, [{ to, cards: of }], context))
  expect(printed('receipt')).toContain('Il 28/11/2026 è stata consegnata la seguente tessera:')
  expect(printed('receipt', [...cards, ...cards])).toContain('sono state consegnate le seguenti 2 tessere:')
  expect(printed('letter')).toContain('["Plafond mensile","2.100,00 €"]')
})

test('receipt and letter are printed and logged', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    expect((await conti.get('/customers/export/receipt/1')).status).toBe(200)
    expect((await conti.get('/customers/export/mail/1/4')).status).toBe(200)
    const log = await db.select().from(customer_logs).where(eq(customer_logs.card_id, 4)).orderBy(asc(customer_logs.id))
    expect(log.slice(-2).map(({ action }) => action)).toEqual(['stampa ricevuta', 'stampa lettera'])
  }))

test('the papers of many cards are one PDF of a job, for who started it; closed cards are left out and said so', () =>
  inWorld(async (world) => {
    const { as, runs } = world
    const conti = await as('contabilita')
    const job = (await conti.post('/cards/print', { paper: 'letter', ids: [1, 4, 5] })).body.data
    expect((await conti.get(`/cards/print/${job.id}`)).status).toBe(409)
    await runs()
    const rows = (await conti.get(`/admin/history/${job.id}/rows`)).body.data.data.map(({ outcome, message }: Record<string, string>) => [
      outcome,
      message,
    ])
    expect(rows).toContainEqual(['invariato', 'La tessera è chiusa: non si stampa.'])
    expect(rows.filter(([outcome]: string[]) => outcome === 'fatto')).toHaveLength(2)
    const file = await conti.get(`/cards/print/${job.id}`)
    if (hasPdfToText) expect(words(file.bytes), 'no letter counts the pages of others').not.toContain('pagina')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await (await as('admin')).get(`/cards/print/${job.id}`)).status).toBe(404)
  }))

test('the log tells of the PIN envelopes of many once their PDF is downloaded, each time, and not before', () =>
  inWorld(async ({ as, db, runs }) => {
    const conti = await as('contabilita')
    const told = async () =>
      (await db.select().from(customer_logs).where(eq(customer_logs.action, 'stampa PIN')).orderBy(asc(customer_logs.id))).map((line) => [
        line.card_id,
        line.batch_id,
      ])
    const before = await told()
    const job = (await conti.post('/cards/print', { paper: 'pin', ids: [1, 4] })).body.data
    await runs()
    expect((await db.select().from(cards).where(eq(cards.id, 4)))[0]!.pin).not.toBeNull()
    expect(await told()).toEqual(before)
    const line = [4, String(job.id)]
    expect((await conti.get(`/cards/print/${job.id}`)).status).toBe(200)
    expect(await told()).toEqual([...before, line])
    expect((await conti.get(`/cards/print/${job.id}`)).status).toBe(200)
    expect(await told()).toEqual([...before, line, line])
  }))

test('a printing that was stopped gives the papers of the cards it has done', () =>
  inWorld(async ({ as, db, runs }) => {
    const conti = await as('contabilita')
    const job = (await conti.post('/cards/print', { paper: 'letter', ids: [1, 4, 5] })).body.data
    await runs()
    await db.update(job_history).set({ status: 'fermato' }).where(eq(job_history.id, job.id))
    expect((await conti.get(`/admin/history/${job.id}`)).body.data).toMatchObject({ status: 'fermato', file: true })
    expect((await conti.get(`/cards/print/${job.id}`)).status).toBe(200)
  }))

test('cards expire by themselves the night after their last day', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = (await conti.post('/cards', { type: 'points', customer_id: 1 })).body.data
    await conti.post('/cards/status', { id, status: 'active' })
    const { expires_at } = (await db.select().from(cards).where(eq(cards.id, id)))[0]!
    await expireCards({ db, now: new Date(`${expires_at}T20:00:00Z`) })
    const stateOf = async () => (await db.select().from(cards).where(eq(cards.id, id)))[0]!.status
    expect(await stateOf()).toBe('active')
    expect(await expireCards({ db, now: new Date(Date.parse(`${expires_at}T23:30:00Z`)) })).toBeGreaterThan(0)
    expect(await stateOf()).toBe('expired')
    const [row] = await db
      .select()
      .from(card_status_history)
      .where(isNull(card_status_history.user_id))
      .orderBy(asc(card_status_history.id))
      .limit(1)
    expect(row).toBeDefined()
  }))
