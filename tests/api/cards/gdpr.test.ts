import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards, customer_logs } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { inWorld } from '../support/world.ts'

const person = {
  ...{ kind: 'privato', name: 'Zenobio', lastname: 'Quaglia', fiscalCode: 'RSSMRA85T10A562S', email: 'zenobio@prova.example.it' },
  ...{ phone: '3331234567', address: 'Via Roma 1', cap: '43036', city: 'Fidenza', province: 'PR', note: 'Nota riservata' },
}

test('the archive tells all that is kept about a customer, as JSON and as PDF, and no secret', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id, code } = (await conti.post('/customers', person)).body.data
    expect((await (await as('lettura.conta')).get(`/customers/${id}/archive`)).status).toBe(403)
    await db.update(customers).set({ password_hash: 'SEGRETO' }).where(eq(customers.id, id))
    const answer = await conti.get(`/customers/${id}/archive`)
    expect(String(answer.headers['content-disposition'])).toContain(`cliente-${code}.json`)
    const all = answer.body
    expect(all.customer).toMatchObject({ name: 'Zenobio', note: 'Nota riservata', has_password: true })
    expect([all.log.length, all.changes.length]).toEqual([1, 1])
    expect(JSON.stringify(all)).not.toContain('SEGRETO')
    const pdf = await conti.get(`/customers/${id}/archive?format=pdf`)
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  }))

test('an erasure leaves what its ground names, and history and log forget the rest', () =>
  inWorld(async ({ as, db, lookAway }) => {
    // What an erasure takes out of the history cannot be told by the history.
    lookAway()
    const conti = await as('contabilita')
    const { id, rev } = (await conti.post('/customers', person)).body.data
    await conti.put(`/customers/${id}`, { phone: '3330000000', rev })
    const erase = async (ground: string) => conti.post(`/customers/${id}/erase`, { ground })
    expect((await (await as('p.moderate_card')).post(`/customers/${id}/erase`, { ground: 'fiscale' })).status).toBe(403)
    const [card] = await db.select().from(cards).where(eq(cards.status, 'active')).limit(1)
    await db.update(cards).set({ customer_id: id }).where(eq(cards.id, card!.id))
    expect((await erase('fiscale')).body).toMatchObject({ status: 409, error: 'Cessare prima la tessera attiva.' })
    await db.update(cards).set({ status: 'terminated', holder: 'Quaglia' }).where(eq(cards.id, card!.id))
    expect((await erase('boh')).status).toBe(422)
    expect((await erase('fiscale')).status).toBe(204)
    const [row] = await db.select().from(customers).where(eq(customers.id, id))
    expect(row).toMatchObject({
      name: 'Zenobio',
      fiscalCode: 'RSSMRA85T10A562S',
      email: null,
      phone: null,
      note: null,
      active: false,
      username: null,
    })
    expect(row!.anonymised_at).not.toBeNull()
    expect((await conti.get(`/customers/${id}`)).status).toBe(404)
    expect((await db.select().from(cards).where(eq(cards.id, card!.id)))[0]).toMatchObject({ holder: null })
    const past = await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, 'customer'), eq(model_history.model_id, id)))
    const logs = await db.select().from(customer_logs).where(eq(customer_logs.customer_id, id))
    for (const word of ['zenobio@prova', '3331234567', '3330000000', 'Nota riservata'])
      expect(JSON.stringify([past, logs])).not.toContain(word)
    expect(logs.at(-1)!.detail).toEqual({ reason: 'Dati cancellati. Obblighi contabili e fiscali, 10 anni (art. 2220 c.c.)' })
  }))
