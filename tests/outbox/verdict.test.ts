import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPlaceholders, refValues } from '../../src/contract/kernel/placeholder.ts'
import { ref, refsIn } from '../../src/outbox/seal.ts'
import { judge } from '../../src/outbox/verdict.ts'
import { reply } from './fake-world.ts'

const KEY = 'key-1'
const kind = (status: number, body: unknown, key?: string) => judge(reply(status, body, key), KEY).kind

describe('verdict', () => {
  it('takes a 2xx for sent only with the receipt of our key', () => {
    expect(kind(200, { data: {} }, KEY)).toBe('sent')
    expect(kind(204, '', KEY)).toBe('sent')
    expect(kind(200, { data: {} })).toBe('wait')
    expect(kind(204, '')).toBe('wait')
    expect(kind(200, { data: {} }, 'another key')).toBe('wait')
    expect(kind(200, '<!doctype html>', KEY)).toBe('wait')
    expect(kind(200, '"ok"', KEY)).toBe('wait')
  })

  it('waits after silence, after anything that says "not now", and after a page that is not the server', () => {
    expect(judge(undefined, KEY)).toMatchObject({ kind: 'wait', silence: true, error: { code: 'no_answer' } })
    for (const status of [100, 302, 408, 425, 429, 500, 502, 503, 504, 511]) {
      expect(kind(status, { error: 'x' })).toBe('wait')
      expect(kind(status, '<html>')).toBe('wait')
    }
    expect(kind(403, '<html>')).toBe('wait')
    expect(kind(404, '<html>', KEY)).toBe('wait')
  })

  it('never reads a status out of the words', () => {
    expect(kind(503, { error: 'HTTP 400 after 14003 ms' })).toBe('wait')
    expect(kind(422, { error: '503 Service Unavailable' }, KEY)).toBe('fix')
  })

  it('knows Retry-After in seconds and nothing else', () => {
    const told = (value: string) => judge(reply(429, { error: 'x' }, undefined, { 'retry-after': value }), KEY)
    expect(told('7')).toMatchObject({ retryAfterMs: 7_000 })
    expect(told('Wed, 21 Oct 2026 07:28:00 GMT')).toMatchObject({ retryAfterMs: undefined })
    expect(told('-5')).toMatchObject({ retryAfterMs: undefined })
  })

  it('asks for a sign-in after 401 and after a foreign author', () => {
    expect(kind(401, { error: 'x' })).toBe('auth')
    expect(kind(409, { error: 'x', code: 'author_mismatch' })).toBe('auth')
  })

  it('is a conflict only where the server has recorded it', () => {
    expect(judge(reply(409, { error: 'x', data: { id: 1, rev: 3 } }, KEY), KEY)).toMatchObject({
      kind: 'conflict',
      error: { recorded: true },
    })
    expect(kind(412, { error: 'x' }, KEY)).toBe('conflict')
    expect(kind(409, { error: 'Operazione già in corso.', code: 'in_progress' })).toBe('wait')
  })

  it('joins the sentences of an error that is an object', () => {
    const error = { model_id: 'Manca il modello.', rev: '', station_id: 'Manca il punto vendita.' }
    expect(judge(reply(422, { error, message: 'x' }, KEY), KEY)).toMatchObject({
      error: { message: 'Manca il modello., Manca il punto vendita.' },
    })
  })

  it('needs a person after any other refusal, and keeps the words of the server in the documented order', () => {
    for (const status of [400, 403, 404, 410, 413, 415, 422]) {
      expect(judge(reply(status, { error: 'No' }, KEY), KEY)).toMatchObject({
        kind: 'fix',
        error: { status, message: 'No', recorded: true },
      })
      if (status !== 404) expect(judge(reply(status, { error: 'No' }), KEY)).toMatchObject({ kind: 'fix', error: { recorded: false } })
    }
    expect(judge(reply(413, '<html>'), KEY)).toMatchObject({ kind: 'fix', error: { message: 'Il server ha risposto 413.' } })
    expect(judge(reply(422, { message: 'm', data: { error: 'd' } }), KEY)).toMatchObject({ error: { message: 'd' } })
    expect(judge(reply(422, { message: 'm' }), KEY)).toMatchObject({ error: { message: 'm' } })
  })

  it('waits where the server does not know the call: during an update an older one may answer, which records nothing', () => {
    expect(judge(reply(404, { error: 'Risorsa non trovata.' }), KEY)).toMatchObject({
      ...{ kind: 'wait', silence: false },
      error: { code: 'unknown_call', message: expect.stringContaining('aggiornamento'), recorded: false },
    })
  })

  it('takes a record that is closed for a refusal: there are no two versions to choose from', () => {
    expect(judge(reply(409, { error: 'Chiuso', code: 'closed' }, KEY), KEY)).toMatchObject({ kind: 'fix', error: { recorded: true } })
    expect(kind(409, { error: 'Chiuso', code: 'closed' })).toBe('wait')
  })

  it('tells a key that is taken and an upload that arrived damaged from other 422s', () => {
    expect(kind(422, { error: 'x', code: 'key_reused' })).toBe('reused')
    expect(kind(422, { error: 'x', code: 'body_damaged' })).toBe('wait')
    expect(kind(422, { error: 'x', code: 'body_damaged' }, KEY)).toBe('fix')
  })
})

describe('whatever comes back', () => {
  const anyReply = fc.record({
    status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 201, 204, 401, 409, 422)),
    body: fc.oneof(fc.string(), fc.json(), fc.constantFrom('', '{}', '<html>', '{"code":"key_reused"}', '{"code":"author_mismatch"}')),
    key: fc.option(fc.constantFrom(KEY, 'another'), { nil: undefined }),
  })

  it('is judged without a throw; "sent" takes a 2xx and our key; no end is silent', () => {
    fc.assert(
      fc.property(anyReply, ({ status, body, key }) => {
        const verdict = judge(reply(status, body, key), KEY)
        if (verdict.kind === 'sent') return key === KEY && status >= 200 && status < 300
        if (verdict.kind === 'conflict') return key === KEY && verdict.error.recorded
        return verdict.error.message.length > 0 && (key === KEY || !verdict.error.recorded)
      }),
      { numRuns: 5_000, seed: 1 },
    )
  })
})

describe('sealing', () => {
  const refs = new Map([['e1', { id: 5, rev: 3 }]])

  it('fills placeholders wherever they stand, and leaves everything else as it is', () => {
    const input = { id: ref('e1', 'id'), list: [ref('e1', 'rev'), null, 0, ''], deep: { text: 'a' } }
    expect(refsIn(input)).toEqual(['e1'])
    expect(fillPlaceholders(input, refs)).toEqual({ input: { id: 5, list: [3, null, 0, ''], deep: { text: 'a' } } })
  })

  it('names the entity that is still missing', () => {
    expect(fillPlaceholders({ a: ref('e1', 'id'), b: ref('e2', 'id') }, refs)).toEqual({ missing: 'e2' })
    expect(fillPlaceholders({ a: ref('e1', 'id_number') }, refs)).toEqual({ missing: 'e1' })
  })

  it('takes the greater of what the form knew and what our last receipt said', () => {
    expect(fillPlaceholders([ref('e1', 'rev', 7), ref('e1', 'rev', 2), ref('e2', 'rev', 4)], refs)).toEqual({ input: [7, 3, 4] })
  })

  it('remembers names and versions of a record, nothing else', () => {
    expect(refValues({ id: 5, rev: 2, id_year: 2026, id_number: 45, updated_at: 't', name: 'Rossi', fiscalCode: 'X' })).toEqual({
      id: 5,
      rev: 2,
      id_year: 2026,
      id_number: 45,
      updated_at: 't',
    })
    expect(refValues({ name: 'x' })).toBeUndefined()
    expect(refValues([1])).toBeUndefined()
    expect(refValues(undefined)).toBeUndefined()
  })
})
