// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { implementations } from '../../server/resources/registry.ts'
import type { Endpoint, Named } from '../../src/contract/kernel/endpoint.ts'
import type { Profile } from '../../src/lib/device.ts'
import { dropEarlyRead, firstReads, noteRead, startEarlyRead, takeEarlyRead } from '../../src/lib/early-read.ts'

const anna: Profile = { id: 7, name: 'A', email: '', scope: ['super-admin'], permissions: [], all_stations: false, demo: true }
const asked: { url: string; headers: Record<string, string>; signal: AbortSignal }[] = []
vi.stubGlobal('fetch', async (url: string, { headers, signal }: RequestInit) => {
  asked.push({ url, headers: headers as Record<string, string>, signal: signal! })
  return new Response('{}')
})
const never = new AbortController().signal
function open(address: string, user = anna) {
  history.replaceState(null, '', address)
  startEarlyRead({ handle: 'h', stamp: 's1', profile: user })
}
afterEach(() => {
  for (const { path } of Object.values(firstReads)) takeEarlyRead(`/api/v1${path}`, undefined, never)
  asked.length = 0
})

test('what is read early is a list of the contract, for whom and kept for whom the contract says', () => {
  const calls: (Endpoint & Named)[] = implementations.flatMap(({ endpoints }) => Object.values(endpoints))
  for (const [address, { path, policy, kept }] of Object.entries(firstReads)) {
    const call = calls.find((one) => one.method === 'GET' && one.path === path)
    expect(address.endsWith('{id}') ? ['item'] : ['page', 'list'], address).toContain(call?.envelope)
    expect(call?.policy, address).toBe(policy)
    expect(kept && { place: 'cache' }, address).toEqual(call?.kept?.place === 'cache' ? call.kept : undefined)
  }
})

test('who may not read it does not ask, who may by a permission does', () => {
  open('/scadenze', { ...anna, scope: ['manager'] })
  expect(asked).toEqual([])
  open('/scadenze', { ...anna, scope: [], permissions: ['road_management'] })
  expect(asked.map(({ url }) => url)).toEqual(['/api/v1/expirations'])
})

test('a list is asked for once, and given once, to the call of the same address and sign-in', async () => {
  open('/stazioni/banche?per_page=25')
  expect(asked).toMatchObject([{ url: '/api/v1/banks?per_page=25', headers: { 'x-session-handle': 'h' } }])
  const given = takeEarlyRead('/api/v1/banks?per_page=25', 's1', never)
  expect((await given!.answer).status).toBe(200)
  expect(takeEarlyRead('/api/v1/banks?per_page=25', 's1', never)).toBeUndefined()
  expect(asked[0]!.signal.aborted).toBe(false)
})

test('a page that reads something else than was thought stops it; another resource does not', () => {
  open('/stazioni/banche')
  expect(takeEarlyRead('/api/v1/saved-views', 's1', never)).toBeUndefined()
  expect(asked[0]!.signal.aborted).toBe(false)
  expect(takeEarlyRead('/api/v1/banks?search=a', 's1', never)).toBeUndefined()
  expect(asked[0]!.signal.aborted).toBe(true)
})

test('another sign-in than it was asked for has no part in it', () => {
  open('/stazioni/banche')
  expect(takeEarlyRead('/api/v1/banks', 's2', never)).toBeUndefined()
  expect(asked[0]!.signal.aborted).toBe(true)
})

test('a call that is given up gives up what was asked early', () => {
  open('/stazioni/banche')
  const own = new AbortController()
  expect(takeEarlyRead('/api/v1/banks', 's1', own.signal)).toBeDefined()
  own.abort()
  expect(asked[0]!.signal.aborted).toBe(true)
})

test('what the service worker keeps is marked with whose it is, and nothing else is', () => {
  open('/verifiche')
  open('/utenti')
  expect(asked.map(({ headers }) => headers['x-cache-user'])).toEqual(['7', undefined])
})

test('no other address asks for anything, nor one with parameters of its page', () => {
  for (const address of ['/dashboard', '/stazioni/12/altro', '/verifiche/12', '/stazioni?vista=3', '/stazioni/banche?modulo=nuovo'])
    open(address)
  expect(asked).toEqual([])
})

test('a record is asked for by its id, whatever part of it the address opens', () => {
  open('/stazioni/12?scheda=orari')
  expect(asked.map(({ url }) => url)).toEqual(['/api/v1/stations/12'])
  expect(takeEarlyRead('/api/v1/stations/12', 's1', never)).toBeDefined()
})
test('what was read lately is not asked for once more; what was long ago is', () => {
  vi.useFakeTimers()
  noteRead('/api/v1/fuels')
  noteRead('/api/v1/banks')
  open('/stazioni/banche')
  expect(asked).toEqual([])
  open('/stazioni/banche?page=2')
  vi.setSystemTime(Date.now() + 11 * 60_000)
  open('/stazioni/banche')
  vi.useRealTimers()
  expect(asked.map(({ url }) => url)).toEqual(['/api/v1/banks?page=2', '/api/v1/banks'])
  expect(asked[0]!.signal.aborted, 'only one is waited for').toBe(true)
})
test('what the page did not ask for is dropped when it stands', () => {
  open('/utenti')
  dropEarlyRead()
  expect(asked[0]!.signal.aborted).toBe(true)
  expect(takeEarlyRead('/api/v1/users', 's1', never)).toBeUndefined()
})
