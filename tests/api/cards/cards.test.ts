import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { card_plate_history, card_ranges, card_status_history, cards, customer_logs } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { openPin } from '../../../server/resources/cards/pin.ts'
import { type CardStatus, cardStatuses } from '../../../src/contract/cards/words.ts'
import { luhnDigit } from '../../../src/contract/kernel/italian-codes.ts'
import { cardTransitions } from '../../../src/rules/cards/card-states.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const points = { type: 'points', customer_id: 1 }
const credit = { type: 'credit', customer_id: 1, plate: 'ZZ 123 ZZ' }
async function made(caller: Caller, body: object = points) {
  const answer = await caller.post('/cards', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data as { id: number; rev: number; number: string; [field: string]: any }
}
const set = (caller: Caller, id: number, status: CardStatus, more: object = {}) => caller.post('/cards/status', { id, status, ...more })
const rowOf = async (db: World['db'], id: number) => (await db.select().from(cards).where(eq(cards.id, id)))[0]!
const logOf = async (db: World['db'], card: number) =>
  (await db.select().from(customer_logs).where(eq(customer_logs.card_id, card)).orderBy(asc(customer_logs.id))).map(({ action }) => action)

test('only who may write cards creates one, and only accounting deletes one', () =>
  inWorld(async ({ as }) => {
    for (const who of ['rete', 'lettura.conta', 'gestore']) expect((await (await as(who)).post('/cards', points)).status, who).toBe(403)
    const moderator = await as('p.moderate_card')
    const { id } = await made(moderator)
    expect((await moderator.del(`/cards/${id}`)).status).toBe(403)
    expect((await (await as('contabilita')).del(`/cards/${id}`)).status).toBe(204)
    expect((await moderator.get(`/cards/points/${id}`)).status).toBe(404)
  }))

test('a new card gets the next number of its type, the usual dates and no PIN; its number is shown by its last six digits', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const [range] = await db.select().from(card_ranges).where(eq(card_ranges.type, 'points'))
    const one = await made(conti, { ...points, valid_from: '2026-11-10' })
    const body = `93803${String(range!.next).padStart(10, '0')}`
    const row = await rowOf(db, one.id)
    expect(row).toMatchObject({ number: body + luhnDigit(body), pin: null, status: 'to_activate', expires_at: '2029-11-30' })
    expect(one.number).toBe(`•••• ${row.number.slice(-6)}`)
    const other = await made(conti)
    expect(Number((await rowOf(db, other.id)).number.slice(0, -1))).toBe(Number(body) + 1)
    expect((await conti.get(`/cards/points/${one.id}`)).body.data).toEqual((await conti.get(`/cards/${one.id}`)).body.data)
    expect((await conti.get(`/cards/credit/${one.id}`)).status).toBe(404)
    expect((await conti.get(`/cards/nonsense/${one.id}`)).status).toBe(404)
    // The whole number is nowhere in answers, history and log.
    const told = JSON.stringify([
      one,
      await db.select().from(model_history).where(eq(model_history.model, 'card')),
      await db.select().from(customer_logs),
    ])
    expect(told).not.toContain(row.number)
  }))

test('what the type of a card asks for is required, and a number or plate that is taken is refused at its field', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    const refused = async (body: object) => (await conti.post('/cards', body)).body.error
    expect(await refused({ type: 'credit', customer_id: 1 })).toEqual({ plate: 'Il campo Targa è obbligatorio.' })
    expect(await refused({ ...credit, plate: 'ABC1' })).toEqual({ plate: 'La targa non è valida.' })
    expect(await refused({ ...credit, limit_day: 200, limit_month: 100 })).toEqual({
      limit_day: 'Il plafond giornaliero non può superare quello mensile.',
    })
    expect(await refused({ type: 'discount', customer_id: 1 })).toEqual({ discount: 'Il campo Sconto €/l è obbligatorio.' })
    expect(await refused({ type: 'gpl', customer_id: 1, plate: 'ZZ124ZZ' })).toEqual({
      tank_expiration: 'Il campo Scadenza serbatoio è obbligatorio.',
    })
    expect(await refused({ ...points, customer_id: 99_999 })).toEqual({ customer_id: 'Il valore selezionato per Cliente non esiste.' })
    expect(await refused({ ...points, fuel_ids: [999] })).toEqual({ fuel_ids: 'Il valore selezionato per Carburanti ammessi non esiste.' })
    expect(await refused({ ...points, number: '9380312345678901' })).toEqual({ number: 'Il numero di tessera non è valido.' })
    expect(await refused({ ...points, valid_from: '2026-11-10', expires_at: '2026-11-09' })).toEqual({
      expires_at: 'La data di fine deve essere successiva alla data di inizio.',
    })
    await made(conti, { ...points, number: '1234567890' })
    expect(await refused({ ...points, number: '1234567890' })).toEqual({ number: 'Il valore del campo Numero tessera è già presente.' })
    const { plate } = await made(conti, credit)
    expect(plate).toBe('ZZ123ZZ')
    expect(await refused(credit)).toEqual({ plate: 'Esiste già una tessera attiva per questa targa.' })
    await made(conti, { ...credit, plate: 'B-XY 99', foreign_plate: true })
  }))

test('every change of state that the rules do not name is refused in words', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await made(admin)
    const states = Object.keys(cardStatuses) as CardStatus[]
    for (const from of states)
      for (const to of states) {
        if (cardTransitions.some((one) => one.from.includes(from) && one.to === to)) continue
        await db.update(cards).set({ status: from }).where(eq(cards.id, id))
        const answer = await set(admin, id, to, { reason: 'altro' })
        expect([answer.status, answer.body.error], `${from} ${to}`).toEqual([
          409,
          `Passaggio di stato non consentito: da "${cardStatuses[from]}" a "${cardStatuses[to]}".`,
        ])
      }
  }))

test('activating makes the PIN and the day of delivery, needs an active customer and a card that has not expired', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti)
    await db.update(customers).set({ active: false }).where(eq(customers.id, 1))
    expect((await set(conti, id, 'active')).body).toMatchObject({ status: 409, error: 'Il cliente è disattivato.' })
    await db.update(customers).set({ active: true }).where(eq(customers.id, 1))
    await db.update(cards).set({ expires_at: '2026-01-31' }).where(eq(cards.id, id))
    expect((await set(conti, id, 'active')).body.error).toBe('La tessera è scaduta il 31/01/2026: rinnovarla con una nuova scadenza.')
    await db.update(cards).set({ expires_at: '2099-01-31' }).where(eq(cards.id, id))
    const answer = await set(conti, id, 'active')
    expect([answer.status, answer.body.message]).toEqual([200, 'Cambio stato completato'])
    expect(answer.body.data).toMatchObject({
      status: 'active',
      has_pin: true,
      states: [{ from: 'to_activate', to: 'active', reason: null }],
    })
    const row = await rowOf(db, id)
    expect(row.delivered_at).not.toBeNull()
    const pin = await openPin(db, { number: row.number, pin: row.pin! })
    expect(pin).toMatch(/^\d{5}$/)
    expect(row.pin).not.toContain(pin)
    expect(answer.body.data).not.toHaveProperty('pin')
    expect(await logOf(db, id)).toEqual(['creazione', 'cambio stato'])
    await expect(openPin(db, { number: '1234567890', pin: row.pin! })).rejects.toThrow()
    await conti.post(`/cards/${id}/pin`, {})
    expect((await rowOf(db, id)).pin).not.toBe(row.pin)
  }))

test('a stolen card does not come back, one that was not paid for does by accounting alone', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const moderator = await as('p.moderate_card')
    const { id } = await made(conti)
    await set(conti, id, 'active')
    expect((await set(conti, id, 'blocked')).body.error).toEqual({ reason: 'Il campo Motivo è obbligatorio.' })
    expect((await set(conti, id, 'blocked', { reason: 'persa' })).body.error).toEqual({
      reason: 'Il valore del campo Motivo non è ammesso.',
    })
    await set(conti, id, 'blocked', { reason: 'furto' })
    expect((await set(conti, id, 'active', { reason: 'Ritrovata' })).body.error).toBe(
      'Una tessera smarrita o rubata non può essere riattivata: riemettere la tessera.',
    )
    await db.update(cards).set({ block_reason: 'insoluto' }).where(eq(cards.id, id))
    expect((await set(moderator, id, 'active', { reason: 'Pagato' })).status).toBe(403)
    expect((await set(conti, id, 'active')).body.error).toEqual({ reason: 'Il campo Motivo è obbligatorio.' })
    expect((await set(conti, id, 'active', { reason: 'Pagato' })).body.data).toMatchObject({ status: 'active', block_reason: null })
  }))

test('a replaced card is followed by a new one with the same customer, type, plate and limits, and its own number', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti, { ...credit, limit_day: 100, limit_month: 1_000, km_required: true, fuel_ids: [1], holder: 'Mezzo 7' })
    await set(conti, id, 'active')
    const answer = await set(conti, id, 'replaced', { reason: 'Smagnetizzata' })
    expect(answer.body.data).toMatchObject({ id, status: 'replaced', replaced_by: { status: 'to_activate' } })
    const next = await rowOf(db, answer.body.data.replaced_by.id)
    const same = {
      customer_id: 1,
      type: 'credit',
      plate: 'ZZ123ZZ',
      limit_day: 100,
      limit_month: 1_000,
      km_required: true,
      fuel_ids: [1],
      holder: 'Mezzo 7',
    }
    expect(next).toMatchObject({ ...same, status: 'to_activate', pin: null, delivered_at: null })
    expect(next.number).not.toBe((await rowOf(db, id)).number)
    expect((await conti.get(`/cards/${next.id}`)).body.data.replaces).toMatchObject({ id })
    expect((await conti.put(`/cards/${id}`, { rev: answer.body.data.rev, note: 'x' })).status).toBe(409)
    expect((await conti.post('/cards/plate', { id, plate: 'AA111AA' })).body.error).toBe(
      'Impossibile cambiare targa a una tessera cessata.',
    )
  }))

test('an expired card is renewed with a new day alone', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti)
    await db.update(cards).set({ status: 'expired', expires_at: '2026-01-31' }).where(eq(cards.id, id))
    expect((await set(conti, id, 'active')).body.error).toEqual({ expires_at: 'Il campo Nuova scadenza è obbligatorio.' })
    expect((await set(conti, id, 'active', { expires_at: '2026-02-01' })).body.error).toEqual({
      expires_at: 'La scadenza deve essere successiva a oggi.',
    })
    expect((await set(conti, id, 'active', { expires_at: '2031-02-01' })).body.data).toMatchObject({
      status: 'active',
      expires_at: '2031-02-01',
    })
  }))

test('a change of plate is kept with its reason, and the same plate again changes nothing', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti, credit)
    const answer = await conti.post('/cards/plate', { id, plate: 'zz 125 zz', reason: 'Veicolo venduto' })
    expect([answer.status, answer.body.message, answer.body.data.plate]).toEqual([200, 'Cambio targa completato', 'ZZ125ZZ'])
    const again = await conti.post('/cards/plate', { id, plate: 'ZZ125ZZ' })
    expect(again.body.data.rev).toBe(answer.body.data.rev)
    const rows = await db.select().from(card_plate_history).where(eq(card_plate_history.card_id, id))
    expect(rows).toMatchObject([{ old: 'ZZ123ZZ', new: 'ZZ125ZZ', reason: 'Veicolo venduto' }])
    expect(await logOf(db, id)).toEqual(['creazione', 'cambio targa'])
  }))

test('the whole number is shown to who writes cards, and each time is logged', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti)
    expect((await (await as('lettura.conta')).post(`/cards/${id}/number`, {})).status).toBe(403)
    expect((await conti.post(`/cards/${id}/number`, {})).body.data).toEqual({ number: (await rowOf(db, id)).number })
    expect(await logOf(db, id)).toEqual(['creazione', 'visualizzazione numero'])
  }))

test('only a card that was never used is deleted', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti)
    await db.update(cards).set({ synced_at: '2026-11-01T10:00:00.000Z' }).where(eq(cards.id, id))
    expect((await conti.del(`/cards/${id}`)).body).toMatchObject({
      status: 409,
      error: 'La tessera è stata utilizzata: impostare lo stato "Cessata".',
    })
  }))

test('cards are found by plate, whole number, last six digits, holder and customer, and by the fuels they may buy', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti, { ...credit, holder: 'Ràvera Giò', fuel_ids: [2] })
    const { number } = await rowOf(db, id)
    const [customer] = await db.select().from(customers).where(eq(customers.id, 1))
    const ids = async (query: string) =>
      (await conti.get(`/cards?per_page=100&${query}`)).body.data.data.map((row: { id: number }) => row.id)
    for (const typed of [
      'zz123',
      'ZZ123ZZ',
      'ZZ 123 ZZ',
      'zz 123',
      number,
      number.slice(-6),
      'ravera',
      'gio ravera',
      String(customer!.code),
      customer!.denomination,
    ])
      expect(await ids(`search=${encodeURIComponent(typed)}`), typed).toContain(id)
    const found = (await conti.get('/search?search=ZZ+123+ZZ')).body.data.find(({ kind }: { kind: string }) => kind === 'cards')
    expect(found?.hits.map((hit: { id: string }) => hit.id)).toEqual([String(id)])
    for (const typed of ['zz124', 'zz 124 zz', number.slice(0, 12), 'ravera rossi', "'); drop table cards; --", '%%', '&|!:*'])
      expect(await ids(`search=${encodeURIComponent(typed)}`), typed).not.toContain(id)
    expect(await ids('fuel=2')).toContain(id)
    expect(await ids('fuel=3')).not.toContain(id)
    expect(await ids('plate=zz-123-zz')).toEqual([id])
  }))

test('of two people who replace the same card at once, one is refused', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti)
    await set(conti, id, 'active')
    const answers = await Promise.all([1, 2, 3].map(() => set(conti, id, 'replaced', { reason: 'Rotta' })))
    expect(answers.map(({ status }) => status)).toHaveMembers([200, 409, 409])
    expect(await db.$count(card_status_history, eq(card_status_history.card_id, id))).toBe(2)
  }))

test('one of many cards changes its state as a single one does, from the revision that was seen', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id, rev } = await made(conti)
    const other = await made(conti)
    const untouched = await rowOf(db, other.id)
    expect((await (await as('lettura.conta')).put(`/cards/${id}/status`, { rev, status: 'active' })).status).toBe(403)
    expect((await rowOf(db, id)).status).toBe('to_activate')
    const answer = await conti.put(`/cards/${id}/status`, { rev, status: 'active' })
    expect([answer.status, answer.body.message, answer.body.data.status]).toEqual([200, 'Cambio stato completato', 'active'])
    // What was seen before is no longer there to be changed.
    expect((await conti.put(`/cards/${id}/status`, { rev, status: 'blocked', reason: 'furto' })).status).toBe(409)
    expect(await rowOf(db, id)).toMatchObject({ status: 'active', block_reason: null, rev: answer.body.data.rev })
    const next = await conti.put(`/cards/${id}/status`, { rev: answer.body.data.rev, status: 'blocked', reason: 'furto' })
    expect(next.body.data).toMatchObject({ status: 'blocked', block_reason: 'furto' })
    const states = await db
      .select()
      .from(card_status_history)
      .where(eq(card_status_history.card_id, id))
      .orderBy(asc(card_status_history.id))
    expect(states).toMatchObject([
      { from: 'to_activate', to: 'active', reason: null, user_id: conti.user_id },
      { from: 'active', to: 'blocked', reason: 'furto', user_id: conti.user_id },
    ])
    expect(await logOf(db, id)).toEqual(['creazione', 'cambio stato', 'cambio stato'])
    expect(await rowOf(db, other.id)).toEqual(untouched)
    expect((await conti.put('/cards/999999/status', { rev: 1, status: 'active' })).status).toBe(404)
  }))

test('cards follow the names of their customers: one that is renamed or merged moves with all of its cards', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const [zeta, alfa] = [{ id: 1 }, { id: 2 }]
    const rename = async (id: number, name: string) => {
      await db.update(customers).set({ kind: 'ente', businessName: name }).where(eq(customers.id, id))
    }
    await rename(zeta.id, 'Èrmes Trasporti')
    const one = await made(conti, { type: 'points', customer_id: zeta.id })
    const two = await made(conti, { type: 'points', customer_id: alfa.id })
    const order = async (sort: string) => {
      const { data } = (await conti.get(`/cards?per_page=100&sort=${sort}`)).body.data
      return data.filter(({ id }: { id: number }) => id === one.id || id === two.id).map(({ id }: { id: number }) => id)
    }
    await rename(alfa.id, 'Ferri')
    expect(await order('customer')).toEqual([one.id, two.id])
    await rename(alfa.id, 'ercole')
    expect(await order('customer')).toEqual([two.id, one.id])
    expect(await order('-customer')).toEqual([one.id, two.id])
    await db.update(cards).set({ customer_id: alfa.id }).where(eq(cards.id, one.id))
    expect(await order('customer')).toEqual([one.id, two.id].sort((a, b) => a - b))
  }))
