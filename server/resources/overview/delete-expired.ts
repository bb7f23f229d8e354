import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { documents } from '../../db/schema/content/documents.ts'
import { access_tokens, known_devices, links, login_attempts, sessions } from '../../db/schema/core/accounts.ts'
import { client_errors } from '../../db/schema/core/client-errors.ts'
import { job_history, job_log, job_rows } from '../../db/schema/core/jobs.ts'
import { files, idempotency_keys } from '../../db/schema/core/system.ts'
import { competitor_price_days } from '../../db/schema/prices/competitors.ts'
import { mimit_means } from '../../db/schema/prices/mimit.ts'
import type { Db } from '../../lib/core/db.ts'
import { KEEP_KEYS_DAYS } from '../../lib/core/idempotency.ts'
import { DEVICE_DAYS } from '../../lib/core/sessions.ts'

/** A job stays in its history for good, row by row only for so long: there may be a hundred thousand. */
const KEEP_ROWS_DAYS = 90
/** Prices day by day, of competitors and of areas: the chart shows thirty days. */
const KEEP_PRICE_DAYS = 90

/** A deleted document can be asked back for so long. */
const KEEP_DOCUMENT_DAYS = 30

/** Deletes what is no longer needed: sessions, tokens, links and devices past their end, yesterday's sign-in tries, the rows of old jobs, keys no device can still send. What the office decides on is `apply-retention.ts`. */
export async function deleteExpired(db: Db, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await db.delete(sessions).where(lt(sessions.expires_at, ago(0)))
  await db.delete(access_tokens).where(lt(access_tokens.expires_at, ago(0)))
  await db.delete(links).where(lt(links.expires_at, ago(0)))
  await db.delete(login_attempts).where(lt(login_attempts.at, ago(1)))
  await db.delete(known_devices).where(lt(known_devices.seen_at, ago(DEVICE_DAYS)))
  await db.delete(client_errors).where(lt(client_errors.created_at, ago(60)))
  for (const days of [competitor_price_days, mimit_means]) await db.delete(days).where(lt(days.day, ago(KEEP_PRICE_DAYS).slice(0, 10)))
  // The words of a deleted document stay so long; its file goes with it.
  const gone = await db
    .delete(documents)
    .where(lt(documents.deleted_at, ago(KEEP_DOCUMENT_DAYS)))
    .returning({ id: documents.id })
  const ids = gone.map(({ id }) => id)
  if (ids.length) await db.delete(files).where(and(eq(files.owner_type, 'document'), inArray(files.owner_id, ids)))
  const old = db
    .select({ id: job_history.id })
    .from(job_history)
    .where(lt(job_history.ended_at, ago(KEEP_ROWS_DAYS)))
  for (const part of [job_rows, job_log]) await db.delete(part).where(inArray(part.job_id, old))
  // By the clock of the database: its trigger refuses to delete younger keys.
  await db.delete(idempotency_keys).where(lt(idempotency_keys.created_at, sql`now() - make_interval(days => ${KEEP_KEYS_DAYS})`))
}
