import { API_BASE } from '../../src/contract/constants.ts'
import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import { wordsOf } from '../../src/contract/error-words.ts'
import type { Json } from '../../src/contract/placeholder.ts'
import { allows } from '../../src/contract/policies.ts'
import { cleanBody, fillPath } from '../../src/contract/request.ts'
import type { RescueLine } from '../../src/contract/rescue.ts'
import { emptyTrail, historyRow, writeTrail } from '../lib/audit.ts'
import type { Context, User } from '../lib/context.ts'
import { wrap } from '../lib/envelope.ts'
import { type Answer, once } from '../lib/idempotency.ts'
import { keyStore, printsOf } from '../lib/idempotent.ts'
import type { AnyHandler } from '../lib/implement.ts'
import { type Parts, validate } from '../lib/input.ts'
import { Problem, problem } from '../lib/problem.ts'

export interface Call {
  endpoint: Endpoint & Named
  handler: AnyHandler
}
export type Result = { result: RescueLine['result']; reason: string | null; data?: Json }
export const refused = (reason: string): Result => ({ result: 'refused', reason })
export const UNREADABLE = 'Non è un invio che si possa leggere.'

/**
 * A keyed write of somebody who is not here, in a transaction of its own, with the same fingerprint as if their device had sent it: what arrived once is
 * only repeated. Never throws: what stops this one leaves the others be.
 */
export async function apply(author: User, context: Context, call: Call, key: string, url: string, parts: Parts): Promise<Result> {
  const { endpoint, handler } = call
  try {
    if (!allows(endpoint.policy, author)) throw problem.forbidden()
    const ready = await handler.before?.(validate(endpoint, parts), { ...context, user: author })
    const outcome = await context.db.transaction((db) => {
      let trail = emptyTrail()
      const as: Context = {
        ...context,
        db,
        user: author,
        send: (job) => context.jobs.mail(as.db, job),
        header: () => undefined,
        setHeader: () => undefined,
        status: () => undefined,
        audit: () => undefined,
        history: async (...change) => void trail.history.push(historyRow(as, ...change)),
      }
      const work = async (): Promise<Answer> => ({
        status: endpoint.success[0]!,
        body: await wrap(endpoint, await handler(validate(endpoint, parts), as, ready)),
      })
      const keys = keyStore(
        db,
        (savepoint) => {
          as.db = savepoint
        },
        async (user, taken, answer) => void (await writeTrail(db, trail, { user, key: taken, answer })),
      )
      return once(keys, { user: author.id, key, ...printsOf(endpoint, API_BASE + url, parts) }, work, (error) => {
        if (!(error instanceof Problem)) return undefined
        trail = emptyTrail()
        return { status: error.status, body: error.body(context.requestId) }
      })
    })
    const { code } = (outcome.body ?? {}) as { code?: string }
    // The words of the catalogue ask to reload a page.
    if (code === 'stale') return refused('Intanto è cambiata sul server: aprirla e riportare a mano quello che manca.')
    if (outcome.status >= 400) return refused(wordsOf(outcome.body) ?? UNREADABLE)
    const { data = null } = (outcome.body ?? {}) as { data?: Json }
    return { result: outcome.replayed ? 'present' : 'imported', reason: null, data }
  } catch (error) {
    if (error instanceof Problem) return refused(wordsOf(error.body(context.requestId)) ?? error.message)
    console.error(error)
    return refused(problem.unexpected(context.requestId).message)
  }
}

/** Applies an input as the device would put it on the wire. */
export function applyInput(author: User, context: Context, call: Call, key: string, input: Json | undefined): Promise<Result> | Result {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refused(UNREADABLE)
  const { path, rest } = fillPath(call.endpoint.path, input)
  const names = [...call.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const body = cleanBody(call.endpoint, rest)
  const parts = { path: Object.fromEntries(names.map((name) => [name, String(input[name])])), query: {}, body }
  return apply(author, context, call, key, path, parts)
}
