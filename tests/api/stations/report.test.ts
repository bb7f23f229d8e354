import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { activity_log } from '../../../server/db/schema/core/system.ts'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { station_bills } from '../../../server/db/schema/stations/station-sets.ts'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const dialect = new PgDialect()
const report = (by: Caller, body: object = {}) => by.post('/stations/report', body)
const mine = { search: 'prova zz' }
/** The rows of each sheet by name, the heading first. */
const sheetsOf = (bytes: Buffer): Record<string, unknown[][]> => {
  const book = read(bytes, { cellDates: true, UTC: true })
  return Object.fromEntries(book.SheetNames.map((name) => [name, utils.sheet_to_json(book.Sheets[name]!, { header: 1 })]))
}

test('the report needs the export policy, and each sheet its own', () =>
  inWorld(async ({ as, db }) => {
    await makeStation(db, { code: 'ZZ1' })
    for (const name of ['lettura.rete', 'ispettore', 'gestore', 'helpdesk']) expect((await report(await as(name))).status, name).toBe(403)
    const analyst = await as('p.analysis_perm')
    expect((await report(analyst, { filters: mine, sheets: ['bills'] })).status).toBe(200)
  }))

test('the report is a workbook with named sheets, dates as dates, and no formulas', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const fuel = await makeFuel(db)
    const { id } = await makeStation(db, {
      code: 'ZZ1',
      name: '=1+1',
      note: '@SUM(A1)',
      opened_at: '2001-03-09',
      area_manager_id: admin.user_id,
    })
    await makeStation(db, { code: 'ZZ2', name: 'Prova due' })
    await db.insert(station_fuels).values({ station_id: id, fuel_id: fuel.id, self: false })
    await db.insert(prices).values({ station_id: id, fuel_id: fuel.id, mode: 'self', price: 1.789, valid_from: '2026-01-02T10:00:00Z' })
    await db.insert(tanks).values({ station_id: id, fuel_id: fuel.id, number: 'C1', capacity: 10_000, next_test: '2027-05-06' })
    await db.insert(station_bills).values({ station_id: id, type: 'gas', supplier: '-2+3', last_amount: 12.5, last_date: '2026-02-01' })
    const answer = await report(admin, { filters: { search: 'zz', province: 'PR' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/filename="report_punti_vendita_\d{8}\.xlsx"/)
    const book = read(answer.bytes, { cellFormula: true })
    for (const sheet of Object.values(book.Sheets)) {
      expect(Object.values(sheet).some((cell) => (cell as { f?: string })?.f !== undefined)).toBe(false)
      expect(sheet['!autofilter']?.ref).toMatch(/^A1:[A-Z]+\d+$/)
    }
    const sheets = sheetsOf(answer.bytes)
    expect(Object.keys(sheets)).toEqual([
      ...['Punti vendita', 'Carburanti', 'Prezzi', 'Attrezzature', 'Cisterne', 'Estintori', 'Reti', 'Bollette'],
    ])
    const [head, ...rows] = sheets['Punti vendita']!
    const at = (row: unknown[], heading: string) => row[head!.indexOf(heading)]
    expect(rows.map((row) => at(row, 'Codice P.V.'))).toEqual(['ZZ1', 'ZZ2'])
    expect([at(rows[0]!, 'Nome'), at(rows[0]!, 'Note'), at(rows[0]!, 'Stato')]).toEqual(['=1+1', '@SUM(A1)', 'Attivo'])
    expect(at(rows[0]!, 'Apertura')).toEqual(new Date('2001-03-09T00:00:00Z'))
    expect([at(rows[0]!, 'Margine (€/l)'), at(rows[0]!, 'Self service'), at(rows[0]!, 'Responsabile di zona')]).toEqual([
      0.035,
      'Sì',
      'Anna Amministratrice',
    ])
    expect(sheets.Carburanti!.slice(1)).toEqual([['ZZ1', '=1+1', 'Fidenza', 'PR', 'Benzina di prova', 'No', 'Sì', 'Sì']])
    expect(sheets.Prezzi![1]).toMatchObject({ 4: 'Benzina di prova', 5: 'Self', 6: 1.789, 8: new Date('2026-01-02T11:00:00Z') })
    expect(sheets.Cisterne![1]).toMatchObject({ 4: 'C1', 6: 10_000, 11: new Date('2027-05-06T00:00:00Z') })
    expect(sheets.Bollette![1]).toMatchObject({ 4: 'Gas', 5: '-2+3' })

    const [act] = await db.select().from(activity_log).where(eq(activity_log.action, 'export'))
    expect(act).toMatchObject({ entity: 'stations', user_id: admin.user_id, status: 200 })
    const chosen = sheetsOf((await report(admin, { stations: [id], columns: ['Nome', 'Codice P.V.'], sheets: ['stations'] })).bytes)
    expect(chosen).toEqual({
      'Punti vendita': [
        ['Nome', 'Codice P.V.'],
        ['=1+1', 'ZZ1'],
      ],
    })
  }))

test("the report is limited to the caller's stations and visible columns", () =>
  inWorld(async ({ as, db }) => {
    const [inside, outside] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const stazione = await as('stazione')
    await assign(db, inside.id, stazione.user_id)
    await db.insert(station_bills).values([inside, outside].map(({ id }) => ({ station_id: id, type: 'gas' as const, supplier: 'Gas' })))
    const codes = (sheet: unknown[][] | undefined) => (sheet ?? []).slice(1).map(([code]) => code)
    const own = sheetsOf((await report(stazione, { filters: mine })).bytes)
    expect([codes(own['Punti vendita']), codes(own.Bollette)]).toEqual([['ZZ1'], ['ZZ1']])
    for (const ids of [[outside.id], [inside.id, outside.id], [999_999]])
      expect((await report(stazione, { stations: ids })).body.error).toEqual({
        stations: 'Il valore selezionato per Punto vendita non esiste.',
      })
    // A manager who also drives sees every station, but the documents of the own one only.
    await db
      .update(users)
      .set({ roles: ['station', 'driver'] })
      .where(eq(users.id, stazione.user_id))
    const both = sheetsOf((await report(stazione, { filters: mine })).bytes)
    expect([codes(both['Punti vendita']), codes(both.Bollette)]).toEqual([['ZZ1', 'ZZ2'], ['ZZ1']])
    const margins = both['Punti vendita']!.map((row) => row[both['Punti vendita']![0]!.indexOf('Margine (€/l)')])
    expect(margins).toEqual(['Margine (€/l)', 0.035, undefined])
    await db.update(stations).set({ deleted_at: new Date().toISOString() }).where(eq(stations.id, inside.id))
    expect(codes(sheetsOf((await report(stazione, { filters: mine })).bytes)['Punti vendita'])).toEqual(['ZZ2'])
  }))

test('wrong report parameters are refused with a sentence', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const error = async (body: object) => (await report(admin, body)).body.error
    expect(await error({ columns: ['Codice P.V.', 'Segreto'] })).toEqual({ columns: 'Il report non ha la colonna Segreto.' })
    expect(await error({ columns: [] })).toEqual({ columns: 'Scegli almeno una colonna.' })
    expect(await error({ filters: { search: 'zzzzzz' } })).toBe('Nessun dato da esportare.')
    expect((await report(admin, { filters: { fuel_id: 'x' } })).status).toBe(422)
    expect((await report(admin, { sheets: ['tutto'] })).status).toBe(422)
  }))

/** Requests the report of this many stations over a real connection. */
async function overTheWire({ app, as, db }: World, count: number) {
  await db.insert(stations).values(
    Array.from({ length: count }, (_, at) => ({
      ...{ code: `ZW${at}`, name: `Lunga ${String(at).padStart(4, '0')}`, address: 'Via Emilia 1', cap: '43036', city: 'Fidenza' },
      ...{ province: 'PR', region: 'Emilia-Romagna', search_text: 'lunga' },
    })),
  )
  const { token } = await as('admin')
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ filters: { search: 'lunga' }, sheets: ['stations'], columns: ['Codice P.V.'] })
  return () => fetch(`${base}/api/v1/stations/report`, { method: 'POST', headers, body })
}
test('a report of several chunks is one workbook, in the order of the list', () =>
  inWorld(async (world) => {
    const ask = await overTheWire(world, 1_100)
    const answer = await ask()
    const [, ...rows] = sheetsOf(Buffer.from(await answer.arrayBuffer()))['Punti vendita']!
    expect(rows.map(([code]) => code)).toEqual(Array.from({ length: 1_100 }, (_, at) => `ZW${at}`))
  }))

test('an interrupted report is no valid file', () =>
  inWorld(async (world) => {
    const ask = await overTheWire(world, 1_100)
    const execute = world.db.execute.bind(world.db)
    let pieces = 0
    world.db.execute = ((question: never) => {
      if ('queryChunks' in (question as object) && dialect.sqlToQuery(question).sql.includes('with ordinality') && ++pieces === 2)
        throw new Error('cut')
      return execute(question)
    }) as typeof execute
    const answer = await ask()
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect(pieces).toBe(2)
  }))
