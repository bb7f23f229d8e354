import { sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { fill, type Listed, lists, type Row } from '../support/full-row.ts'
import { makePlaces } from '../support/places.ts'
import { type Caller, inWorld } from '../support/world.ts'

const rowsOf = async (who: Caller, { call }: Listed): Promise<Row[]> => {
  const { status, body } = await who.get(`${call.path}?per_page=100`)
  // A list that asks for a filter first is tried by its own tests.
  if (status !== 200) return []
  return Array.isArray(body.data) ? body.data : body.data.data
}

test('every column of a row comes back under its own name', () =>
  inWorld(async (world) => {
    world.lookAway()
    const admin = await world.as('admin')
    await makePlaces(world, { own: 'Nostrana' })
    const faults: string[] = []
    let columns = 0
    for (const list of lists) {
      const { name } = getTableConfig(list.table)
      const [row] = await rowsOf(admin, list)
      if (!row) continue
      const filled = await fill(world.db, list, row.id as number)
      // One that now stands beyond the first hundred is read by itself.
      const shown =
        (await rowsOf(admin, list)).find(({ id }) => id === row.id) ?? (await admin.get(`${list.call.path}/${row.id}`)).body.data
      columns += Object.keys(filled).length
      for (const [key, value] of Object.entries(filled))
        if (JSON.stringify(shown[key]) !== JSON.stringify(value))
          faults.push(`${name}.${key}: ${JSON.stringify(value)} is read as ${JSON.stringify(shown[key])}`)
    }
    expect(faults).toEqual([])
    expect(columns).toBeGreaterThan(100)
  }))

test('a list in the order of a date is in that order where ids run against it', () =>
  inWorld(async (world) => {
    world.lookAway()
    const admin = await world.as('admin')
    await makePlaces(world, { own: 'Nostrana', other: 'Seconda', third: 'Terza' })
    const tried: string[] = []
    for (const list of lists) {
      const { order = '' } = list.call as { order?: string }
      const [field, down] = [order.replace('-', ''), order.startsWith('-')]
      const column = getTableConfig(list.table).columns.find(({ name }) => name === field)
      if (!column || !/PgDateString|PgCustomColumn/.test(column.columnType)) continue
      const ids = (await rowsOf(admin, list)).map(({ id }) => id as number).sort((a, b) => a - b)
      if (ids.length < 3) continue
      const day = (at: number) =>
        `2020-01-${String(28 - (at % 28)).padStart(2, '0')}${column.columnType === 'PgDateString' ? '' : 'T08:00:00.000Z'}`
      const few = ids.slice(0, 28)
      await world.db.execute(sql`savepoint dates`)
      try {
        for (const [at, id] of few.entries())
          await world.db.execute(sql`update ${list.table} set ${sql.identifier(field)} = ${day(at)} where id = ${id}`)
      } catch {
        // Its dates may not lie against each other.
        await world.db.execute(sql`rollback to savepoint dates`)
        continue
      }
      const read = (await rowsOf(admin, list)).map(({ id }) => id as number).filter((id) => few.includes(id))
      expect(read, list.call.path).toEqual(down ? few : few.toReversed())
      tried.push(list.call.path)
    }
    expect(tried.length).toBeGreaterThan(2)
  }))
