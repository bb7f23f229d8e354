import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contact_categories, contact_containers, contact_items } from '../../../server/db/schema/content/useful-contacts.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import type { ContactCategory } from '../../../src/contract/content/useful-contacts.ts'
import { type Caller, inWorld } from '../support/world.ts'

const containers = '/useful-contacts/containers'
const items = `${containers}/items`
async function tree(by: Caller) {
  const made = async (path: string, body: object) => {
    const answer = await by.post(path, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
    return answer.body.data as { id: number; rev: number; position: number; value: string }
  }
  const category = await made('/useful-contacts', { name: 'Vigilanza' })
  const container = await made(containers, { category_id: category.id, name: 'Notte', description: 'Dalle 20' })
  const first = await made(items, { container_id: container.id, label: 'Centrale', kind: 'telefono', value: '06 9555 0112' })
  const second = await made(items, { container_id: container.id, label: 'Pattuglia', kind: 'cellulare', value: '347 5550190' })
  return { made, category, container, first, second }
}
const list = async (by: Caller) => (await by.get('/useful-contacts')).body.data as ContactCategory[]

test('the directory is read whole and in its order; a category for some roles is seen by them and by those who write', () =>
  inWorld(async ({ as }) => {
    const [admin, rete, conti, nobody] = [await as('admin'), await as('rete'), await as('contabilita'), await as('dipendente')]
    expect((await nobody.get('/useful-contacts')).status).toBe(403)
    expect((await rete.post('/useful-contacts', { name: 'No' })).status).toBe(403)
    const { category, container, first, second } = await tree(admin)
    expect((await list(rete)).find(({ id }) => id === category.id)).toEqual({
      ...{ id: category.id, rev: 1, name: 'Vigilanza', icon: null, roles: [], position: category.position },
      containers: [
        {
          ...{ id: container.id, rev: 1, category_id: category.id, name: 'Notte', description: 'Dalle 20', position: 1 },
          items: [
            {
              ...{ id: first.id, rev: 1, container_id: container.id, label: 'Centrale', kind: 'telefono' },
              value: '+390695550112',
              note: null,
              position: 1,
            },
            {
              ...{ id: second.id, rev: 1, container_id: container.id, label: 'Pattuglia', kind: 'cellulare' },
              value: '+393475550190',
              note: null,
              position: 2,
            },
          ],
        },
      ],
    })
    const only = await admin.put(`/useful-contacts/${category.id}`, { roles: ['accounting'], rev: 1 })
    expect(only.status).toBe(200)
    const sees = async (by: Caller) => (await list(by)).some(({ id }) => id === category.id)
    expect([await sees(conti), await sees(rete), await sees(admin), await sees(await as('p.station_support'))]).toEqual([
      true,
      false,
      true,
      true,
    ])
    // Who has a permission and no role is in no role's category.
    expect(await sees(await as('p.moderate_card'))).toBe(false)
    const hits = async (by: Caller) => (await by.get('/search?search=pattuglia')).body.data.map(({ kind }: { kind: string }) => kind)
    expect([await hits(conti), await hits(rete)]).toEqual([['contact_items'], []])
  }))

test('a value is checked by its kind, also when only one of the two is changed', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const { container, first } = await tree(admin)
    const refused: [string, string, string][] = [
      ['telefono', 'boh', 'Il numero di telefono non è valido.'],
      ['email', 'a@', 'Inserire un indirizzo email valido.'],
      ['pec', 'a@', 'Inserire un indirizzo PEC valido.'],
      ['link', 'javascript:alert(1)', 'Il formato del campo Valore non è valido.'],
    ]
    for (const [kind, value, sentence] of refused)
      expect(await admin.post(items, { container_id: container.id, label: 'x', kind, value })).toMatchObject({
        ...{ status: 422, body: { error: { value: sentence } } },
      })
    const stored = async (kind: string, value: string) =>
      (await admin.post(items, { container_id: container.id, label: 'x', kind, value })).body.data.value
    expect(await stored('telefono', ' 112 ')).toBe('112')
    expect(await stored('email', 'A@Example.it')).toBe('a@example.it')
    expect((await admin.put(`${items}/${first.id}`, { kind: 'email', rev: 1 })).body.error).toEqual({
      value: 'Inserire un indirizzo email valido.',
    })
    expect((await admin.put(`${items}/${first.id}`, { value: 'boh', rev: 1 })).body.error).toEqual({
      value: 'Il numero di telefono non è valido.',
    })
    expect((await admin.put(`${items}/${first.id}`, { value: '0695550113', rev: 1 })).body.data).toMatchObject({
      value: '+390695550113',
      rev: 2,
    })
    expect((await admin.post(items, { container_id: 99_999, label: 'x', kind: 'testo', value: 'y' })).body.error).toEqual({
      container_id: 'Il valore selezionato per Contenitore non esiste.',
    })
  }))

test('what holds others is deleted only with force, and each that goes with it has its history', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { category, container } = await tree(admin)
    expect(await admin.del(`/useful-contacts/${category.id}`)).toMatchObject({
      status: 409,
      body: { error: 'La categoria contiene 1 contenitore.', code: 'holds' },
    })
    expect(await admin.del(`${containers}/${container.id}`)).toMatchObject({
      status: 409,
      body: { error: 'Il contenitore contiene 2 elementi.' },
    })
    const before = [await db.$count(contact_categories), await db.$count(contact_containers), await db.$count(contact_items)]
    expect((await admin.del(`/useful-contacts/${category.id}?force=1`)).status).toBe(204)
    expect([await db.$count(contact_categories), await db.$count(contact_containers), await db.$count(contact_items)]).toEqual([
      before[0]! - 1,
      before[1]! - 1,
      before[2]! - 2,
    ])
    const told = (await db.select().from(model_history).orderBy(model_history.id)).filter(
      ({ event, model }) => event === 'deleted' && model.startsWith('contact_'),
    )
    expect(told.map(({ model }) => model)).toHaveMembers(['contact_category', 'contact_container', 'contact_item', 'contact_item'])
    expect((await admin.del(`/useful-contacts/${category.id}`)).status).toBe(204)
    const other = await tree(admin)
    const inOther = eq(contact_items.container_id, other.container.id)
    expect([(await admin.del(`${containers}/${other.container.id}?force=1`)).status, await db.$count(contact_items, inOther)]).toEqual([
      204, 0,
    ])
    expect((await list(admin)).find(({ id }) => id === other.category.id)!.containers).toEqual([])
  }))

test('items are ordered within their container, and two who order at once are not both right', () =>
  inWorld(async ({ as }) => {
    const [admin, support] = [await as('admin'), await as('p.station_support')]
    const { made, category, container, first, second } = await tree(admin)
    const other = await made(containers, { category_id: category.id, name: 'Giorno' })
    const alone = await made(items, { container_id: other.id, label: 'Sola', kind: 'testo', value: 'x' })
    expect(alone.position).toBe(1)
    const all = (await list(admin)).map(({ id }) => id)
    expect((await admin.put('/useful-contacts/order', { ids: all.toReversed(), was: all })).status).toBe(204)
    expect((await list(support)).map(({ id }) => id)).toEqual(all.toReversed())
    const was = [first.id, second.id]
    const order = (by: Caller) => by.put(`${items}/order`, { ids: was.toReversed(), was })
    const both = await Promise.all([order(admin), order(support)])
    expect(both.map(({ status }) => status)).toHaveMembers([204, 409])
    const found = (await list(admin)).find(({ id }) => id === category.id)!.containers.find(({ id }) => id === container.id)!
    expect(found.items.map(({ id }) => id)).toEqual(was.toReversed())
    const mixed = await admin.put(`${items}/order`, { ids: [alone.id, first.id, second.id], was: was.toReversed() })
    expect(mixed).toMatchObject({ status: 422, body: { error: { ids: 'Ogni riga deve comparire una volta sola.' } } })
  }))
