import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { client_errors } from '../../db/schema/core/client-errors.ts'
import type { Db } from './db.ts'

export type ClientError = typeof client_errors.$inferSelect
/** An error-reporting service that browsers' errors are sent to besides our own table. */
export interface ErrorSink {
  /** @throws if the service did not accept it */
  send(error: ClientError): Promise<void>
}
const TIMEOUT_MS = 10_000
const AT_ONCE = 50
/** After a day an error is not sent any more, and stays in our table alone. */
const KEEP_TRYING_MS = 86_400_000

/**
 * Speaks to a Sentry-compatible service by envelopes (develop.sentry.dev, "Envelopes"). `dsn`: `https://key@host/path/project`.
 * @throws if `dsn` is not one
 */
export function sentrySink(dsn: string, release: string): ErrorSink {
  const at = URL.canParse(dsn) ? new URL(dsn) : undefined
  const [, folder, project] = /^(.*)\/(\w+)$/.exec(at?.pathname ?? '') ?? []
  if (!at?.username || !project || !/^https?:$/.test(at.protocol)) throw new Error('ERROR_DSN non è un DSN: https://chiave@host/progetto')
  const url = `${at.origin}${folder}/api/${project}/envelope/`
  const auth = `Sentry sentry_version=7, sentry_client=piazzale/${release}, sentry_key=${at.username}`
  return {
    async send({ kind, message, stack, page, app_version, created_at }) {
      const event_id = randomBytes(16).toString('hex')
      const event = {
        ...{ event_id, timestamp: created_at, platform: 'javascript', level: 'error', release: app_version, transaction: page },
        exception: { values: [{ type: kind, value: message }] },
        tags: { kind },
        ...(stack && { extra: { stack } }),
      }
      const lines = [{ event_id, sent_at: new Date().toISOString() }, { type: 'event', content_type: 'application/json' }, event]
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth },
        body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`error-reporting service: ${answer.status}`)
    },
  }
}

/**
 * Sends the errors that have not been sent yet, oldest first. A row is claimed before it is sent, so that only one of several processes sends it, and
 * released if that fails. A row claimed by a process that died is not sent.
 * @throws what the sink throws; the rest waits for the next run
 */
export async function forwardErrors(db: Db, sink: ErrorSink, now: Date): Promise<void> {
  const since = new Date(now.getTime() - KEEP_TRYING_MS).toISOString()
  const waiting = await db
    .select({ id: client_errors.id })
    .from(client_errors)
    .where(and(isNull(client_errors.forwarded_at), gt(client_errors.created_at, since)))
    .orderBy(client_errors.id)
    .limit(AT_ONCE)
  for (const { id } of waiting) {
    const [error] = await db
      .update(client_errors)
      .set({ forwarded_at: now.toISOString() })
      .where(and(eq(client_errors.id, id), isNull(client_errors.forwarded_at)))
      .returning()
    if (!error) continue
    try {
      await sink.send(error)
    } catch (failure) {
      await db.update(client_errors).set({ forwarded_at: null }).where(eq(client_errors.id, id))
      throw failure
    }
  }
}
