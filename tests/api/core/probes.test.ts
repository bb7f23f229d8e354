import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { problem } from '../../../server/lib/core/problem.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { inWorld } from '../support/world.ts'

test('a process whose database does not answer is alive and not ready, by GET and HEAD, without signing in', () =>
  inWorld(async ({ deps }) => {
    let state: 'here' | 'away' | 'silent' = 'here'
    const execute = (...question: Parameters<typeof deps.db.execute>) => {
      if (state === 'here') return deps.db.execute(...question)
      return state === 'away' ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : new Promise(() => undefined)
    }
    const app = await createApp({ ...deps, db: Object.assign(Object.create(deps.db), { execute }) })
    const ask = async () => {
      const found: Record<string, number> = {}
      for (const method of ['GET', 'HEAD'] as const)
        for (const probe of ['live', 'ready']) {
          const answer = await app.inject({ method, url: `${API_BASE}/health/${probe}` })
          found[`${method} ${probe}`] = answer.statusCode
          if (method === 'HEAD') expect(answer.body).toBe('')
        }
      return found
    }
    const both = (live: number, ready: number) => ({ 'GET live': live, 'HEAD live': live, 'GET ready': ready, 'HEAD ready': ready })
    expect(await ask()).toEqual(both(200, 200))
    expect((await app.inject({ method: 'HEAD', url: `${API_BASE}/health` })).statusCode).toBe(200)
    state = 'away'
    expect(await ask()).toEqual(both(200, 503))
    state = 'silent'
    expect(await ask()).toEqual(both(200, 503))
    await app.close()
  }))

test('a process is not ready while its folder of files is not the one of the others', () =>
  inWorld(async ({ deps }) => {
    let here = false
    const filesHere = async () => {
      if (!here) throw problem.filesAway()
    }
    const app = await createApp({ ...deps, filesHere })
    const ask = async () => (await app.inject({ url: `${API_BASE}/health/ready` })).statusCode
    expect(await ask()).toBe(503)
    expect((await app.inject({ url: `${API_BASE}/health/live` })).statusCode).toBe(200)
    here = true
    expect(await ask()).toBe(200)
    await app.close()
  }))
