// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NOT_SIGNED_IN } from '../../src/lib/api-error.ts'
import { keepSession, type Profile } from '../../src/lib/device.ts'
import { queueReport } from '../../src/lib/error-reports.ts'
import { connection } from '../../src/lib/online.ts'
import { reportError, watchErrors } from '../../src/lib/report-error.ts'
import { bootSession, expireSession, renewToken, session } from '../../src/lib/session.ts'

vi.stubGlobal('__VERSION__', 'v9')
const anna: Profile = { id: 7, name: 'A', email: '', scope: ['inspection'], permissions: [], all_stations: false, demo: true }
interface Told {
  kind: string
  message: string
  stack: string | null
  page: string
  app_version: string
}
let told: Told[] = []
let inits: RequestInit[] = []
let status: () => number
/** True while the server still knows the session. */
let renews: boolean
vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
  const json = (data: object, code = 200) => new Response(JSON.stringify({ data }), { status: code, headers: { 'x-request-id': 'r' } })
  if (address.endsWith('/auth/me')) return json(anna)
  if (address.endsWith('/auth/refresh'))
    return renews
      ? json({ token: 't1', expires_at: new Date(Date.now() + 3_600_000).toISOString(), handle: 'h', user_id: 7 })
      : json({}, 401)
  expect(address).toBe('/api/v1/client-errors')
  told.push(JSON.parse(init.body as string))
  inits.push(init)
  const code = status()
  if (!code) throw new TypeError('Failed to fetch')
  return new Response(null, { status: code })
})
/** Waits until no report is on its way. */
const quiet = () => new Promise((done) => setTimeout(done, 20))
const report = (error: unknown, where = '') => queueReport({ kind: 'error', error, where, page: '/banche' })
/** Patient: the machine may be busy. */
const until = (check: () => void) => vi.waitFor(check, 10_000)
const words = () => told.map(({ message }) => message)
let minute = Date.now()

beforeEach(async () => {
  told = []
  inits = []
  status = () => 204
  renews = true
  // Every test has a minute of its own.
  minute += 120_000
  vi.spyOn(Date, 'now').mockImplementation(() => minute)
  await keepSession({ handle: 'h', stamp: 's', profile: anna, confirmed: minute })
  await bootSession()
  await renewToken()
  connection.set('online')
})
afterEach(async () => {
  await expireSession()
  vi.restoreAllMocks()
})

test('an error is told with what was being done, its kind, its words and its page; of an ordinary one the kind goes without saying', async () => {
  const broken = Object.assign(new TypeError('x is undefined'), { stack: 's'.repeat(9_000) })
  report(broken, 'verifica')
  report(new Error('semplice'))
  report('parole sole')
  report(undefined)
  report(new ApiError(500, 'Errore interno'), 'banks.file')
  report(new ApiError(404, 'Risorsa non trovata.'), 'banks.file')
  report(new Error('l'.repeat(3_000)))
  await until(() => expect(told).toHaveLength(7))
  expect(words()).toEqual([
    'verifica: TypeError: x is undefined',
    'semplice',
    'parole sole',
    'undefined',
    expect.stringMatching(/^banks\.file: 500: (ApiError: )?Errore interno$/),
    expect.stringMatching(/^banks\.file: 404: (ApiError: )?Risorsa non trovata\.$/),
    'l'.repeat(2_000),
  ])
  expect(told[0]).toEqual({
    kind: 'error',
    message: 'verifica: TypeError: x is undefined',
    stack: 's'.repeat(8_000),
    page: '/banche',
    app_version: 'v9',
  })
  expect(told[2]!.stack).toBeNull()
  expect(inits[0]).toMatchObject({
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', authorization: 'Bearer t1' },
  })
})
test('what is no fault is not told: given up on purpose, not signed in, a page that is not there', async () => {
  report(new DOMException('x', 'AbortError'))
  report(new ApiError(100, 'Richiesta annullata'))
  report(new ApiError(401, 'no'))
  report(new ApiError(0, 'no', { code: NOT_SIGNED_IN }))
  report(Object.assign(new Error('La pagina non esiste'), { status: 404 }))
  report(new Error('ma questo sì'))
  await until(() => expect(words()).toEqual(['ma questo sì']))
  await quiet()
  expect(told).toHaveLength(1)
})
test('the same one is told once a minute, ten in all; after the minute again', async () => {
  report(new Error('uno'))
  report(new Error('uno'))
  queueReport({ kind: 'worker', error: new Error('uno'), where: '', page: '/' })
  await until(() => expect(words()).toEqual(['uno', 'uno']))
  expect(told.map(({ kind }) => kind)).toEqual(['error', 'worker'])
  for (let n = 0; n < 12; n++) report(new Error(`n${n}`))
  await until(() => expect(told).toHaveLength(10))
  await quiet()
  expect(words().slice(2)).toEqual([...Array(8).keys()].map((n) => `n${n}`))
  minute += 59_999
  report(new Error('presto'))
  report(new Error('uno'))
  await quiet()
  expect(told).toHaveLength(10)
  minute += 1
  report(new Error('uno'))
  await until(() => expect(told).toHaveLength(11))
})
test('without a network they wait, the first twenty of them, and are told in their order when it is back', async () => {
  connection.set('offline')
  for (let n = 0; n < 30; n++) {
    // Two a minute, so that only the room for those that wait is a limit.
    minute += 30_000
    report(new Error(`n${n}`))
  }
  await quiet()
  expect(told).toEqual([])
  connection.set('online')
  await until(() => expect(told).toHaveLength(20))
  await quiet()
  expect(words()).toEqual([...Array(20).keys()].map((n) => `n${n}`))
})
test('a server in trouble is asked again at the next occasion; what it refuses is not told again', async () => {
  status = () => 503
  report(new Error('uno'))
  await until(() => expect(told).toHaveLength(1))
  await quiet()
  status = () => 0
  report(new Error('due'))
  await until(() => expect(told).toHaveLength(2))
  await quiet()
  status = () => 422
  connection.set('offline')
  connection.set('online')
  await until(() => expect(words()).toEqual(['uno', 'uno', 'uno', 'due']))
  status = () => 500
  report(new Error('tre'))
  await until(() => expect(words().at(-1)).toBe('tre'))
  await quiet()
  expect(told, 'the end of the line waits').toHaveLength(5)
})
test('nobody else tells them: they wait for who is signed in, and go with the session', async () => {
  session.set({ user: anna, stamp: 's', local: true })
  report(new Error('entrata senza rete'))
  await quiet()
  expect(told).toEqual([])
  session.set({ user: anna, stamp: 's' })
  await until(() => expect(words()).toEqual(['entrata senza rete']))
  connection.set('offline')
  report(new Error('di Anna'))
  await expireSession()
  connection.set('online')
  session.set({ user: { ...anna, id: 8 }, stamp: 's2' })
  await quiet()
  expect(told).toHaveLength(1)
})
test('without a token nothing is sent', async () => {
  await expireSession()
  renews = false
  session.set({ user: anna, stamp: 's' })
  report(new Error('chi?'))
  await quiet()
  expect(told).toEqual([])
})
test('what nobody catches is told, of the page and of its service worker; the remarks of others are not', async () => {
  const worker = new EventTarget()
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  history.replaceState(null, '', '/stazioni/banche')
  watchErrors()
  dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }))
  dispatchEvent(new ErrorEvent('error', { error: new RangeError('fuori') }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('respinta') }))
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'ALTRO', message: 'no' } }))
  worker.dispatchEvent(new MessageEvent('message', { data: undefined }))
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'WORKER_ERROR', message: 'rotto' } }))
  reportError('download', new Error('file'))
  await until(() => expect(told).toHaveLength(4))
  expect(told.map(({ kind, message, page }) => [kind, message, page])).toEqual([
    ['error', 'RangeError: fuori', '/stazioni/banche'],
    ['rejection', 'respinta', '/stazioni/banche'],
    ['worker', 'rotto', '/stazioni/banche'],
    ['download', 'file', '/stazioni/banche'],
  ])
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
