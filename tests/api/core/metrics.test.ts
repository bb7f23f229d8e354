import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { devices } from '../../../server/db/schema/people/devices.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { inWorld } from '../support/world.ts'

const TOKEN = 'una-parola-di-prova'

test('metrics are read with the token alone, and name routes, queues and what devices hold unsent, but no record', () =>
  inWorld(async ({ deps, app, as, db }) => {
    expect((await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).statusCode).toBe(404)
    const now = new Date('2026-05-01T08:00:00Z')
    const { user_id } = await as('ispettore')
    const device = { app_version: '1', agent: 'test', persistent: true, last_contact: now.toISOString(), user_id }
    await db.insert(devices).values([
      { ...device, id: 'late', unsent: 2, oldest_at: '2026-05-01T07:00:00Z' },
      { ...device, id: 'idle', unsent: 0 },
    ])
    await as().then((nobody) => nobody.post('/auth/forgot-password', { email: 'admin@demo.example.it' }))
    const watched = await createApp({
      ...deps,
      now: () => now,
      metricsToken: TOKEN,
      pool: { totalCount: 5, idleCount: 2, waitingCount: 3 },
    })
    await watched.inject({ url: `${API_BASE}/stations/7` })
    const ask = (headers = {}) => watched.inject({ url: '/metrics', headers })
    expect([(await ask()).statusCode, (await ask({ authorization: 'Bearer altro' })).statusCode]).toEqual([403, 403])
    const answer = await ask({ authorization: `Bearer ${TOKEN}` })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
    const lines = answer.body.split('\n')
    for (const line of [
      `piazzale_http_request_seconds_count{method="GET",route="${API_BASE}/stations/:id",status="401"} 1`,
      'piazzale_pool_connections{state="idle"} 2',
      'piazzale_pool_connections{state="busy"} 3',
      'piazzale_pool_connections{state="wanted"} 3',
      'piazzale_devices_waiting 1',
      'piazzale_outbox_lag_seconds 3600',
    ])
      expect(lines).toContain(line)
    expect(answer.body).toMatch(/^piazzale_queue_jobs\{queue="mail",state="created"\} [1-9]/m)
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect(answer.body).not.toContain('stations/7')
    await watched.close()
  }))
