import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { card_status_history, cards, customer_logs } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { luhnDigit } from '../../../src/contract/kernel/italian-codes.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const company = {
  kind: 'azienda',
  businessName: 'Prova Trasporti S.r.l.',
  piva: '00743110157',
  sdi: 'ABC1234',
  address: 'Via Emilia 1',
  cap: '43036',
  city: 'Fidenza',
  province: 'PR',
}
const person = {
  kind: 'privato',
  name: 'Mario',
  lastname: 'Rossi',
  fiscalCode: 'RSSMRA85T10A562S',
  address: 'Via Roma 1',
  cap: '43036',
  city: 'Fidenza',
  province: 'PR',
}
const made = async (caller: Caller, body: object): Promise<{ id: number; rev: number; code: number }> => {
  const answer = await caller.post('/customers', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
let serial = 0
/** A card of a customer, as the host would know it. */
async function card(db: World['db'], customer_id: number, values: Partial<typeof cards.$inferInsert> = {}) {
  const body = `93801${String(900_000 + serial++).padStart(10, '0')}`
  const [row] = await db
    .insert(cards)
    .values({
      type: 'points',
      status: 'active',
      number: body + luhnDigit(body),
      customer_id,
      valid_from: '2026-01-01',
      expires_at: '2099-12-31',
      ...values,
    })
    .returning()
  return row!
}
const stateOf = async (db: World['db'], id: number) => {
  const [row] = await db.select({ status: cards.status, by: cards.suspended_by }).from(cards).where(eq(cards.id, id))
  return row
}

test('what the kind of a customer asks for is required, each at its field', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    const refused = async (body: object) => (await conti.post('/customers', body)).body.error
    expect(await refused({ ...company, piva: '', sdi: '' })).toEqual({
      piva: 'Il campo Partita IVA è obbligatorio.',
      pec: 'Indicare il codice SDI o la PEC.',
    })
    expect(await refused({ ...company, sdi: '0000000' })).toEqual({ pec: 'Con codice SDI 0000000 è necessario indicare la PEC.' })
    expect(await refused({ ...company, sdi: 'ABC123' })).toEqual({ sdi: 'Il codice destinatario SDI deve essere di 7 caratteri.' })
    const next = `${new Date().getFullYear() + 1}-01-01`
    expect(await refused({ ...company, privacy_at: next, marketing: true, marketing_at: next })).toEqual({
      privacy_at: 'La data non può essere futura.',
      marketing_at: 'La data non può essere futura.',
    })
    expect(await refused({ ...company, payment: 'sdd' })).toEqual({ iban: 'Il campo IBAN è obbligatorio.' })
    expect(await refused({ ...person, name: '', lastname: '', fiscalCode: '' })).toEqual({
      name: 'Il campo Nome è obbligatorio.',
      lastname: 'Il campo Cognome è obbligatorio.',
      fiscalCode: 'Il campo Codice fiscale è obbligatorio.',
    })
    // A person born abroad, one with omocodia, and a temporary code of eleven digits.
    for (const fiscalCode of ['RSSMRA80A01Z404R', 'RSSMRA85T10A56NH', '00743110157']) {
      const answer = await conti.post('/customers', { ...person, fiscalCode })
      expect([answer.status, answer.body.error], fiscalCode).toEqual([201, undefined])
    }
  }))

test('a customer without a code gets the next one, and the code stays once there is a card', () =>
  inWorld(async ({ as, db }) => {
    expect((await (await as('rete')).get('/customers/max-code')).status).toBe(403)
    const conti = await as('contabilita')
    const before = (await conti.get('/customers/max-code')).body
    expect(before).toEqual({ data: { max: before.max }, max: before.max })
    const { id, code, rev } = await made(conti, company)
    expect(code).toBe(before.max + 1)
    const moved = await conti.put(`/customers/${id}`, { code: code + 5, rev })
    expect(moved.body.data).toMatchObject({ code: code + 5, rev: rev + 1 })
    await card(db, id)
    expect((await conti.put(`/customers/${id}`, { code, rev: rev + 1 })).body).toMatchObject({
      status: 422,
      error: { code: 'Il codice non si cambia: il cliente ha già delle tessere.' },
    })
    expect((await conti.get(`/customers/${id}`)).body.data).toMatchObject({ code: code + 5, cards_count: 1, cards_active: 1 })
  }))

test('a customer is found by code, name, P.IVA, codice fiscale, email, and by number and plate of a card', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id, code } = await made(conti, { ...company, email: 'flotta@prova.example.it' })
    const held = await card(db, id, { type: 'credit', plate: 'ZZ987YX' })
    await db.update(customers).set({ phone: '+390521555777', username: 'C888888' }).where(eq(customers.id, id))
    const finds = async (search: string) =>
      (await conti.get(`/customers?search=${encodeURIComponent(search)}`)).body.data.data.map((row: any) => row.id)
    for (const text of [
      String(code),
      'prova tras',
      '00743110157',
      'flotta@prova',
      'ZZ987YX',
      'zz 987 yx',
      '0521 555777',
      '+39 0521/555777',
      'c888888',
      held.number,
      held.number.slice(0, 12),
      held.number.slice(-6),
    ])
      expect(await finds(text), text).toContain(id)
    expect(await finds('prova inesistente')).toEqual([])
    expect(await finds('%%')).toEqual([])
    const hints = (await conti.get(`/suggestions/customers?value=${code}`)).body.data
    expect(hints[0]).toEqual({ id, code, name: 'Prova Trasporti S.r.l.' })
    const [found] = (await conti.get('/search?search=ZZ987YX')).body.data.filter(({ kind }: any) => kind === 'customers')
    expect(found.hits).toEqual([{ id: String(id), name: `${code} Prova Trasporti S.r.l.`, also: 'Fidenza (PR)' }])
  }))

test('deactivating suspends active cards and closes the portal; activating brings back those alone', () =>
  inWorld(async ({ as, db }) => {
    expect((await (await as('lettura.conta')).post('/customers/deactivate', { customers: [1] })).status).toBe(403)
    const conti = await as('contabilita')
    const { id } = await made(conti, company)
    await db.update(customers).set({ username: 'C999999', portal_enabled: true }).where(eq(customers.id, id))
    const [active, blocked, suspended, old] = [
      await card(db, id),
      await card(db, id, { status: 'blocked', block_reason: 'furto' }),
      await card(db, id, { status: 'suspended' }),
      await card(db, id, { expires_at: '2020-01-31' }),
    ]
    const answer = await conti.post('/customers/deactivate', { customers: [id, id, 2_000_000_000] })
    expect([answer.status, answer.body]).toEqual([200, { data: { updated: 1, skipped: 1 }, message: 'Clienti selezionati attivati' }])
    expect((await conti.get(`/customers/${id}`)).body.data).toMatchObject({ active: false, portal_enabled: false, cards_active: 0 })
    expect([
      await stateOf(db, active.id),
      await stateOf(db, blocked.id),
      await stateOf(db, suspended.id),
      await stateOf(db, old.id),
    ]).toEqual([
      { status: 'suspended', by: 'customer' },
      { status: 'blocked', by: null },
      { status: 'suspended', by: null },
      { status: 'suspended', by: 'customer' },
    ])
    expect((await conti.post('/customers/activate', { customers: [id] })).body.data).toEqual({ updated: 1, skipped: 0 })
    expect((await conti.get(`/customers/${id}`)).body.data).toMatchObject({ active: true, portal_enabled: true, cards_active: 1 })
    expect([await stateOf(db, active.id), await stateOf(db, suspended.id), await stateOf(db, old.id)]).toEqual([
      { status: 'active', by: null },
      { status: 'suspended', by: null },
      { status: 'suspended', by: 'customer' },
    ])
    const states = await db
      .select()
      .from(card_status_history)
      .where(eq(card_status_history.card_id, active.id))
      .orderBy(card_status_history.id)
    expect(states.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ['active', 'suspended', 'Cliente disattivato'],
      ['suspended', 'active', 'Cliente riattivato'],
    ])
    const logs = await db.select().from(customer_logs).where(eq(customer_logs.customer_id, id)).orderBy(customer_logs.id)
    expect(logs.filter((row) => !row.card_id).map(({ action, user_id }) => [action, user_id])).toEqual([
      ['creazione', conti.user_id],
      ['disattivazione', conti.user_id],
      ['attivazione', conti.user_id],
    ])
    expect(logs.filter((row) => row.card_id).map(({ card_id }) => card_id)).toEqual([active.id, old.id, active.id])
  }))

test('a deactivation is a job that is undone as a whole, but for a customer whose state was changed since', () =>
  inWorld(async ({ as, db, runs }) => {
    const conti = await as('contabilita')
    const one = await made(conti, company)
    const other = await made(conti, person)
    const held = await card(db, one.id)
    await conti.post('/customers/deactivate', { customers: [one.id, other.id] })
    const [job] = await db
      .select()
      .from(job_history)
      .where(and(eq(job_history.type, 'disattiva_clienti'), eq(job_history.user_id, conti.user_id)))
    expect(job).toMatchObject({ status: 'completato', items: 2, done: 2, errors: 0, description: 'Disattiva · Clienti, 2 righe' })
    const rows = (await conti.get(`/admin/history/${job!.id}/rows`)).body.data.data
    expect(rows.map(({ label, message }: any) => [label, message])).toEqual([
      [`${one.code} · Prova Trasporti S.r.l.`, 'Disattivato, con 1 tessera sospesa.'],
      [`${other.code} · Rossi Mario`, 'Disattivato.'],
    ])
    await conti.post('/customers/activate', { customers: [other.id] })
    await conti.post('/customers/deactivate', { customers: [other.id] })
    const undo = (await conti.post(`/admin/history/${job!.id}/undo`)).body.data
    await runs()
    expect((await conti.get(`/admin/history/${undo.id}`)).body.data).toMatchObject({ status: 'completato_con_errori', errors: 1 })
    expect((await conti.get(`/customers/${one.id}`)).body.data).toMatchObject({ active: true, cards_active: 1 })
    expect(await stateOf(db, held.id)).toEqual({ status: 'active', by: null })
    expect((await conti.get(`/customers/${other.id}`)).body.data).toMatchObject({ active: false })
  }))

test('a customer with cards in use is not deleted, and says how many', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti, company)
    const held = await card(db, id)
    await card(db, id, { status: 'terminated' })
    expect((await (await as('p.moderate_card')).del(`/customers/${id}`)).status).toBe(403)
    expect((await conti.del(`/customers/${id}`)).body).toMatchObject({ status: 409, error: 'Cessare prima la tessera attiva.' })
    await db.update(cards).set({ status: 'terminated' }).where(eq(cards.id, held.id))
    expect((await conti.del(`/customers/${id}`)).status).toBe(204)
    expect((await conti.get(`/customers/${id}`)).status).toBe(404)
    // Its P.IVA is free again, its code is not.
    expect((await made(conti, company)).code).toBeGreaterThan(0)
  }))
