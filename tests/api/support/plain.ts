import { expect } from 'vitest'
import type { Caller } from './world.ts'

interface Plain {
  /** Who may write, and who may not. */
  writer: Caller
  stranger: Caller
  /** A body that is taken, and what of it is read back otherwise than it was sent. */
  body: Record<string, unknown>
  /** A change of one field. */
  change: Record<string, unknown>
  /** By field: a value that is refused and the sentence that says so. */
  bad: Record<string, readonly [value: unknown, sentence: string]>
  /** The sentence for a second one of the same body; left out where there may be two. */
  twice?: Record<string, string>
}
interface Calls {
  create: (caller: Caller, body: object) => ReturnType<Caller['post']>
  update: (caller: Caller, id: number, body: object) => ReturnType<Caller['put']>
  remove: (caller: Caller, id: number) => ReturnType<Caller['del']>
  /** The rows as the list shows them. */
  list: (caller: Caller) => Promise<Record<string, unknown>[]>
}

/**
 * What is true of every plain resource: the 403 first, a field that is wrong is named, what is unique is said, a change keeps what it does not name, one
 * made from an older copy is refused with the current one, and a deletion asked twice is one. Gives the id of one that stands.
 */
export async function isPlain(
  { writer, stranger, body, change, bad, twice }: Plain,
  { create, update, remove, list }: Calls,
): Promise<number> {
  expect((await create(stranger, body)).status).toBe(403)
  const made = await create(writer, body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id, rev } = made.body.data
  expect(made.body.data).toMatchObject(body)
  const rowOf = async () => (await list(writer)).find((row) => row.id === id)
  expect(await rowOf()).toMatchObject(body)

  expect((await update(stranger, id, { ...change, rev })).status).toBe(403)
  expect((await remove(stranger, id)).status).toBe(403)
  expect(await rowOf()).toMatchObject(body)

  for (const [field, [value, sentence]] of Object.entries(bad)) {
    for (const answer of [await create(writer, { ...body, [field]: value }), await update(writer, id, { [field]: value, rev })])
      expect({ status: answer.status, error: answer.body.error }).toMatchObject({ status: 422, error: { [field]: sentence } })
  }
  if (twice) expect(await create(writer, body)).toMatchObject({ status: 422, body: { error: twice } })

  const changed = await update(writer, id, { ...change, rev })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(await rowOf()).toMatchObject({ ...body, ...change, rev: rev + 1 })
  expect(await update(writer, id, { ...change, rev })).toMatchObject({ status: 409, body: { data: { id, rev: rev + 1 } } })

  expect((await remove(writer, id)).status).toBe(204)
  expect(await rowOf()).toBeUndefined()
  expect((await remove(writer, id)).status).toBe(204)
  const again = await create(writer, body)
  return again.body.data.id
}
