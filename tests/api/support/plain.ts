import { expect } from 'vitest'
import type { Known } from '../../resources/known.ts'
import { makeStation } from './fixtures.ts'
import type { Caller, World } from './world.ts'

type Rows = Record<string, unknown>[]
/** The body of a sample, on a station where it stands on one. */
const bodyOf = ({ onStation, body }: NonNullable<Known['sample']>, station: number, more: object = {}) => ({
  ...body,
  ...(onStation && { station_id: station }),
  ...more,
})
/** A record as the sample of its resource has it, on a station where it stands on one; its id and revision. */
export async function makeSample(caller: Caller, { sample, file }: Known & { file?: string }, station = 0, more: object = {}) {
  if (!sample) throw new Error(`${file ?? 'The resource'} has no sample`)
  const made = await caller.post(sample.addresses.create, bodyOf(sample, station, more))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data as { id: number; rev: number }
}

/**
 * What holds for every plain resource: who may not write is refused, a wrong field is named, what must be unique is said, a change keeps what it does not
 * name, a change of an older copy is refused with the current one, and a deletion asked for twice happens once.
 */
export async function isPlain({ as, db }: World, { contract, sample }: Known) {
  const { addresses, body, change, refused, twice } = sample!
  const [writer, stranger] = [await as(sample!.writer), await as(sample!.stranger)]
  const station = sample!.onStation ? (await makeStation(db, { code: 'ZZ1' })).id : 0
  const create = (caller: Caller, more: object = {}) => caller.post(addresses.create, bodyOf(sample!, station, more))
  const update = (caller: Caller, id: number, values: object) => caller.put(addresses.update(id), values)
  const remove = (caller: Caller, id: number) => caller.del(addresses.remove(id, station))
  /** The fields of a record that rows of the list show. */
  const shown = (values: object) => {
    const { entries } = contract.list!.output as unknown as { entries: object }
    return Object.fromEntries(Object.entries(values).filter(([name]) => name in entries))
  }
  const rowOf = async (id: number) => {
    const list = addresses.list(station)
    const { data } = (await writer.get(contract.list!.envelope === 'page' ? `${list}${list.includes('?') ? '&' : '?'}per_page=100` : list))
      .body
    return ((data.data ?? data) as Rows).find((row) => row.id === id)
  }

  expect((await create(stranger)).status).toBe(403)
  const made = await create(writer)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id, rev } = made.body.data
  expect(made.body.data).toMatchObject(body)
  expect(await rowOf(id)).toMatchObject(shown(body))

  expect((await update(stranger, id, { ...change, rev })).status).toBe(403)
  expect((await remove(stranger, id)).status).toBe(403)
  expect(await rowOf(id)).toMatchObject(shown(body))

  for (const [field, [value, sentence]] of Object.entries(refused)) {
    for (const answer of [await create(writer, { [field]: value }), await update(writer, id, { [field]: value, rev })])
      expect({ status: answer.status, error: answer.body.error }).toMatchObject({ status: 422, error: { [field]: sentence } })
  }
  if (twice) expect(await create(writer)).toMatchObject({ status: 422, body: { error: twice } })

  const changed = await update(writer, id, { ...change, rev })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(await rowOf(id)).toMatchObject({ ...shown({ ...body, ...change }), rev: rev + 1 })
  expect(await update(writer, id, { ...change, rev })).toMatchObject({ status: 409, body: { data: { id, rev: rev + 1 } } })

  expect((await remove(writer, id)).status).toBe(204)
  expect(await rowOf(id)).toBeUndefined()
  expect((await remove(writer, id)).status).toBe(204)
  expect((await create(writer)).status, 'what is gone stands in the way of none').toBe(201)
}
