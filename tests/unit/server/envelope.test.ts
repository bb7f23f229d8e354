import * as v from 'valibot'
import { expect, test } from 'vitest'
import { wrap } from '../../../server/lib/core/envelope.ts'
import { del, get, list, post } from '../../../src/contract/kernel/endpoint.ts'

test('an answer has its envelope, its words where something was written, and no key that is not declared', async () => {
  const output = v.object({ id: v.number() })
  const row = { id: 1, secret: 'x' }
  const policy = 'auth'
  expect(await wrap(get('/x', { output, policy, ok: 'Letto' }), row)).toEqual({ data: { id: 1 } })
  expect(await wrap(post('/x', { output, policy, ok: 'Fatto' }), row)).toEqual({ data: { id: 1 }, message: 'Fatto' })
  expect(await wrap(post('/x', { policy }), row)).toEqual({ data: row })
  expect(await wrap(post('/x', { output, policy }), null)).toEqual({ data: null })
  expect(await wrap(post('/x', { output, policy }), undefined)).toEqual({ data: null })
  const page = { data: [row], last_page: 1, current_page: 1, per_page: 15, total: 1 }
  expect(await wrap(list('/x', { output, policy }), page)).toEqual({ data: { ...page, data: [{ id: 1 }] } })
  expect(await wrap(list('/x', { output, policy }), page, true)).toEqual({ data: [{ id: 1 }] })
  expect(await wrap(get('/x', { output, policy, envelope: 'list' }), [row])).toEqual({ data: [{ id: 1 }] })
  expect(await wrap(post('/x', { output, policy, ok: 'Fatto', envelope: 'list' }), [row])).toEqual({ data: [{ id: 1 }], message: 'Fatto' })
  expect(await wrap(get('/x', { output, policy, envelope: 'bare' }), row)).toEqual({ id: 1 })
  expect(await wrap(del('/x', { output, policy, ok: 'Via' }), row)).toBeUndefined()
  expect(await wrap(get('/x', { policy, envelope: 'blob' }), row)).toBe(row)
})
