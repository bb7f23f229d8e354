import { allows } from '../../src/contract/policies.ts'
import { type Memory, memory } from './changes.ts'
import type { Context } from './context.ts'
import { type Parts, validate } from './input.ts'
import type { JobContext } from './job-kind.ts'
import type { Call } from './perform.ts'
import { problem } from './problem.ts'

const nothing = () => undefined
/**
 * A call made by a job in the name of who started it, as if it had come by itself: same rights, rules and sentences. What it changes is told in the
 * history under the job; the job as a whole is in the activity, not each of its calls.
 * `totals`: how long a list is, where that is known already.
 * @throws Problem
 */
export async function callAs<T>(
  { endpoint, handler }: Call,
  parts: Partial<Parts>,
  { deps, ...job }: JobContext,
  totals: Memory<number> = memory<number>(nothing),
): Promise<T> {
  if (!allows(endpoint.policy, job.user)) throw problem.forbidden()
  const { files, jobs, origin, demo, mail } = deps
  const context: Context = {
    ...job,
    ...{ files, jobs, origin, demo, sendsMail: mail.sends, totals },
    ...{ ip: '', agent: 'job', requestId: '', header: nothing, setHeader: nothing, cookies: { get: nothing, set: nothing } },
    ...{ status: nothing, audit: nothing, send: (letter) => jobs.mail(job.db, letter) },
  }
  const input = validate(endpoint, { path: {}, query: {}, body: {}, ...parts })
  return (await handler(input, context, await handler.before?.(input, context))) as T
}
