import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importMimit } from '../../../server/cli/mimit-write.ts'
import { mimit_prices, mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { digests } from '../../../server/db/seed/tables.ts'
import { inWorld } from '../support/world.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const HEAD =
  'Estrazione del 2026-08-21\nidImpianto|Gestore|Bandiera|Tipo Impianto|Nome Impianto|Indirizzo|Comune|Provincia|Latitudine|Longitudine\n'
const registry = (...rows: string[]) => bytes(HEAD + rows.map((row) => `${row}\n`).join(''))
const PRICE_HEAD = 'Estrazione del 2026-08-21\nidImpianto|descCarburante|prezzo|isSelf|dtComu\n'
const priceList = (...rows: string[]) => bytes(PRICE_HEAD + rows.map((row) => `${row}\n`).join(''))
const A = '71|ROSSI MARIO|Q8|Stradale|Prova | Uno|VIA EMILIA 10 43036|FIDENZA|PR|44.8669|10.0604'
const B = '72|BIANCHI SRL|Tamoil|Stradale|Prova Due|VIA ROMA 1|FIDENZA|PR|44.8600|10.0600'
const C = '73|VERDI SNC|Q8|Autostradale|Prova Tre|A1 KM 90 43100|PARMA|PR||'
const DIRTY = '74|NERI|Q8|Stradale|Prova Quattro|VIA PO 1|PAESE CHE NON C È|??||'
const PRICES = [
  '71|Benzina|1.789|1|19/08/2026 21:00:09',
  '71|GPL|0.719|0|19/08/2026 21:00:09',
  '72|Gasolio|1.739|1|20/08/2026 08:00:00',
  '72|Pozione|2.000|1|20/08/2026 08:00:00',
]
const everything = { brands: [], provinces: [] }
const files = { stations: registry(A, B, C, DIRTY), prices: priceList(...PRICES) }

test('the import fills the registry and creates our stations; a second run changes nothing', () =>
  inWorld(async ({ db }) => {
    const first = await importMimit(db, files, everything)
    expect(first).toMatchObject({
      day: '2026-08-21',
      registry: { rows: 4, added: 4, changed: 0, removed: 0 },
      registryPrices: { rows: 4, added: 4 },
      ours: { imported: 3, updated: 0, unchanged: 0, skipped: { 'provincia sconosciuta': 1 } },
      published: 3,
      unknownFuels: [['Pozione', 1]],
    })
    const [station] = await db.select().from(stations).where(eq(stations.mise_id, 71))
    expect(station).toMatchObject({ code: 'M71', name: 'Prova | Uno', cap: '43036', city: 'Fidenza', rev: 1, self: true, serveGPL: true })
    const sold = await db.select().from(station_fuels).where(eq(station_fuels.station_id, station!.id))
    expect(sold.map(({ self, serve }) => [self, serve])).toHaveMembers([
      [false, true],
      [true, false],
    ])
    const [price] = await db.select().from(prices).where(eq(prices.station_id, station!.id)).orderBy(prices.price)
    expect(price).toMatchObject({ mode: 'serve', price: 0.719, source: 'mimit', valid_from: '2026-08-19T19:00:09.000Z' })
    const before = await digests(db)
    expect(await importMimit(db, files, everything)).toMatchObject({
      registry: { added: 0, changed: 0, removed: 0 },
      registryPrices: { added: 0, changed: 0, removed: 0 },
      ours: { imported: 0, updated: 0, unchanged: 3 },
      published: 0,
    })
    expect(await digests(db)).toEqual(before)
  }))

test('a new import updates stations and adds newer prices; a station gone from the registry stays in our network', () =>
  inWorld(async ({ db }) => {
    await importMimit(db, files, everything)
    const later = {
      stations: registry(A.replace('Uno', 'Nuova'), C),
      prices: priceList('71|Benzina|1.799|1|20/08/2026 21:00:09', '71|GPL|0.700|0|18/08/2026 21:00:09'),
    }
    expect(await importMimit(db, later, everything, true)).toMatchObject({
      registry: { added: 0, changed: 1, removed: 2 },
      registryPrices: { changed: 2, removed: 2 },
      ours: { imported: 0, updated: 1, unchanged: 1 },
      published: 1,
    })
    const [station] = await db.select().from(stations).where(eq(stations.mise_id, 71))
    expect(station).toMatchObject({ name: 'Prova | Nuova', rev: 2 })
    expect(await db.$count(stations, eq(stations.mise_id, 72))).toBe(1)
    expect(await db.$count(mimit_stations)).toBe(2)
    expect(await db.$count(mimit_prices)).toBe(2)
  }))

test('the import can be limited to brands and provinces; manual and deleted stations are skipped with the reason', () =>
  inWorld(async ({ db }) => {
    expect((await importMimit(db, files, { brands: ['TAMOIL'], provinces: ['PR'] })).ours.imported).toBe(1)
    await db.update(stations).set({ updated_by: 1, name: 'Mia' }).where(eq(stations.mise_id, 72))
    expect((await importMimit(db, files, { brands: ['q8'], provinces: ['MI'] })).ours).toMatchObject({ imported: 0, skipped: {} })
    await importMimit(db, files, { brands: ['q8'], provinces: [] })
    await db.update(stations).set({ deleted_at: new Date().toISOString() }).where(eq(stations.mise_id, 73))
    const changed = {
      stations: registry(A, B.replace('Due', 'Altra'), C, '75|X|Q8|Altro|Prova Cinque|VIA PO 43036|FIDENZA|PR||'),
      prices: files.prices,
    }
    await db.update(stations).set({ code: 'M75', mise_id: null }).where(eq(stations.mise_id, 71))
    expect((await importMimit(db, changed, everything)).ours).toEqual({
      imported: 1,
      updated: 0,
      unchanged: 0,
      skipped: { 'punto vendita gestito a mano': 1, 'punto vendita eliminato': 1, 'codice già in uso': 1 },
    })
    const [mine] = await db.select().from(stations).where(eq(stations.mise_id, 72))
    expect(mine!.name).toBe('Mia')
  }))

test('the import refuses an empty file, a web page, another file or a broken one, and writes nothing', () =>
  inWorld(async ({ db }) => {
    await importMimit(db, files, everything)
    const before = await digests(db)
    const broken = registry(A, ...Array.from({ length: 9 }, (_, n) => `${n}|troncata`))
    for (const wrong of [bytes(''), bytes('<!DOCTYPE html><html></html>'), bytes('a;b;c\n1;2;3\n'), registry(), broken, files.prices])
      await expect(importMimit(db, { ...files, stations: wrong }, everything)).rejects.toThrow(/MIMIT/)
    await expect(importMimit(db, { ...files, prices: bytes('<html>') }, everything)).rejects.toThrow(/pagina web/)
    expect(await digests(db)).toEqual(before)
  }))

test('the registry needs its policy, is searched by text and brand, and names our station only to callers who may see it', () =>
  inWorld(async ({ as, db }) => {
    await importMimit(db, files, { brands: ['Tamoil'], provinces: [] })
    expect((await (await as('ispettore')).get('/mimit/stations')).status).toBe(403)
    const conti = await as('contabilita')
    const [ours] = await db.select({ id: stations.id }).from(stations).where(eq(stations.mise_id, 72))
    const found = (await conti.get('/mimit/stations?search=prova+fidenza&sort=-name')).body.data
    expect(found).toMatchObject({
      total: 2,
      data: [
        { id: 71, station_id: null },
        { id: 72, station_id: ours!.id },
      ],
    })
    expect((await conti.get('/mimit/stations?brand=Q8&province=PR')).body.data.total).toBe(2)
    const stazione = await as('stazione')
    expect((await stazione.get('/mimit/stations?search=due')).body.data.data).toMatchObject([{ id: 72, station_id: null }])
  }))

test('a truncated or older file changes nothing unless the import is forced', () =>
  inWorld(async ({ db }) => {
    const many = Array.from({ length: 20 }, (_, n) => A.replace('71|', `${100 + n}|`))
    const offers = many.map((_, n) => `${100 + n}|Benzina|1.789|1|19/08/2026 21:00:09`)
    const whole = { stations: registry(...many), prices: priceList(...offers) }
    await importMimit(db, whole, everything)
    const before = await digests(db)
    const older = (file: Uint8Array) => bytes(new TextDecoder().decode(file).replace('2026-08-21', '2026-08-20'))
    const undated = (file: Uint8Array) => bytes(new TextDecoder().decode(file).replace(/^Estrazione.*\n/, ''))
    const doubtful = [
      [{ ...whole, stations: registry(...many.slice(0, 17)) }, 'I file contengono 17 impianti, il registro ne ha 20: sembrano incompleti.'],
      [{ ...whole, stations: whole.stations.slice(0, -40) }, "L'ultima riga del file anagrafica è incompleta: il file sembra interrotto."],
      [{ ...whole, prices: whole.prices.slice(0, -25) }, "L'ultima riga del file prezzi è incompleta: il file sembra interrotto."],
      [{ ...whole, stations: older(whole.stations) }, 'Il file anagrafica è del 20/08/2026, in archivio c’è già quello del 21/08/2026.'],
      [{ ...whole, prices: older(whole.prices) }, 'Il file prezzi è del 20/08/2026, in archivio c’è già quello del 21/08/2026.'],
      [{ ...whole, prices: undated(whole.prices) }, 'Il file prezzi non dice di che giorno è, in archivio c’è già quello del 21/08/2026.'],
    ] as const
    for (const [files, words] of doubtful) {
      await expect(importMimit(db, files, everything)).rejects.toThrow(words)
      expect(await digests(db)).toEqual(before)
    }
    expect(await importMimit(db, doubtful[0][0], everything, true)).toMatchObject({ registry: { rows: 17, removed: 3 } })
  }))
