import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { inspection_models, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { available_services, prices, station_fuels, station_services } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../support/fixtures.ts'
import { isPlain } from '../support/plain.ts'
import { inWorld } from '../support/world.ts'

test('services: read by all, written by the administrator, found by the words of their category, kept while a station has them', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger] = [await as('admin'), await as('rete')]
    const id = await isPlain(
      {
        writer,
        stranger,
        body: { name: 'Cambio gomme', category: 'persona', position: 7, active: true },
        change: { category: 'auto' },
        bad: { name: ['', 'Il campo Nome è obbligatorio.'], category: ['boh', 'Il valore del campo Categoria non è ammesso.'] },
        twice: { name: 'Il valore del campo Nome è già presente.' },
      },
      {
        create: (caller, body) => caller.post('/available_services', body),
        update: (caller, id, body) => caller.put(`/available_services/${id}`, body),
        remove: (caller, id) => caller.del(`/available_services/${id}`),
        list: async (caller) => (await caller.get('/available_services')).body.data,
      },
    )
    const named = async (query: string) =>
      ((await stranger.get(`/available_services?${query}`)).body.data as { name: string }[]).map(({ name }) => name)
    // "Auto" is what is read; "auto" is only stored alike. "Ristoro e acquisti" is stored as "food".
    expect(await named('search=ristoro')).toEqual(['Bar', 'Ristoro', 'Tabacchi', 'Market', 'Edicola'])
    expect((await named('sort=category')).slice(0, 2)).not.toContain('Bar')
    const station = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_services).values({ station_id: station.id, available_service_id: id })
    expect(await writer.del(`/available_services/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'Il servizio è utilizzato da 1 punti vendita.' },
    })
    expect(((await writer.get('/available_services?search=gomme')).body.data as object[])[0]).toMatchObject({ id, stations_count: 1 })
    await writer.put(`/available_services/${id}`, { active: false, rev: 1 })
    // What holds a record without the resource knowing of it is a refusal in words too.
    const held = (await writer.post('/available_services', { name: 'Deposito bagagli', category: 'auto', position: 9, active: true })).body
      .data.id
    await db.execute(sql`create table elsewhere (service_id int references ${available_services})`)
    await db.execute(sql`insert into elsewhere values (${held})`)
    expect(await writer.del(`/available_services/${held}`)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^Il record è collegato ad altri dati/) },
    })
    expect(await named('active=false')).toEqual(['Cambio gomme'])
  }))

test('fuels: read by all, written by the administrator, kept while a station sells them', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger] = [await as('admin'), await as('contabilita')]
    const id = await isPlain(
      {
        writer,
        stranger,
        body: { name: 'Idrogeno', code: 'H2', unit: 'kg', color: '#00ffaa', gas: true, premium: false, position: 20, active: true },
        change: { unit: 'l' },
        bad: {
          color: ['verde', 'Il colore deve essere nella forma #rrggbb.'],
          position: [-1, 'Il campo Posizione deve essere maggiore o uguale a 0.'],
        },
        twice: { name: 'Il valore del campo Nome è già presente.' },
      },
      {
        create: (caller, body) => caller.post('/fuels', body),
        update: (caller, id, body) => caller.put(`/fuels/${id}`, body),
        remove: (caller, id) => caller.del(`/fuels/${id}`),
        list: async (caller) => (await caller.get('/fuels?per_page=50')).body.data.data,
      },
    )
    const station = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_fuels).values({ station_id: station.id, fuel_id: id })
    expect(await writer.del(`/fuels/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'Il carburante è utilizzato da 1 punti vendita.' },
    })
    await db.delete(station_fuels).where(eq(station_fuels.fuel_id, id))
    const price = {
      station_id: station.id,
      fuel_id: id,
      mode: 'self' as const,
      price: 1.5,
      valid_from: '2026-01-01T00:00:00Z',
      source: 'manuale' as const,
    }
    const [tank] = await db.insert(tanks).values({ station_id: station.id, fuel_id: id }).returning()
    expect((await writer.del(`/fuels/${id}`)).body.error).toBe('Il carburante è associato a 1 cisterne.')
    await db.delete(tanks).where(eq(tanks.id, tank!.id))
    await db.insert(prices).values(price)
    expect((await writer.del(`/fuels/${id}`)).body.error).toBe('Il carburante è utilizzato da 1 prezzi.')
    await db.delete(prices).where(eq(prices.fuel_id, id))
    expect((await writer.del(`/fuels/${id}`)).status).toBe(204)
  }))

test('intervals of extinguishers: read by who reads settings, written by the administrator, one row for each of their kinds', () =>
  inWorld(async ({ as }) => {
    const [writer, stranger] = [await as('admin'), await as('rete')]
    expect((await (await as('gestore')).get('/extinguisher-intervals')).status).toBe(403)
    await isPlain(
      {
        writer,
        stranger,
        body: { type: 'acqua', tank_kind: 'inox', built_until: 1999, check: 6, overhaul: 60, test: 72 },
        change: { overhaul: 48 },
        bad: {
          check: [0, 'Il campo Controllo ogni (mesi) deve essere maggiore o uguale a 1.'],
          type: ['legno', 'Il valore del campo Tipo non è ammesso.'],
        },
        twice: { type: 'Per questi estintori c’è già una riga.' },
      },
      {
        create: (caller, body) => caller.post('/extinguisher-intervals', body),
        update: (caller, id, body) => caller.put(`/extinguisher-intervals/${id}`, body),
        remove: (caller, id) => caller.del(`/extinguisher-intervals/${id}`),
        list: async (caller) => (await caller.get('/extinguisher-intervals?per_page=50')).body.data.data,
      },
    )
  }))

test('ticket categories: read by who opens tickets, written by who runs them, kept while a model or a non-conformity names them', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger] = [await as('sup.ticket'), await as('ispettore')]
    const id = await isPlain(
      {
        writer,
        stranger,
        body: {
          name: 'Giardino',
          default_priority: 1,
          sla_hours: 120,
          color: '#00aa00',
          position: 3,
          requires_station: true,
          active: true,
        },
        change: { sla_hours: 96 },
        bad: {
          name: ['', 'Il campo Nome è obbligatorio.'],
          color: ['verde', 'Il colore deve essere nella forma #rrggbb.'],
          default_priority: [5, 'Il campo Priorità deve essere minore o uguale a 4.'],
        },
        twice: { name: 'Il valore del campo Nome è già presente.' },
      },
      {
        create: (caller, body) => caller.post('/support/t/category', body),
        update: (caller, id, body) => caller.put(`/support/t/category/${id}`, body),
        remove: (caller, id) => caller.del(`/support/t/category/${id}`),
        list: async (caller) => (await caller.get('/support/t/category?is_paginated=0')).body.data,
      },
    )
    expect((await stranger.get(`/support/t/category/${id}`)).body.data).toMatchObject({ name: 'Giardino', models_count: 0 })
    expect((await stranger.get('/support/t/category?search=giard')).body.data).toMatchObject({ data: [{ id }], last_page: 1 })
    const [model] = await db.update(inspection_models).set({ ticket_category_id: id }).where(eq(inspection_models.id, 1)).returning()
    const refused = async (what: string) =>
      expect(await writer.del(`/support/t/category/${id}`)).toMatchObject({
        status: 409,
        body: { error: `La categoria è utilizzata da ${what}: disattivarla.` },
      })
    expect(model).toBeDefined()
    await refused('1 modelli di verifica')
    await db.update(inspection_models).set({ ticket_category_id: null })
    const [nc] = await db.select({ id: non_conformities.id }).from(non_conformities).limit(1)
    await db.update(non_conformities).set({ ticket_category_id: id }).where(eq(non_conformities.id, nc!.id))
    await refused('1 non conformità')
    await db.update(non_conformities).set({ ticket_category_id: null }).where(eq(non_conformities.id, nc!.id))
    await writer.put(`/support/t/category/${id}`, { active: false, rev: 1 })
    expect((await writer.get('/support/t/category?active=false')).body.data.data).toMatchObject([{ id, active: false }])
    expect((await writer.del(`/support/t/category/${id}`)).status).toBe(204)
  }))

test('extinguishers of a station: where the person may write, one serial a station, and not those of another', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger, rete] = [await as('admin'), await as('ispettore'), await as('rete')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const id = await isPlain(
      {
        writer,
        stranger,
        body: { number: 'EX-1', type: 'co2', year: 2020, capacity: 5, unit: 'kg', location: 'Isola 1', next_check: '2027-01-31' },
        change: { location: 'Bar' },
        bad: {
          next_check: ['2027-02-31', 'Il campo Prossimo controllo non contiene una data valida.'],
          type: ['sabbia', 'Il valore del campo Tipo non è ammesso.'],
        },
        twice: { number: 'Matricola già presente per questo punto vendita.' },
      },
      {
        create: (caller, body) => caller.post('/station/fireext', { ...body, station_id: here.id }),
        update: (caller, id, body) => caller.put(`/station/fireext/${id}`, body),
        remove: (caller, id) => caller.del(`/station/fireext/${here.id}/${id}`),
        list: async (caller) => (await caller.get(`/station/fireext/${here.id}`)).body.data,
      },
    )
    expect((await writer.post('/station/fireext', { number: 'EX-1', station_id: there.id })).status).toBe(201)
    expect((await writer.get(`/station/fireext/${here.id}?search=CO₂`)).body.data).toMatchObject([{ id }])
    expect((await writer.get(`/station/fireext/${there.id}`)).body.data).toHaveLength(1)
    // Named under another station it is not there.
    expect((await writer.del(`/station/fireext/${there.id}/${id}`)).status).toBe(404)
    // Out of reach: not there. Given to read: read, and no more. Given to write: written.
    expect((await rete.get(`/station/fireext/${here.id}`)).status).toBe(404)
    const write = () => rete.put(`/station/fireext/${id}`, { location: 'Mio', rev: 1 })
    expect((await write()).status).toBe(404)
    await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'read' })
    expect((await rete.get(`/station/fireext/${here.id}`)).body.data).toMatchObject([{ id, location: 'Isola 1' }])
    expect((await write()).status).toBe(403)
    expect((await rete.del(`/station/fireext/${here.id}/${id}`)).status).toBe(403)
    expect((await rete.post('/station/fireext', { number: 'EX-2', station_id: here.id })).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' })
    expect((await write()).status).toBe(200)
    expect((await rete.get(`/station/fireext/${here.id}`)).body.data).toMatchObject([{ id, location: 'Mio', rev: 2 }])
  }))

test('oil separators of a station: one serial a station, emptied a year after the last time, written where the person may', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger, rete] = [await as('admin'), await as('ispettore'), await as('rete')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const id = await isPlain(
      {
        writer,
        stranger,
        body: { number: 'DS-1', type: 'prima_pioggia', brand: 'Ecovasca', year: 2020, capacity: 3000, last_cleaning: '2026-03-31' },
        change: { company: 'Spurghi S.r.l.', fir_number: 'FIR2026/1' },
        bad: {
          last_cleaning: ['2027-02-31', 'Il campo Ultimo svuotamento non contiene una data valida.'],
          type: ['fossa', 'Il valore del campo Tipo non è ammesso.'],
        },
        twice: { number: 'Matricola già presente per questo punto vendita.' },
      },
      {
        create: (caller, body) => caller.post('/station/oilseparator', { ...body, station_id: here.id }),
        update: (caller, id, body) => caller.put(`/station/oilseparator/${id}`, body),
        remove: (caller, id) => caller.del(`/station/oilseparator/${here.id}/${id}`),
        list: async (caller) => (await caller.get(`/station/oilseparator/${here.id}`)).body.data,
      },
    )
    expect((await writer.get(`/station/oilseparator/${here.id}?search=pioggia`)).body.data).toMatchObject([
      { id, next_cleaning: '2027-03-31' },
    ])
    const made = (await writer.post('/station/oilseparator', { number: 'DS-1', station_id: there.id, next_cleaning: '2026-12-01' })).body
      .data
    expect(made).toMatchObject({ last_cleaning: null, next_cleaning: '2026-12-01' })
    expect((await writer.del(`/station/oilseparator/${there.id}/${id}`)).status).toBe(404)
    const write = () => rete.put(`/station/oilseparator/${id}`, { brand: 'Idroclean', rev: 1 })
    expect((await write()).status).toBe(404)
    await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'read' })
    expect((await write()).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' })
    expect((await write()).status).toBe(200)
  }))
