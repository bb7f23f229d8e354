import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { inWorld } from '../support/world.ts'

test('what is more than the process can work at is told to come back, and is served once others are done or gone', () =>
  inWorld(async ({ deps }) => {
    const app = await createApp({ ...deps, mostAtOnce: 2 })
    const waiting: (() => void)[] = []
    app.get(`${API_BASE}/held`, () => new Promise((done) => waiting.push(() => done({ status: 'done' }))))
    const seen = new Promise<void>((done) => app.addHook('onRequestAbort', async (_request) => done()))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const ask = (path: string, init?: RequestInit) => fetch(`${base}${path}`, init)
    const held = async (many: number) => {
      while (waiting.length < many) await new Promise((done) => setTimeout(done, 5))
    }
    const gone = new AbortController()
    const first = ask(`${API_BASE}/held`, { headers: { authorization: 'Bearer a' } })
    const left = ask(`${API_BASE}/held`, { signal: gone.signal }).catch(() => 'left')
    await held(2)
    const asked = performance.now()
    const refused = await ask(`${API_BASE}/held`)
    expect(performance.now() - asked, 'who asks again at once is slowed down').toBeGreaterThan(900)
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).error]).toEqual([
      503,
      '2',
      'Il server ha troppe richieste in questo momento. Riprova tra qualche secondo.',
    ])
    expect((await ask(`${API_BASE}/health/live`)).status).toBe(200)
    expect((await ask('/nessuna-pagina')).status).toBe(404)
    expect((await ask(`${API_BASE}/auth/me`)).status, 'signing in has a bound of its own').toBe(401)
    gone.abort()
    await left
    await seen
    await new Promise(setImmediate)
    const next = ask(`${API_BASE}/held`)
    await held(3)
    for (const done of waiting) done()
    expect([(await first).status, (await next).status]).toEqual([200, 200])
    expect((await ask(`${API_BASE}/health`)).status).toBe(200)
    await app.close()
  }))

test.each([['one session', 'a'] as const, ['what names no session', undefined] as const])(
  '%s has half of the places at most, and the others are served',
  (_, session) =>
    inWorld(async ({ deps }) => {
      const app = await createApp({ ...deps, mostAtOnce: 4 })
      const waiting: (() => void)[] = []
      app.get(`${API_BASE}/held`, () => new Promise((done) => waiting.push(() => done({ status: 'done' }))))
      await app.listen({ port: 0, host: '127.0.0.1' })
      const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      const ask = (of?: string) => fetch(`${base}${API_BASE}/held`, of ? { headers: { authorization: `Bearer ${of}` } } : {})
      const held = async (many: number) => {
        while (waiting.length < many) await new Promise((done) => setTimeout(done, 5))
      }
      const served = [ask(session), ask(session)]
      await held(2)
      expect((await ask(session)).status).toBe(503)
      served.push(ask('b'))
      await held(3)
      for (const done of waiting.splice(0)) done()
      expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200])
      const again = ask(session)
      await held(1)
      waiting[0]!()
      expect((await again).status, 'the places are free again').toBe(200)
      await app.close()
    }),
)
