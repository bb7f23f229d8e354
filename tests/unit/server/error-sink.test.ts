import { afterEach, expect, test, vi } from 'vitest'
import { sentrySink } from '../../../server/lib/core/error-sink.ts'

afterEach(() => vi.unstubAllGlobals())

test('an error goes to the service as an envelope of its protocol, and a refusal is told', async () => {
  let status = 200
  const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response('ok', { status }))
  vi.stubGlobal('fetch', asked)
  const error = {
    id: 1,
    kind: 'page',
    message: 'm',
    stack: null,
    page: '/p',
    app_version: 'v1',
    created_at: 't',
    forwarded_at: null,
  } as any
  const sink = sentrySink('https://key@errors.example.it/42', '9.9')
  await sink.send(error)
  const [url, init] = asked.mock.calls[0]!
  expect(url).toBe('https://errors.example.it/api/42/envelope/')
  expect(init).toMatchObject({
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': 'Sentry sentry_version=7, sentry_client=piazzale/9.9, sentry_key=key',
    },
  })
  expect(init.signal).toBeInstanceOf(AbortSignal)
  const lines = String(init.body).split('\n')
  expect(lines).toHaveLength(4)
  const [head, kind, event] = lines.slice(0, 3).map((line) => JSON.parse(line))
  expect(head).toEqual({ event_id: expect.stringMatching(/^[0-9a-f]{32}$/), sent_at: expect.any(String) })
  expect(kind).toEqual({ type: 'event', content_type: 'application/json' })
  expect(event).toEqual({
    event_id: head.event_id,
    timestamp: 't',
    platform: 'javascript',
    level: 'error',
    release: 'v1',
    transaction: '/p',
    exception: { values: [{ type: 'page', value: 'm' }] },
    tags: { kind: 'page' },
  })
  status = 429
  await expect(sink.send(error)).rejects.toThrow('error-reporting service: 429')
  status = 200
  await sink.send({ ...error, stack: 'at x' })
  expect(JSON.parse(String(asked.mock.calls.at(-1)![1].body).split('\n')[2]!).extra).toEqual({ stack: 'at x' })
  status = 200
  await sentrySink('http://key@errors.example.it:8080/a/b/7', '9.9').send(error)
  expect(asked.mock.calls.at(-1)![0]).toBe('http://errors.example.it:8080/a/b/api/7/envelope/')
  for (const wrong of ['', 'x', 'xhttp://key@host/42', 'https://host/42', 'https://key@host/', 'https://key@host/4-2', 'ftp://key@host/42'])
    expect(() => sentrySink(wrong, '1'), wrong).toThrow('ERROR_DSN non è un DSN: https://chiave@host/progetto')
})
