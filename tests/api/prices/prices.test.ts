import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { fuels, prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import type { Price, StationPrices } from '../../../src/contract/prices/prices.ts'
import { makeFuel, makeStation } from '../support/fixtures.ts'
import { shop } from '../support/price-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const MINUTE = 60_000
const states = async (caller: Caller, station: number) =>
  (await caller.get(`/prices/station/${station}`)).body.data.map((one: Price) => [one.price, one.state, one.newest])

test("prices are published only with the policy and at one's own stations: readers get 403, others 404, and nothing is written", () =>
  inWorld(async (world) => {
    const { put, self, stored, station, first } = await shop(world)
    const { db, as } = world
    const rete = await as('rete')
    const at = (station_id: number, user_id: number, level: 'read' | 'write') =>
      db.insert(station_acl).values({ station_id, user_id, level })
    for (const name of ['lettura.rete', 'gestore', 'ispettore', 'autista']) {
      expect((await put(await as(name), [self(1.799)])).status, name).toBe(403)
      expect((await (await as(name)).del(`/prices/${station.id}/${first.id}`)).status, name).toBe(403)
    }
    const other = await makeStation(db, { code: 'ZP9' })
    const gestore = await as('gestore')
    for (const url of [`/prices/station/${other.id}`, `/prices/${first.id}`, `/stations/${other.id}/prices`])
      expect((await gestore.get(url)).status, url).toBe(404)
    expect((await gestore.get(`/prices?station_id=${other.id}`)).body.data.total).toBe(0)
    expect((await (await as('solo.ticket')).get('/prices')).status).toBe(403)
    // The price of one station cannot be deleted through the path of another.
    expect((await (await as('admin')).del(`/prices/${other.id}/${first.id}`)).status).toBe(204)
    expect(await stored()).toEqual([['petrol', 'self', 1.789]])
    await at(station.id, rete.user_id, 'read')
    expect((await put(rete, [self(1.799)])).status).toBe(403)
  }))

test('entries that are not above zero are ignored; a publication without any other is refused', () =>
  inWorld(async (world) => {
    const { put, self, stored, gas } = await shop(world)
    const admin = await world.as('admin')
    for (const given of [[], [self(0)], [self(0), self(-1)]]) {
      const { status, body } = await put(admin, given)
      expect([status, body.error]).toEqual([422, { prices: 'Inserire almeno un prezzo maggiore di zero.' }])
    }
    const { status, body } = await put(admin, [self(0), { fuel_id: gas.id, mode: 'serve', price: 0.719 }, self(-1)])
    expect([status, body.message]).toEqual([201, 'Prezzo inserito'])
    expect(body.data.prices.map(({ price }: Price) => price)).toEqual([0.719])
    expect(await stored()).toEqual([
      ['petrol', 'self', 1.789],
      ['gas', 'serve', 0.719],
    ])
  }))

test('an invalid price, a mode not sold, a moment too early or a duplicate is refused by its field, and nothing is written', () =>
  inWorld(async (world) => {
    const { put, self, stored, gas, petrol, at, station } = await shop(world)
    const [admin, rete] = [await world.as('admin'), await world.as('rete')]
    await world.db.update(station_acl).set({ level: 'write' }).where(eq(station_acl.user_id, rete.user_id))
    await world.db.insert(station_acl).values({ station_id: station.id, user_id: rete.user_id, level: 'write' })
    const RANGE = 'Il prezzo deve essere compreso tra 0,100 e 9,999.'
    const unsold = await makeFuel(world.db, 'Mai venduto')
    const wrong: [object, string, string][] = [
      [self('abc'), 'price', 'The Prezzo field must contain only decimal values'],
      [self(1.7891), 'price', 'Il campo Prezzo può avere al massimo 3 decimali.'],
      [self(0.099), 'price', RANGE],
      [self(10), 'price', RANGE],
      [self(0.1), 'price', 'Variazione superiore al 15%: confermare il prezzo.'],
      [self(8.888), 'price', 'Variazione superiore al 15%: confermare il prezzo.'],
      [{ fuel_id: gas.id, mode: 'serve', price: 8.888 }, 'price', 'Prezzo insolito: confermare il prezzo.'],
      [{ fuel_id: gas.id, mode: 'self', price: 0.7 }, 'mode', 'Il carburante non è erogato in questa modalità.'],
      [{ fuel_id: unsold.id, mode: 'self', price: 0.7 }, 'mode', 'Il carburante non è erogato in questa modalità.'],
      [{ fuel_id: 999_999, mode: 'self', price: 0.7 }, 'fuel_id', 'Il valore selezionato per Carburante non esiste.'],
      [{ fuel_id: petrol.id, mode: 'altro', price: 0.7 }, 'mode', 'Il valore del campo Modalità non è ammesso.'],
      [self(1.799, { valid_from: at(-25) }), 'valid_from', 'La decorrenza non può essere anteriore di oltre 24 ore.'],
      [self(1.799, { valid_from: at(24 * 400) }), 'valid_from', 'La decorrenza non può essere oltre un anno.'],
    ]
    for (const [entry, field, sentence] of wrong) {
      const { status, body } = await put(rete, [{ fuel_id: petrol.id, mode: 'serve', price: 1.899 }, entry])
      expect([status, body.error], JSON.stringify(entry)).toEqual([422, { [`prices.1.${field}`]: sentence }])
    }
    expect(await stored()).toEqual([['petrol', 'self', 1.789]])
    // A registry placeholder and a jump are published after confirmation; a moment long past only by a super administrator.
    expect((await put(rete, [self(0.1)], { confirm: true })).status).toBe(201)
    expect((await put(admin, [self(1.799, { valid_from: at(-48) })])).status).toBe(201)
  }))

test('a self price above the served price is published with a warning, given once if both are published together', () =>
  inWorld(async (world) => {
    const { put, self, petrol } = await shop(world)
    const admin = await world.as('admin')
    const served = (price: number) => ({ fuel_id: petrol.id, mode: 'serve', price })
    const told = { fuel_id: petrol.id, message: 'Il prezzo self è superiore al servito.' }
    expect((await put(admin, [served(1.779)])).body.data.warnings).toEqual([{ ...told, mode: 'serve' }])
    world.deps.now = () => new Date(Date.now() + MINUTE)
    const { status, body } = await put(admin, [self(1.799), served(1.789)])
    expect([status, body.data.warnings]).toEqual([201, [{ ...told, mode: 'self' }]])
    world.deps.now = () => new Date(Date.now() + 2 * MINUTE)
    expect((await put(admin, [self(1.789), served(1.899)])).body.data.warnings).toEqual([])
  }))

test('two publications of one series for the same moment give one price and a 409; the same idempotency key gives the same answer', () =>
  inWorld(async (world) => {
    const { put, self, stored, at, station } = await shop(world)
    const admin = await world.as('admin')
    const from = { valid_from: at(6) }
    const answers = await Promise.all([put(admin, [self(1.799, from)]), put(admin, [self(1.809, from)])])
    expect(answers.map(({ status }) => status)).toHaveMembers([201, 409])
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe(
      'Per questo carburante c’è già un prezzo con la stessa decorrenza.',
    )
    const twice = await put(admin, [self(1.799, { valid_from: at(8) }), self(1.809, { valid_from: at(8) })])
    expect(twice.body.error).toEqual({ 'prices.1.valid_from': 'Per questo carburante c’è già un prezzo con la stessa decorrenza.' })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { station_id: station.id, prices: [self(1.819, { valid_from: at(7) })] }
    const [one, two] = [await admin.post('/prices', body, key), await admin.post('/prices', body, key)]
    expect([one.status, two.status, one.body.data]).toEqual([201, 201, two.body.data])
    expect(await stored()).toHaveLength(3)
  }))

test('a planned price is shown in advance and comes into force by itself; the history has past, current and planned prices', () =>
  inWorld(async (world) => {
    const { put, self, row, at, station, petrol } = await shop(world)
    const admin = await world.as('admin')
    const soon = new Date(Date.now() + MINUTE).toISOString()
    const { prices: made } = (await put(admin, [self(1.799, { valid_from: soon })])).body.data
    const cellOf = (of: StationPrices) => of.cells.find((cell) => cell.fuel_id === petrol.id && cell.mode === 'self')!
    expect(cellOf(await row(admin))).toMatchObject({ price: 1.789, next: { id: made[0].id, price: 1.799, valid_from: soon } })
    const seen = encodeURIComponent(at(7))
    expect(cellOf(await row(admin, `&at=${seen}`))).toMatchObject({ price: 1.799, next: null })
    const states = async () =>
      (await admin.get(`/prices/station/${station.id}`)).body.data.map((one: Price) => [one.price, one.previous, one.state, one.newest])
    expect(await states()).toEqual([
      [1.799, 1.789, 'future', true],
      [1.789, null, 'current', false],
    ])
    expect((await admin.get(`/stations/${station.id}/prices`)).body.data.map(({ price }: Price) => price)).toEqual([1.789])
    world.deps.now = () => new Date(Date.now() + 2 * MINUTE)
    expect(cellOf(await row(admin))).toMatchObject({ price: 1.799, next: null })
    expect((await row(admin)).age).toBeLessThan(2)
    expect((await states())[1]).toEqual([1.789, null, 'past', false])
    expect((await admin.get(`/stations/${station.id}/prices`)).body.data.map(({ price }: Price) => price)).toEqual([1.799])
    expect((await admin.get(`/prices/${made[0].id}`)).body.data).toMatchObject({
      price: 1.799,
      author: expect.any(String),
      state: 'current',
    })
  }))

test('only the newest price of a series can be deleted, an older one only by a super administrator', () =>
  inWorld(async (world) => {
    const { put, self, first, station, at, stored } = await shop(world)
    const { db, as } = world
    const [admin, rete] = [await as('admin'), await as('rete')]
    await db.insert(station_acl).values({ station_id: station.id, user_id: rete.user_id, level: 'write' })
    const { prices: made } = (await put(rete, [self(1.799, { valid_from: at(6) })])).body.data
    const refused = await rete.del(`/prices/${station.id}/${first.id}`)
    expect([refused.status, refused.body.error]).toEqual([409, "È possibile eliminare solo l'ultimo prezzo."])
    expect((await rete.del(`/prices/${station.id}/${made[0].id}`)).status).toBe(204)
    expect(await stored()).toEqual([['petrol', 'self', 1.789]])
    await put(admin, [self(1.799, { valid_from: at(6) })])
    expect((await admin.del(`/prices/${station.id}/${first.id}`)).status).toBe(204)
    expect(await states(admin, station.id)).toEqual([
      [1.799, 'future', true],
      [1.789, 'past', false],
    ])
  }))

test('a price that was in force and is taken back stays in the history with its end, and the one before it is published anew', () =>
  inWorld(async (world) => {
    const { put, self, station, row } = await shop(world)
    const admin = await world.as('admin')
    const { prices: made } = (await put(admin, [self(1.799)])).body.data
    const path = `/prices/${station.id}/${made[0].id}`
    const taken = new Date(Date.now() + MINUTE)
    world.deps.now = () => taken
    expect((await admin.del(path)).status).toBe(204)
    expect(await states(admin, station.id)).toEqual([
      [1.789, 'current', true],
      [1.799, 'past', false],
      [1.789, 'past', false],
    ])
    const [back, gone]: Price[] = (await admin.get(`/prices/station/${station.id}`)).body.data
    expect([back!.previous, back!.valid_from, gone!.valid_to]).toEqual([1.799, taken.toISOString(), taken.toISOString()])
    expect(await row(admin)).toMatchObject({ age: 0, updated_at: taken.toISOString() })
    // What was taken back already is not there to be taken back again.
    expect((await admin.del(path)).status).toBe(204)
    expect(await states(admin, station.id)).toHaveLength(3)
  }))

test('a price is not published over another one that its writer has not seen', () =>
  inWorld(async (world) => {
    const { put, self, gas, stored } = await shop(world)
    const admin = await world.as('admin')
    const entry = (expected: number | null) => ({ fuel_id: gas.id, mode: 'serve', price: 0.719, expected })
    const refused = await put(admin, [self(1.799, { expected: 1.779 }), entry(0.709)])
    expect([refused.status, refused.body.error]).toEqual([
      422,
      {
        'prices.0.price': 'Nel frattempo il prezzo è diventato 1,789.',
        'prices.1.price': 'Nel frattempo il prezzo è stato annullato.',
      },
    ])
    expect(await stored()).toHaveLength(1)
    expect((await put(admin, [self(1.799, { expected: 1.789 }), entry(null)])).status).toBe(201)
    const late = await put(admin, [self(1.809, { expected: 1.789 })], { confirm: true })
    expect(late.body.error).toEqual({ 'prices.0.price': 'Nel frattempo Anna Amministratrice ha pubblicato 1,799.' })
  }))

test('the communication is overdue after the eighth day in Rome, and for a station without any', () =>
  inWorld(async (world) => {
    const { station, row, at, first } = await shop(world)
    const { db } = world
    const admin = await world.as('admin')
    expect(await row(admin)).toMatchObject({ age: 3, updated_at: first.valid_from })
    const aged = async (days: number) => {
      await db
        .update(prices)
        .set({ valid_from: at(-24 * days) })
        .where(eq(prices.id, first.id))
      return [(await row(admin)).age, (await row(admin, '&stale=true')) !== undefined, (await row(admin, '&stale=false')) !== undefined]
    }
    expect(await aged(8)).toEqual([8, false, true])
    expect(await aged(9)).toEqual([9, true, false])
    await db.delete(prices).where(eq(prices.station_id, station.id))
    expect([(await row(admin)).age, (await row(admin, '&stale=true')) !== undefined]).toEqual([null, true])
  }))

test('the list sorts by the price of a fuel, stations without one last; its filters work; a day shows the prices at its end', () =>
  inWorld(async (world) => {
    const { db } = world
    const [a, b, c] = [await shop(world, 'ZPA'), await shop(world, 'ZPB'), await shop(world, 'ZPC')]
    await db.update(fuels).set({ position: 1 }).where(eq(fuels.id, a.petrol.id))
    for (const one of [b, c]) await db.insert(station_fuels).values({ station_id: one.station.id, fuel_id: a.petrol.id })
    await db.insert(prices).values({ station_id: b.station.id, fuel_id: a.petrol.id, mode: 'self', price: 1.5, valid_from: a.at(-1) })
    const admin = await world.as('admin')
    const codes = async (asked: string) =>
      (await admin.get(`/prices?search=zp&${asked}`)).body.data.data.map((one: StationPrices) => one.code)
    expect(await codes(`sort=price-${a.petrol.id}-self`)).toEqual(['ZPB', 'ZPA', 'ZPC'])
    expect(await codes(`sort=-price-${a.petrol.id}-self`)).toEqual(['ZPA', 'ZPB', 'ZPC'])
    expect(await codes(`fuel_id=${b.gas.id}`)).toEqual(['ZPB'])
    expect(await codes('sort=-updated_at,code')).toEqual(['ZPB', 'ZPA', 'ZPC'])
    expect(await codes('sort=-station')).toEqual(await codes('sort=-code'))
    expect((await admin.get('/prices?sort=price-x-self')).status).toBe(422)
    expect((await admin.get('/prices?sort=price-1-altro')).status).toBe(422)
    const day = a.at(-24).slice(0, 10)
    const then: StationPrices = (await admin.get(`/prices?station_id=${b.station.id}&date=${day}`)).body.data.data[0]
    expect(then.cells.find((cell) => cell.fuel_id === a.petrol.id && cell.mode === 'self')!.price).toBeNull()
    expect((await admin.get('/prices?search=zp&facet=province')).body.data.counts).toEqual({ PR: 3 })
  }))

test('for every series the list shows the newest price in force', () =>
  inWorld(async ({ as, db, deps }) => {
    const admin = await as('admin')
    const rows: StationPrices[] = (await admin.get('/prices?is_paginated=0')).body.data
    const all = (await db.select().from(prices)).filter((one) => one.valid_from <= deps.now().toISOString())
    const newest = new Map<string, (typeof all)[number]>()
    for (const one of all) {
      const series = `${one.station_id} ${one.fuel_id} ${one.mode}`
      if (!newest.has(series) || newest.get(series)!.valid_from < one.valid_from) newest.set(series, one)
      expect([one.price > 0, Number(one.price.toFixed(3)) === one.price]).toEqual([true, true])
    }
    const cells = rows.flatMap((row) => row.cells.map((cell) => ({ ...cell, series: `${row.id} ${cell.fuel_id} ${cell.mode}` })))
    expect(cells.length).toBeGreaterThan(10)
    for (const { series, id, price } of cells)
      expect([id, price], series).toEqual([newest.get(series)?.id ?? null, newest.get(series)?.price ?? null])
  }))

test("the station's managers get one mail about new prices after the publication", () =>
  inWorld(async (world) => {
    const { put, self, station } = await shop(world)
    const { db, as, mails } = world
    const [admin, gestore] = [await as('admin'), await as('gestore')]
    await db.insert(station_acl).values({ station_id: station.id, user_id: gestore.user_id })
    await put(admin, [self(0)])
    expect(await mails()).toEqual([])
    const { prices: made } = (await put(admin, [self(1.799)])).body.data
    const sent = await mails()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([['gestore@demo.example.it', `Nuovi prezzi – ZP1 Prova ZP1`]])
    expect(sent[0]!.text).toContain('Benzina ZP1 self: 1,799 €/l (prima 1,789 €)')
    expect((await admin.del(`/prices/${station.id}/${made[0].id}`)).status).toBe(204)
    const taken = (await mails()).at(-1)
    expect([taken!.to, taken!.subject]).toEqual(['gestore@demo.example.it', 'Prezzo annullato – ZP1 Prova ZP1'])
    expect(taken!.text).toContain('Benzina ZP1 self: non vale più 1,799 €/l')
    expect(taken!.text).toContain('Vale il prezzo di prima: 1,789 €/l.')
  }))
