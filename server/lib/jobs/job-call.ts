import { allows } from '../../../src/contract/kernel/policies.ts'
import type { Context } from '../core/context.ts'
import { type Parts, validate } from '../core/input.ts'
import { problem } from '../core/problem.ts'
import type { Call } from '../core/run-call.ts'
import type { JobContext } from './job-kind.ts'

const nothing = () => undefined
/** Whom a call is made for, and what it is given, as if it had come by itself. */
export function asCaller({ endpoint }: Call, parts: Partial<Parts>, { deps, ...job }: JobContext) {
  if (!allows(endpoint.policy, job.user)) throw problem.forbidden()
  const { files, jobs, origin, demo, mail } = deps
  const context: Context = {
    ...job,
    ...{ files, jobs, origin, demo, sendsMail: mail.sends },
    ...{ ip: '', agent: 'job', requestId: '', header: nothing, setHeader: nothing, cookies: { get: nothing, set: nothing } },
    ...{ status: nothing, audit: nothing, send: (letter) => jobs.mail(job.db, letter) },
  }
  return { input: validate(endpoint, { path: {}, query: {}, body: {}, ...parts }), context }
}
/**
 * A call made by a job in the name of who started it: same rights, rules and sentences. What it changes is told in the history under the job; the job
 * as a whole is in the activity, not each of its calls.
 * @throws Problem
 */
export async function callAs<T>(call: Call, parts: Partial<Parts>, job: JobContext): Promise<T> {
  const { input, context } = asCaller(call, parts, job)
  return (await call.handler(input, context, await call.handler.prepare?.(input, context))) as T
}
