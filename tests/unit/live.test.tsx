// @vitest-environment jsdom
import '../setup-dom.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveNote } from '../../src/crud/list/LiveNote.tsx'
import { useLive } from '../../src/crud/list/live.ts'
import { connection } from '../../src/lib/online.ts'
import { queryClient } from '../../src/lib/query.ts'
import { session } from '../../src/lib/session.ts'

const tabs = vi.hoisted(() => {
  const tabs = { listeners: [] as ((event: { data: object }) => void)[], told: [] as { event: string }[] }
  globalThis.BroadcastChannel = class {
    addEventListener(_: string, listener: (event: { data: object }) => void) {
      tabs.listeners.push(listener)
    }
    postMessage(told: { event: string }) {
      tabs.told.push(told)
    }
  } as never
  return tabs
})
vi.mock('../../src/lib/session.ts', async () => {
  const { createStore } = await import('../../src/lib/store.ts')
  return { session: createStore({ user: { id: 7 }, stamp: 's' }), freshToken: async () => 'token', renewToken: async () => 'token' }
})
// Mantine's own needs do not matter here.
vi.mock('@mantine/core', () => ({ Text: ({ children }: { children: string }) => <p role="status">{children}</p> }))

/** The server's reaction to each requested stream, and the streams that are open. */
let server: (say: (text: string) => void, end: () => void) => Response | Promise<Response> | undefined
let streams: { say: (text: string) => void; end: () => void; signal: AbortSignal }[] = []
const asked = vi.fn(async (_url: string, { signal }: RequestInit) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const say = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined)
  const end = () => void writer.close().catch(() => undefined)
  signal!.addEventListener('abort', () => void writer.abort(new Error('aborted')).catch(() => undefined))
  streams.push({ say, end, signal: signal! })
  return (await server(say, end)) ?? new Response(readable)
})
vi.stubGlobal('fetch', asked)
const HELLO = 'event: hello\ndata: {"beat":20000,"spread":1000}\n\n'
const BEAT = 'event: beat\ndata:\n\n'
const minutes = (n: number) => vi.advanceTimersByTimeAsync(n * 60_000)
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000)

const read = { list: vi.fn(async () => []), one: vi.fn(async () => ({})), other: vi.fn(async () => ({})) }
function Page() {
  const state = useLive('tickets')
  useQuery({ queryKey: ['tickets', 'tickets.list', { page: 1 }], queryFn: read.list })
  useQuery({ queryKey: ['tickets', 'tickets.get', { year: 2026, number: 1 }], queryFn: read.one })
  useQuery({ queryKey: ['tickets', 'tickets.get', { year: 2026, number: 2 }], queryFn: read.other })
  return <LiveNote state={state} />
}
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
const note = () => screen.getByRole('status').textContent
const look = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  look('visible')
  connection.set('online')
  server = (say) => void say(HELLO)
})
afterEach(async () => {
  cleanup()
  await seconds(5)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', asked)
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  queryClient.clear()
  streams = []
  tabs.told.length = 0
  for (const one of [asked, ...Object.values(read)]) one.mockClear()
})

test('a page is read first; then the stream begins, and is called live only from its first word on', async () => {
  let answer = () => {}
  server = (say) =>
    new Promise((done) => {
      answer = () => {
        say(HELLO)
        done(undefined as never)
      }
    })
  open()
  await seconds(2.5)
  expect(asked).not.toHaveBeenCalled()
  await seconds(1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(asked.mock.calls[0]).toMatchObject(['/api/v1/live', { headers: { authorization: 'Bearer token' } }])
  expect(note()).toBe('')
  answer()
  await seconds(0.1)
  expect(note()).toBe('Aggiornato dal vivo')
  // A change between the read and the start of the stream is read too.
  await seconds(3)
  expect(read.list).toHaveBeenCalledTimes(2)
})

test('on the first visit the worker fetches the whole app first', async () => {
  const worker: { installing: object | null } = { installing: {} }
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration: async () => worker }, configurable: true })
  open()
  await seconds(10)
  expect(asked).not.toHaveBeenCalled()
  worker.installing = null
  await seconds(4)
  expect(asked).toHaveBeenCalledTimes(1)
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true })
})

test('a list is read again soon and the record that changed at once, no other', async () => {
  open()
  await seconds(10)
  for (const one of Object.values(read)) one.mockClear()
  streams[0]!.say('event: changed\ndata: {"tickets":[{"id":5,"year":2026,"number":1}]}\n\n')
  await seconds(0.1)
  expect([read.one, read.other, read.list].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
  await seconds(3)
  expect(read.list).toHaveBeenCalledTimes(1)
  expect(read.other).not.toHaveBeenCalled()
})

test('a stream that ends is begun anew within two seconds, and what was missed is read', async () => {
  open()
  await seconds(5)
  for (let i = 0; i < 2; i++) {
    await seconds(15)
    streams[0]!.say(BEAT)
  }
  for (const one of Object.values(read)) one.mockClear()
  streams[0]!.end()
  await seconds(2)
  expect(streams).toHaveLength(2)
  await seconds(3)
  expect(note()).toBe('Aggiornato dal vivo')
  for (const one of Object.values(read)) expect(one).toHaveBeenCalledTimes(1)
})

test('where no stream is to be had it is said, the page is read every minute, and tries become rare', async () => {
  server = () => new Response('', { status: 503 })
  open()
  await seconds(5)
  expect(note()).toBe('Aggiornato ogni minuto')
  read.list.mockClear()
  await minutes(10)
  expect(read.list).toHaveBeenCalledTimes(10)
  expect(asked.mock.calls.length).toBeGreaterThan(8)
  expect(asked.mock.calls.length).toBeLessThan(20)
})

test('one that says hello and ends at once is none: it is not asked for every second', async () => {
  server = (say, end) => {
    say(HELLO)
    end()
    return undefined
  }
  open()
  await minutes(5)
  expect(asked.mock.calls.length).toBeLessThan(14)
})

test('a line that is dead without a word is noticed, and the next try is made as soon as the server can be reached', async () => {
  server = () => undefined
  open()
  await seconds(20)
  expect(streams[0]!.signal.aborted).toBe(true)
  expect(note()).toBe('Aggiornato ogni minuto')
  await minutes(10)
  connection.set('offline')
  read.list.mockClear()
  await minutes(2)
  expect(read.list).not.toHaveBeenCalled()
  for (let before = -1; before !== asked.mock.calls.length; await seconds(20)) before = asked.mock.calls.length
  asked.mockClear()
  server = (say) => void say(HELLO)
  connection.set('online')
  await seconds(0.1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(note()).toBe('Aggiornato dal vivo')
})

test('after 45 silent seconds nothing is called live', async () => {
  open()
  await seconds(10)
  expect(note()).toBe('Aggiornato dal vivo')
  server = () => undefined
  await seconds(46)
  expect(streams[0]!.signal.aborted).toBe(true)
  expect(note()).toBe('Aggiornato ogni minuto')
})

test('nobody who does not look holds a stream: neither a hidden tab nor one left alone for half an hour', async () => {
  open()
  await seconds(10)
  look('hidden')
  await seconds(0.1)
  expect(streams[0]!.signal.aborted).toBe(true)
  await minutes(10)
  expect(asked).toHaveBeenCalledTimes(1)
  read.list.mockClear()
  look('visible')
  await seconds(10)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(read.list).toHaveBeenCalled()
  for (let i = 0; i < 31 * 6; i++) {
    streams[1]!.say(BEAT)
    await seconds(10)
  }
  expect(note()).toBe('Aggiornamenti in pausa')
  expect(streams[1]!.signal.aborted).toBe(true)
  dispatchEvent(new Event('keydown'))
  await seconds(10)
  expect(asked).toHaveBeenCalledTimes(3)
  expect(note()).toBe('Aggiornato dal vivo')
})

test('tabs share one stream: the one that has the lock tells the others, of the same person only', async () => {
  const waiting: (() => Promise<void>)[] = []
  const request = (_: string, __: object, work: () => Promise<void>) => new Promise<void>(() => waiting.push(work))
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  open()
  await seconds(10)
  expect(waiting).toHaveLength(1)
  expect(asked).not.toHaveBeenCalled()
  const hear = (data: object) => tabs.listeners.forEach((listener) => void listener({ data }))
  hear({ user: 8, event: 'hello', data: {} })
  expect(note()).toBe('')
  hear({ user: 7, event: 'beat', data: {} })
  await seconds(0.1)
  expect(note()).toBe('Aggiornato dal vivo')
  read.one.mockClear()
  await seconds(5)
  read.one.mockClear()
  hear({ user: 7, event: 'changed', data: { tickets: [{ id: 5, year: 2026, number: 1 }] } })
  await seconds(0.1)
  expect(read.one).toHaveBeenCalledTimes(1)
  await seconds(46)
  expect(note()).toBe('Aggiornato ogni minuto')
  // The other has gone: this one holds it.
  void waiting[0]!()
  await seconds(0.1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(tabs.told).toMatchObject([{ user: 7, event: 'hello' }])
  expect(session.get().user?.id).toBe(7)
})
