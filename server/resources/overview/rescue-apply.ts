import type { RescueLine } from '../../../src/contract/inspections/rescue.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { errorMessage } from '../../../src/contract/kernel/error-messages.ts'
import type { Json } from '../../../src/contract/kernel/placeholder.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { cleanBody, fillPath } from '../../../src/contract/kernel/request.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { fingerprintsOf } from '../../lib/core/idempotency-keys.ts'
import type { Parts } from '../../lib/core/input.ts'
import { loggedError } from '../../lib/core/logged-error.ts'
import { Problem, problem } from '../../lib/core/problem.ts'
import { type Call, RunningCall } from '../../lib/core/run-call.ts'
import { bodyValues } from '../../lib/tables/sql-json.ts'

export type RowResult = { result: RescueLine['result']; reason: string | null; data?: Json }
export const refused = (reason: string): RowResult => ({ result: 'refused', reason })
export const UNREADABLE = 'Non è un invio che si possa leggere.'

/**
 * A keyed write in the name of its author, who is not the caller, in a transaction of its own, with the same fingerprint as if their device had sent it: what arrived once is
 * only repeated. It is told in the activity as the author's, under the request of who brought it. Never throws: a failure of this one does not stop the others.
 */
export async function applyWrite(author: User, context: Context, call: Call, key: string, url: string, parts: Parts): Promise<RowResult> {
  const { endpoint } = call
  try {
    if (!allows(endpoint.policy, author)) throw problem.forbidden()
    const theirs = { ...context, user: author, header: () => undefined, setHeader: () => undefined }
    const path = API_BASE + url
    const outcome = await new RunningCall(theirs, call, path).write(parts, {
      user: author.id,
      key,
      ...fingerprintsOf(endpoint, path, parts),
    })
    const body = bodyValues(outcome.body)
    const { code } = (body ?? {}) as { code?: string }
    // The words of the catalogue ask to reload a page.
    if (code === 'stale') return refused('Intanto è cambiata sul server: aprirla e riportare a mano quello che manca.')
    if (outcome.status >= 400) return refused(errorMessage(body) ?? UNREADABLE)
    const { data = null } = (body ?? {}) as { data?: Json }
    return { result: outcome.replayed ? 'present' : 'imported', reason: null, data }
  } catch (error) {
    if (error instanceof Problem) return refused(errorMessage(error.body(context.requestId)) ?? error.message)
    console.error(JSON.stringify(loggedError(error)))
    return refused(problem.unexpected(context.requestId).message)
  }
}

/** Applies an input as the device would put it on the wire. */
export function applyInput(
  author: User,
  context: Context,
  call: Call,
  key: string,
  input: Json | undefined,
): Promise<RowResult> | RowResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refused(UNREADABLE)
  const { path, rest } = fillPath(call.endpoint.path, input)
  const names = [...call.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const body = cleanBody(call.endpoint, rest)
  const parts = { path: Object.fromEntries(names.map((name) => [name, String(input[name])])), query: {}, body }
  return applyWrite(author, context, call, key, path, parts)
}
