import { createHash } from 'node:crypto'
import { desc, gt, sql } from 'drizzle-orm'
import { activity_log, activity_seals } from '../../db/schema/core/system.ts'
import type { Db } from '../../lib/core/db.ts'
import { activityCut } from './activity-cut.ts'

/** Rows of one seal. */
export const SEALED_AT_ONCE = 5_000
/** Younger rows are not sealed: one with a smaller number may still be on its way. */
const SETTLED_MS = 10 * 60_000

type Seal = typeof activity_seals.$inferSelect
type Sealed = Pick<Seal, 'first_id' | 'last_id' | 'rows' | 'content'>
/** All of a row, always in the same words: a column that is added later is not in it. */
const ROW = sql`jsonb_build_array(id, user_id, action, entity, entity_id, method, path, ip, user_agent, request_id, status,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text`
async function rowsBetween(db: Db, first: number, last: number): Promise<{ rows: number; content: string; oldest_at: string }> {
  const { rows } =
    (await db.execute(sql`select count(*)::int as rows, to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_at,
    encode(sha256(convert_to(coalesce(string_agg(${ROW}, E'\n' order by id), ''), 'UTF8')), 'hex') as content
    from activity_log where id between ${first} and ${last}`)) as unknown as {
      rows: { rows: number; content: string; oldest_at: string }[]
    }
  return rows[0]!
}
const sealOf = (before: string, { first_id, last_id, rows, content }: Sealed) =>
  createHash('sha256').update([before, first_id, last_id, rows, content].join('\n')).digest('hex')

/** Seals the rows of the activity log that are ten minutes old, oldest first (docs/spec/security.md#audit). Gives how many seals were added. */
export async function sealActivity({ db, now }: { db: Db; now: Date }): Promise<number> {
  const settled = new Date(now.getTime() - SETTLED_MS).toISOString()
  for (let added = 0; ; added += 1) {
    const more = await db.transaction(async (tx) => {
      // Of several processes one seals, the others have nothing to do after it.
      await tx.execute(sql`select pg_advisory_xact_lock(727003)`)
      const [before] = await tx.select().from(activity_seals).orderBy(desc(activity_seals.id)).limit(1)
      // As far as the first row that is too young, whatever stands behind it.
      const { rows } = (await tx.execute(sql`with next as (
          select id, created_at from ${activity_log} where ${gt(activity_log.id, before?.last_id ?? 0)} order by id limit ${SEALED_AT_ONCE}
        ), young as (select min(id) as id from next where created_at >= ${settled}::timestamptz)
        select min(id)::float8 as first, max(id)::float8 as last from next where id < coalesce((select id from young), 9e15::bigint)`)) as unknown as {
        rows: { first: number | null; last: number | null }[]
      }
      const { first, last } = rows[0]!
      if (first === null || last === null) return false
      const found = await rowsBetween(tx, first, last)
      const sealed = { first_id: first, last_id: last, rows: found.rows, content: found.content }
      await tx
        .insert(activity_seals)
        .values({ ...sealed, oldest_at: found.oldest_at, seal: sealOf(before?.seal ?? '', sealed), sealed_at: now.toISOString() })
      return true
    })
    if (!more) return added
  }
}

export interface Verdict {
  /** What does not agree, a sentence each. */
  faults: string[]
  seals: number
  rows: number
  /** Rows of seals whose time is over: deleted as the retention says, so only the chain is looked at. */
  expired: number
  unsealed: number
  /** The newest seal. Who keeps it elsewhere knows that nothing up to it was sealed anew. */
  head: string | undefined
}
const counted = (difference: number) => {
  const many = Math.abs(difference)
  const rows = many === 1 ? '1 riga' : `${many} righe`
  return difference > 0 ? `${rows} in più` : `${many === 1 ? 'manca' : 'mancano'} ${rows}`
}
/** Computes all seals anew and compares. */
export async function verifyActivity({ db, now }: { db: Db; now: Date }): Promise<Verdict> {
  const kept = Date.parse(await activityCut(db, now))
  const verdict: Verdict = { faults: [], seals: 0, rows: 0, expired: 0, unsealed: 0, head: undefined }
  let before: Seal | undefined
  for (const seal of await db.select().from(activity_seals).orderBy(activity_seals.id)) {
    const where = `Dalla riga ${seal.first_id} alla ${seal.last_id}`
    if (seal.seal !== sealOf(before?.seal ?? '', seal)) verdict.faults.push(`${where}: il sigillo non segue dal precedente.`)
    else if (Date.parse(seal.oldest_at) < kept) verdict.expired += seal.rows
    else {
      const found = await rowsBetween(db, seal.first_id, seal.last_id)
      const difference = found.rows - seal.rows
      if (difference) verdict.faults.push(`${where}: ${counted(difference)}.`)
      else if (found.content !== seal.content) verdict.faults.push(`${where}: righe cambiate dopo il sigillo.`)
    }
    verdict.seals += 1
    verdict.rows += seal.rows
    verdict.head = seal.seal
    before = seal
  }
  verdict.unsealed = await db.$count(activity_log, gt(activity_log.id, before?.last_id ?? 0))
  return verdict
}
