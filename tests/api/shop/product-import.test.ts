import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ecommerce_categories, ecommerce_products as table } from '../../../server/db/schema/shop/shop.ts'
import type { Checked } from '../../../src/contract/kernel/importing.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const HEAD = 'Codice;Nome;Categoria;Prezzo;IVA;Quantità minima;Multiplo;Quantità massima;Giacenza'
async function read(by: Caller, ...lines: string[]): Promise<Checked> {
  const bytes = Buffer.from([HEAD, ...lines].join('\n'))
  const { status, body } = await by.upload('/ecommerce/product/import/read', [{ name: 'articoli.csv', bytes }])
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const byCode = async ({ db }: World, code: string) => (await db.select().from(table).where(eq(table.code, code)))[0]
/** Runs the job of a sheet; gives its id and the outcome of each line. */
async function run({ runs }: World, by: Caller, { columns, lines }: Pick<Checked, 'columns' | 'lines'>) {
  const body = { columns, lines: lines.map(({ line, cells }) => ({ line, cells })) }
  const { id } = (await by.post('/ecommerce/product/import', body)).body.data
  await runs()
  const rows = (await by.get(`/admin/history/${id}/rows`)).body.data.data
  return { id, rows: rows.map(({ outcome, message }: { outcome: string; message: string }) => [outcome, message]) }
}

test('only who manages orders has the template and imports', () =>
  inWorld(async ({ as }) => {
    const sheet = { columns: ['code'], lines: [{ line: 2, cells: ['X'] }] }
    for (const name of ['gestore', 'contabilita']) {
      const caller = await as(name)
      expect((await caller.get('/ecommerce/product/import/template')).status, name).toBe(403)
      expect((await caller.post('/ecommerce/product/import/check', sheet)).status, name).toBe(403)
      expect((await caller.post('/ecommerce/product/import', sheet)).status, name).toBe(403)
    }
    const { status, headers } = await (await as('admin')).get('/ecommerce/product/import/template')
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('Modello articoli.xlsx')])
  }))

test('articles are made and changed from a sheet after a comparison, and the whole import is undone', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const [first] = await world.db.select().from(table).orderBy(table.id)
    const [held] = await world.db.select().from(ecommerce_categories)
    const category = held!.name
    const sheet = await read(
      admin,
      `ZQ-1;Guanti da prova;${category.toUpperCase()};1.250,50;10;5;5;20;`,
      `${first!.code};;;99,9;;;;;`,
      'ZQ-2;Senza categoria;;1;22;;;;',
      'ZQ-3;Categoria ignota;Barche;1;22;;;;',
      `ZQ-4;Troppo poco;${category};1;22;10;4;11;`,
      `${first!.code};;;${String(first!.price).replace('.', ',')};;;;;`,
    )
    expect(sheet.lines.map(({ state, errors }) => [state, errors])).toEqual([
      ['nuovo', {}],
      ['modificato', {}],
      ['errore', { category: 'Il campo Categoria è obbligatorio.' }],
      ['errore', { category: expect.stringMatching(/^La categoria «Barche» non esiste\. Ci sono: «.*»/) }],
      ['errore', { max_qty: 'La quantità massima non può essere inferiore a 12, la minima ordinabile.' }],
      ['errore', { code: 'Lo stesso valore è già alla riga 3.' }],
    ])
    const corrected = sheet.lines[3]!.cells.map((cell) => (cell === 'Barche' ? category : cell))
    const again = await admin.post('/ecommerce/product/import/check', { columns: sheet.columns, lines: [{ line: 5, cells: corrected }] })
    expect(again.body.data.lines).toMatchObject([{ line: 5, state: 'nuovo', errors: {} }])
    expect(sheet.lines[1]!.changes).toEqual([{ field: 'price', before: first!.price, after: 99.9 }])
    const { id, rows } = await run(world, admin, { columns: sheet.columns, lines: sheet.lines.slice(0, 4) })
    expect(rows.map(([outcome]: [string]) => outcome)).toHaveMembers(['fatto', 'fatto', 'errore', 'errore'])
    expect(await byCode(world, 'ZQ-1')).toMatchObject({
      ...{ name: 'Guanti da prova', price: 1250.5, vat: '10', min_qty: 5, step_qty: 5, max_qty: 20, stock: null, active: true },
    })
    expect(await byCode(world, first!.code)).toMatchObject({ price: 99.9, name: first!.name })
    expect((await read(admin, `${first!.code};;;99,9;;;;;`)).lines[0]!.state).toBe('uguale')

    expect((await admin.post(`/admin/history/${id}/undo`, {})).status).toBe(201)
    await world.runs()
    expect(await byCode(world, 'ZQ-1')).toBeUndefined()
    expect((await byCode(world, first!.code))!.price).toBe(first!.price)
  }))
