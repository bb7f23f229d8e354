import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saved_views } from '../../../server/db/schema/overview/saved-views.ts'
import { type Caller, inWorld } from '../support/world.ts'

const body = (more: object = {}) => ({
  key: randomUUID(),
  screen: 'banks.list',
  name: 'Con filiale',
  search: { search: 'roma', sort: '-name' },
  ...more,
})
const names = async (caller: Caller) => (await caller.get('/saved-views')).body.data.map(({ name }: { name: string }) => name)

test('a view is private; only administrators share one with roles; its link works for anybody who has it', () =>
  inWorld(async ({ as }) => {
    const [office, reader, admin] = [await as('contabilita'), await as('lettura.conta'), await as('admin')]
    expect((await (await as()).post('/saved-views', body())).status).toBe(401)
    expect((await office.post('/saved-views', body({ roles: ['accounting'] }))).body.error).toEqual({
      roles: 'Solo un amministratore può condividere una vista.',
    })
    const own = (await office.post('/saved-views', body({ layout: { hidden: ['Note'], density: 'compact' } }))).body.data
    expect(own).toMatchObject({
      rev: 1,
      search: { search: 'roma', sort: '-name' },
      layout: { hidden: ['Note'], density: 'compact' },
      standard: false,
    })
    expect([await names(office), await names(reader), await names(admin)]).toEqual([['Con filiale'], [], []])
    expect((await reader.put(`/saved-views/${own.id}`, { rev: 1, name: 'Mia' })).status).toBe(404)
    expect((await admin.put(`/saved-views/${own.id}`, { rev: 1, name: 'Mia' })).status).toBe(404)
    expect((await office.put(`/saved-views/${own.id}`, { rev: 1, roles: ['accounting'] })).status).toBe(422)
    expect((await reader.del(`/saved-views/${own.id}`)).status).toBe(204)
    expect(await names(office), 'what one may not see one does not delete').toEqual(['Con filiale'])
    expect((await reader.get(`/saved-views/links/${own.key}`)).body.data.name).toBe('Con filiale')
    expect((await reader.get(`/saved-views/links/${randomUUID()}`)).body.data).toBeNull()

    const shared = (await admin.post('/saved-views', body({ name: 'Per la contabilità', roles: ['accounting'] }))).body.data
    expect([await names(office), await names(reader)]).toEqual([['Con filiale', 'Per la contabilità'], []])
    expect((await office.put(`/saved-views/${shared.id}`, { rev: 1, name: 'Mia' })).status).toBe(404)
    expect((await admin.put(`/saved-views/${shared.id}`, { rev: 1, roles: ['accounting_readonly'] })).status).toBe(200)
    expect([await names(office), await names(reader)]).toEqual([['Con filiale'], ['Per la contabilità']])
  }))

test('a list has one default view; a deleted view is restored under its link; an invalid view is refused', () =>
  inWorld(async ({ as }) => {
    const office = await as('contabilita')
    const first = (await office.post('/saved-views', body({ standard: true }))).body.data
    await office.post('/saved-views', body({ name: 'Altra', standard: true }))
    await office.post('/saved-views', body({ name: 'Di un altro elenco', screen: 'stations.list', standard: true }))
    const standard = (await office.get('/saved-views')).body.data.filter((view: { standard: boolean }) => view.standard)
    expect(standard.map(({ name }: { name: string }) => name)).toEqual(['Altra', 'Di un altro elenco'])
    expect((await office.del(`/saved-views/${first.id}`)).status).toBe(204)
    expect((await office.post('/saved-views', body({ key: first.key }))).body.data.key).toBe(first.key)
    expect((await office.post('/saved-views', body({ key: first.key }))).status).toBe(422)
    for (const [wrong, field] of [
      [{ name: ' ' }, 'name'],
      [{ key: 'x' }, 'key'],
      [{ search: { a: { b: 1 } } }, 'search.a'],
      [{ layout: { density: 'huge' } }, 'layout.density'],
    ] as const) {
      const answer = await office.post('/saved-views', body(wrong))
      expect([answer.status, Object.keys(answer.body.error)], JSON.stringify(answer.body)).toEqual([422, [field]])
    }
  }))

test('a new default view replaces the previous one of the same list and owner only', () =>
  inWorld(async ({ as, db }) => {
    const [office, admin] = [await as('contabilita'), await as('admin')]
    const standard = { standard: true }
    await admin.post('/saved-views', body({ ...standard, name: 'Di altri' }))
    await office.post('/saved-views', body({ ...standard, name: 'Stazioni', screen: 'stations.list' }))
    const first = (await office.post('/saved-views', body({ ...standard, name: 'Prima' }))).body.data
    const second = (await office.post('/saved-views', body({ name: 'Seconda' }))).body.data
    const opening = async () => (await db.select().from(saved_views).where(eq(saved_views.standard, true))).map(({ name }) => name).sort()
    expect(await opening()).toEqual(['Di altri', 'Prima', 'Stazioni'])
    // Another change of it leaves the default as it is.
    expect((await office.put(`/saved-views/${second.id}`, { rev: 1, name: 'Seconda b' })).status).toBe(200)
    expect(await opening()).toEqual(['Di altri', 'Prima', 'Stazioni'])
    expect((await office.put(`/saved-views/${second.id}`, { rev: 2, ...standard })).body.data).toMatchObject({
      id: second.id,
      standard: true,
    })
    expect(await opening()).toEqual(['Di altri', 'Seconda b', 'Stazioni'])
    const [before] = await db.select().from(saved_views).where(eq(saved_views.id, first.id))
    expect(before).toMatchObject({ standard: false, rev: 1 })
  }))

test('views are sorted by list and name, with those shared with the caller; administrators manage shared ones only', () =>
  inWorld(async ({ as }) => {
    const [office, admin] = [await as('contabilita'), await as('admin')]
    for (const [screen, name] of [
      ['stations.list', 'a'],
      ['banks.list', 'Zeta'],
      ['banks.list', 'beta'],
    ] as const)
      await office.post('/saved-views', body({ screen, name }))
    const made = (name: string, roles: string[]) => admin.post('/saved-views', body({ name, roles }))
    const mixed = (await made('Mista', ['accounting', 'station'])).body.data
    await made('Di rete', ['network_manager'])
    expect(await names(office)).toEqual(['beta', 'Mista', 'Zeta', 'a'])
    const other = await as('admin')
    expect((await other.put(`/saved-views/${mixed.id}`, { rev: 1, roles: [] })).status).toBe(200)
    expect(await names(office)).toEqual(['beta', 'Zeta', 'a'])
  }))

test('a person keeps at most two hundred views', () =>
  inWorld(async ({ as, db }) => {
    const [office, reader] = [await as('contabilita'), await as('lettura.conta')]
    const row = (created_by: number) => ({ ...body(), roles: [], layout: {}, standard: false, created_by })
    await db.insert(saved_views).values(Array.from({ length: 199 }, () => row(office.user_id)))
    expect((await office.post('/saved-views', body())).status).toBe(201)
    expect(await office.post('/saved-views', body())).toMatchObject({
      status: 409,
      body: { error: 'Hai troppe viste: elimina quelle che non usi.' },
    })
    expect((await reader.post('/saved-views', body())).status, 'others are not held back').toBe(201)
  }))
