import 'fake-indexeddb/auto'
import Dexie, { type EntityTable } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealDatabase } from '../../src/lib/seal-database.ts'

interface Person {
  id: number
  town: string
  name: string
  file?: ArrayBuffer
  index?: string
}
type Db = Dexie & { people: EntityTable<Person, 'id'>; towns: EntityTable<{ name: string; province: string }, 'name'> }
const KEY = new Uint8Array(32).fill(7)
const rows: Person[] = [
  { id: 1, town: 'Lodi', name: 'Zoë Nardò', index: 'shown', file: new Uint8Array([1, 2, 250]).buffer },
  { id: 2, town: 'Como', name: 'Ugo Rossi' },
  { id: 3, town: 'Lodi', name: 'Ada Bianchi' },
]
const open: Db[] = []
/** Without `sealing`: as a thief opens it. */
function database(key?: Uint8Array<ArrayBuffer>, sealing = true): Db {
  const db = new Dexie('people') as Db
  db.version(1).stores({ people: 'id, town', towns: 'name' })
  if (sealing) sealDatabase(db, () => key, { fields: ['index'], tables: ['towns'] })
  open.push(db)
  return db
}
const shut = () => {
  for (const db of open.splice(0)) db.close()
}
beforeEach(async () => {
  const db = database(KEY)
  await db.people.bulkPut(rows)
  shut()
})
afterEach(async () => {
  shut()
  await Dexie.delete('people')
})

test('rows are read, searched, changed and deleted as ever', async () => {
  const { people } = database(KEY)
  expect(await people.toArray()).toEqual(rows)
  expect(await people.get(2)).toEqual(rows[1])
  expect(await people.get(9)).toBeUndefined()
  expect(await people.bulkGet([3, 9])).toEqual([rows[2], undefined])
  expect(await people.where('town').equals('Lodi').toArray()).toEqual([rows[0], rows[2]])
  expect(await people.where('id').anyOf([1, 3]).primaryKeys()).toEqual([1, 3])
  expect(await people.filter(({ name }) => name.startsWith('Ugo')).toArray()).toEqual([rows[1]])
  expect(await people.orderBy('town').reverse().limit(2).toArray()).toEqual([rows[2], rows[0]])
  expect(await people.count()).toBe(3)
  await people.update(2, { name: 'Ugo Verdi', town: 'Lecco' })
  await people
    .where('town')
    .equals('Lodi')
    .modify((row, change) => {
      change.value = { ...row, name: row.name.toUpperCase() }
    })
  await people.delete(3)
  expect(await people.toArray()).toEqual([
    { ...rows[0], name: 'ZOË NARDÒ' },
    { id: 2, town: 'Lecco', name: 'Ugo Verdi' },
  ])
})
test('on the disk only the fields and tables that are searched or named are in clear, before and after a change', async () => {
  const clear = () => database(undefined, false).people.toArray()
  const shown = async () =>
    (await clear()).map(({ _sealed, ...row }: Person & { _sealed?: unknown }) => [row, _sealed instanceof Uint8Array])
  expect(await shown()).toEqual([
    [{ id: 1, town: 'Lodi', index: 'shown' }, true],
    [{ id: 2, town: 'Como' }, true],
    [{ id: 3, town: 'Lodi' }, true],
  ])
  await database(KEY).towns.put({ name: 'Lodi', province: 'LO' })
  expect(await database(undefined, false).towns.toArray()).toEqual([{ name: 'Lodi', province: 'LO' }])
  await database(KEY).people.update(2, { name: 'Ugo Verdi' })
  expect((await shown())[1]).toEqual([{ id: 2, town: 'Como' }, true])
})
test('what does not open is not there; what an older version left in clear is', async () => {
  const older = { id: 4, town: 'Pavia', name: 'Eva Neri' }
  await database(undefined, false).people.put(older)
  for (const key of [undefined, new Uint8Array(32).fill(8)]) {
    const { people } = database(key)
    expect(await people.toArray()).toEqual([older])
    expect(await people.get(1)).toBeUndefined()
    expect(await people.bulkGet([1, 4])).toEqual([undefined, older])
  }
  await database(undefined).people.put({ ...older, id: 5 })
  expect(await database(undefined, false).people.get(5)).toEqual({ ...older, id: 5 })
})
