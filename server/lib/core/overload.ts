import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { problem } from './problem.ts'

/** Requests that one process works at together. More would each wait longer than a person waits, and take memory meanwhile. */
export const MOST_AT_ONCE = 250
/** What a supervisor asks must be answered, a live stream is open all day, and guesses of passwords have a bound of their own. */
const APART = new RegExp(`^${API_BASE}/(health|live|auth)\\b`)

/** Before a refusal: who asks again at once would take the processor from those that are served. */
const PAUSE_MS = 1_000

/**
 * Answers what is more than `most` requests of the API at once with 503 and Retry-After, before anything is read or written. One session has
 * half of them at most, as have all requests that name none: a program that asks without end leaves room for everybody else.
 */
export function refuseOverload(app: FastifyInstance, most: number): void {
  let running = 0
  const runningOf = new Map<string, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(API_BASE) || APART.test(request.url)) return done()
    const session = request.headers.authorization ?? ''
    const own = runningOf.get(session) ?? 0
    if (running >= most || own >= most / 2) return void setTimeout(() => done(problem.overloaded()), PAUSE_MS)
    running++
    runningOf.set(session, own + 1)
    // Also where the caller has gone.
    reply.raw.once('close', () => {
      running--
      const left = runningOf.get(session)! - 1
      if (left) runningOf.set(session, left)
      else runningOf.delete(session)
    })
    done()
  })
}
