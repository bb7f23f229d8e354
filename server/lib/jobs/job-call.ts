import { allows } from '../../../src/contract/kernel/policies.ts'
import type { Context } from '../core/context.ts'
import { type Parts, validate } from '../core/input.ts'
import { problem } from '../core/problem.ts'
import type { Call } from '../core/run-call.ts'
import type { JobContext } from './job-kind.ts'

const nothing = () => undefined
/** The validated input and the context of a call that a job makes in the name of the person who started it. @throws 403 */
export function asCaller({ endpoint }: Call, parts: Partial<Parts>, { deps, ...job }: JobContext) {
  if (!allows(endpoint.policy, job.user)) throw problem.forbidden()
  const { files, jobs, origin, demo, mail, dropDir } = deps
  const context: Context = {
    ...job,
    ...{ files, jobs, origin, demo, sendsMail: mail.sends, dropDir },
    ...{ ip: '', agent: 'job', requestId: '', header: nothing, setHeader: nothing, cookies: { get: nothing, set: nothing } },
    ...{ status: nothing, audit: nothing, send: (letter) => jobs.mail(job.db, letter, `job ${job.job}`) },
  }
  return { input: validate(endpoint, { path: {}, query: {}, body: {}, ...parts }), context }
}
/**
 * Makes a call in the name of the person who started the job, with the same rights, rules and sentences. The history has its changes under the job; the
 * activity log has the job as a whole, not each of its calls.
 * @throws Problem
 */
export async function callAs<T>(call: Call, parts: Partial<Parts>, job: JobContext): Promise<T> {
  const { input, context } = asCaller(call, parts, job)
  return (await call.handler(input, context, await call.handler.prepare?.(input, context))) as T
}
