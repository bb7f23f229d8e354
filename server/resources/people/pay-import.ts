import { and, asc, eq, inArray, isNotNull, isNull, ne, notExists, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Rights } from '../../../src/contract/kernel/policies.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { type PayKind, type PayProblem, payProblems } from '../../../src/contract/people/pay-words.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { pay_batches, pay_documents, pay_sources } from '../../db/schema/people/payslips.ts'
import { documentsIn, type Found } from '../../domain/people/pay-pages.ts'
import type { Db } from '../../lib/core/db.ts'
import { contentOfPdf } from '../../lib/files/active-pdf.ts'
import { type FileRow, readFile, type Stored, saveRow, sha256, storeBytes } from '../../lib/files/files.ts'
import { type PdfReader, PdfRefused, pdfReader } from '../../lib/files/pdf-pages.ts'
import { type JobContext, type JobDeps, jobKind } from '../../lib/jobs/job-kind.ts'
import { closeDropped } from './pay-drop.ts'

type Source = typeof pay_sources.$inferSelect
const unreadable: Readonly<Record<PdfRefused['reason'], PayProblem>> = {
  ...{ password: 'password', script: 'script' },
  ...{ damaged: 'illeggibile', pages: 'illeggibile', slow: 'illeggibile' },
}

/** Reads the files of a batch one by one: each becomes documents in one transaction, so that after a kill the rest goes on from there. */
async function readSources(batch: number, kind: PayKind, deps: JobDeps) {
  const reader = pdfReader()
  try {
    for (;;) {
      const [found] = await deps.db
        .select({ source: pay_sources, file: files })
        .from(pay_sources)
        .innerJoin(files, eq(files.id, pay_sources.file_id))
        .where(eq(pay_sources.batch_id, batch))
        .orderBy(asc(pay_sources.id))
        .limit(1)
      if (!found) return
      await readSource(found.source, found.file, { kind, reader, deps })
    }
  } finally {
    await reader.close()
  }
}
/** So many files are named whose documents were there already; the screen shows one less, to tell whether there are others. */
const MOST_NAMED = 21
async function readSource(source: Source, file: FileRow, { kind, reader, deps }: { kind: PayKind; reader: PdfReader; deps: JobDeps }) {
  const now = deps.now()
  const sealed = deps.files.sealed
  const { found, pages } = await documentsOf(source, await readFile(file, sealed), { kind, reader, now })
  const whole = found.length === 1
  const made: { stored: Stored | undefined; row: Partial<typeof pay_documents.$inferInsert> }[] = []
  for (const { from, to, code, ...one } of found) {
    const fingerprint = whole ? file.sha256 : sha256(`${file.sha256} ${from}-${to}`)
    if (await deps.db.$count(pay_documents, and(eq(pay_documents.kind, kind), eq(pay_documents.fingerprint, fingerprint)))) continue
    const stored = whole ? undefined : await storeBytes({ name: file.name, bytes: await reader.cut(from, to) }, { files: sealed, now })
    const range = from === to ? `pag. ${from + 1}` : `pagg. ${from + 1}–${to + 1}`
    made.push({
      stored,
      row: {
        ...one,
        fiscalCode: code,
        fingerprint,
        pages: to - from + 1,
        source: pages > 1 && !whole ? `${source.name}, ${range}` : source.name,
      },
    })
  }
  await deps.db.transaction(async (tx) => {
    const db = tx as Db
    // Two processes may read the same file at once; the first one that commits wins.
    const [mine] = await db.delete(pay_sources).where(eq(pay_sources.id, source.id)).returning()
    if (!mine) return
    let skipped = found.length - made.length
    for (const { stored, row } of made) {
      const own = stored ? await saveRow(stored, { type: 'pay_document', id: null, isEncrypted: true }, { db }) : file
      const values = { ...(row as typeof pay_documents.$inferInsert), kind, batch_id: source.batch_id, size: own.size, file_id: own.id }
      const [document] = await db.insert(pay_documents).values(values).onConflictDoNothing().returning({ id: pay_documents.id })
      if (document) await db.update(files).set({ owner_id: document.id }).where(eq(files.id, own.id))
      else skipped++
    }
    await dropUnused(db, [file.id])
    if (skipped)
      await db
        .update(pay_batches)
        .set({
          skipped: sql`${pay_batches.skipped} + ${skipped}`,
          skipped_names: sql`(array_append(${pay_batches.skipped_names}, ${source.name}::text))[:${MOST_NAMED}]`,
        })
        .where(eq(pay_batches.id, source.batch_id))
  })
  if (source.place && !(await deps.db.$count(pay_sources, eq(pay_sources.place, source.place))))
    await closeDropped(source.place, 'done', `Letto nel caricamento ${source.batch_id}.`, now)
}
/** What is in a PDF. One that cannot be read is a document with the reason, so that nothing that was sent goes unnoticed. */
async function documentsOf(
  source: Source,
  bytes: Buffer,
  { kind, reader, now }: { kind: PayKind; reader: PdfReader; now: Date },
): Promise<{ found: Found[]; pages: number }> {
  try {
    if (contentOfPdf(bytes) === 'active') throw new PdfRefused('script')
    const texts = await reader.open(bytes)
    const given = { year: source.year, month: source.month }
    return { found: documentsIn(texts, { kind, name: source.name, given, thisYear: now.getFullYear() }), pages: texts.length }
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error
    const nothing = { from: 0, to: 0, code: null, year: null, month: null, type: 'cedolino' } as const
    return { found: [{ ...nothing, problem: unreadable[error.reason] }], pages: 1 }
  }
}
/** Deletes the rows of files that no document and no waiting source uses; their bytes go with the next sweep. */
export async function dropUnused(db: Db, ids: readonly number[]) {
  const used = (table: typeof pay_documents | typeof pay_sources) =>
    db
      .select({ id: table.id })
      .from(table as typeof pay_documents)
      .where(eq(table.file_id, files.id))
  if (ids.length)
    await db
      .delete(files)
      .where(
        and(
          inArray(files.id, [...ids]),
          eq(files.owner_type, 'pay_document'),
          notExists(used(pay_documents)),
          notExists(used(pay_sources)),
        ),
      )
}

export type PayKey = Pick<typeof pay_documents.$inferSelect, 'id' | 'kind' | 'user_id' | 'year' | 'month' | 'type' | 'company'>
/** Whether another document of the same person and period is published, or can be. */
export const isDoubled = async (db: Db, { id, kind, user_id, year, month, type, company }: PayKey) =>
  (await db.$count(
    pay_documents,
    and(
      ...[ne(pay_documents.id, id), eq(pay_documents.kind, kind), eq(pay_documents.user_id, user_id!), eq(pay_documents.year, year!)],
      month === null ? isNull(pay_documents.month) : eq(pay_documents.month, month),
      ...[eq(pay_documents.type, type), eq(pay_documents.company, company), isNull(pay_documents.problem)],
    ),
  )) > 0

/** Finds the owner of a document by its codice fiscale. */
async function match({ id }: { id: number }, { db, now }: JobContext) {
  const [document] = await db.select().from(pay_documents).where(eq(pay_documents.id, id)).for('update')
  if (!document || document.user_id !== null || (document.problem && document.problem !== 'periodo'))
    return { outcome: 'invariato' as const, message: 'Già visto.' }
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.fiscalCode, document.fiscalCode!), isNull(users.deleted_at)))
  const problem = owner ? (document.problem ?? problemOf(owner)) : 'sconosciuto'
  const doubled = owner && !problem && (await isDoubled(db, { ...document, user_id: owner.id }))
  const kept = doubled ? 'doppio' : problem
  await db
    .update(pay_documents)
    .set({ user_id: owner?.id ?? null, problem: kept, updated_at: now.toISOString() })
    .where(eq(pay_documents.id, id))
  return { outcome: 'fatto' as const, message: kept ? payProblems[kept].text : 'Abbinato.' }
}
const problemOf = (owner: Pick<Rights, 'roles' | 'permissions'> & { enabled: number }): PayProblem | null =>
  !owner.enabled ? 'disabilitato' : allows('payroll.own', owner as never) ? null : 'senza_diritto'

const reading = (kind: PayKind, name: string) =>
  jobKind({
    type: `import_${kind}`,
    name,
    policy: 'payroll.admin',
    input: v.object({ batch: v.number() }),
    batch: 50,
    many: true,
    before: ({ batch }, deps) => readSources(batch, kind, deps),
    async plan({ batch }, { db, now }) {
      await db.update(pay_batches).set({ read_at: now.toISOString() }).where(eq(pay_batches.id, batch))
      const rows = await db
        .select({ id: pay_documents.id })
        .from(pay_documents)
        .where(and(eq(pay_documents.batch_id, batch), isNull(pay_documents.user_id), isNotNull(pay_documents.fiscalCode)))
        .orderBy(asc(pay_documents.id))
      // Numbers instead of names: a job is seen by others than those who may see payslips.
      return rows.map(({ id }, at) => ({ label: `Documento ${at + 1}`, data: { id } }))
    },
    row: match,
  })
/** The jobs that read an upload and find the owners. */
export const readPayslips = { paghe: reading('paghe', 'Lettura paghe'), cud: reading('cud', 'Lettura CUD') }
