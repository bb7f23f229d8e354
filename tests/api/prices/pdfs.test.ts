import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mimit_means } from '../../../server/db/schema/prices/mimit.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { addDays } from '../../../server/domain/shared/days.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { hasPdfToText, letters, lines, words } from '../../pdf/pdf-text.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const now = () => NOW
const HOSTILE = '<script>alert(1)</script> #strong[x] $a^2$ _b_ *c* \\n @ref `r` //d'
const LONG = 'Lunghissima '.repeat(17).slice(0, 200)
/** `KEEP=folder npx vitest run …` keeps the PDFs, so that a person can look at them. */
const kept = (name: string, bytes: Buffer) => {
  if (process.env.KEEP) writeFileSync(`${process.env.KEEP}/${name}.pdf`, bytes)
  return bytes
}

type Sale = readonly [fuel_id: number, mode: 'self' | 'serve', price: number, valid_from: string, more?: object]
const sell = (db: Db, station_id: number, ...sales: Sale[]) =>
  db
    .insert(prices)
    .values(sales.map(([fuel_id, mode, price, valid_from, more]) => ({ station_id, fuel_id, mode, price, valid_from, ...more })))
/** Ids of petrol, diesel and LPG in the seed. */
const [PETROL, DIESEL, LPG] = [1, 2, 3]
async function priced(db: Db, code: string, more: object = {}) {
  const station = await makeStation(db, { code, ...more })
  await sell(
    db,
    station.id,
    [PETROL, 'self', 1.749, '2026-11-01T08:00:00Z'],
    [PETROL, 'self', 1.789, '2026-11-23T17:30:00Z'],
    [PETROL, 'serve', 1.959, '2026-11-20T08:00:00Z'],
    [DIESEL, 'self', 1.729, '2026-11-10T08:00:00Z'],
    [LPG, 'serve', 0.719, '2026-11-24T06:05:00Z'],
    [LPG, 'serve', 0.729, '2026-11-26T06:00:00Z'],
  )
  return station
}

test('PDFs of prices need the policy, and only for stations within reach', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await priced(db, 'ZZ1')
    for (const path of [
      `/prices/stations/pdf/${id}`,
      `/prices/stations/pdf/multi`,
      `/prices/stations/pdf/single/${id}`,
      `/prices/stations/pdf/${id}/2026-11-24`,
    ]) {
      expect((await (await as()).get(path)).status).toBe(401)
      expect((await (await as('autista')).get(path)).status).toBe(403)
    }
    const rete = await as('rete')
    for (const path of [`/prices/stations/pdf/${id}`, `/prices/stations/pdf/single/${id}`]) expect((await rete.get(path)).status).toBe(404)
    await assign(db, id, rete.user_id)
    for (const path of [`/prices/stations/pdf/${id}`, `/prices/stations/pdf/single/${id}`]) expect((await rete.get(path)).status).toBe(200)
  }, now))

test('a PDF of prices that cannot be made is refused with a sentence', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await priced(db, 'ZZ1')
    const empty = await makeStation(db, { code: 'ZZ2' })
    const admin = await as('admin')
    const said = async (path: string) => {
      const { status, body } = await admin.get(`/prices/stations/pdf${path}`)
      return [status, body.error]
    }
    const date = 'Il campo Data non contiene una data valida.'
    const future = 'La data non può essere futura.'
    const id_ = 'Parametro id distributore non passato correttamente.'
    for (const [path, error] of [
      [`/${id}/2026-02-30`, { date }],
      [`/multi/24-11-2026`, { date }],
      [`/single/${id}/ieri`, { date }],
      [`/${id}/2026-11-26`, { date: future }],
      ['/multi/2027-01-01', { date: future }],
      [`/single/${id}/2026-11-26`, { date: future }],
      ['/single/zero', { id: id_ }],
      ['/single/0', { id: id_ }],
      [`/${id}/2026-10-31`, 'Nessun prezzo in vigore il 31/10/2026.'],
      ['/multi/1999-12-31', 'Nessun prezzo in vigore il 31/12/1999.'],
      [`/single/${id}/2026-10-31`, 'Nessun prezzo in vigore il 31/10/2026.'],
      [`/${empty.id}`, 'Nessun prezzo in vigore.'],
      [`/multi?station_id=${empty.id}`, 'Nessun prezzo in vigore.'],
      [`/single/${empty.id}`, 'Nessun prezzo in vigore.'],
    ] as const)
      expect(await said(path), path).toEqual([422, error])
    // Neither of these is a valid id.
    expect((await admin.get(`/prices/stations/pdf/single`)).status).toBe(422)
    expect((await admin.get(`/prices/stations/pdf/9999999`)).status).toBe(404)
  }, now))

test.skipIf(!hasPdfToText)('the sign: figures as on the forecourt, in the order of the law, since when', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await priced(db, 'ZZ 1/2', { name: HOSTILE })
    const { status, headers, bytes } = await (await as('admin')).get(`/prices/stations/pdf/${id}`)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain('filename="cartello_prezzi_ZZ_1_2_20261125.pdf"')
    expect(/\/MediaBox \[0 0 (\d+)\.\d* (\d+)/.exec(kept('sign', bytes).toString('latin1'))?.slice(1)).toEqual(['595', '841'])
    const text = lines(bytes).replace(/\s+/g, ' ')
    expect(text).toContain('Prezzi validi dal 24/11/2026 07:05')
    expect(letters(bytes)).toContain(HOSTILE.replace(/\s/g, ''))
    expect(text).toMatch(
      /Gasolio €\/l 1,729 – Benzina €\/l 1,789 1,959 GPL €\/l – 0,719|Gasolio €\/l 1,729 – Benzina €\/l 1,789 1,959 GPL €\/l 0,719 –/,
    )
    expect(text).not.toContain('0,729')
    expect(text).not.toContain('medio')
    expect(text).toContain('Generato il 25/11/2026 10:00 da')
  }, now),
)

test.skipIf(!hasPdfToText)('the sign has the mean of its region with its day where one was brought in, and beside a motorway none', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await priced(db, 'ZZ1')
    const motorway = await priced(db, 'ZZ2', { kind: 'autostradale' })
    const mean = (fuel_id: number, mode: 'self' | 'serve', price: number, day: string, area = 'Emilia-Romagna') => ({
      ...{ fuel_id, mode, price, day, area, stations: 900 },
    })
    await db
      .insert(mimit_means)
      .values([
        mean(PETROL, 'self', 1.812, '2026-11-23'),
        mean(PETROL, 'self', 1.822, '2026-11-24'),
        mean(PETROL, 'serve', 1.991, '2026-11-24'),
        mean(DIESEL, 'self', 1.744, '2026-11-24'),
        mean(LPG, 'serve', 0.731, '2026-11-24'),
        mean(DIESEL, 'self', 1.666, '2026-11-24', 'PR'),
      ])
    const admin = await as('admin')
    const read = async (path: string) => words(kept('means', (await admin.get(`/prices/stations/pdf/${path}`)).bytes))
    const text = await read(`${id}`)
    expect(text).toContain('Prezzo medio regionale, Emilia-Romagna – rilevazione del 24/11/2026')
    expect(text).toMatch(/Gasolio self 1,744 Benzina self 1,822 GPL servito 0,731/)
    for (const other of ['1,991', '1,666', '1,812']) expect(text).not.toContain(other)
    expect(await read(`${id}/2026-11-23`)).toMatch(/rilevazione del 23\/11\/2026 Benzina self 1,812/)
    expect(await read(`${id}/2026-11-22`)).not.toContain('medio')
    expect(await read(`${motorway.id}`)).not.toContain('medio')
  }, now),
)

test.skipIf(!hasPdfToText)('the sign of a day: as it was at its end in Rome, summer time included', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    await sell(
      db,
      id,
      // The fuel is no longer sold.
      [PETROL, 'self', 1.111, '2026-07-01T08:00:00Z', { valid_to: '2026-08-01T10:00:00Z' }],
      [PETROL, 'self', 1.222, '2026-07-14T21:59:00Z', { valid_to: '2026-08-01T10:00:00Z' }],
      [PETROL, 'self', 1.333, '2026-07-14T22:00:00Z', { valid_to: '2026-08-01T10:00:00Z' }],
    )
    const admin = await as('admin')
    const figures = async (date: string) => words((await admin.get(`/prices/stations/pdf/${id}/${date}`)).bytes).match(/\d,\d{3}/g)
    expect(await figures('2026-07-13')).toEqual(['1,111'])
    expect(await figures('2026-07-14')).toEqual(['1,222'])
    expect(await figures('2026-07-31')).toEqual(['1,333'])
    const after = await admin.get(`/prices/stations/pdf/${id}/2026-08-01`)
    expect([after.status, after.body.message]).toEqual([422, 'Nessun prezzo in vigore il 01/08/2026.'])
  }, now),
)

test.skipIf(!hasPdfToText)("the network: a line a station by province, least, mean and most; another's stations are not told", () =>
  inWorld(async ({ as, db }) => {
    const one = await priced(db, 'ZZ1', { name: HOSTILE })
    const two = await priced(db, 'ZZ2', { province: 'AO', name: LONG })
    await makeStation(db, { code: 'ZZ3', province: 'AO' })
    await priced(db, 'ZZ4', { is_warehouse: true })
    await priced(db, 'ZZ5', { status: 'dismissed' })
    await sell(db, two.id, [PETROL, 'self', 1.8, '2026-11-25T08:00:00Z'])
    const { headers, bytes } = await (await as('admin')).get(`/prices/stations/pdf/multi?search=zz`)
    expect(headers['content-disposition']).toContain('riepilogo_prezzi_rete_20261125.pdf')
    const text = lines(kept('network', bytes)).replace(/\s+/g, ' ')
    expect(text).toContain('Filtri: ricerca «zz» – 3 punti vendita')
    expect(text).toContain('Prezzi in vigore il 25/11/2026 10:00')
    expect(text).toMatch(/Gasolio Benzina GPL Punto vendita Comune Self Self Servito Servito/)
    expect(text.indexOf('ZZ2')).toBeLessThan(text.indexOf('ZZ1'))
    expect(text).toMatch(/ZZ3 Prova ZZ3 Fidenza [^–\d]*(ZZ|Minimo|Parma)/)
    expect(text).toMatch(/Minimo 1,729 1,789 1,959 0,719 Medio 1,729 1,795 1,959 0,719 Massimo 1,729 1,800 1,959 0,719/)
    expect(letters(bytes)).toContain(HOSTILE.replace(/\s/g, ''))
    for (const hidden of ['ZZ4', 'ZZ5']) expect(text).not.toContain(hidden)
    expect(text).toContain('in corsivo i prezzi fermi da più di 8 giorni')
    const before = lines((await (await as('admin')).get(`/prices/stations/pdf/multi/2026-11-22?search=zz2`)).bytes).replace(/\s+/g, ' ')
    expect(before).toContain('Prezzi in vigore alla fine del 22/11/2026 – Filtri: ricerca «zz2» – 1 punto vendita')
    expect(before).toMatch(/Minimo 1,729 1,749 1,959 Medio/)
    const rete = await as('rete')
    await assign(db, one.id, rete.user_id)
    const own = words((await rete.get(`/prices/stations/pdf/multi`)).bytes)
    expect(own).toContain('1 punto vendita')
    expect(own).not.toContain('ZZ2')
  }, now),
)

test.skipIf(!hasPdfToText)('the list of a station: prices, chart, and each change with who made it, over pages', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await priced(db, 'ZZ1', { name: HOSTILE })
    const admin = await as('admin')
    const fuel = await makeFuel(db, 'Carburante #1 di prova')
    await sell(
      db,
      id,
      [fuel.id, 'self', 1, '2026-09-01T08:00:00Z'],
      [fuel.id, 'self', 1.01, '2026-11-02T08:00:00Z', { created_by: admin.user_id }],
      [fuel.id, 'self', 1.005, '2026-11-03T08:00:00Z', { source: 'mimit', valid_to: '2026-11-05T09:30:00Z' }],
    )
    const { headers, bytes } = await admin.get(`/prices/stations/pdf/single/${id}`)
    expect(headers['content-disposition']).toContain('listino_storico_ZZ1_20261125.pdf')
    const text = lines(kept('history', bytes))
    expect(text).toContain('Gasolio €/l 1,729')
    // The chart consists of vectors, not of an image, so it prints sharply at any size.
    expect(execFileSync('pdfimages', ['-list', '-'], { input: bytes }).toString().trim().split('\n').slice(2)).toEqual([])
    expect(text).toContain('Dal 26/09/2026 al 25/11/2026')
    expect(text).toMatch(/24\/11\/2026 07:05 GPL Servito – 0,719 – /)
    expect(text).toMatch(/23\/11\/2026 18:30 Benzina Self 1,749 1,789 \+0,040/)
    expect(text).toMatch(/05\/11\/2026 10:30 Carburante #1 di prova Self 1,005 Non più venduto/)
    expect(text).toMatch(/03\/11\/2026 09:00 Carburante #1 di prova Self 1,010 1,005 −0,005 MIMIT/)
    expect(text).toMatch(/02\/11\/2026 09:00 Carburante #1 di prova Self 1,000 1,010 \+0,010 \p{L}+/u)
    expect(text).not.toContain('01/09/2026')
    expect(text).not.toContain('0,729')
    const earlier = lines((await admin.get(`/prices/stations/pdf/single/${id}/2026-11-02`)).bytes)
    expect(earlier).toContain('Prezzi in vigore alla fine del 02/11/2026.')
    expect(earlier).toMatch(/Carburante #1 di prova €\/l 1,010/)
    expect(earlier).not.toContain('03/11/2026 09:00')
    const many = Array.from({ length: 55 }, (_, at): Sale => [DIESEL, 'serve', 1.8 + at / 1000, `${addDays('2026-10-01', at)}T04:00:00Z`])
    await sell(db, id, ...many)
    const long = lines((await admin.get(`/prices/stations/pdf/single/${id}`)).bytes)
    const pages = Number(/pagina 1 di (\d+)/.exec(long)![1])
    expect(pages).toBeGreaterThan(1)
    expect(long.match(/Prima Dopo Differenza/g)!.length).toBe(pages)
  }, now),
)
