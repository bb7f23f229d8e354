import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { wrap } from '../../server/lib/core/envelope.ts'
import { BATCH_ROWS, hashOfRows, holdsLong, pacedBatches, stringifyLong } from '../../server/lib/tables/yielding-batches.ts'
import { get } from '../../src/contract/kernel/endpoint.ts'

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `Nome "${id}"`, none: undefined, secret: 's' }))

test.each([0, 1, BATCH_ROWS, BATCH_ROWS + 1, 2 * BATCH_ROWS, 5 * BATCH_ROWS + 3])(
  '%d rows a lot at a time are the text and the hash they are at once',
  async (count) => {
    const body = { data: { version: 'è', missing: undefined, at: null, stations: rows(count), rest: [1, { a: 2 }] }, day: new Date(0) }
    expect(await stringifyLong(body)).toBe(JSON.stringify(body))
    expect(await stringifyLong(rows(count))).toBe(JSON.stringify(rows(count)))
    const whole = createHash('sha256')
      .update(JSON.stringify(rows(count)))
      .digest('hex')
    expect(await hashOfRows(rows(count))).toBe(whole)
  },
)

test('a list is long past a lot, down to the third level', () => {
  const long = rows(BATCH_ROWS + 1)
  expect([long, { a: long }, { a: { b: { c: long } } }].map((value) => holdsLong(value))).toEqual([true, true, true])
  const others = [rows(BATCH_ROWS), { a: rows(BATCH_ROWS) }, { a: { b: { c: { d: long } } } }, [{ a: long }], null, { a: null }, 'x']
  expect(others.map((value) => holdsLong(value))).toEqual(others.map(() => false))
})

test('of a long list no more leaves than the contract names, and no row that is not as it says', async () => {
  const output = v.object({ version: v.string(), stations: v.nullable(v.array(v.object({ id: v.number(), name: v.string() }))) })
  const endpoint = get('/molte', { output, policy: 'insp' })
  const stations = rows(3 * BATCH_ROWS + 1)
  const expected = stations.map(({ id, name }) => ({ id, name }))
  expect(await wrap(endpoint, { version: '1', stations, more: 'x' })).toEqual({ data: { version: '1', stations: expected } })
  expect(await wrap(endpoint, { version: '1', stations: null })).toEqual({ data: { version: '1', stations: null } })
  const wrong = stations.with(2 * BATCH_ROWS, { ...stations[0]!, id: 'due' as never })
  await expect(wrap(endpoint, { version: '1', stations: wrong })).rejects.toThrow()
})

test('others get their turn while a long list is checked, hashed and written', async () => {
  const output = v.object({ stations: v.array(v.object({ id: v.number() })) })
  const works: [string, () => Promise<unknown>][] = [
    ['checked', () => wrap(get('/molte', { output, policy: 'insp' }), { stations: rows(10 * BATCH_ROWS) })],
    ['hashed', () => hashOfRows(rows(10 * BATCH_ROWS))],
    ['written', () => stringifyLong({ data: { stations: rows(10 * BATCH_ROWS) } })],
  ]
  for (const [name, work] of works) {
    let over = false
    let turns = 0
    const other = () => {
      turns++
      if (!over) setImmediate(other)
    }
    setImmediate(other)
    await work()
    over = true
    expect(turns, name).toBeGreaterThanOrEqual(9)
  }
})

test('a piece that is quickly done is followed by one twice as large, and one that is not by one no smaller than the fewest', async () => {
  const all = Array.from({ length: 400 }, (_, at) => at)
  const sizes: number[] = []
  const seen: number[] = []
  const clock = vi.spyOn(performance, 'now')
  let now = 0
  clock.mockImplementation(() => now)
  for await (const piece of pacedBatches(all, 20)) {
    sizes.push(piece.length)
    seen.push(...piece)
    // The third is slow.
    now += sizes.length === 3 ? 2_000 : 10
  }
  clock.mockRestore()
  expect(seen).toEqual(all)
  expect(sizes).toEqual([20, 40, 80, 20, 40, 80, 120])
})
