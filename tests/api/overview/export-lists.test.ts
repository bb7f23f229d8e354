import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const asked = (list: string, columns: string[], search: object = {}) => ({ list, format: 'csv', search, columns })
/** The lines of the file that a job writes, without its heading. */
async function linesOf({ runs }: World, who: Caller, body: object): Promise<string[]> {
  const { id } = (await who.post('/exports', body)).body.data
  await runs()
  const { bytes } = await who.get(`/exports/${id}`)
  return bytes.toString().trimEnd().split('\r\n').slice(1)
}
const rowsOf = async (who: Caller, url: string) => (await who.get(`${url}?is_paginated=0`)).body.data

test('an export needs the right to read the list', () =>
  inWorld(async ({ as }) => {
    for (const [list, columns, name] of [
      ['inspections.list', ['Numero'], 'contabilita'],
      ['inspections.list', ['Numero'], 'stazione'],
      ['stations.list', ['Codice'], 'messaggi'],
      ['history.list', ['Quando'], 'ispettore'],
    ] as const)
      expect((await (await as(name)).post('/exports', asked(list, [...columns]))).status, `${list} ${name}`).toBe(403)
    expect(await (await as('admin')).post('/exports', asked('inspections.list', ['Password']))).toMatchObject({
      ...{ status: 422, body: { error: { columns: 'L’elenco non ha la colonna Password.' } } },
    })
  }))

test('an exported file has only rows visible to its owner', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [rete, conti, admin] = [await as('rete'), await as('contabilita'), await as('admin')]
    await assign(db, (await makeStation(db, { code: 'ZZ1' })).id, rete.user_id)
    await makeStation(db, { code: 'ZZ2' })
    await conti.post('/banks', { name: 'Banca Uno' })
    await db.execute(sql`insert into model_history (model, model_id, event) values ('settings', 1, 'updated')`)
    for (const [who, list, url, column, cell] of [
      [rete, 'stations.list', '/stations', 'Codice', (row: any) => row.code],
      [rete, 'inspections.list', '/inspection', 'Punto vendita', (row: any) => `${row.station.code} ${row.station.name}`],
      [conti, 'history.list', '/models/history', 'Chi', (row: any) => row.user?.name ?? 'Sistema'],
    ] as const) {
      const due = (await rowsOf(who, url)).map(cell)
      expect(due.length, `${list}: something, and not all`).toBeGreaterThan(0)
      expect(due.length).toBeLessThan((await rowsOf(admin, url)).length)
      expect(await linesOf(world, who, asked(list, [column]))).toEqual(due)
    }
    expect(await linesOf(world, rete, asked('stations.list', ['Codice'], { search: 'prova zz' }))).toEqual(['ZZ1'])
  }))

test('rows moved, deleted or added during an export: each row of the start is there once in order, and deleted ones are counted', () =>
  inWorld(async (world) => {
    const { as, db, deps } = world
    const sample = await makeStation(db, { code: 'M0000' })
    const { id: _, ...like } = sample
    await db
      .insert(stations)
      .values(
        Array.from({ length: 1_003 }, (_, at) => ({ ...like, ...{ code: `M${String(at + 1).padStart(4, '0')}`, search_text: 'mossa' } })),
      )
    const { files: store } = deps
    const write = store.write.bind(store)
    store.write = async (...part) => {
      await write(...part)
      store.write = write
      const rename = (code: string, more: object) => db.update(stations).set(more).where(eq(stations.code, code))
      await rename('M1001', { code: 'A0001' })
      await rename('M1002', { deleted_at: sql`now()` })
      await rename('M0500', { code: 'Z0001' })
      await makeStation(db, { code: 'M0001A' })
    }
    const admin = await as('admin')
    const { id } = (await admin.post('/exports', asked('stations.list', ['Codice', 'Città (Prov)'], { search: 'mossa', sort: 'code' })))
      .body.data
    await world.runs()
    const lines = (await admin.get(`/exports/${id}`)).bytes.toString().trimEnd().split('\r\n').slice(1)
    const due = Array.from({ length: 1_003 }, (_, at) => `M${String(at + 1).padStart(4, '0')};Fidenza (PR)`)
    expect(lines).toEqual([...due.slice(0, 1_000), 'A0001;Fidenza (PR)', 'Non è più nell’elenco;', 'M1003;Fidenza (PR)'])
    const rows = (await admin.get(`/admin/history/${id}/rows?sort=label`)).body.data.data
    expect(rows.map(({ message }: any) => message)).toHaveMembers([
      '1.000 righe scritte.',
      '3 righe scritte. 1 nel frattempo non era più nell’elenco.',
    ])
  }))
