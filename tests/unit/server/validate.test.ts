import * as v from 'valibot'
import { expect, test } from 'vitest'
import { validate } from '../../../server/lib/core/input.ts'
import { Problem } from '../../../server/lib/core/problem.ts'
import { del, get, post } from '../../../src/contract/kernel/endpoint.ts'

const of = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [error.status, error.fields ?? error.message]
  }
}
const parts = { path: {}, query: {}, body: {} }
const write = post('/things/{id}', {
  query: v.object({ page: v.optional(v.pipe(v.string(), v.digits())) }),
  body: v.object({ name: v.pipe(v.string(), v.title('Nome')), more: v.optional(v.any()) }),
  policy: 'auth',
})

test('path, query and body become one object, without what nobody asked for', () => {
  const input = validate(write, { path: { id: '12' }, query: { page: '3', other: 1 }, body: { name: 'X', secret: 1 } })
  expect(input).toEqual({ id: 12, page: '3', name: 'X' })
  const files = [{ name: 'a', bytes: Buffer.alloc(0) }]
  expect(validate(post('/x', { files: true, policy: 'auth' }), { ...parts, files })).toEqual({ files })
  expect(validate(get('/x/{code}', { params: v.object({ code: v.string() }), policy: 'auth' }), { ...parts, path: { code: 'a' } })).toEqual(
    {
      code: 'a',
    },
  )
})
test('the number of a path is a positive one that the database can hold', () => {
  const at = (id: string) => of(() => validate(del('/things/{id}', { policy: 'auth' }), { ...parts, path: { id } }))
  const refused = [422, { id: 'Il parametro id deve essere un numero intero positivo.' }]
  expect([at('1'), at('2147483647')]).toEqual([{ id: 1 }, { id: 2_147_483_647 }])
  for (const id of ['0', '-1', '1.5', 'x', '', ' 1', '1x', 'x1', '2147483648', '00000000001']) expect(at(id), id).toEqual(refused)
})
test('every field that is wrong has its sentence, a parameter by its own name', () => {
  const send = (query: object, body: object) => of(() => validate(write, { path: { id: '1' }, query, body }))
  expect(send({ page: 'x' }, {})).toEqual([
    422,
    { page: expect.stringMatching(/^Parametro page: [a-z]|\bpage\b/), name: 'Il campo Nome è obbligatorio.' },
  ])
  // What is invisible is not taken in, wherever it stands; only a secret is left as it is, and refused if it cannot be stored.
  expect(send({}, { name: 'Prima\0riga' })).toEqual({ id: 1, name: 'Primariga' })
  expect(send({}, { name: 'x', more: { 'a\0': ['\ud800y'] } })).toEqual({ id: 1, name: 'x', more: { a: ['y'] } })
  expect(send({}, { name: 'x', more: { password: 'a\0' } })).toEqual([
    422,
    { 'more.password': 'Il campo more.password contiene caratteri non ammessi.' },
  ])
  expect(send({}, { name: '😀', more: [null, 1] })).toEqual({ id: 1, name: '😀', more: [null, 1] })
})
