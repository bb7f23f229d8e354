// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { proofOf, sendForm } from '../../src/lib/upload.ts'

afterEach(() => vi.unstubAllGlobals())

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
