import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Deps } from './context.ts'
import { problem } from './problem.ts'

/** The database answers within this time, or the process is not ready. */
const PATIENCE_MS = 3_000

/**
 * What a supervisor and a proxy ask, by GET or HEAD and without signing in. `live`: the process answers, so restarting it mends nothing. `ready`: it can serve,
 * that is, its database answers and its folder of files is that of the other processes; else 503. `/health` is what browsers ask, and says the version.
 */
export function serveProbes(app: FastifyInstance, deps: Deps): void {
  const quiet = { logLevel: 'warn' } as const
  app.get(`${API_BASE}/health`, async () => {
    await deps.db.execute('select 1')
    return { status: 'ok', app: 'piazzale', version: deps.version, demo: deps.demo, time: deps.now().toISOString() }
  })
  app.get(`${API_BASE}/health/live`, quiet, () => ({ status: 'live' }))
  app.get(`${API_BASE}/health/ready`, quiet, async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, failed) => {
      timer = setTimeout(() => failed(problem.unreachable()), PATIENCE_MS)
    })
    try {
      await Promise.race([Promise.all([deps.db.execute('select 1'), deps.filesHere?.()]), late])
    } finally {
      clearTimeout(timer)
    }
    return { status: 'ready' }
  })
}
