import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type KeyedRequest, type KeyPort, type Outcome, once } from '../../../server/lib/core/idempotency.ts'
import { fingerprintsOf, keyOf, throwUnrecorded } from '../../../server/lib/core/idempotency-keys.ts'
import { get, post, put } from '../../../src/contract/kernel/endpoint.ts'

const Line = v.object({ label: v.string(), kind: v.optional(v.string(), 'b') })
const body = v.object({
  name: v.string(),
  active: v.optional(v.boolean(), true),
  note: v.optional(v.string()),
  tags: v.optional(v.array(v.string()), ['x']),
  lines: v.optional(v.array(Line), []),
  place: v.optional(v.object({ city: v.string(), land: v.optional(v.string(), 'IT') })),
})
const write = put('/things/{id}', { body, policy: 'auth' })
const print = (said: unknown, endpoint: any = write, url = '/api/v1/things/1') =>
  fingerprintsOf(endpoint, url, { body: said } as any).fingerprint
const same = (a: unknown, b: unknown) => print(a) === print(b)

test('a default spelled out, at whatever depth, is no other request; any other word is', () => {
  const least = { name: 'A' }
  expect(same(least, { name: 'A', active: true, tags: ['x'], lines: [] })).toBe(true)
  for (const more of [
    { active: false },
    { tags: ['y'] },
    { tags: [] },
    { lines: [{ label: 'a' }] },
    { note: '' },
    { unknown: 1 },
    { name: 'B' },
  ])
    expect(same(least, { ...least, ...more }), JSON.stringify(more)).toBe(false)
  const lines = (...all: object[]) => ({ name: 'A', lines: all })
  expect(same(lines({ label: 'a' }, { label: 'b', kind: 'c' }), lines({ label: 'a', kind: 'b' }, { label: 'b', kind: 'c' }))).toBe(true)
  expect(same(lines({ label: 'a' }, { label: 'b' }), lines({ label: 'b' }, { label: 'a' })), 'the order of lines').toBe(false)
  const at = (place: unknown) => ({ name: 'A', place })
  expect(same(at({ city: 'P' }), at({ city: 'P', land: 'IT' }))).toBe(true)
  expect(same(at({ city: 'P' }), at({ city: 'P', land: 'CH' }))).toBe(false)
  for (const odd of [at(null), at('x'), at(['x']), { name: null }, 'x', null]) expect(print(odd)).toMatch(/^[0-9a-f]{64}$/)
  expect(same(at(null), at({}))).toBe(false)
})
test('to the letter it is its own, and a call without a body is what its path says', () => {
  const exact = (said: unknown) => fingerprintsOf(write, '/x', { body: said } as any).exact?.()
  expect(exact({ name: 'A' })).not.toBe(exact({ name: 'A', active: true }))
  expect(exact({ name: 'A', active: true })).toBe(exact({ active: true, name: 'A' }))
  const bare = post('/things/{id}/stop', { policy: 'auth' })
  expect(print(undefined, bare, '/a')).toBe(print(undefined, bare, '/a'))
  expect(print(undefined, bare, '/a')).not.toBe(print(undefined, bare, '/b'))
  expect(print({ name: 'A' }, post('/x', { body, policy: 'auth' }))).not.toBe(print({ name: 'A' }))
})
test('files are told apart by their names and bytes', () => {
  const upload = post('/things/{id}/upload', { files: true, policy: 'auth' })
  const of = (...files: [string, string][]) =>
    fingerprintsOf(upload, '/x', { body: {}, files: files.map(([name, text]) => ({ name, bytes: Buffer.from(text) })) } as any).fingerprint
  expect(of(['a', '1'])).toBe(of(['a', '1']))
  expect(new Set([of(), of(['a', '1']), of(['b', '1']), of(['a', '2']), of(['a', '1'], ['b', '1'])]).size).toBe(5)
})

const KEY = '11111111-2222-4333-8444-555555555555'
const keyed = (headers: object, { endpoint = write as any, user = [7] as number[], files = undefined as any } = {}) =>
  keyOf(endpoint, { headers, url: '/x' } as any, { body: {}, files } as any, user[0], new Date('2026-05-01T08:00:00Z'))
test('a write has the key it came with, once it is the caller’s own and whole', () => {
  expect(keyed({ 'idempotency-key': KEY, 'x-outbox-user': '7' })).toMatchObject({ user: 7, key: KEY })
  expect(keyed({})).toBeUndefined()
  expect(keyed({ 'idempotency-key': KEY }, { user: [] }), 'nobody’s').toBeUndefined()
  const file = get('/file', { envelope: 'blob', policy: 'auth' })
  expect(keyed({ 'idempotency-key': KEY }, { endpoint: file }), 'bytes are not repeated').toBeUndefined()
  expect(() => keyed({ 'idempotency-key': 'x' })).toThrow('Chiave di idempotenza non valida.')
  expect(() => keyed({ 'idempotency-key': [KEY], 'x-outbox-user': '8' })).toThrow('Questo invio appartiene a un altro utente.')
  const files = [{ bytes: Buffer.from('abc') }]
  expect(keyed({ 'idempotency-key': KEY, 'x-content-length': '3' }, { files })).toBeDefined()
  expect(() => keyed({ 'x-content-length': '4' }, { files })).toThrow('Il file è arrivato danneggiato')
  expect(() => keyed({ 'x-content-sha256': 'ab' }, { files })).toThrow('Il file è arrivato danneggiato')
})
test('an outcome that was recorded is an answer, and one that was not is a refusal', () => {
  expect(() => throwUnrecorded(undefined)).not.toThrow()
  expect(() => throwUnrecorded({ status: 422, body: { message: 'No.', code: 'x' }, recorded: true, replayed: false })).not.toThrow()
  expect(() =>
    throwUnrecorded({ status: 409, body: { message: 'Già in corso.', code: 'in_progress' }, recorded: false, replayed: false }),
  ).toThrow('Già in corso.')
})

const request: KeyedRequest = { user: 1, key: KEY, fingerprint: 'f', exact: () => 'e' }
/** A transaction that finds this under the key. */
function port(row?: object | 'running') {
  const done: unknown[] = []
  const keys: KeyPort = {
    claim: async () => row as any,
    finish: async (...all) => void done.push(all),
  }
  return { within: (run: (keys: KeyPort) => Promise<Outcome>) => run(keys), done }
}
const never = () => Promise.reject(new Error('done twice'))
test('what a key was first used for is known by either print, and answered; another request is refused', async () => {
  const answer = (fingerprint: string, more: object = { status: 201, body: { id: 1 } }) =>
    once(port({ fingerprint, ...more }).within, request, never, () => undefined)
  for (const print of ['f', 'e']) expect(await answer(print)).toEqual({ status: 201, body: { id: 1 }, recorded: true, replayed: true })
  expect(await answer('f', { status: 204 })).toMatchObject({ status: 204, body: null, replayed: true })
  expect(await answer('other')).toMatchObject({ status: 422, recorded: false })
  expect(await answer('f', {})).toMatchObject({ status: 409, recorded: false })
  expect(await once(port('running').within, request, never, () => undefined)).toMatchObject({ status: 409, body: { code: 'in_progress' } })
})
test('a refusal stands under its key, but for one that says "not now", and for what is none', async () => {
  const refused = (status: number) =>
    once(
      port().within,
      request,
      () => Promise.reject(new Error('x')),
      () => ({ status, body: {} }),
    )
  for (const status of [400, 403, 404, 409, 422, 499])
    expect(await refused(status)).toMatchObject({ status, recorded: true, replayed: false })
  for (const status of [399, 401, 408, 425, 429, 500]) await expect(refused(status), String(status)).rejects.toThrow('x')
  const { within, done } = port()
  expect(
    await once(
      within,
      request,
      async () => ({ status: 201, body: 5 }),
      () => undefined,
    ),
  ).toEqual({ status: 201, body: 5, recorded: true, replayed: false })
  expect(done).toEqual([[request, { status: 201, body: 5 }]])
  await expect(once(port().within, request, never, () => undefined)).rejects.toThrow('done twice')
})
