import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PayKind, PayState } from '../../../src/contract/people/pay-words.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { notifications } from '../../db/schema/notifications/notifications.ts'
import { pay_batches, pay_documents, pay_sources } from '../../db/schema/people/payslips.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { type ListInput, paged } from '../../lib/tables/table.ts'
import { dropUnused } from './pay-import.ts'
import { PAY_SUBJECT, tellPayslips } from './pay-notices.ts'

const of = eq(pay_documents.batch_id, sql`${pay_batches}.id`)
const countOf = (condition = sql`true`) => sql<number>`(select count(*)::int from ${pay_documents} where ${of} and ${condition})`
const waiting = sql<number>`(select count(*)::int from ${pay_sources} where ${pay_sources.batch_id} = ${sql`${pay_batches}.id`})`
const columns = {
  id: pay_batches.id,
  rev: pay_batches.rev,
  created_at: pay_batches.created_at,
  author: { id: users.id, name: users.name },
  sources: pay_batches.sources,
  read: sql<number>`${pay_batches.sources} - ${waiting}`,
  documents: countOf(),
  ready: countOf(sql`${pay_documents.problem} is null and ${pay_documents.user_id} is not null and ${pay_documents.published_at} is null`),
  open: countOf(isNotNull(pay_documents.problem)),
  published: countOf(isNotNull(pay_documents.published_at)),
  downloaded: countOf(sql`${pay_documents.published_at} is not null and ${pay_documents.first_downloaded_at} is not null`),
  skipped: pay_batches.skipped,
  skipped_names: pay_batches.skipped_names,
  read_at: pay_batches.read_at,
  published_at: pay_batches.published_at,
  periods: sql<
    { year: number | null; month: number | null }[]
  >`(select coalesce(json_agg(json_build_object('year', p.year, 'month', p.month)), '[]')
    from (select year, month from ${pay_documents} where ${of} group by year, month order by count(*) desc, year, month limit 4) p)`,
}
type Row = Pick<typeof pay_batches.$inferSelect, 'read_at'> & { ready: number; open: number; published: number }
const stateOf = ({ read_at, ready, open, published }: Row): PayState =>
  !read_at ? 'lettura' : ready ? 'pubblicare' : open ? 'sistemare' : published ? 'pubblicato' : 'sistemare'
const select = (db: Db) => db.select(columns).from(pay_batches).leftJoin(users, eq(users.id, pay_batches.created_by))
const told = <R extends Row>(row: R) => ({ ...row, state: stateOf(row) })

export async function batchOf(kind: PayKind, id: number, { db }: Pick<Context, 'db'>) {
  const [row] = await select(db).where(and(eq(pay_batches.id, id), eq(pay_batches.kind, kind)))
  if (!row) throw problem.notFound()
  return told(row)
}
/** The batch, locked: publishing, taking back and fixing wait for each other. @throws 404 */
export async function lockBatch(kind: PayKind, id: number, { db }: Pick<Context, 'db'>) {
  const [row] = await db
    .select()
    .from(pay_batches)
    .where(and(eq(pay_batches.id, id), eq(pay_batches.kind, kind)))
    .for('update')
  if (!row) throw problem.notFound()
  return row
}
export async function listBatches(kind: PayKind, input: ListInput, context: Context) {
  const { db } = context
  const where = eq(pay_batches.kind, kind)
  const page = await paged(input, context, [pay_batches, where], (in_all, limit, offset) =>
    db
      .select({ ...columns, in_all })
      .from(pay_batches)
      .leftJoin(users, eq(users.id, pay_batches.created_by))
      .where(where)
      .orderBy(desc(pay_batches.id))
      .limit(limit)
      .offset(offset),
  )
  return { ...page, data: page.data.map(told) }
}

const another = sql`exists (select from ${pay_documents} other where other.kind = ${pay_documents.kind} and other.user_id = ${pay_documents.user_id}
  and other.year = ${pay_documents.year} and coalesce(other.month, 0) = coalesce(${pay_documents.month}, 0) and other.type = ${pay_documents.type}
  and other.company = ${pay_documents.company} and other.published_at is not null)`

/** Publishes all of a batch that can be, in one transaction: of two batches with the same document the first wins. Owners are told by a job. */
export async function publishBatch(kind: PayKind, id: number, context: Context) {
  const { db, user, now } = context
  const batch = await lockBatch(kind, id, context)
  if (!batch.read_at) throw problem.conflict('La lettura dei file non è ancora finita.')
  const at = now.toISOString()
  const ready = and(
    ...[
      eq(pay_documents.batch_id, id),
      isNull(pay_documents.problem),
      isNotNull(pay_documents.user_id),
      isNull(pay_documents.published_at),
    ],
  )
  await db.update(pay_documents).set({ problem: 'doppio' }).where(and(ready, another))
  const published = await db
    .update(pay_documents)
    .set({ published_at: at, updated_at: at, updated_by: user.id })
    .where(ready)
    .returning({ id: pay_documents.id })
    .catch((error) => {
      if ((error as { cause?: { constraint?: string } }).cause?.constraint !== 'pay_documents_period') throw error
      throw problem.conflict('Un altro caricamento ha appena pubblicato uno di questi documenti: riprovare.')
    })
  if (!published.length) throw problem.conflict('Non ci sono documenti da pubblicare.')
  await db
    .update(pay_batches)
    .set({ published_at: at, rev: batch.rev + 1, updated_at: at, updated_by: user.id })
    .where(eq(pay_batches.id, id))
  await startJob(tellPayslips, { batch: id }, published.length === 1 ? '1 documento' : `${published.length} documenti`, context)
  context.audit({ action: 'modifica', entity: kind === 'cud' ? 'cuds' : 'payrolls', entity_id: id })
  await context.history('pay_batch', id, 'status', { published: 0 }, { published: published.length })
  return batchOf(kind, id, context)
}

/** Takes a batch back, or one document of it: from then on its owners see it no more, and their notices of it are gone. */
export async function withdrawBatch(kind: PayKind, id: number, context: Context, document?: number) {
  const { db, user, now } = context
  const batch = await lockBatch(kind, id, context)
  const published = and(eq(pay_documents.batch_id, id), isNotNull(pay_documents.published_at))
  const before = await db.$count(pay_documents, published)
  const at = now.toISOString()
  const taken = await db
    .update(pay_documents)
    .set({ published_at: null, told: false, updated_at: at, updated_by: user.id })
    .where(and(published, document === undefined ? undefined : eq(pay_documents.id, document)))
    .returning({ id: pay_documents.id })
  if (!taken.length)
    throw problem.conflict(
      document === undefined ? 'Nessun documento di questo caricamento è pubblicato.' : 'Il documento non è pubblicato.',
    )
  await db.delete(notifications).where(
    and(
      eq(notifications.subject_type, PAY_SUBJECT),
      inArray(
        notifications.subject_id,
        taken.map((one) => one.id),
      ),
    ),
  )
  await db
    .update(pay_batches)
    .set({ ...(taken.length === before && { published_at: null }), rev: batch.rev + 1, updated_at: at, updated_by: user.id })
    .where(eq(pay_batches.id, id))
  context.audit({ action: 'modifica' })
  await context.history('pay_batch', id, 'status', { published: before }, { published: before - taken.length })
  return batchOf(kind, id, context)
}

/** Deletes a batch of which nothing is published, with its documents and files. */
export async function discardBatch(kind: PayKind, id: number, context: Context) {
  const { db } = context
  const [there] = await db
    .select({ id: pay_batches.id })
    .from(pay_batches)
    .where(and(eq(pay_batches.id, id), eq(pay_batches.kind, kind)))
  if (!there) return undefined
  await lockBatch(kind, id, context)
  const documents = await db
    .delete(pay_documents)
    .where(and(eq(pay_documents.batch_id, id), isNull(pay_documents.published_at)))
    .returning()
  if (await db.$count(pay_documents, eq(pay_documents.batch_id, id)))
    throw problem.conflict('Alcuni documenti sono pubblicati: ritirare prima la pubblicazione.')
  const sources = await db.delete(pay_sources).where(eq(pay_sources.batch_id, id)).returning()
  await db.delete(pay_batches).where(eq(pay_batches.id, id))
  await dropUnused(
    db,
    [...documents, ...sources].map(({ file_id }) => file_id),
  )
  await context.history('pay_batch', id, 'deleted', { kind, documents: documents.length }, null)
  return undefined
}
