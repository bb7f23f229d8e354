import { and, asc, desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job_rows } from '../../../server/db/schema/core/jobs.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { shop } from '../support/price-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** Three stations that sell one fuel at self service for 1,789. */
async function network(world: World) {
  const { db } = world
  const [one, ...others] = [await shop(world, 'ZV1'), await shop(world, 'ZV2'), await shop(world, 'ZV3')]
  const fuel = one!.petrol.id
  const places = [{ id: one!.station.id, seen: one!.first.id }]
  for (const { station, at } of others) {
    await db.insert(station_fuels).values({ station_id: station.id, fuel_id: fuel })
    const [made] = await db
      .insert(prices)
      .values({ station_id: station.id, fuel_id: fuel, mode: 'self', price: 1.789, valid_from: at(-48) })
      .returning()
    places.push({ id: station.id, seen: made!.id })
  }
  const stations = places.map(({ id, seen }) => ({ id, seen: [seen] }))
  const body = { stations, fuels: [fuel], modes: ['self', 'serve'], delta: 0.01 }
  const stored = async () =>
    (await db.select().from(prices).where(eq(prices.fuel_id, fuel)).orderBy(asc(prices.id))).map((row) => [row.station_id, row.price])
  return { one: one!, fuel, body, stations, stored, ids: stations.map(({ id }) => id) }
}
const rowsOf = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map((row) => [row.outcome, row.message])
const vary = async (caller: Caller, body: object) => caller.post('/prices/variation', body)

test('a variation needs the policy; an invalid one is refused at once and no job starts', () =>
  inWorld(async (world) => {
    const { body, stations } = await network(world)
    const admin = await world.as('admin')
    for (const name of ['lettura.rete', 'gestore', 'ispettore']) expect((await vary(await world.as(name), body)).status, name).toBe(403)
    const wrong: [object, Record<string, string>][] = [
      [{ delta: 0 }, { delta: 'Indica di quanto.' }],
      [{ delta: 1.5 }, { delta: 'Il campo Variazione deve essere minore o uguale a 1.' }],
      [{ delta: 0.0005 }, { delta: 'Il campo Variazione può avere al massimo 3 decimali.' }],
      [{ fuels: [] }, { fuels: 'Scegli almeno un carburante.' }],
      [{ modes: [] }, { modes: 'Scegli almeno una modalità.' }],
      [{ stations: [] }, { stations: 'Scegli almeno un punto vendita.' }],
      [{ stations: [stations[0], stations[0]] }, { stations: 'Un punto vendita è indicato due volte.' }],
    ]
    for (const [part, error] of wrong) {
      const answer = await vary(admin, { ...body, ...part })
      expect([answer.status, answer.body.error], JSON.stringify(part)).toEqual([422, error])
    }
    expect(await world.db.$count(job_rows)).toBe(0)
  }))

test('each station of a variation is refused on its own, with the reason, if its prices changed since the preview or would jump', () =>
  inWorld(async (world) => {
    const { body, stored, ids, one, stations } = await network(world)
    const admin = await world.as('admin')
    await one.put(admin, [{ fuel_id: one.petrol.id, mode: 'self', price: 1.799 }])
    const { status, body: made } = await vary(admin, body)
    expect([status, made.message, made.data.description]).toEqual([201, 'Variazione avviata', '+0,010 € in 3 punti vendita'])
    await world.runs()
    expect(await rowsOf(world, made.data.id)).toEqual([
      ['errore', 'I prezzi sono cambiati dopo l’anteprima: rifarla per questo punto vendita.'],
      ['fatto', '1 prezzo'],
      ['fatto', '1 prezzo'],
    ])
    expect((await stored()).slice(4)).toEqual([
      [ids[1], 1.799],
      [ids[2], 1.799],
    ])
    const history = await world.db
      .select()
      .from(model_history)
      .where(eq(model_history.batch_id, String(made.data.id)))
    expect(history.map(({ model, event }) => [model, event])).toEqual([
      ['price', 'created'],
      ['price', 'created'],
    ])
    // A retry does not repeat finished rows.
    await admin.post(`/admin/history/${made.data.id}/retry`)
    await world.runs()
    expect((await rowsOf(world, made.data.id)).map(([outcome]) => outcome)).toEqual(['errore', 'fatto', 'fatto'])
    expect(await stored()).toHaveLength(6)
    const jump = (
      await vary(admin, { ...body, stations: [{ id: ids[0], seen: [(await stored()).length && stations[0]!.seen[0]] }], delta: 0.5 })
    ).body.data
    await world.runs()
    expect((await rowsOf(world, jump.id))[0]![0]).toBe('errore')
  }))

test('a jump needs confirmation; a price below zero is refused; undoing the job removes the prices', () =>
  inWorld(async (world) => {
    const { body, stored, stations, ids } = await network(world)
    const admin = await world.as('admin')
    const only = { ...body, stations: [stations[1]] }
    const run = async (part: object) => {
      const { id } = (await vary(admin, { ...only, ...part })).body.data
      await world.runs()
      return { id, rows: await rowsOf(world, id) }
    }
    expect((await run({ delta: 0.5 })).rows).toEqual([['errore', 'Variazione superiore al 15%: confermare il prezzo.']])
    expect(await stored()).toHaveLength(3)
    const done = await run({ delta: 0.5, confirm: true })
    expect(done.rows).toEqual([['fatto', '1 prezzo']])
    expect((await stored()).at(-1)).toEqual([ids[1], 2.289])
    await admin.post(`/admin/history/${done.id}/undo`)
    await world.runs()
    // What was in force stays in the history, and the price before it is in force anew.
    expect((await stored()).slice(3)).toEqual([
      [ids[1], 2.289],
      [ids[1], 1.789],
    ])
    const [now] = await world.db.select().from(prices).orderBy(desc(prices.id)).limit(1)
    await world.db.update(prices).set({ price: 0.5 }).where(eq(prices.id, now!.id))
    const again = { ...stations[1]!, seen: [now!.id] }
    expect((await run({ delta: -0.6, confirm: true, stations: [again] })).rows).toEqual([['errore', 'Il prezzo diventerebbe zero o meno.']])
  }))

test('stations out of reach or only readable are refused, and a retry succeeds once the right is granted', () =>
  inWorld(async (world) => {
    const { body, stored, ids } = await network(world)
    const { db } = world
    const rete = await world.as('rete')
    await db.insert(station_acl).values([
      { station_id: ids[0]!, user_id: rete.user_id, level: 'write' },
      { station_id: ids[1]!, user_id: rete.user_id, level: 'read' },
    ])
    const { id } = (await vary(rete, body)).body.data
    await world.runs()
    const forbidden = 'Non hai le autorizzazioni necessarie per eseguire questa operazione.'
    expect(await rowsOf(world, id)).toEqual([
      ['fatto', '1 prezzo'],
      ['errore', forbidden],
      ['errore', 'Risorsa non trovata.'],
    ])
    expect(await stored()).toHaveLength(4)
    await db
      .update(station_acl)
      .set({ level: 'write' })
      .where(and(eq(station_acl.user_id, rete.user_id), eq(station_acl.station_id, ids[1]!)))
    await rete.post(`/admin/history/${id}/retry`)
    await world.runs()
    expect((await rowsOf(world, id)).map(([outcome]) => outcome)).toEqual(['fatto', 'fatto', 'errore'])
    expect(await stored()).toHaveLength(5)
  }))

test('a planned variation starts from the prices in force at its moment, and comes into force by itself', () =>
  inWorld(async (world) => {
    const { body, one, stations, fuel } = await network(world)
    const admin = await world.as('admin')
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const { prices: planned } = (await one.put(admin, [{ fuel_id: fuel, mode: 'self', price: 1.809, valid_from: at(10) }])).body.data
    const only = { ...body, stations: [{ ...stations[0], seen: [planned[0].id] }], valid_from: at(20) }
    const { id, description } = (await vary(admin, only)).body.data
    expect(description).toMatch(/ in 1 punto vendita, dal \d\d?\/\d\d?\/\d\d, \d\d:\d\d$/)
    await world.runs()
    expect(await rowsOf(world, id)).toEqual([['fatto', '1 prezzo']])
    const history = (await admin.get(`/prices/station/${one.station.id}`)).body.data
    expect(history.map((row: { price: number; state: string }) => [row.price, row.state])).toEqual([
      [1.819, 'future'],
      [1.809, 'future'],
      [1.789, 'current'],
    ])
  }))
