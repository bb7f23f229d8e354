// @vitest-environment jsdom
import '../setup-dom.ts'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CACHED_AT_HEADER } from '../../src/contract/kernel/constants.ts'
import { connection, noteReply, probe, watchConnection } from '../../src/lib/online.ts'

let answer: () => Promise<Response> | Response
const asked = vi.fn(async (_url: string, _init?: RequestInit) => answer())
vi.stubGlobal('fetch', asked)
const line = (up: boolean) => Object.defineProperty(navigator, 'onLine', { value: up, configurable: true })
const good = () => new Response('{"app":"piazzale"}', { headers: { 'x-request-id': 'r' } })

beforeEach(async () => {
  vi.useFakeTimers()
  line(true)
  answer = good
  await probe()
  asked.mockClear()
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

test('the server itself is asked, past every cache', async () => {
  expect(await probe()).toBe('online')
  expect(asked.mock.calls[0]).toMatchObject(['/api/v1/health', { cache: 'no-store' }])
  expect(asked.mock.calls[0]![1]!.signal).toBeInstanceOf(AbortSignal)
  expect(onlineManager.isOnline()).toBe(true)
})
test('a dead line, a page of somebody else and an answer that is none are three times no server', async () => {
  for (const one of [() => Promise.reject(new TypeError()), () => new Response('{"app":"altro"}'), () => new Response('<html>')]) {
    answer = good
    await probe()
    answer = one
    expect(await probe()).toBe('unreachable')
    expect(onlineManager.isOnline()).toBe(false)
  }
})
test('a browser that says it has no network is believed, and not asked further', async () => {
  line(false)
  expect(await probe()).toBe('offline')
  expect(asked).not.toHaveBeenCalled()
})
test('what an answer tells: ours means the server is there; a foreign one nothing; none, that it has to be asked', async () => {
  answer = () => Promise.reject(new TypeError())
  await probe()
  noteReply(new Response('', { status: 200 }))
  expect(connection.get()).toBe('unreachable')
  noteReply(new Response('', { status: 500, headers: { 'x-request-id': 'r' } }))
  expect(connection.get()).toBe('online')
  asked.mockClear()
  noteReply(undefined)
  expect(asked).toHaveBeenCalledTimes(1)
})
test('an answer that was on its way when the browser lost its network does not bring the network back', async () => {
  let arrive = (_: Response) => {}
  answer = () => new Promise((done) => (arrive = done))
  const asking = probe()
  line(false)
  expect(await probe()).toBe('offline')
  noteReply(new Response('', { headers: { 'x-request-id': 'r' } }))
  expect(connection.get()).toBe('offline')
  arrive(good())
  expect(await asking).toBe('offline')
})
test('a copy of an earlier answer is no answer: the server itself is asked', async () => {
  answer = () => Promise.reject(new TypeError())
  await probe()
  asked.mockClear()
  noteReply(new Response('', { headers: { 'x-request-id': 'r', [CACHED_AT_HEADER]: '2026-11-22T13:05:00Z' } }))
  expect(asked).toHaveBeenCalledTimes(1)
  expect(connection.get()).toBe('unreachable')
})
test('a server that is away is asked again by itself, less and less often, no more than once a minute, until it is there', async () => {
  answer = () => Promise.reject(new TypeError())
  await probe()
  for (const seconds of [4, 8, 16, 32, 60, 60, 60]) {
    asked.mockClear()
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(asked, `before ${seconds} s`).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(asked, `after ${seconds} s`).toHaveBeenCalledTimes(1)
  }
  answer = good
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.get()).toBe('online')
  asked.mockClear()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked, 'then nobody asks').not.toHaveBeenCalled()
  answer = () => Promise.reject(new TypeError())
  await probe()
  asked.mockClear()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked, 'and the next time it begins anew').toHaveBeenCalledTimes(1)
})
test('what the page hears of asks: the network, the focus and the eyes on it, where the server is not there', async () => {
  watchConnection()
  await vi.advanceTimersByTimeAsync(1_000)
  asked.mockClear()
  const seen = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  dispatchEvent(new Event('focus'))
  seen('visible')
  expect(asked).not.toHaveBeenCalled()
  dispatchEvent(new Event('offline'))
  expect(connection.get()).toBe('offline')
  answer = () => Promise.reject(new TypeError())
  seen('hidden')
  expect(asked).not.toHaveBeenCalled()
  seen('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(2)
  answer = good
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get()).toBe('online')
})
