import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { dispensers, guns, tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { station_bills, station_phones } from '../../../server/db/schema/stations/station-sets.ts'
import { available_services, prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const SETS = {
  phones: { ok: 'Telefoni modificati', row: { number: '0524 555001', label: 'Bar' } },
  networks: { ok: 'Reti modificate', row: { provider: 'TIM', type: 'FTTH', public_ip: '93.40.1.2', contract: 'C-1' } },
  bills: { ok: 'Bollette modificate', row: { type: 'elettricita', supplier: 'Enel', pod: 'IT001E12345678', last_amount: 812.5 } },
  openings: { ok: 'Orari di apertura modificati', row: { weekday: 1, open1: '07:00', close1: '12:30', open2: '15:00', close2: '19:30' } },
} as const
const put = (who: Caller, id: number, name: string, rows: object[], rev = 1) => who.post(`/stations/${id}/s/${name}`, { [name]: rows, rev })

test('each set is replaced as a whole, keeps known rows, and has message, history and revert', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    for (const [name, { ok, row }] of Object.entries(SETS)) {
      const { id } = await makeStation(db, { code: `ZZ-${name}`.slice(0, 12) })
      await db.delete(station_phones).where(eq(station_phones.station_id, id))
      const first = await put(admin, id, name, [row])
      expect(first, name).toMatchObject({ status: 200, body: { message: ok, data: { id, rev: 2 } } })
      const { number: _, ...plain } = row as Record<string, unknown>
      expect(first.body.data[name], name).toMatchObject([plain])
      const record = (await admin.get(`/stations/${id}`)).body.data
      expect(record[name === 'openings' ? 'opening' : name], name).toEqual(first.body.data[name])
      const [kept] = first.body.data[name]
      // The same row changed beside a new one; then none is left.
      const next = name === 'openings' ? { weekday: 2, h24: true } : name === 'phones' ? { number: '0524555002' } : row
      const second = await put(admin, id, name, [{ ...kept, note: 'x', label: 'x' }, next], 2)
      expect(second.body.data[name], name).toHaveLength(2)
      expect(second.body.data[name][0].id, name).toBe(kept.id)
      const gone = await put(admin, id, name, [], 3)
      expect(gone.body.data, name).toEqual({ id, rev: 4, [name]: [] })
      const changes = (await admin.get(`/models/history?model=station_${name}&model_id=${id}&sort=created_at`)).body.data.data
      expect(changes, name).toMatchObject([
        { event: 'updated', old: { [name]: [] }, new: { [name]: [{ id: kept.id }] } },
        {},
        { old: { [name]: [{ id: kept.id }, {}] }, new: { [name]: [] } },
      ])
      const back = await admin.post(`/models/history/${changes[2].id}/revert`, { fields: [name], rev: 4 })
      expect(back.status, name).toBe(200)
      const restored = (await admin.get(`/stations/${id}`)).body.data
      expect(restored[name === 'openings' ? 'opening' : name], name).toHaveLength(2)
      expect(restored, name).toMatchObject({ rev: 5 })
    }
  }))

test('a phone number is stored in full, as it is dialled', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const saved = await put(await as('admin'), id, 'phones', [
      { number: '0524 555001' },
      { number: '347 1234567', type: 'mobile', label: ' ' },
    ])
    expect(saved.body.data.phones).toMatchObject([
      { number: '+390524555001', type: 'fisso', label: null },
      { number: '+393471234567', type: 'mobile', label: null },
    ])
    // The one that was there before went.
    expect(await db.$count(station_phones, eq(station_phones.station_id, id))).toBe(2)
  }))

test('concurrent changes of a set do not overwrite each other', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    await put(admin, id, 'networks', [SETS.networks.row])
    for (const [name, row] of [
      ['networks', { provider: 'Altro' }],
      ['phones', { number: '0524555002' }],
    ] as const) {
      const stale = await put(admin, id, name, [row])
      expect(stale, name).toMatchObject({
        status: 409,
        body: {
          error: 'Il record è stato modificato da un altro utente. Ricarica la pagina.',
          code: 'stale',
          data: { id, rev: 2, [name]: [{}] },
        },
      })
    }
    expect((await put(admin, id, 'networks', [], undefined as never)).status).toBe(409)
    expect((await admin.post(`/stations/${id}/s/networks`, { networks: [] })).body.error).toEqual({
      rev: 'Il campo Revisione è obbligatorio.',
    })
    expect((await admin.get(`/stations/${id}`)).body.data).toMatchObject({ rev: 2, networks: [{ provider: 'TIM' }] })
  }))

test('sets need write access, bills the accounting policy; others read what they may see', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [ispettore, conti, rete, stazione] = [await as('ispettore'), await as('contabilita'), await as('rete'), await as('stazione')]
    for (const [name, { row }] of Object.entries(SETS)) {
      expect((await put(ispettore, id, name, [row])).status, name).toBe(403)
      expect((await put(conti, id, name, [row])).status, name).toBe(name === 'bills' ? 200 : 403)
      expect((await put(rete, id, name, [row])).status, name).toBe(name === 'bills' ? 403 : 404)
      expect((await put(stazione, id, name, [row])).status, name).toBe(404)
    }
    await assign(db, id, stazione.user_id)
    expect((await put(stazione, id, 'phones', [], 2)).status).toBe(403)
    await put(await as('admin'), id, 'networks', [SETS.networks.row], 2)
    const seen = async (name: string) => (await (await as(name)).get(`/stations/${id}`)).body.data
    expect(await seen('analisi')).toMatchObject({ bills: [{ supplier: 'Enel' }], networks: [{ contract: 'C-1' }] })
    const technical = await seen('ispettore')
    expect(technical).not.toHaveProperty('bills')
    expect(technical.networks).toMatchObject([{ provider: 'TIM', public_ip: '93.40.1.2' }])
    expect(technical.networks[0]).not.toHaveProperty('contract')
    expect(await seen('helpdesk')).toMatchObject({ networks: [{ contract: 'C-1' }] })
    expect(await seen('autista')).not.toHaveProperty('networks')
    for (const [name, bills] of [
      ['gestore', true],
      ['addetto', false],
    ] as const) {
      await assign(db, id, (await as(name)).user_id)
      expect('bills' in (await seen(name)), name).toBe(bills)
      expect(await seen(name), name).not.toHaveProperty('networks')
    }
  }))

test('rows of other stations are neither read, moved nor changed', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const [mine, other] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const { bills } = (await put(admin, other.id, 'bills', [{ type: 'acqua', supplier: 'Iren' }])).body.data
    const taken = await put(admin, mine.id, 'bills', [{ id: bills[0].id, type: 'gas', supplier: 'Mio', station_id: other.id }])
    expect(taken.body.data.bills).toMatchObject([{ supplier: 'Mio', type: 'gas' }])
    expect(taken.body.data.bills[0].id).not.toBe(bills[0].id)
    expect(await db.select().from(station_bills).where(eq(station_bills.station_id, other.id))).toMatchObject([{ supplier: 'Iren' }])
    expect((await put(admin, 2_147_483_647, 'bills', [])).status).toBe(404)
    await db.update(stations).set({ deleted_at: '2026-01-01' }).where(eq(stations.id, other.id))
    expect((await put(admin, other.id, 'bills', [], 2)).status).toBe(404)
  }))

test('an invalid row is refused by its index, and nothing is written', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const refused = async (name: string, ...rows: object[]) => {
      const { status, body } = await put(admin, id, name, rows)
      expect(status, name).toBe(422)
      return body.error
    }
    expect(await refused('phones', { number: '0524555001' }, { number: '0524 555001' })).toEqual({
      'phones.1.number': 'Il valore del campo Numero è già presente.',
    })
    expect(await refused('phones', { number: 'pronto' })).toEqual({ 'phones.0.number': 'Il numero di telefono non è valido.' })
    expect(await refused('fuels', { fuel_id: 2_147_483_647 })).toEqual({
      'fuels.0.fuel_id': 'Il valore selezionato per Carburante non esiste.',
    })
    expect(await refused('services', { available_service_id: 999_999 })).toEqual({
      'services.0.available_service_id': 'Il valore selezionato per Servizio non esiste.',
    })
    expect(await refused('networks', { provider: 'TIM', public_ip: '300.1.1.1' })).toEqual({
      'networks.0.public_ip': 'Il campo IP pubblico non contiene un indirizzo IPv4 valido.',
    })
    expect(await refused('networks', { provider: 'TIM', activated_at: '2026-05-01', expires_at: '2026-04-01' })).toEqual({
      'networks.0.expires_at': 'La data di fine deve essere successiva alla data di inizio.',
    })
    expect(await refused('bills', { type: 'gas', supplier: 'Enel', pod: 'IT001E12345678' })).toEqual({
      'bills.0.pod': "Il POD si indica solo per l'energia elettrica.",
    })
    expect(await refused('bills', { type: 'acqua', supplier: 'Iren', pdr: '12345678901234' })).toEqual({
      'bills.0.pdr': 'Il PDR si indica solo per il gas.',
    })
    expect(await refused('openings', { weekday: 1, open1: '15:00', close1: '12:00' })).toEqual({
      'openings.0.close1': "L'orario di chiusura deve essere successivo a quello di apertura.",
    })
    expect(await refused('openings', { weekday: 1, open1: '08:00', close1: '13:00', open2: '12:00', close2: '19:00' })).toEqual({
      'openings.0.open2': 'Le fasce orarie si sovrappongono.',
    })
    expect(await refused('openings', { weekday: 8, closed: true })).toEqual({
      'openings.0.weekday': 'Il campo Giorno deve essere minore o uguale a 7.',
    })
    const closed = { weekday: 3, closed: true }
    expect(await refused('openings', closed, closed)).toEqual({ 'openings.1.weekday': 'Il giorno compare due volte: Mercoledì.' })
    const many = Array.from({ length: 101 }, () => ({ provider: 'TIM' }))
    expect(await refused('networks', ...many)).toEqual({ networks: 'Il campo Reti non può superare 100 elementi.' })
    expect((await admin.get(`/stations/${id}`)).body.data).toMatchObject({ rev: 1, phones: [{ number: '+390524555000' }], opening: [] })
  }))

test('a fuel in use by guns or tanks stays; removing one ends its prices for good', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const [held, free] = [await makeFuel(db), await makeFuel(db, 'Gasolio in prova')]
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const both = [
      { fuel_id: held.id, serve: false },
      { fuel_id: free.id, active: false },
    ]
    const set = await put(admin, id, 'fuels', both)
    expect(set).toMatchObject({ status: 200, body: { message: 'Carburanti modificati' } })
    expect(set.body.data.fuels).toMatchObject([
      { fuel_id: held.id, name: 'Benzina di prova', self: true, serve: false, active: true },
      { fuel_id: free.id, name: 'Gasolio in prova', active: false },
    ])
    const [pump] = await db.insert(dispensers).values({ station_id: id }).returning()
    await db.insert(guns).values({ station_id: id, dispenser_id: pump!.id, number: 1, fuel_id: held.id })
    await db.insert(tanks).values({ station_id: id, fuel_id: held.id })
    const price = { station_id: id, fuel_id: free.id, price: 1.8, valid_from: '2026-01-01T00:00:00.000Z' }
    await db.insert(prices).values([
      { ...price, mode: 'self' },
      { ...price, mode: 'serve' },
      { ...price, mode: 'serve', valid_from: '2999-01-01T00:00:00.000Z' },
      { ...price, mode: 'self', fuel_id: held.id },
    ])
    expect(await put(admin, id, 'fuels', [{ fuel_id: free.id }], 2)).toMatchObject({
      status: 409,
      body: { error: 'Il carburante è associato a 2 pistole/cisterne.' },
    })
    expect((await admin.get(`/stations/${id}/prices`)).body.data).toHaveLength(3)
    const left = await put(admin, id, 'fuels', [{ fuel_id: held.id }], 2)
    expect(left.body.data.fuels).toMatchObject([{ id: set.body.data.fuels[0].id, fuel_id: held.id, serve: true }])
    expect((await admin.get(`/stations/${id}/prices`)).body.data).toMatchObject([{ fuel_id: held.id }])
    // Taken up again it begins without a price.
    await put(admin, id, 'fuels', both, 3)
    expect((await admin.get(`/stations/${id}/prices`)).body.data).toMatchObject([{ fuel_id: held.id }])
    expect(await db.$count(station_fuels, and(eq(station_fuels.station_id, id), eq(station_fuels.fuel_id, free.id)))).toBe(1)
    expect(await db.$count(prices, and(eq(prices.station_id, id), eq(prices.fuel_id, free.id)))).toBe(3)
  }))

test('a service is assigned once', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const [one] = await db.insert(available_services).values({ name: 'Prova lavaggio' }).returning()
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const set = await put(admin, id, 'services', [{ available_service_id: one!.id, note: '<b>solo</b> di giorno' }])
    expect(set).toMatchObject({ status: 200, body: { message: 'Servizi modificati' } })
    expect(set.body.data.services).toMatchObject([{ name: 'Prova lavaggio', note: '<b>solo</b> di giorno' }])
    const again = await put(admin, id, 'services', [{ available_service_id: one!.id }], 2)
    expect(again.body.data.services).toMatchObject([{ id: set.body.data.services[0].id, note: '<b>solo</b> di giorno' }])
    const twice = await put(admin, id, 'services', [{ available_service_id: one!.id }, { available_service_id: one!.id }], 3)
    expect(twice.body.error).toEqual({ 'services.1.available_service_id': 'Il valore del campo Servizio è già presente.' })
  }))

test("the history of sets is readable within the caller's stations", () =>
  inWorld(async ({ as, db }) => {
    const [admin, rete] = [await as('admin'), await as('rete')]
    const { id } = await makeStation(db, { code: 'ZZ1' })
    await put(admin, id, 'phones', [])
    const read = async () => (await rete.get(`/models/history?model=station_phones&model_id=${id}`)).body.data.data
    expect(await read()).toEqual([])
    await assign(db, id, rete.user_id)
    const [change] = await read()
    expect(change).toMatchObject({ model: 'station_phones', old: { phones: [{ number: '+390524555000' }] }, new: { phones: [] } })
    expect((await rete.post(`/models/history/${change.id}/revert`, { fields: ['phones'], rev: 2 })).status).toBe(403)
    // Bills are not put back by who may not write them.
    await put(admin, id, 'bills', [SETS.bills.row], 2)
    await db.update(users).set({ all_stations: true }).where(eq(users.id, rete.user_id))
    const [bill] = (await rete.get(`/models/history?model=station_bills&model_id=${id}`)).body.data.data
    expect((await rete.post(`/models/history/${bill.id}/revert`, { fields: ['bills'], rev: 3 })).status).toBe(403)
    expect((await rete.post(`/models/history/${change.id}/revert`, { fields: ['phones'], rev: 3 })).status).toBe(200)
  }))
