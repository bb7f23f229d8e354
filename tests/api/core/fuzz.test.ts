import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { calls, fire, knownIds, label, type Shot, tried } from '../support/calls.ts'
import { unlike } from '../support/published.ts'
import { shotsAt } from '../support/shots.ts'
import { inWorld } from '../support/world.ts'

/** A fixed number of requests shared among all calls, so that the time does not grow with them; `npm run fuzz` gives each call a hundred. */
const {
  FUZZ_REQUESTS = '3000',
  FUZZ_CASES = Math.max(3, Math.floor(Number(FUZZ_REQUESTS) / calls.length)),
  FUZZ_SEED = '20261',
} = process.env
const CASES = Number(FUZZ_CASES)
const SEED = FUZZ_SEED === 'random' ? Math.floor(Math.random() * 1e9) : Number(FUZZ_SEED)
const SLOWEST_MS = 10_000

/** Text that must never reach a person: stacks, SQL, names of our files, English. The one English sentence is the documented rule `decimal`. */
const LEAK =
  /\bat .+:\d+:\d+|node_modules|\.ts\b|\b(select|insert into|update|delete from) \S+ |syntax error|violates|relation "|duplicate key|TypeError|RangeError/i
const ENGLISH = /\b(the|invalid|must|expected|received|required|should|cannot|missing|body|request)\b/i
const DOCUMENTED = /^The .+ field must contain only decimal values$/

/** The fault of an answer, or undefined. 501 is the documented word for an integration that is not configured. */
function fault(call: Endpoint, answer: LightMyRequestResponse): string | undefined {
  const { statusCode: status } = answer
  if (status >= 500 && status !== 501) return `status ${status}: ${answer.body.slice(0, 300)}`
  const json = /json/.test(String(answer.headers['content-type'])) ? JSON.parse(answer.body) : undefined
  if (status < 400) return unlike(call, status, json)
  if (!String(answer.headers['content-type']).startsWith('application/problem+json'))
    return `a refusal of type ${answer.headers['content-type']}`
  const sentences: unknown[] = [json.message, ...(typeof json.error === 'object' ? Object.values(json.error) : [json.error])]
  for (const sentence of sentences) {
    if (typeof sentence !== 'string' || !sentence) return `a refusal without words: ${answer.body.slice(0, 300)}`
    if (sentence.length > 300) return `a refusal of ${sentence.length} characters`
    if (LEAK.test(sentence)) return `a refusal that tells too much: ${sentence}`
    if (ENGLISH.test(sentence) && !DOCUMENTED.test(sentence)) return `a refusal that is not Italian: ${sentence}`
  }
  if (answer.headers['x-content-type-options'] !== 'nosniff' || answer.headers['cache-control'] !== 'no-store')
    return 'a refusal without its headers'
  return unlike(call, status, json)
}
const told = ({ url, type, payload }: Shot) => `${url.slice(0, 200)} ${type ?? ''} ${JSON.stringify(String(payload ?? '')).slice(0, 400)}`

test(`${CASES} hostile requests to every call: no 5xx, every refusal in Italian, nothing written by one`, { timeout: 1_200_000 }, () =>
  inWorld(async ({ app, db, as }) => {
    const { token } = await as('admin')
    const known = await knownIds(app, { authorization: `Bearer ${token}` })
    const faults: string[] = []
    const statuses: Record<number, number> = {}
    let fired = 0
    let slowest = { ms: 0, what: '' }
    const started = performance.now()
    for (const call of tried) {
      const ids = known.get(call.path.split('/{')[0]!) ?? [1, 2, 3]
      let seen = 0
      for (const shot of fc.sample(shotsAt(call, ids), { numRuns: CASES, seed: SEED })) {
        await db.execute(sql`savepoint shot`)
        const at = performance.now()
        // A refusal under a key is stored with its transaction: then nothing else is undone but what the handler's own savepoint holds.
        const key: Record<string, string> =
          ++fired % 2 ? { 'idempotency-key': `00000000-0000-4000-8000-${String(fired).padStart(12, '0')}` } : {}
        const answer = await fire(app, call.method, shot, { authorization: `Bearer ${token}`, ...key })
        const ms = performance.now() - at
        if (ms > slowest.ms) slowest = { ms, what: `${label(call)} ${told(shot)}` }
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
        const refused = answer.statusCode >= 400 && answer.statusCode < 500
        // Rows written by a refused request stay, and are told at the end; rows of a success are removed.
        await db.execute(refused ? sql`release savepoint shot` : sql`rollback to savepoint shot`)
        const wrong = fault(call, answer)
        if (wrong && seen++ < 3) faults.push(`${label(call)}: ${wrong}\n    ${told(shot)}`)
      }
    }
    const shots = Object.values(statuses).reduce((sum, n) => sum + n, 0)
    console.log(
      `${shots} requests to ${tried.length} calls (seed ${SEED}) in ${Math.round(performance.now() - started)} ms, ${faults.length} faults, slowest ${Math.round(slowest.ms)} ms (${slowest.what.slice(0, 120)}), ${JSON.stringify(statuses)}`,
    )
    expect(faults.join('\n')).toBe('')
    expect(slowest.ms, slowest.what).toBeLessThan(SLOWEST_MS)
  }),
)
