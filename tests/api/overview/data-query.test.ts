import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bank_cards, banks } from '../../../server/db/schema/banks/banks.ts'
import {
  dispensers,
  fire_extinguishers,
  guns,
  network_devices,
  oil_separators,
  pos,
  station_devices,
  tanks,
} from '../../../server/db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../../server/db/schema/equipment/tank-maintenances.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { station_bills, station_networks } from '../../../server/db/schema/stations/station-sets.ts'
import { station_fuels, station_services } from '../../../server/db/schema/stations/stations.ts'
import { columnsOf, filterName } from '../../../src/contract/overview/data-query.ts'
import { type DataTypeName, dataTypes } from '../../../src/contract/overview/data-types.ts'
import { makeFuel, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const names = Object.keys(dataTypes) as DataTypeName[]
const placed = names.filter((name) => dataTypes[name].placed && name !== 'bankCards')
const address = (name: DataTypeName, query: Record<string, string | number> = {}) =>
  `/data-query/${dataTypes[name].path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
const read = async (who: Caller, name: DataTypeName, query: Record<string, string | number> = {}) => {
  const { status, body } = await who.get(address(name, query))
  expect(status, `${name} ${JSON.stringify(query)} ${JSON.stringify(body).slice(0, 200)}`).toBe(200)
  return body as { records: Record<string, any>[]; last_page: number; total: number; per_page: number }
}
/** A station with a row of each type. */
async function full({ db }: World, word: string, code: string) {
  const fuel = await makeFuel(db, `Carburante ${word}`)
  const { id: station_id } = await makeStation(db, { code, name: `${word} uno`, city: word })
  const [bank] = await db
    .insert(banks)
    .values({ name: `Banca ${word}` })
    .returning()
  const [dispenser] = await db
    .insert(dispensers)
    .values({ station_id, number: `ER-${word}`, year: 2015, kind: 'doppia' })
    .returning()
  const [tank] = await db
    .insert(tanks)
    .values({ station_id, number: `CI-${word}`, fuel_id: fuel.id, capacity: 10_000, next_test: '2027-05-01', probe: true })
    .returning()
  await db.insert(guns).values({ station_id, dispenser_id: dispenser!.id, number: 1, fuel_id: fuel.id, tank_id: tank!.id, flow: 'normale' })
  await db.insert(tank_maintenances).values({
    uuid: crypto.randomUUID(),
    station_id,
    tank_id: tank!.id,
    type: 'pulizia',
    date: '2026-01-01',
    company: `Ditta ${word}`,
    noted_at: '2026-01-01T08:00:00.000Z',
  } as never)
  await db.insert(station_devices).values({ station_id, type: 'opt', stacker: true })
  await db.insert(pos).values({ station_id, bank_id: bank!.id, tml: `T${code}` })
  await db.insert(fire_extinguishers).values({ station_id, number: 'E1', type: 'co2' })
  await db.insert(network_devices).values({ station_id, item: 'Router', ip: '10.0.0.1' })
  await db.insert(oil_separators).values({ station_id, number: 'D1' })
  await db.insert(station_fuels).values({ station_id, fuel_id: fuel.id })
  await db.insert(station_services).values({ station_id, available_service_id: 1 })
  await db.insert(station_networks).values({ station_id, provider: 'TIM' })
  await db.insert(station_bills).values({ station_id, type: 'acqua', supplier: 'Iren', last_amount: 12.5 })
  await db.insert(bank_cards).values({ bank_id: bank!.id, number: `•••• ${code}`, station_id })
  return { station_id }
}

test("each type has flat rows of the caller's stations, with station columns and its declared ones", () =>
  inWorld(async (world) => {
    const [admin, rete, autista] = [await world.as('admin'), await world.as('rete'), await world.as('autista')]
    const [own] = [await full(world, 'Nostrana', 'ZZ1'), await full(world, 'Estranea', 'ZZ2')]
    await world.db.insert(station_acl).values({ station_id: own.station_id, user_id: rete.user_id, level: 'read' })
    for (const name of names) {
      expect((await autista.get(address(name))).status, name).toBe(403)
      const { records, last_page, per_page } = await read(admin, name, { search: 'nostrana' })
      expect([last_page, per_page], name).toEqual([1, 25])
      expect(records, name).toHaveLength(1)
      expect(Object.keys(records[0]!), name).toHaveMembers(['id', 'station_id', ...Object.keys(columnsOf(name))])
      if (name !== 'banks')
        expect(records[0], name).toMatchObject({
          station_id: own.station_id,
          station_code: 'ZZ1',
          station_name: 'Nostrana uno',
          city: 'Nostrana',
        })
    }
    for (const name of placed) {
      expect((await read(rete, name, { search: 'nostrana' })).records, name).toHaveLength(1)
      const all = await read(rete, name, { per_page: 100 })
      expect(all.total, name).toBe(all.records.length)
      expect(JSON.stringify(all), name).not.toContain('Estranea')
      for (const query of [{ search: 'estranea' }, { 'f[station_code]': 'ZZ2' }, { 'f[city]': 'Estranea' }] as Record<string, string>[])
        expect((await read(rete, name, query)).total, name).toBe(0)
    }
    for (const name of ['banks', 'bankCards'] as const) expect((await rete.get(address(name))).status).toBe(403)
    expect((await read(admin, 'guns', { search: 'nostrana' })).records[0]).toMatchObject({
      gun: 1,
      fuel: 'Carburante Nostrana',
      dispenser: 'ER-Nostrana',
      tank: 'CI-Nostrana',
    })
  }))

test('every column can be filtered and sorted; a malformed filter is refused, and hostile text stays text', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    await full(world, 'Nostrana', 'ZZ1')
    await full(world, 'Estranea', 'ZZ2')
    for (const name of names)
      for (const [column, of] of Object.entries(columnsOf(name))) {
        const { records } = await read(admin, name, { per_page: 100, sort: column })
        const told = records.find((row) => row[column] !== null && row[column] !== '')
        if (!told) continue
        const found = await read(admin, name, { [filterName(column)]: told[column], per_page: 100 })
        expect(
          found.records.map(({ id }) => id),
          `${name} ${column}=${told[column]}`,
        ).toContain(told.id)
        for (const row of found.records)
          if (of.kind !== 'text') expect(row[column], `${name} ${column}`).toEqual(told[column])
          else expect(String(row[column]).toLowerCase(), `${name} ${column}`).toContain(String(told[column]).toLowerCase().split(' ')[0])
        const down = (await read(admin, name, { per_page: 100, sort: `-${column}` })).records.map(({ id }) => id)
        if (records.length <= 100) expect(new Set(down), `${name} -${column}`).toEqual(new Set(records.map(({ id }) => id)))
        for (const hostile of ["' or 1=1 --", '%', '<script>', '1;drop table banks', '{a,b}', '..', '1..x', '"x"'])
          expect([200, 422], `${name} ${column} ${hostile}`).toContain(
            (await admin.get(address(name, { [filterName(column)]: hostile }))).status,
          )
      }
    expect(
      (
        await read(admin, 'tanks', {
          'f[capacity]': '9000..11000',
          'f[next_test]': '2027-01-01..',
          'f[probe]': 'true',
          search: 'cisterna ci-nostrana'.split(' ')[1]!,
        })
      ).total,
    ).toBe(1)
    expect((await read(admin, 'tanks', { 'f[capacity]': '..9000', search: 'ci-nostrana' })).total).toBe(0)
    expect((await read(admin, 'dispensers', { sort: 'city,-year', per_page: 100 })).records.length).toBeGreaterThan(1)
    for (const query of [
      { 'f[year]': 'dopo' },
      { 'f[kind]': 'tripla' },
      { sort: 'station_id' },
      { sort: 'f[year]' },
      { sort: 'year;drop' },
      { page: 0 },
      { per_page: 7 },
      { search: 'x'.repeat(201) },
    ] as Record<string, string | number>[])
      expect((await admin.get(address('dispensers', query))).status, JSON.stringify(query)).toBe(422)
    expect((await admin.get(address('tanks', { 'f[next_test]': '2026-99-99' }))).status).toBe(422)
    // A name that is no column is no filter, and no way into the table.
    expect((await read(admin, 'dispensers', { 'f[created_by]': '1', 'f[__proto__]': 'x' })).records[0]).not.toHaveProperty('created_by')
    expect((await admin.get('/data-query/boh')).status).toBe(404)
  }))

test('an export needs its policy, is written in chunks of 1,000, and has at most 50,000 rows', () =>
  inWorld(async (world) => {
    const [admin, lettura] = [await world.as('admin'), await world.as('lettura.rete')]
    expect((await lettura.get(address('phones'))).status).toBe(200)
    expect((await lettura.get(address('phones', { is_paginated: 0 }))).status).toBe(403)
    const { id } = await makeStation(world.db, { code: 'ZZ1' })
    await world.db.execute(sql`insert into station_phones (station_id, number) select ${id}, '05245' || n from generate_series(1, 2500) n`)
    const first = await read(admin, 'phones', { is_paginated: 0, 'f[station_code]': 'ZZ1' })
    expect([first.records.length, first.last_page, first.total]).toEqual([1000, 3, 2501])
    expect((await read(admin, 'phones', { is_paginated: 0, page: 3, 'f[station_code]': 'ZZ1' })).records).toHaveLength(501)
    await world.db.execute(sql`insert into station_phones (station_id, number) select ${id}, '1' || n from generate_series(1, 48000) n`)
    expect(await admin.get(address('phones', { is_paginated: 0 }))).toMatchObject({
      status: 422,
      body: { error: "L'esportazione supera il limite di 50.000 righe: restringere i filtri." },
    })
  }))

test('a type comes as a file in Italian, whole and in the order and filters of its table, for who may export', () =>
  inWorld(async ({ as, app, db }) => {
    const [admin, lettura] = [await as('admin'), await as('lettura.rete')]
    const { id } = await makeStation(db, { code: 'ZZ1', name: 'Stazione; prima' })
    await db.execute(sql`insert into station_phones (station_id, number) select ${id}, '05245' || n from generate_series(1, 1200) n`)
    const asked = { 'f[station_code]': 'ZZ1', sort: '-station_code' }
    const fileOf = ({ token }: Caller, format: string) =>
      app.inject({ url: `/api/v1${address('phones', { ...asked, format })}`, headers: { authorization: `Bearer ${token}` } })
    const csv = await fileOf(admin, 'csv')
    expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="Telefoni \d{4}-\d\d-\d\d\.csv"/)
    const [head, one, ...rest] = csv.body.split('\r\n')
    expect(head).toMatch(/^\ufeff?Codice P\.V\.;Punto vendita;Città;Provincia;/)
    expect(one).toMatch(/^ZZ1;"Stazione; prima";/)
    expect(rest).toHaveLength(1201)
    const xlsx = await fileOf(admin, 'xlsx')
    expect([xlsx.statusCode, xlsx.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await fileOf(lettura, 'csv')).statusCode).toBe(403)
    expect((await admin.get(address('phones', { format: 'pdf' }))).body.error).toEqual({ format: 'Il formato deve essere csv o xlsx.' })
  }))

test('a choice is found by its Italian label in any case, together with words of its station', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id: station_id } = await makeStation(db, { code: 'ZZ7', name: 'Però' })
    await db.insert(fire_extinguishers).values({ station_id, number: 'K1', type: 'co2', location: 'Gàbbia (Est)' })
    const total = async (search: string) =>
      (await admin.get(`/data-query/fire-extinguishers?search=${encodeURIComponent(search)}`)).body.total
    for (const typed of ['zz7 co2', 'PERO CO₂', 'gabbia zz7', 'zz7 (est)', 'k1 però']) expect(await total(typed), typed).toBe(1)
    for (const typed of ['zz7 polvere', 'g.bbia zz7', 'zz7 schiuma co2']) expect(await total(typed), typed).toBe(0)
  }))
