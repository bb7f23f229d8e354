import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readParts } from '../../../server/lib/core/input.ts'
import type { Problem } from '../../../server/lib/core/problem.ts'
import { get, post } from '../../../src/contract/kernel/endpoint.ts'

const write = post('/things/{id}', {
  query: v.object({ page: v.optional(v.pipe(v.string(), v.digits())) }),
  body: v.object({ name: v.pipe(v.string(), v.title('Nome')), more: v.optional(v.any()) }),
  policy: 'auth',
})

const request = (more: object) => ({ params: { id: '1' }, query: {}, body: undefined, isMultipart: () => false, ...more }) as any
const nested = (depth: number): unknown => (depth ? { a: nested(depth - 1) } : 1)
test('only a plain object of sensible depth can be read; a body is read where one is asked for', async () => {
  const read = (more: object, endpoint: any = write) =>
    readParts(endpoint, request(more)).catch((error: Problem) => [error.status, error.message])
  const malformed = [400, 'La richiesta non è leggibile.']
  expect(await read({ body: { name: 'x' } })).toEqual({ path: { id: '1' }, query: {}, body: { name: 'x' } })
  expect(await read({})).toEqual({ path: { id: '1' }, query: {}, body: {} })
  expect(await read({ body: 'x' }, get('/x', { policy: 'auth' }))).toEqual({ path: { id: '1' }, query: {}, body: {} })
  for (const body of ['x', 5, [], Buffer.from('x'), nested(43)]) expect(await read({ body }), String(body)).toEqual(malformed)
  expect(await read({ body: nested(41) })).toMatchObject({ path: { id: '1' } })
  expect(await read({ query: null })).toEqual(malformed)
  expect(await read({}, post('/x', { files: true, policy: 'auth' }))).toEqual(malformed)
})
test('a form gives its files and fields; one that breaks, and one of too many files, are refused in words', async () => {
  const form = post('/x', { files: true, policy: 'auth' })
  const file = (name?: string) => ({ type: 'file', filename: name, toBuffer: async () => Buffer.from('abc') })
  const field = (fieldname: string, value: unknown) => ({ type: 'field', fieldname, value })
  const asked: unknown[] = []
  const read = (sent: unknown[], endpoint: any = form) =>
    readParts(
      endpoint,
      request({
        isMultipart: () => true,
        parts: async function* (options: unknown) {
          asked.push(options)
          for (const one of sent) {
            if (one instanceof Error) throw one
            yield one
          }
        },
      }),
    ).catch((error) => [error.status ?? error.statusCode, error.message])
  const bytes = Buffer.from('abc')
  expect(await read([field('note', 'n'), file('a.txt'), file(), field('n', 5), field('__proto__', 'x')])).toEqual({
    path: { id: '1' },
    query: {},
    body: { note: 'n' },
    files: [
      { name: 'a.txt', bytes },
      { name: '', bytes },
    ],
  })
  expect(await read([new Error('cut')])).toEqual([400, 'La richiesta non è leggibile.'])
  expect(await read([Object.assign(new Error('too large'), { statusCode: 413 })])).toEqual([413, 'too large'])
  expect(await read(Array(10).fill(file('a')))).toMatchObject({ files: Array(10).fill({ name: 'a' }) })
  expect(await read(Array(11).fill(file('a')))).toEqual([422, 'È possibile caricare al massimo 10 file per volta.'])
  expect(new Set(asked.map((options) => JSON.stringify(options)))).toEqual(new Set(['{"limits":{"files":11}}']))
  await read([], post('/x', { files: true, maxFileBytes: 7, policy: 'auth' }))
  expect(asked.at(-1)).toEqual({ limits: { fileSize: 7, files: 11 } })
})
