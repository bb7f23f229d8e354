import { inArray, lt, sql } from 'drizzle-orm'
import { mimit_means } from '../../db/schema/inspections/inspections.ts'
import { client_errors } from '../../db/schema/overview/client-errors.ts'
import { job_history, job_log, job_rows } from '../../db/schema/overview/jobs.ts'
import { access_tokens, known_devices, links, login_attempts, sessions } from '../../db/schema/people/people.ts'
import { competitor_price_days } from '../../db/schema/prices/competitors.ts'
import { activity_log, idempotency_keys } from '../../db/schema/system.ts'
import type { Db } from '../core/db.ts'
import { KEEP_KEYS_DAYS } from '../core/idempotency.ts'
import { DEVICE_DAYS } from '../core/sessions.ts'

/** A job stays in its history for good, row by row only for so long: there may be a hundred thousand. */
const KEEP_ROWS_DAYS = 90
/** Prices day by day, of competitors and of areas: the chart shows thirty days (domain.md 6.5). */
const KEEP_PRICE_DAYS = 90
/** Who came in and what was done, twelve months (domain.md 1.9); what was changed stays in the history of its record. */
const KEEP_ACTIVITY_DAYS = 365

/** Deletes what is no longer needed: sessions, tokens, links and devices past their end, yesterday's sign-in tries, last year's activity, the rows of old jobs, keys no device can still send. */
export async function tidy(db: Db, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await db.delete(sessions).where(lt(sessions.expires_at, ago(0)))
  await db.delete(access_tokens).where(lt(access_tokens.expires_at, ago(0)))
  await db.delete(links).where(lt(links.expires_at, ago(0)))
  await db.delete(login_attempts).where(lt(login_attempts.at, ago(1)))
  await db.delete(known_devices).where(lt(known_devices.seen_at, ago(DEVICE_DAYS)))
  await db.delete(client_errors).where(lt(client_errors.created_at, ago(60)))
  await db.delete(activity_log).where(lt(activity_log.created_at, ago(KEEP_ACTIVITY_DAYS)))
  for (const days of [competitor_price_days, mimit_means]) await db.delete(days).where(lt(days.day, ago(KEEP_PRICE_DAYS).slice(0, 10)))
  const old = db
    .select({ id: job_history.id })
    .from(job_history)
    .where(lt(job_history.ended_at, ago(KEEP_ROWS_DAYS)))
  for (const part of [job_rows, job_log]) await db.delete(part).where(inArray(part.job_id, old))
  // By the clock of the database: its trigger refuses to delete younger keys.
  await db.delete(idempotency_keys).where(lt(idempotency_keys.created_at, sql`now() - make_interval(days => ${KEEP_KEYS_DAYS})`))
}

/**
 * What a PostgreSQL does by itself, and the embedded engine never: makes room of rows that are gone, learns what tables hold, and notes which pages need not
 * be looked at, for tables of which much has changed. One table at a time, for nobody else gets a word in meanwhile.
 * @returns their names
 */
export async function settle(db: Db): Promise<string[]> {
  // What was counted within the last second would not be known yet.
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = (await db.execute(sql`
    select s.relid::regclass::text as name from pg_stat_user_tables s inner join pg_class c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
    order by 1`)) as unknown as { rows: { name: string }[] }
  for (const { name } of rows) await db.execute(sql.raw(`vacuum analyze ${name}`))
  return rows.map(({ name }) => name)
}
