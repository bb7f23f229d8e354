import fs from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { competitor_price_days, competitor_prices, competitors } from '../../../server/db/schema/prices/competitors.ts'
import { mimit_means, mimit_prices, mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { fuels, prices } from '../../../server/db/schema/stations/stations.ts'
import { editionOf } from '../../../server/resources/prices/mimit-registry.ts'
import type { Comparison } from '../../../src/contract/prices/competitor-prices.ts'
import { makeStation } from '../support/fixtures.ts'
import { dropFolder, many, PRICES, priceFile, runImport, STATIONS, stationFile } from '../support/mimit-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const errorsOf = (rows: { label: string; outcome: string; message: string }[]) =>
  rows.filter(({ outcome }) => outcome === 'errore').map(({ label, message }) => `${label}: ${message}`)
const registryOf = async ({ db }: World) => ({
  stations: await db.select().from(mimit_stations).orderBy(mimit_stations.id),
  prices: (await db.select().from(mimit_prices).orderBy(mimit_prices.station_id, mimit_prices.fuel_raw, mimit_prices.self)).map(
    ({ id: _, ...row }) => row,
  ),
})

test('miseimport is for super administrators; without a configured source it is refused and nothing is queued', () =>
  inWorld(async (world) => {
    const { as, deps } = world
    expect((await (await as('rete')).get('/commands/miseimport')).status).toBe(403)
    const admin = await as('admin')
    const off = await admin.get('/commands/miseimport')
    expect([off.status, off.body.error]).toEqual([501, "Servizio MIMIT non configurato: contattare l'amministratore."])
    expect((await admin.get('/mimit/source')).body.data).toMatchObject({ state: 'off', where: null, job: null })
    expect(deps.registry).toBeUndefined()
    const drop = dropFolder(world)
    const { job } = await runImport(world)
    expect([job.status, job.log[0].text]).toEqual(['completato', `Nessun file da importare nella cartella ${drop.at('in')}.`])
  }))

test('miseimport updates registry, means and competitors and reports differences; our prices stay; a second run changes nothing', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [fuel] = await db.select().from(fuels).where(eq(fuels.code, 'BZ'))
    const petrol = fuel!.id
    const ours = await makeStation(db, { code: 'ZZ1', mise_id: 74, province: 'BO', region: 'Emilia-Romagna' })
    const listed = { station_id: ours.id, fuel_id: petrol, mode: 'self' as const, price: 1.799, valid_from: '2026-01-01T00:00:00Z' }
    await db.insert(prices).values(listed)
    const admin = await as('admin')
    const made = (
      await admin.post('/station/competitors', { name: 'Rivale', brand: 'Tamoil', city: 'Fidenza', mise_id: 72, station_id: ours.id })
    ).body.data
    const drop = dropFolder(world)
    drop.put(stationFile(STATIONS), priceFile([...PRICES, [71, 'Pozione', '2.000', 1, '20/08/2026 08:00:00']]))
    const { started, job, rows } = await runImport(world)
    expect(started.status).toBe(200)
    expect([job.status, errorsOf(rows)], JSON.stringify(job.log)).toEqual(['completato', []])
    expect(job.log[0].text).toBe(
      'Importati 4 impianti e 7 prezzi del 21/08/2026; 1 concorrente aggiornato, 1 differenza sui propri punti vendita.',
    )
    expect(rows.find(({ label }) => label.startsWith('ZZ1'))).toMatchObject({
      label: 'ZZ1 · Benzina self · Prova ZZ1',
      message: 'Prezzo comunicato diverso dal prezzo di listino: comunicato 1,829 € il 20/08/2026, a listino 1,799 €.',
    })
    expect(await db.$count(prices, eq(prices.station_id, ours.id))).toBe(1)
    const registry = await registryOf(world)
    expect([registry.stations.length, registry.prices.length]).toEqual([4, 7])
    // Means of road stations: the motorway station is excluded.
    const means = await db.select().from(mimit_means).where(eq(mimit_means.fuel_id, petrol)).orderBy(asc(mimit_means.area))
    expect(means.map(({ area, mode, day, price, stations }) => [area, mode, day, price, stations])).toEqual([
      ['BO', 'self', '2026-08-21', 1.829, 1],
      ['Emilia-Romagna', 'self', '2026-08-21', 1.809, 3],
      ['PR', 'self', '2026-08-21', 1.799, 2],
    ])
    const kept = await db.select().from(competitor_prices).where(eq(competitor_prices.competitor_id, made.id))
    expect(kept.map(({ price, source }) => [price, source])).toHaveMembers([
      [1.739, 'mimit'],
      [1.809, 'mimit'],
    ])
    expect(await db.$count(competitor_price_days, eq(competitor_price_days.competitor_id, made.id))).toBe(2)
    const [rival] = await db.select().from(competitors).where(eq(competitors.id, made.id))
    expect(rival).toMatchObject({ name: 'Rivale', city: 'Fidenza', latitude: 44.86, longitude: 10.06 })
    expect(((await admin.get(`/station/competitors/${made.id}/comparison`)).body.data as Comparison).prices[0]).toMatchObject({
      ours: 1.799,
      theirs: 1.809,
    })
    expect(drop.names('in')).toEqual([])
    expect(drop.names('done').map((name) => name.replace(/^\d{8}T\d{6}Z_/, ''))).toEqual([
      'anagrafica.csv',
      'anagrafica.csv.log',
      'prezzi.csv',
      'prezzi.csv.log',
    ])
    expect((await admin.get('/mimit/source')).body.data).toMatchObject({
      ...{ state: 'drop', day: '2026-08-21', stations: 4, prices: 7, unknown: [{ name: 'Pozione', prices: 1 }] },
      job: { status: 'completato' },
    })
    // The same files again.
    drop.put(stationFile(STATIONS), priceFile([...PRICES, [71, 'Pozione', '2.000', 1, '20/08/2026 08:00:00']]))
    const again = await runImport(world)
    expect(again.job.log[0].text).toBe('I file sono quelli già importati: non c’era nulla da fare.')
    drop.put(stationFile(STATIONS), priceFile([...PRICES, [71, 'Pozione', '2.000', 1, '20/08/2026 08:00:00']]))
    const forced = await runImport(world, '?force=true')
    expect(forced.job.log[0].text).toMatch(/^Importati 4 impianti e 7 prezzi del 21\/08\/2026; 0 concorrenti aggiornati, 1 differenza/)
    expect(await registryOf(world)).toEqual(registry)
    expect(await db.select().from(mimit_means).where(eq(mimit_means.fuel_id, petrol)).orderBy(asc(mimit_means.area))).toEqual(means)
  }))

test('an unknown fuel name is stored as written and can be assigned by hand', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const drop = dropFolder(world)
    drop.put(stationFile(STATIONS), priceFile([...PRICES, [71, 'Pozione', '2.000', 1, '20/08/2026 08:00:00']]))
    await runImport(world)
    const admin = await as('admin')
    const [fuel] = await db.select().from(fuels).where(eq(fuels.code, 'B1'))
    expect((await (await as('rete')).post('/mimit/fuels', { name: 'Pozione', fuel_id: fuel!.id })).status).toBe(403)
    expect((await admin.post('/mimit/fuels', { name: 'Pozione', fuel_id: 99_999 })).status).toBe(422)
    const told = await admin.post('/mimit/fuels', { name: 'Pozione', fuel_id: fuel!.id })
    expect([told.status, told.body.message, told.body.data.unknown]).toEqual([200, 'Carburante associato', []])
    const [price] = await db.select().from(mimit_prices).where(eq(mimit_prices.fuel_raw, 'Pozione'))
    expect(price!.fuel_id).toBe(fuel!.id)
  }))

test('every skipped line is reported with its number and the reason', () =>
  inWorld(async (world) => {
    const others = many(200)
    const stations = stationFile([
      ...STATIONS,
      'xx|A|B|Stradale|C|D|E|PR|1|2',
      '75|solo|tre',
      [71, 'A', 'B', 'Stradale', 'Doppia', 'D', 'E', 'PR', '', ''],
      ...others.stations,
    ])
    const list = priceFile([
      ...PRICES,
      [71, 'Gasolio', '0', 1, '20/08/2026 08:00:00'],
      [71, 'Gasolio', '0.100', 1, '20/08/2026 08:00:00'],
      [71, 'Gasolio', '8.888', 1, '20/08/2026 08:00:00'],
      [71, 'Gasolio', '1.7', 7, '20/08/2026 08:00:00'],
      [71, 'Gasolio', '1.7', 1, '31/02/2026 08:00:00'],
      ...others.prices,
    ])
    const drop = dropFolder(world)
    drop.put(stations, list)
    const { job, rows } = await runImport(world)
    expect(job.status).toBe('completato_con_errori')
    expect(errorsOf(rows)).toEqual([
      'Anagrafica, riga 7: Riga scartata: identificativo non valido.',
      'Anagrafica, riga 8: Riga scartata: campi mancanti.',
      'Anagrafica, riga 9: Riga scartata: identificativo ripetuto.',
      'Prezzi, riga 9: Riga scartata: prezzo non valido.',
      'Prezzi, riga 10: Riga scartata: prezzo fuori da 0,3–5 €: 0,100.',
      'Prezzi, riga 11: Riga scartata: prezzo fuori da 0,3–5 €: 8,888.',
      'Prezzi, riga 12: Riga scartata: modalità non valida.',
      'Prezzi, riga 13: Riga scartata: data non valida.',
    ])
    expect((await registryOf(world)).stations).toHaveLength(204)
    // Tried again they would be refused again.
    const admin = await world.as('admin')
    const again = await admin.post(`/admin/history/${job.id}/retry`)
    expect([job.retriable, again.status, again.body.error]).toEqual([false, 422, 'Non ci sono righe da riprovare.'])
  }))

test('both layouts, with BOM, CRLF, Latin-1, quotes, tabs and separators in names, are read alike', () =>
  inWorld(async (world) => {
    const odd = [
      [71, 'ROSSI "MARIO', 'Q8', 'Stradale', 'Caffè "Uno', 'VIA\tEMILIA  10 43036', 'FIDENZA', 'Parma', '44.8669', '10.0604'],
      [72, 'B', 'Q8', 'Stradale', '<script>alert(1)</script>', 'VIA ROMA 1', 'FIDENZA', '??', '10.06', '44.86'],
      ['73', 'C', 'Q8', 'Stradale', 'A|B', 'VIA PO', 'FIDENZA', 'PR', '0', '0'],
    ]
    const drop = dropFolder(world)
    for (const [form, of] of [
      [{ separator: '|' }, (text: string) => `\ufeff${text}`],
      [{ separator: '|', newline: '\r\n' }, (text: string) => Buffer.from(text, 'latin1')],
      [{ separator: ';', day: ': 22/08/2026 08:00:00' }, (text: string) => text],
    ] as const) {
      drop.put(of(stationFile(odd, form)), of(priceFile([...PRICES.slice(0, 4)], form)))
      const { job } = await runImport(world, '?force=true')
      expect(job.status, JSON.stringify(form)).toBe('completato')
      expect((await registryOf(world)).stations).toMatchObject([
        { id: 71, name: 'Caffè "Uno', address: 'VIA EMILIA 10 43036', province: 'PR' },
        { id: 72, name: '<script>alert(1)</script>', province: 'PR', latitude: null },
        { id: 73, name: 'A|B', latitude: null },
      ])
    }
  }))

test('a foreign, truncated, older or far too short file changes nothing and says why; it is archived with its log, or stays where a person may take it all the same', () =>
  inWorld(async (world) => {
    const others = many(40)
    const drop = dropFolder(world)
    drop.put(stationFile([...STATIONS, ...others.stations]), priceFile([...PRICES, ...others.prices]))
    await runImport(world)
    const before = await registryOf(world)
    const good = {
      stations: stationFile([...STATIONS, ...others.stations], { day: '2026-08-22' }),
      prices: priceFile([...PRICES, ...others.prices]),
    }
    const broken = stationFile([...STATIONS, ...Array.from({ length: 4 }, (_, n) => `${n}|rotta`)])
    for (const [stations, list, words] of [
      ['', good.prices, 'Il file anagrafica del MIMIT è vuoto.'],
      ['<!DOCTYPE html><html></html>', good.prices, 'Al posto del file anagrafica del MIMIT è arrivata una pagina web.'],
      [good.stations, '<html>', 'Al posto del file prezzi del MIMIT è arrivata una pagina web.'],
      ['a;b;c\n1;2;3\n', good.prices, /intestazione attesa/],
      [good.prices, good.stations, /intestazione attesa/],
      [broken, good.prices, /si leggono solo 4 righe su 8, la prima che non si legge è la 7 \(campi mancanti\)/],
      [good.stations.slice(0, -30), good.prices, /L'ultima riga del file anagrafica è incompleta/],
      [good.stations, good.prices.slice(0, -25), /L'ultima riga del file prezzi è incompleta/],
      [
        stationFile(STATIONS),
        good.prices,
        'I file contengono 4 impianti, il registro ne ha 44: sembrano incompleti. Non è stato importato nulla: se è giusto così, importa comunque.',
      ],
      [
        stationFile([...STATIONS, ...others.stations], { day: '2026-08-20' }),
        good.prices,
        /^Il file anagrafica è del 20\/08\/2026, in archivio c’è già quello del 21\/08\/2026\. Non è stato importato nulla/,
      ],
      [
        good.stations,
        priceFile([...PRICES, ...others.prices], { day: '2026-08-20' }),
        /^Il file prezzi è del 20\/08\/2026, in archivio c’è già quello del 21\/08\/2026\./,
      ],
      [
        good.stations.replace(/^.*\n/, ''),
        good.prices,
        /^Il file anagrafica non dice di che giorno è, in archivio c’è già quello del 21\/08\/2026\./,
      ],
      [
        good.stations.replace('2026-08-22', '2026-02-31'),
        good.prices,
        /^Il file anagrafica non dice di che giorno è, in archivio c’è già quello del 21\/08\/2026\./,
      ],
      [
        good.stations,
        priceFile([...PRICES, ...others.prices], { day: '2099-01-01' }),
        /^Il file prezzi dice di essere del 01\/01\/2099, che deve ancora venire\. Non è stato importato nulla/,
      ],
    ] as const) {
      drop.put(stations, list)
      const { job } = await runImport(world)
      expect(job.status, String(words)).toBe('fallito')
      expect(job.log[0].text).toMatch(words)
      expect(await registryOf(world)).toEqual(before)
      const doubtful = / Non è stato importato nulla: se è giusto così, importa comunque\.$/.test(job.log[0].text)
      expect(drop.names('in')).toEqual(doubtful ? ['anagrafica.csv', 'prezzi.csv'] : [])
      expect((await (await world.as('admin')).get('/mimit/source')).body.data.doubt).toBe(doubtful ? job.log[0].text : null)
    }
    const log = drop.names('error').find((name) => name.endsWith('anagrafica.csv.log'))!
    expect(fs.readFileSync(drop.at('error', log), 'utf8').length).toBeGreaterThan(10)
    // The import can be forced; of the file of a day still to come no day is stored.
    drop.put(stationFile(STATIONS), priceFile(PRICES, { day: '2099-01-01' }))
    expect((await runImport(world, '?force=1')).job.status).toBe('completato')
    expect((await registryOf(world)).stations).toHaveLength(4)
    expect((await (await world.as('admin')).get('/mimit/source')).body.data).toMatchObject({ day: '2026-08-21', doubt: null })
    expect((await editionOf(world.db))?.prices_day).toBeNull()
  }))

test('a second import at the same time is refused because one is running', () =>
  inWorld(async (world) => {
    const drop = dropFolder(world)
    drop.put(stationFile(STATIONS), priceFile(PRICES))
    const admin = await world.as('admin')
    expect((await admin.get('/commands/miseimport')).status).toBe(200)
    const second = await admin.get('/commands/miseimport?force=1')
    expect([second.status, second.body.error]).toEqual([409, 'Operazione già in corso.'])
    await world.runs()
    expect((await registryOf(world)).stations).toHaveLength(4)
  }))

test('after the swap every table and index has its own name, and the staging tables are empty', () =>
  inWorld(async (world) => {
    const { db } = world
    const names = async () =>
      (
        (await db.execute(
          sql`select tablename || ' ' || indexname as name from pg_indexes where tablename like 'mimit_%' order by 1`,
        )) as unknown as { rows: { name: string }[] }
      ).rows.map(({ name }) => name)
    const before = await names()
    const drop = dropFolder(world)
    for (const day of ['2026-08-21', '2026-08-22']) {
      drop.put(stationFile(STATIONS, { day }), priceFile(PRICES, { day }))
      await runImport(world)
      expect(await names()).toEqual(before)
    }
    const { rows } = (await db.execute(
      sql`select (select count(*) from mimit_prices_staged)::int as staged, (select count(*) from mimit_prices)::int as live`,
    )) as unknown as { rows: object[] }
    expect(rows).toEqual([{ staged: 0, live: 6 }])
  }))
