import { and, desc, eq, isNull } from 'drizzle-orm'
import { inspectionPdfs as contract } from '../../../src/contract/inspections/pdfs.ts'
import { isClosed } from '../../../src/rules/inspections/actions.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspection_pdfs, inspections } from '../../db/schema/inspections/inspections.ts'
import { verbaleFileName } from '../../domain/inspections/verbale.ts'
import type { Bytes, Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { type FileRow, readFile, saveRow, storeBytes } from '../../lib/files/files.ts'
import type { PrintJob } from '../../lib/jobs/jobs.ts'
import { type Printing, printedNumber, printVerbale } from './print-verbale.ts'
import { byIdentifier, type FullInspection, inScope, readInspection } from './read.ts'

/**
 * The verbale of a completed verifica is printed once, stored with its SHA-256, and given as it was stored from then on: by the worker right after the
 * completion, or by whoever asks before (docs/decisions/025).
 */
const inForce = (id: number) => and(eq(inspection_pdfs.inspection_id, id), isNull(inspection_pdfs.superseded_at))

async function storedVerbale(db: Db, id: number): Promise<FileRow | undefined> {
  const [row] = await db
    .select({ file: files })
    .from(inspection_pdfs)
    .innerJoin(files, eq(files.id, inspection_pdfs.file_id))
    .where(inForce(id))
  return row?.file
}

/** The verbale in force; printed and stored where nobody has yet. Who comes second gets what the first has stored. */
async function printOnce(row: FullInspection, printing: Printing): Promise<{ file: FileRow | undefined; bytes?: Buffer }> {
  const { db, files: store, now } = printing
  const held = await storedVerbale(db, row.id)
  if (held) return { file: held }
  const bytes = await printVerbale(row, printing)
  const ready = await storeBytes({ name: verbaleName(row), bytes }, { files: store, now })
  const file = await db.transaction(async (tx) => {
    const [today] = await tx.select().from(inspections).where(eq(inspections.id, row.id)).for('no key update')
    // Reopened while it was being printed: this is no longer its verbale.
    if (!today || !isClosed(today) || today.completed_at !== row.completed_at) return undefined
    const first = await storedVerbale(tx, row.id)
    if (first) return first
    const saved = await saveRow(ready, { type: 'inspection_pdf', id: row.id }, { db: tx })
    const { id: inspection_id, rev, completed_at } = row
    await tx
      .insert(inspection_pdfs)
      .values({ inspection_id, rev, completed_at: completed_at!, file_id: saved.id, created_at: now.toISOString() })
    return saved
  })
  return { file, bytes }
}
/** Undefined where the verifica was reopened meanwhile. */
export const verbaleFile = async (row: FullInspection, printing: Printing) => (await printOnce(row, printing)).file
async function verbaleBytes(row: FullInspection, printing: Printing): Promise<Buffer> {
  const { file, bytes } = await printOnce(row, printing)
  return file ? readFile(file, printing.files) : bytes!
}

/** The work left by a completion: none if the verifica was reopened or deleted meanwhile, or somebody has asked for it already. */
export async function printCompleted({ id }: PrintJob, printing: Printing) {
  const row = await readInspection(printing.db, eq(inspections.id, id))
  if (row && isClosed(row) && !row.deleted_at) await printOnce(row, printing)
}

/**
 * Prints what a write is about to need of the verbale before its transaction: printing takes seconds, and nobody else gets at the embedded database while a
 * transaction is open. It refuses nothing: that is for the write.
 */
export async function printBeforeWrite(id: string, context: Context): Promise<void> {
  const row = await readInspection(context.db, and(byIdentifier(id), inScope(context.user)))
  if (row && isClosed(row)) await printOnce(row, context)
}
/** A reopening supersedes the verbale but keeps it, so that copies already given out can still be verified. */
export async function supersedePdf(row: FullInspection, printing: Printing) {
  await printOnce(row, printing)
  await printing.db.update(inspection_pdfs).set({ superseded_at: printing.now.toISOString() }).where(inForce(row.id))
}

const verbaleName = (row: FullInspection) => verbaleFileName(printedNumber(row))
export async function inspectionPdf(row: FullInspection, context: Printing): Promise<Bytes> {
  const bytes = isClosed(row) ? await verbaleBytes(row, context) : await printVerbale(row, context)
  return { bytes, mime: 'application/pdf', name: verbaleName(row) }
}

async function findInScope(id: string, { db, user }: Context): Promise<FullInspection> {
  const row = await readInspection(db, and(byIdentifier(id), inScope(user)))
  if (!row) throw problem.notFound()
  return row
}
const versions = (db: Db, id: number) =>
  db
    .select({ pdf: inspection_pdfs, file: files })
    .from(inspection_pdfs)
    .innerJoin(files, eq(files.id, inspection_pdfs.file_id))
    .where(eq(inspection_pdfs.inspection_id, id))
    .orderBy(desc(inspection_pdfs.id))

export default implement(contract, {
  async list({ id }, context) {
    const rows = await versions(context.db, (await findInScope(id, context)).id)
    return rows.map(({ pdf, file: { size, sha256 } }) => ({ ...pdf, size, sha256 }))
  },
  async get({ id, pdfId }, context) {
    const row = await findInScope(id, context)
    const found = (await versions(context.db, row.id)).find(({ pdf }) => pdf.id === pdfId)
    if (!found) throw problem.notFound()
    const name = verbaleName(row).replace('.pdf', `_rev_${found.pdf.rev}.pdf`)
    return { bytes: await readFile(found.file, context.files), mime: 'application/pdf', name }
  },
})
