// @vitest-environment jsdom
import '../setup-dom.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../src/contract/kernel/auth.ts'
import { del, get, list, post, put, resource } from '../../src/contract/kernel/endpoint.ts'
import { askedAt, call, keepOrigin, keptAt, onCall } from '../../src/lib/api.ts'
import { keepSession, type Profile } from '../../src/lib/device.ts'
import { connection } from '../../src/lib/online.ts'
import { bootSession, renewToken, session } from '../../src/lib/session.ts'
import { sha256 } from '../../src/lib/sha256.ts'

const Thing = v.object({ id: v.number() })
const things = resource('things' as never, {
  list: list('/things', { query: v.object({ search: v.string() }), output: Thing, policy: 'auth' }),
  open: get('/open', { output: Thing, policy: 'guest' }),
  get: get('/things/{id}', { output: Thing, policy: 'auth' }),
  kept: get('/kept', { output: Thing, policy: 'auth', kept: { place: 'cache', by: ['inspection'] } }),
  acts: get('/acts/{id}', { output: Thing, policy: 'auth', acts: true, success: [302] }),
  bare: get('/bare', { output: Thing, policy: 'auth', envelope: 'bare' }),
  file: get('/file', { policy: 'auth', envelope: 'blob' }),
  create: post('/things', { query: v.object({ dry: v.string() }), body: v.object({ name: v.string() }), output: Thing, policy: 'auth' }),
  update: put('/things/{id}', { body: v.object({ name: v.string() }), output: Thing, policy: 'auth' }),
  remove: del('/things/{id}', { policy: 'auth' }),
  upload: post('/things/{id}/files', { body: v.object({ note: v.string() }), files: true, output: Thing, policy: 'auth' }),
  pour: post('/pour', { files: true, spool: true, output: Thing, policy: 'auth' }),
}) as any
const anna: Profile = { id: 7, name: 'A', email: '', scope: ['inspection'], permissions: [], all_stations: false, demo: true }
const HOUR = 3_600_000

interface Asked {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}
let asked: Asked[] = []
let answer: (asked: Asked) => Response | Promise<Response>
/** How renewals of the token are answered, one after the other; the token is `t1`, `t2`, … */
let renewals = 0
let renewal: () => Response | undefined | Promise<Response>
const json = (data: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(data === undefined ? null : JSON.stringify(data), { status, headers: { 'x-request-id': 'r', ...headers } })

vi.stubGlobal('fetch', async (address: string, init: Asked['init']) => {
  const url = address.replace('/api/v1', '')
  if (url === '/auth/me') return json({ data: anna })
  if (url === '/auth/refresh') {
    const other = await renewal()
    if (other) return other
    return json({ data: { token: `t${++renewals}`, expires_at: new Date(Date.now() + HOUR).toISOString(), handle: 'h', user_id: 7 } })
  }
  if (url === '/health') return json({ app: 'piazzale' })
  asked.push({ url, init })
  return answer({ url, init })
})
const inTwo = (...texts: string[]) =>
  new ReadableStream({
    start(pipe) {
      for (const text of texts) pipe.enqueue(new TextEncoder().encode(text))
      pipe.close()
    },
  })
const sent = () => asked.map(({ url, init }) => `${init.method} ${url}`)
const refusal = (work: Promise<unknown>) => work.then(() => undefined).catch((error) => error)

beforeEach(async () => {
  asked = []
  renewals = 0
  renewal = () => undefined
  answer = ({ init }) => json({ data: { id: 1 } }, init.method === 'POST' ? 201 : 200)
  await keepSession({ handle: 'h', stamp: 's', profile: anna, confirmed: Date.now() })
  await bootSession()
  await renewToken()
})
afterEach(() => {
  Object.assign(onCall, { notFound: () => {}, started: () => () => {} })
})

test('the path, the query, the body and the key of the session are each where the contract says', async () => {
  expect(await call(things.get, { id: 5 })).toEqual({ id: 1 })
  await call(things.list, { search: 'è', page: undefined })
  await call(things.create, { dry: 'sì', name: 'X', empty: '' })
  await call(things.update, { id: 5, name: '' })
  await call(things.open, {})
  expect(sent()).toEqual(['GET /things/5', 'GET /things?search=%C3%A8', 'POST /things?dry=s%C3%AC', 'PUT /things/5', 'GET /open'])
  const [one, , three, four, five] = asked.map(({ init }) => init)
  const token = `Bearer t${renewals}`
  expect(one).toMatchObject({ headers: { accept: 'application/json', authorization: token }, credentials: 'same-origin' })
  expect(one!.body).toBeUndefined()
  expect(one!.headers['content-type']).toBeUndefined()
  expect(three).toMatchObject({ headers: { 'content-type': 'application/json', authorization: token }, body: '{"name":"X"}' })
  expect(four!.body).toBe('{"name":null}')
  expect(five!.headers.authorization, 'who need not be known is not').toBeUndefined()
})
test('what waits for a token when somebody else comes to the device is not sent again with theirs', async () => {
  let answerRenewal = (_: Response) => {}
  const held = vi.fn(
    () =>
      new Promise<Response>((done) => {
        answerRenewal = done
      }),
  )
  renewal = held
  answer = () => json({ error: 'Scaduto' }, 401)
  const refused = refusal(call(things.update, { id: 5, name: 'di Anna' }))
  await vi.waitFor(() => expect(held).toHaveBeenCalled())
  session.set({ user: { ...anna, id: 8 }, stamp: 'b' })
  answerRenewal(json({ data: { token: 'b', expires_at: new Date(Date.now() + HOUR).toISOString(), handle: 'h', user_id: 8 } }))
  expect(await refused).toMatchObject({ cancelled: true })
  expect(sent(), 'once, as Anna').toEqual(['PUT /things/5'])
  expect(asked[0]!.init.headers.authorization).toBe(`Bearer t${renewals}`)
})
test('an answer is unwrapped as its envelope says', async () => {
  answer = () => json({ id: 2 })
  expect(await call(things.bare, {})).toEqual({ id: 2 })
  answer = () => new Response(null, { status: 204 })
  expect(await call(things.remove, { id: 1 })).toBeUndefined()
  answer = () => json({ data: { id: 9 } })
  expect(await call(things.remove, { id: 1 }), 'nothing is told of a delete').toBeUndefined()
  answer = () => json(undefined, 302)
  expect(await call(things.acts, { id: 1 })).toBeUndefined()
  // A browser shows a redirect that it does not follow like this.
  answer = () => Object.defineProperties(json(undefined), { type: { value: 'opaqueredirect' }, status: { value: 0 } })
  expect(await call(things.acts, { id: 1 })).toBeUndefined()
  expect(asked.at(-1)!.init.redirect).toBe('manual')
  expect(asked[0]!.init.redirect).toBeUndefined()
})
test('a list without pages is the one page of it, and says how many there are of what is longer than one answer', async () => {
  answer = () => json({ data: [{ id: 1 }] })
  expect(await call(things.list, { is_paginated: 0 } as never)).toMatchObject({
    data: [{ id: 1 }],
    total: 1,
    last_page: 1,
    current_page: 1,
  })
  answer = () => new Response('{"data":[{"id":1}]}', { headers: { 'x-total-count': '2001' } })
  expect(await call(things.list, { is_paginated: 0 } as never)).toMatchObject({ total: 2001, last_page: 3 })
})
test('a file comes with the name the server gives it, its kind and its progress', async () => {
  const seen: number[][] = []
  answer = () =>
    new Response(inTwo('abc', 'de'), {
      headers: {
        'content-disposition': "attachment; filename*=UTF-8''perch%C3%A9%20no.txt; x",
        'content-type': 'text/plain',
        'content-length': '5',
      },
    })
  const file = (await call(things.file, {}, { onProgress: (...now) => void seen.push(now) })) as File
  expect([file.name, file.type, await file.text()]).toEqual(['perché no.txt', 'text/plain', 'abcde'])
  expect(seen).toEqual([
    [3, 5],
    [5, 5],
  ])
  answer = () => new Response('x')
  const nameless = (await call(things.file, {})) as File
  expect([nameless.name, await nameless.text()]).toEqual(['', 'x'])
})
test('files go with their proof, fields beside them; what only fits on a disk proves itself', async () => {
  const file = new File(['abc'], 'a.txt')
  await call(things.upload, { id: 3, note: 'n', empty: '', files: [file] })
  const { url, init } = asked[0]!
  const form = init.body as FormData
  expect(url).toBe('/things/3/files')
  expect([...form.keys()]).toEqual(['note', 'files'])
  expect((form.get('files') as File).name).toBe('a.txt')
  expect(init.headers).toMatchObject({ 'x-content-length': '3', 'x-content-sha256': await sha256(new TextEncoder().encode('abc').buffer) })
  expect(init.headers['content-type'], 'the browser writes it, with its boundary').toBeUndefined()
  await call(things.pour, { files: [file] }, { headers: { 'idempotency-key': 'k' } })
  expect(asked[1]!.init.headers['x-content-length']).toBeUndefined()
  expect(asked[1]!.init.headers['idempotency-key']).toBe('k')
})
test('what a read gave before is given again where nothing has changed; what may be kept is asked for whole', async () => {
  answer = () => json({ data: { id: 1 } }, 200, { etag: '"v1"' })
  const first = await call(things.get, { id: 1 })
  expect(asked[0]!.init.headers['if-none-match']).toBeUndefined()
  answer = () => new Response(null, { status: 304, headers: { 'x-request-id': 'r' } })
  expect(await call(things.get, { id: 1 }, { known: first })).toBe(first)
  expect(asked[1]!.init.headers).toMatchObject({ 'if-none-match': '"v1"' })
  expect(asked[1]!.init.headers['x-cache-user']).toBeUndefined()
  const held = { id: 1 }
  keepOrigin(first, held)
  await call(things.get, { id: 1 }, { known: held })
  expect(asked[2]!.init.headers['if-none-match']).toBe('"v1"')
  await call(things.get, { id: 1 }, { known: { id: 1 } })
  expect(asked[3]!.init.headers['if-none-match']).toBeUndefined()
  answer = () => json({ data: { id: 1 } })
  await call(things.kept, {}, { known: held })
  expect(asked[4]!.init.headers).toMatchObject({ 'x-cache-user': '7' })
  expect(asked[4]!.init.headers['if-none-match']).toBeUndefined()
  session.set({ user: { ...anna, scope: ['worker'] }, stamp: 's' })
  await call(things.kept, {})
  expect(asked[5]!.init.headers['x-cache-user']).toBeUndefined()
})
test('the same read asked again cancels the one before, silently; a write and another read cancel nothing', async () => {
  const open: (() => void)[] = []
  answer = ({ init }) =>
    new Promise((done, failed) => {
      open.push(() => done(json({ data: { id: 1 } }, init.method === 'POST' ? 201 : 200)))
      init.signal!.addEventListener('abort', () => failed(init.signal!.reason))
    })
  const outcomes: boolean[] = []
  onCall.started = () => (fine) => void outcomes.push(fine)
  const first = refusal(call(things.list, { search: 'a' }))
  await vi.waitFor(() => expect(open).toHaveLength(1), 20_000)
  const writes = [
    call(things.create, { name: 'a' }),
    call(things.create, { name: 'a' }),
    call(things.acts, { id: 1 }),
    call(things.acts, { id: 1 }),
  ]
  const other = call(things.list, { search: 'b' })
  await vi.waitFor(() => expect(open).toHaveLength(6), 20_000)
  const second = call(things.list, { search: 'a' })
  expect(await first).toMatchObject({ status: 100, cancelled: true, message: 'Richiesta annullata' })
  expect(connection.get(), 'nothing is wrong with the line').toBe('online')
  await vi.waitFor(() => expect(open).toHaveLength(7), 20_000)
  for (const done of open) done()
  expect(await second).toEqual({ id: 1 })
  expect(await other).toEqual({ id: 1 })
  const settled = await Promise.allSettled(writes)
  expect(settled.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  for (const one of settled.slice(2)) expect((one as PromiseRejectedResult).reason.cancelled, 'what acts is not cancelled').toBe(false)
  expect(outcomes[0], 'given up on purpose is no failure').toBe(true)
  const own = new AbortController()
  const left = refusal(call(things.get, { id: 1 }, { signal: own.signal }))
  await vi.waitFor(() => expect(open).toHaveLength(8), 20_000)
  own.abort()
  expect(await left).toMatchObject({ status: 100 })
})
test('a token that is refused is renewed once; where that is refused too, the session is over', async () => {
  let refused = 1
  answer = () => (refused-- > 0 ? json({ error: 'no' }, 401) : json({ data: { id: 1 } }))
  const before = renewals
  expect(await call(things.get, { id: 1 })).toEqual({ id: 1 })
  expect(renewals).toBe(before + 1)
  expect(asked.map(({ init }) => init.headers.authorization)).toEqual([`Bearer t${before}`, `Bearer t${before + 1}`])
  answer = () => json({ error: 'no' }, 401)
  expect(await refusal(call(things.open, {}))).toMatchObject({ status: 401 })
  expect(session.get().user, 'a refused guest ends nothing').not.toBeNull()
  asked = []
  renewal = () => json({}, 401)
  expect(await refusal(call(things.get, { id: 1 }))).toMatchObject({ status: 401, message: 'no' })
  expect(asked).toHaveLength(1)
  expect(session.get().user).toBeNull()
})
test('who came in without a network reads and sends nothing, but for what needs nobody', async () => {
  session.set({ user: anna, stamp: 's', local: true })
  expect(await refusal(call(things.get, { id: 1 }))).toMatchObject({
    status: 0,
    code: 'not_signed_in',
    message: 'Sei entrato senza rete: accedi di nuovo per leggere e inviare i dati.',
  })
  expect(asked).toEqual([])
  expect(await call(things.open, {})).toEqual({ id: 1 })
  expect(session.get().user).not.toBeNull()
})
test('a read that nobody answers ends after a minute, in words; a write is never cut', async () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  answer = ({ init: { signal } }) => new Promise((_, fail) => signal!.addEventListener('abort', () => fail(signal!.reason)))
  const read = refusal(call(things.get, { id: 1 }))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(timeout.mock.calls).toEqual([[60_000]])
  late.abort(new DOMException('signal timed out', 'TimeoutError'))
  expect(await read).toMatchObject({ status: 0, message: 'Il server non ha risposto in tempo. Riprova.' })
  answer = () => json({ data: { id: 1 } })
  await call(things.update, { id: 1, name: 'a' })
  expect(timeout).toHaveBeenCalledTimes(1)
  timeout.mockRestore()
})
test('a copy that the service worker gives says when it was made; an answer does not', async () => {
  answer = () => json({ data: { id: 1 } }, 200, { 'x-kept-at': '2026-11-22T13:05:00Z' })
  const copy = await call(things.kept, {})
  expect(keptAt(copy)).toBe('2026-11-22T13:05:00Z')
  answer = () => json({ data: { id: 1 } })
  keepOrigin(await call(things.kept, {}), copy)
  expect(keptAt(copy)).toBeNull()
  expect(keptAt(undefined)).toBeNull()
})
test('an answer knows when it was asked for, not when it came; "nothing has changed" is asked for anew; a copy, and what is no answer, know nothing', async () => {
  const clock = vi.spyOn(Date, 'now')
  const ask = async (at: number, options = {}) => {
    clock.mockReturnValue(at)
    return call(things.get, { id: 1 }, options)
  }
  try {
    const now = Date.now()
    answer = () => {
      clock.mockReturnValue(now + 9)
      return json({ data: { id: 1 } }, 200, { etag: '"a"' })
    }
    const known = await ask(now + 1)
    expect(askedAt(known)).toBe(now + 1)
    answer = () => json(undefined, 304)
    expect(await ask(now + 20, { known })).toBe(known)
    expect(askedAt(known)).toBe(now + 20)
    answer = () => json({ data: { id: 1 } }, 200, { 'x-kept-at': '2026-11-22T13:05:00Z' })
    expect([askedAt(await ask(now + 30)), askedAt({}), askedAt(undefined)]).toEqual([0, 0, 0])
  } finally {
    clock.mockRestore()
  }
})
test('a record that is not there leads away, a part of the page does not; each failure has its words', async () => {
  const gone = vi.fn()
  const outcomes: boolean[] = []
  Object.assign(onCall, { notFound: gone, started: () => (fine: boolean) => void outcomes.push(fine) })
  answer = () => json({ error: 'Risorsa non trovata.' }, 404)
  expect(await refusal(call(things.get, { id: 1 }, { part: true }))).toMatchObject({ status: 404 })
  expect(gone).not.toHaveBeenCalled()
  expect(await refusal(call(things.get, { id: 1 }))).toMatchObject({ status: 404, message: 'Risorsa non trovata.' })
  expect(gone).toHaveBeenCalledTimes(1)
  expect(await refusal(call(things.update, { id: 1, rev: 1, name: 'x' } as never))).toMatchObject({ status: 404 })
  expect(gone, 'what was typed stays').toHaveBeenCalledTimes(1)
  answer = () => json({ error: { password: 'Troppo corta.' }, message: 'I dati inseriti non sono validi.' }, 422)
  const passwords = { token: 't', password: 'x', password_confirmation: 'x' }
  expect(await refusal(call(auth.reset, passwords)), 'a call about a forgotten password').toMatchObject({
    message: 'I dati inseriti non sono validi.',
    fields: { password: 'Troppo corta.' },
  })
  expect(await refusal(call(things.get, { id: 1 })), 'any other').toMatchObject({ message: 'Troppo corta.' })
  answer = () => new Response('<html>', { status: 502 })
  expect(await refusal(call(things.get, { id: 1 }))).toMatchObject({ status: 502, message: 'Errore' })
  answer = () => Promise.reject(new DOMException('', 'TimeoutError'))
  expect(await refusal(call(things.get, { id: 1 }))).toMatchObject({ status: 0, message: 'Il server non ha risposto in tempo. Riprova.' })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await refusal(call(things.get, { id: 1 }))).toMatchObject({
    status: 0,
    message: 'Connessione non disponibile. Controlla la rete e riprova.',
  })
  answer = () => json({ data: { id: 1 } })
  await call(things.get, { id: 1 })
  expect(outcomes).toEqual([false, false, false, false, false, false, false, false, true])
  expect(gone).toHaveBeenCalledTimes(1)
})
