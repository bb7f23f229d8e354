import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from './context.ts'
import { problem } from './problem.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/**
 * `GET /metrics` in the text format of Prometheus, for whoever has the token (`Authorization: Bearer …`): requests by route, event loop, memory,
 * connections, what waits in each queue (mails too), and how old the oldest thing is that a device says it has not sent. Without a token there is no such
 * address. No label names a person, a station or a record.
 */
export function serveMetrics(app: FastifyInstance, { db, now, pool, metricsToken }: Deps): void {
  // Said here: the page of the app stands at every other address, and would be taken for metrics.
  if (!metricsToken)
    return void app.get('/metrics', () => {
      throw problem.notFound()
    })
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'piazzale_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { elapsedTime, statusCode }) => {
    requests.observe({ method, route: routeOptions.url ?? 'unknown', status: String(statusCode) }, elapsedTime / 1000)
  })
  const connections = new Gauge({
    name: 'piazzale_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['state'] as const,
    registers,
  })
  const queued = new Gauge({
    name: 'piazzale_queue_jobs',
    help: 'Things to do (mails, prints, operations), by queue and state.',
    labelNames: ['queue', 'state'] as const,
    registers,
  })
  const devices = new Gauge({ name: 'piazzale_devices_waiting', help: 'Devices that have something unsent.', registers })
  const lag = new Gauge({ name: 'piazzale_outbox_lag_seconds', help: 'Age of the oldest thing that a device has not sent.', registers })

  const wanted = hash(`Bearer ${metricsToken}`)
  app.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    if (!timingSafeEqual(hash(headers.authorization ?? ''), wanted)) throw problem.forbidden()
    if (pool) {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'wanted' }, pool.waitingCount)
    }
    queued.reset()
    const { rows } = (await db.execute(
      sql`select name as queue, state::text as state, count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
    )) as unknown as { rows: { queue: string; state: string; count: number }[] }
    for (const { queue, state, count } of rows) queued.set({ queue, state }, count)
    const { rows: waiting } = (await db.execute(
      sql`select count(*)::int as count, extract(epoch from ${now().toISOString()}::timestamptz - min(oldest_at))::float8 as age from devices where oldest_at is not null`,
    )) as unknown as { rows: { count: number; age: number | null }[] }
    devices.set(waiting[0]!.count)
    lag.set(Math.max(0, waiting[0]!.age ?? 0))
    return reply.type(register.contentType).send(await register.metrics())
  })
}
