import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { system as contract, type SystemState } from '../../../src/contract/overview/system.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { MAIL_QUEUE, PRINT_QUEUE, PUSH_QUEUE, RUN_QUEUE } from '../../lib/jobs/jobs.ts'
import { queueOf, TASKS, taskNames } from '../../lib/jobs/tasks.ts'
import { firstDay } from './first-day.ts'
import { lastCheck, selfCheck } from './self-check.ts'

const queueWords = new Map<string, string>([
  [MAIL_QUEUE, 'Email'],
  [PUSH_QUEUE, 'Notifiche sui dispositivi'],
  [PRINT_QUEUE, 'Documenti PDF'],
  [RUN_QUEUE, 'Operazioni'],
  ...taskNames.map((name) => [queueOf(name), TASKS[name].name] as const),
])
/** Milliseconds between two looks; what is measured has them in it. */
const LOOK_MS = 10
const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
delay.enable()
/** In milliseconds, since it was last asked. */
function slowest(): number {
  const late = delay.percentile(99) / 1e6
  delay.reset()
  return Number.isFinite(late) ? Math.max(0, Math.round(late) - LOOK_MS) : 0
}
const rowsOf = async <T>(db: Db, query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: T[] }).rows

async function queues(db: Db): Promise<SystemState['queues']> {
  const rows = await rowsOf<{ queue: string; waiting: number; active: number; failed: number }>(
    db,
    sql`select name as queue, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed
      from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1 order by 1`,
  )
  // What the scheduler keeps for itself is no work of anybody.
  return rows.flatMap(({ queue, ...counts }) => {
    const name = queueWords.get(queue)
    return name ? [{ name, ...counts }] : []
  })
}

export default implement(contract, {
  async state(_, { db, version, pool }: Context) {
    const [devices] = await rowsOf<SystemState['devices']>(
      db,
      sql`select count(*)::int as waiting, to_char(min(oldest_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_at
        from devices where oldest_at is not null`,
    )
    return {
      ...{
        version: version!,
        engine: pool ? ('postgresql' as const) : ('embedded' as const),
        memory: process.memoryUsage().rss,
        delay: slowest(),
      },
      started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      connections: pool ? { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, wanted: pool.waitingCount } : null,
      queues: await queues(db),
      devices: devices!,
      check: await lastCheck(db),
    }
  },
  firstDay: (_, context) => firstDay(context),
  check(_, context) {
    context.audit({ action: 'comando' })
    return selfCheck(context)
  },
})
