import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { isErrorLike, loggedError } from '../../../server/lib/core/logged-error.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { type Fill, sample } from '../../values.ts'
import { calls, fire, label, shot } from '../support/calls.ts'
import { tableNames } from '../support/checksum.ts'
import { inWorld } from '../support/world.ts'

const CANARY = 'Canarino Segreto'
/** A canary in each text that takes one, and the values of `tests/values.ts` in the others. */
const SECRETS = /canarino|prova@|RSSMRA85T10A562S|IT60X0542811101000000123456|AB123CD|061234567|Una password lunga|Perché no/i
const texts = (values: Record<string, unknown>) => Object.entries(values).filter(([, value]) => typeof value === 'string')

type Entries = Record<string, { '~standard': { validate(value: unknown): { issues?: unknown } } }>
const takes = (schema: Endpoint['body'], name: string) => {
  const field = (schema as unknown as { entries: Entries } | undefined)?.entries[name]
  return field && !field['~standard'].validate(CANARY).issues
}
/** The request with a canary in every text of body and query that the call accepts it in. */
function withCanaries(call: Endpoint, fill: Fill) {
  const made = shot(call, fill)
  const url = new URL(made.url, 'http://x')
  for (const name of [...url.searchParams.keys()]) if (takes(call.query, name)) url.searchParams.set(name, CANARY)
  if (made.type !== 'application/json') return { ...made, url: url.pathname + url.search }
  const body = sample(call.body, fill, 1) as Record<string, unknown>
  // The revision of nearly every row, so that a write reaches the database.
  if ('rev' in body) body.rev = 1
  for (const [name] of texts(body)) if (takes(call.body, name)) body[name] = CANARY
  return { ...made, url: url.pathname + url.search, payload: JSON.stringify(body) }
}

test('no log line holds a value of a record, whatever fails, and each names the statement that failed', { timeout: 300_000 }, () =>
  inWorld(async ({ deps, db, as, lookAway }) => {
    lookAway()
    const { token } = await as('admin')
    const headers = { authorization: `Bearer ${token}` }
    const lines: string[] = []
    const app = await createApp({ ...deps, log: { level: 'trace', stream: { write: (line) => void lines.push(line) } } })
    await db.execute(
      sql`create function public.fails_with_everything() returns trigger language plpgsql as $$ begin
      raise exception 'failed for "%"', coalesce(to_jsonb(new), to_jsonb(old))
        using detail = coalesce(to_jsonb(new), to_jsonb(old))::text, hint = tg_table_name || ${CANARY}, table = tg_table_name; end $$`.inlineParams(),
    )
    for (const name of tableNames)
      await db.execute(
        sql`create trigger a_fails before insert or update or delete on ${sql.identifier(name)} for each row execute function public.fails_with_everything()`,
      )
    let failed = 0
    const reached = new Set<string>()
    // What is refused with all its fields may be accepted with the required ones alone.
    for (const call of calls.filter(({ method, acts }) => method !== 'GET' || acts))
      for (const fill of ['all', 'least'] as const) {
        await db.execute(sql`savepoint one`)
        const { statusCode } = await fire(app, call.acts ? 'POST' : call.method, withCanaries(call, fill), headers)
        if (statusCode >= 500) {
          failed++
          reached.add(label(call))
        }
        await db.execute(sql`rollback to savepoint one`)
      }
    // What is no request of any call, and what is no JSON.
    await fire(app, 'GET', { url: `${API_BASE}/${encodeURIComponent(CANARY)}?a=${CANARY}` }, headers)
    await fire(app, 'POST', { url: `${API_BASE}/banks`, payload: `{"name": "${CANARY}"`, type: 'application/json' }, headers)
    await fire(app, 'DELETE', { url: `${API_BASE}/support/ticket/download/1/${encodeURIComponent(`${CANARY}.pdf`)}` }, headers)
    // What the queue, a mail server and a reader tell of their failures.
    const rejected = new Error(`550 <prova@example.it>: no mailbox of "${CANARY}"`, { cause: new SyntaxError(`'${CANARY}' is not JSON`) })
    app.log.error(rejected)
    app.log.error(rejected as never, 'jobs' as never)
    app.log.error(
      { message: `prova@example.it ${'0'}612345678`, stack: `${CANARY}\n    at work (jobs.js:1:2)`, queue: 'mail' } as never,
      'jobs' as never,
    )
    await app.close()
    expect(lines.filter((line) => SECRETS.test(line)).map((line) => line.slice(0, 2_000))).toEqual([])
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(reached.size, 'writes that reached the database').toBeGreaterThan(150)
    expect(errors.length).toBe(failed + 3)
    const bank = errors.find(({ err }) => err.cause?.table === 'banks')
    expect(bank.err).toMatchObject({
      message: 'failed statement',
      cause: { code: 'P0001', table: 'banks', message: 'refused by the database' },
    })
    expect(bank.err.cause.stack).toMatch(/^ +at /)
    expect(errors.slice(-2).map(({ err, msg }) => [err.message, err.queue, msg])).toEqual([
      ['550 …', undefined, 'jobs'],
      ['… …', 'mail', 'jobs'],
    ])
    expect(lines.some((line) => line.includes('/support/ticket/download/1/…'))).toBe(true)
  }),
)

test('what is thrown and is no error has its type alone in the log', () => {
  expect(isErrorLike(CANARY)).toBe(false)
  expect(loggedError(CANARY)).toEqual({ type: 'string' })
})
