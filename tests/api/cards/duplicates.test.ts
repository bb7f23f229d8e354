import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { type Caller, inWorld } from '../support/world.ts'

const company = {
  ...{ kind: 'azienda', businessName: 'Doppia S.r.l.', piva: '00743110157', sdi: 'ABC1234', email: 'info@doppia.example.it' },
  ...{ address: 'Via Emilia 1', cap: '43036', city: 'Fidenza', province: 'PR' },
}
const made = async (caller: Caller, body: object) => {
  const answer = await caller.post('/customers', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data as { id: number; code: number; rev: number }
}

test('customers with the same name, email or codes are proposed, merged field by field, and separated again', () =>
  inWorld(async ({ as, db }) => {
    expect((await (await as('lettura.conta')).get('/customers/duplicates')).status).toBe(403)
    const conti = await as('contabilita')
    const kept = await made(conti, { ...company, note: 'Chiamare' })
    const other = await made(conti, { ...company, piva: '07643520567', phone: '3331234567', city: 'Parma' })
    const [card] = await db.select().from(cards).limit(1)
    const before = card!.customer_id
    await db.update(cards).set({ customer_id: other.id }).where(eq(cards.id, card!.id))
    const groups = (await conti.get('/customers/duplicates')).body.data
    expect(groups.find(({ reason }: any) => reason === 'email')).toMatchObject({
      value: 'info@doppia.example.it',
      customers: [
        { id: kept.id, code: kept.code, cards_count: 0 },
        { id: other.id, code: other.code, cards_count: 1 },
      ],
    })
    const merge = (body: object) => conti.post(`/customers/${kept.id}/merge`, body)
    expect((await merge({ from: kept.id, fields: [], rev: kept.rev })).body.error).toEqual({
      from: 'Un cliente non si unisce a se stesso.',
    })
    expect((await merge({ from: other.id, fields: [], rev: kept.rev + 4 })).status).toBe(409)
    const merged = await merge({ from: other.id, fields: ['piva', 'phone'], rev: kept.rev })
    expect([merged.status, merged.body.message]).toEqual([200, 'Clienti uniti'])
    expect(merged.body.data).toMatchObject({
      id: kept.id,
      piva: '07643520567',
      phone: '+393331234567',
      city: 'Fidenza',
      note: 'Chiamare',
      cards_count: 1,
    })
    expect((await conti.get(`/customers/${other.id}`)).status).toBe(404)
    const [way] = (await conti.get(`/customers/${kept.id}/merges`)).body.data
    expect(way).toMatchObject({ source: { id: other.id, code: other.code, name: 'Doppia S.r.l.' } })
    // What somebody changes meanwhile stays.
    await conti.put(`/customers/${kept.id}`, { phone: '3339999999', rev: kept.rev + 1 })
    const back = await conti.post(`/customers/merges/${way.id}/undo`)
    expect([back.status, back.body.message]).toEqual([200, 'Unione annullata'])
    expect(back.body.data).toMatchObject({ piva: '00743110157', phone: '+393339999999', cards_count: 0 })
    expect((await conti.get(`/customers/${other.id}`)).body.data).toMatchObject({ piva: '07643520567', cards_count: 1 })
    expect((await conti.post(`/customers/merges/${way.id}/undo`)).status).toBe(409)
    await db.update(cards).set({ customer_id: before }).where(eq(cards.id, card!.id))
    await db.update(customers).set({ note: null }).where(eq(customers.id, kept.id))
  }))

test('a legal form with and without its points is the same name, told as the first customer has it', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    const { piva: _, email: __, ...place } = company
    const one = await made(conti, { ...place, businessName: 'Verdi & Figli SRL', piva: '00743110157', email: 'uno@verdi.example.it' })
    const other = await made(conti, {
      ...{ ...place, city: 'FIDENZA', businessName: 'VERDI & FIGLI S.r.l.' },
      ...{ piva: '07643520567', email: 'due@verdi.example.it' },
    })
    expect((await conti.get('/customers/duplicates')).body.data.filter(({ ids }: any) => ids.includes(one.id))).toMatchObject([
      { reason: 'name', value: 'Verdi & Figli SRL, Fidenza', ids: [one.id, other.id] },
    ])
  }))

test('customers with one email and a codice fiscale each are not proposed; "Non sono duplicati" is remembered until a third has it too, or is taken back', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    const { kind: _, businessName: __, piva: ___, sdi: ____, ...place } = company
    const person = { ...place, kind: 'privato', name: 'Mario', lastname: 'Rossi', email: 'famiglia@example.it' }
    const found = async () =>
      (await conti.get('/customers/duplicates')).body.data.filter(({ customers: all }: any) =>
        all.some(({ name }: any) => ['Mario Rossi', 'Studio S.r.l.'].includes(name)),
      )
    await made(conti, { ...person, fiscalCode: 'RSSMRA85T10A562S' })
    await made(conti, { ...person, fiscalCode: 'RSSMRA80A01H501U' })
    expect(await found()).toEqual([])
    const one = await made(conti, { ...company, businessName: 'Studio S.r.l.', email: 'studio@example.it' })
    const other = await made(conti, { ...company, businessName: 'Studio S.r.l.', email: 'studio@example.it', piva: '07643520567' })
    const [group] = await found()
    expect(group).toMatchObject({ reason: 'email', ids: [one.id, other.id], customers: [{ piva: '00743110157' }, { piva: '07643520567' }] })
    const said = await conti.post('/customers/duplicates/distinctions', { ids: group.ids })
    expect([said.status, said.body.message]).toEqual([201, 'Non verranno più proposti come duplicati'])
    expect(await found()).toEqual([])
    expect((await conti.get('/customers/duplicates/distinctions')).body.data).toMatchObject([
      { id: said.body.data.id, customers: [{ id: one.id }, { id: other.id }] },
    ])
    const third = await made(conti, { ...company, businessName: 'Studio S.r.l.', email: 'studio@example.it', piva: '01234567897' })
    expect((await found())[0]).toMatchObject({ ids: [one.id, other.id, third.id] })
    await conti.del(`/customers/${third.id}`)
    expect(await found()).toEqual([])
    expect((await conti.del(`/customers/duplicates/distinctions/${said.body.data.id}`)).status).toBe(204)
    expect(await found()).toHaveLength(1)
    expect((await conti.post('/customers/duplicates/distinctions', { ids: [one.id, third.id] })).status).toBe(422)
  }))
