// @vitest-environment jsdom
import '../setup-dom.ts'
import { notifications } from '@mantine/notifications'
import { afterEach, expect, test, vi } from 'vitest'
import { notices, notify } from '../../src/lib/notify.ts'
import { askToStay, freeOf, roomOf, storageState, tryWriting, writable } from '../../src/lib/storage.ts'
import { proofOf, sendForm } from '../../src/lib/upload.ts'
import { within } from '../../src/lib/within.ts'

const shown = vi.spyOn(notifications, 'show')
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'storage')
})

class Request extends EventTarget {
  static last: Request
  upload = new EventTarget()
  status = 201
  responseText = '{"data":1}'
  calls: unknown[] = []
  constructor() {
    super()
    Request.last = this
  }
  open = (...more: unknown[]) => this.calls.push(['open', ...more])
  setRequestHeader = (...more: unknown[]) => this.calls.push(['header', ...more])
  send = (...more: unknown[]) => this.calls.push(['send', ...more])
  abort = () => this.dispatchEvent(new Event('abort'))
  getAllResponseHeaders = () => 'x-request-id: r1\r\netag: "a: b"\r\n'
}
const start = (init: RequestInit = {}, progress = vi.fn()) => {
  vi.stubGlobal('XMLHttpRequest', Request)
  const form = new FormData()
  const sending = sendForm('/u', { method: 'PUT', headers: { a: '1', b: '2' }, body: form, ...init }, progress)
  return { sending, form, progress, request: Request.last }
}

test('an upload goes as it would by fetch, tells how much has left, and gives its answer', async () => {
  const { sending, form, progress, request } = start()
  expect(request.calls).toEqual([
    ['open', 'PUT', '/u'],
    ['header', 'a', '1'],
    ['header', 'b', '2'],
    ['send', form],
  ])
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 3, total: 9 }))
  expect(progress).toHaveBeenCalledWith(3, 9)
  request.dispatchEvent(new Event('load'))
  const answer = await sending
  expect([answer.status, answer.headers.get('x-request-id'), await answer.text()]).toEqual([201, 'r1', '{"data":1}'])
})
test('an answer without a body is one too', async () => {
  const { sending, request } = start()
  Object.assign(request, { status: 204, responseText: '' })
  request.dispatchEvent(new Event('load'))
  expect((await sending).status).toBe(204)
})
test('a line that breaks and an upload given up fail as fetch does', async () => {
  const broken = start()
  broken.request.dispatchEvent(new Event('error'))
  await expect(broken.sending).rejects.toThrow(new TypeError('Failed to fetch'))
  const own = new AbortController()
  const left = start({ signal: own.signal })
  own.abort()
  await expect(left.sending).rejects.toMatchObject({ name: 'AbortError' })
})
test('files are proved by their length and, where the page may, by their SHA-256, in order', async () => {
  const files = [new File(['abc'], 'a'), new File([''], 'b')]
  expect(await proofOf(files)).toEqual({
    'x-content-length': '3,0',
    'x-content-sha256':
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad,e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  vi.stubGlobal('crypto', {})
  expect(await proofOf(files)).toEqual({ 'x-content-length': '3,0' })
})

test('work is waited for no longer than told; what becomes of it later troubles nobody', async () => {
  vi.useFakeTimers()
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let over = ''
  void within(500, new Promise(() => {})).then(() => {
    over += 'late '
  })
  void within(500, Promise.resolve()).then(() => {
    over += 'done '
  })
  void within(500, Promise.reject(new Error('x'))).then(() => {
    over += 'failed '
  })
  await vi.advanceTimersByTimeAsync(499)
  expect(over).toBe('done failed ')
  expect(told).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount(), 'whoever is done keeps no clock running').toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toBe('done failed late ')
  told.mockRestore()
})

test('a notice has its colour, its role and ten seconds, and the last fifty can be read again', async () => {
  notices.set([])
  notify.success('Fatto')
  notify.error('No')
  notify.warning('Attento')
  notify.info('Sappi')
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(4), 20_000)
  expect(shown.mock.calls.map(([{ message, color, role, autoClose }]) => [message, color, role, autoClose])).toEqual([
    ['Fatto', 'green', 'status', 10_000],
    ['No', 'red', 'alert', 10_000],
    ['Attento', 'amber', 'status', 10_000],
    ['Sappi', 'petrol', 'status', 10_000],
  ])
  expect(shown.mock.calls[0]![0].closeButtonProps!.icon).toBe('Chiudi')
  expect(notices.get().map(({ content, color }) => [content, color])).toEqual([
    ['Sappi', 'info'],
    ['Attento', 'warning'],
    ['No', 'error'],
    ['Fatto', 'success'],
  ])
  for (let i = 0; i < 60; i++) notify.info(`${i}`)
  expect(notices.get()).toHaveLength(50)
  expect(notices.get()[0]!.content).toBe('59')
})

test('the room for photos and text, as far as the browser tells of it', async () => {
  const browser = (storage: object) => Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  expect(await storageState()).toEqual({ persistent: false, usage: undefined, quota: undefined })
  expect(await askToStay()).toBe(false)
  browser({ estimate: async () => ({ usage: 1, quota: 9 }), persisted: async () => true, persist: async () => true })
  expect(await storageState()).toEqual({ persistent: true, usage: 1, quota: 9 })
  expect(await askToStay()).toBe(true)
  browser({ estimate: () => Promise.reject(new Error()), persist: () => Promise.reject(new Error()) })
  expect(await storageState()).toEqual({ persistent: false, usage: undefined, quota: undefined })
  expect(await askToStay()).toBe(false)
  const room = (usage?: number, quota?: number) => roomOf({ persistent: true, usage, quota })
  expect([freeOf({ persistent: true, usage: 9, quota: 5 }), freeOf({ persistent: true, usage: 2, quota: 5 })]).toEqual([0, 3])
  expect([freeOf({ persistent: true, usage: 0, quota: 0 }), freeOf({ persistent: true, usage: undefined, quota: 5 })]).toEqual([
    undefined,
    undefined,
  ])
  expect([
    room(0, 1e9),
    room(850e6, 1e9),
    room(850e6 + 1, 1e9),
    room(800e6, 1e9),
    room(950e6, 1e9),
    room(950e6 + 1, 1e9),
    room(0, 0),
  ]).toEqual(['ok', 'low', 'low', 'ok', 'low', 'full', 'ok'])
  expect([room(8_500e6, 10e9), room(8_500e6 + 1, 10e9)]).toEqual(['ok', 'low'])
})
test('whether anything can be kept here shows by trying', async () => {
  await tryWriting()
  expect(writable.get()).toBe(true)
  vi.stubGlobal('indexedDB', {
    open() {
      throw new Error('no')
    },
  })
  await tryWriting()
  expect(writable.get()).toBe(false)
})
