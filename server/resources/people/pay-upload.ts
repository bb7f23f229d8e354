import fs from 'node:fs/promises'
import path from 'node:path'
import { isNotNull } from 'drizzle-orm'
import type { PayKind } from '../../../src/contract/people/pay-words.ts'
import { pay_batches, pay_sources } from '../../db/schema/people/payslips.ts'
import type { Period } from '../../domain/people/pay-pages.ts'
import type { Context } from '../../lib/core/context.ts'
import { preparedWrite } from '../../lib/core/implement.ts'
import { Problem, problem } from '../../lib/core/problem.ts'
import { type Stored, saveRow, storeBytes, type Upload } from '../../lib/files/files.ts'
import { readZip, ZipRefused } from '../../lib/files/zip.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { closeDropped } from './pay-drop.ts'
import { readPayslips } from './pay-import.ts'

/** The largest PDF, such as a "libro unico" of a whole company. */
const MAX_PDF_BYTES = 100 * 1024 * 1024
const ZIP_LIMITS = {
  maxEntries: 5_000,
  maxBytes: 1024 * 1024 * 1024,
  kinds: [
    { name: /^__MACOSX\/|(^|\/)\.[^/]*$|\/$|(^|\/)(Thumbs\.db|desktop\.ini)$/i, maxBytes: 1024 * 1024, wanted: false },
    { name: /\.pdf$/i, maxBytes: MAX_PDF_BYTES, wanted: true },
  ],
}
const refusals = {
  entries: `Lo ZIP contiene più di ${ZIP_LIMITS.maxEntries} file.`,
  bytes: 'Lo ZIP, decompresso, è troppo grande.',
  foreign: 'Lo ZIP contiene file che non sono PDF.',
  damaged: 'Lo ZIP è danneggiato.',
} as const

/** A PDF that is stored and waits to be read. `place`: in the drop folder. */
export interface Source {
  stored: Stored
  place?: string
}
type Storing = Pick<Context, 'files' | 'now'>
const baseName = (name: string) => name.replace(/^.*[/\\]/, '')
/** Stores a PDF, or each PDF of a ZIP, encrypted; one at a time is in memory. @throws 415, 413, 422 */
async function* storePdfs({ name, path: place, bytes }: Upload, { files, now }: Storing): AsyncGenerator<Stored> {
  const store = (one: Upload) => storeBytes(one, { files: files.sealed, now }, { maxBytes: MAX_PDF_BYTES, active: true })
  if (/\.pdf$/i.test(name)) return yield await store({ name, bytes: place ? await fs.readFile(place) : bytes })
  if (!/\.zip$/i.test(name) || !place) throw problem.badFile()
  try {
    for await (const entry of readZip(place, ZIP_LIMITS)) {
      if (!entry.bytes) throw problem.bigFile(MAX_PDF_BYTES)
      yield await store({ name: baseName(entry.name), bytes: entry.bytes })
    }
  } catch (error) {
    throw error instanceof ZipRefused ? problem.unprocessable(refusals[error.reason]) : error
  }
}

/** Stores what was uploaded, before the transaction that makes a batch of it. @throws 415, 413, 422 */
export async function storeUploads({ files }: { files: Upload[] }, context: Storing): Promise<Source[]> {
  if (!files.length) throw problem.noFiles()
  const sources: Source[] = []
  for (const file of files) for await (const stored of storePdfs(file, context)) sources.push({ stored })
  if (!sources.length) throw problem.unprocessable('Lo ZIP non contiene PDF.')
  return sources
}

/** Writes a batch with its files, and starts the job that reads them; all in the transaction of `context`. Gives its id. */
export async function startBatch(kind: PayKind, sources: readonly Source[], period: Partial<Period>, context: Context): Promise<number> {
  const { db, user } = context
  const [batch] = await db
    .insert(pay_batches)
    .values({ kind, sources: sources.length, created_by: user.id, updated_by: user.id })
    .returning()
  for (const { stored, place } of sources) {
    const file = await saveRow(stored, { type: 'pay_document', id: null, isEncrypted: true }, context)
    await db.insert(pay_sources).values({
      ...{ batch_id: batch!.id, file_id: file.id, name: stored.name, place: place ?? null },
      ...{ year: period.year ?? null, month: period.month ?? null },
    })
  }
  const what = sources.length === 1 ? '1 file' : `${sources.length} file`
  await startJob(readPayslips[kind], { batch: batch!.id }, what, context)
  context.audit({ action: 'creazione', entity: kind === 'cud' ? 'cuds' : 'payrolls', entity_id: batch!.id })
  await context.history('pay_batch', batch!.id, 'created', null, { kind, sources: sources.length })
  return batch!.id
}

/** A file that was written to a moment ago is still being written. */
const QUIET_MS = 10_000
/** The PDFs and ZIPs that lie in the drop folder, stored; an archive that cannot be read goes to `error/` with the reason beside it. */
async function collectDropped(inbox: string, context: Storing & Pick<Context, 'db'>): Promise<Source[]> {
  await fs.mkdir(inbox, { recursive: true })
  // What an earlier run has taken lies there until it is read.
  const taken = await context.db.selectDistinct({ place: pay_sources.place }).from(pay_sources).where(isNotNull(pay_sources.place))
  const sources: Source[] = []
  for (const name of (await fs.readdir(inbox)).filter((one) => /\.(pdf|zip)$/i.test(one)).sort()) {
    const place = path.join(inbox, name)
    const { mtimeMs, size } = await fs.stat(place)
    if (context.now.getTime() - mtimeMs < QUIET_MS || taken.some((one) => one.place === place)) continue
    try {
      if (size > MAX_PDF_BYTES && /\.pdf$/i.test(name)) throw problem.bigFile(MAX_PDF_BYTES)
      for await (const stored of storePdfs({ name, path: place, bytes: Buffer.alloc(0) }, context)) sources.push({ stored, place })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await closeDropped(place, 'error', error.message, context.now)
    }
  }
  return sources
}
/** The command that takes what lies in `DROP_DIR/paghe/in` or `DROP_DIR/cud/in` (docs/spec/people.md#import-of-payslips). */
export const takeDropped = (kind: PayKind) => {
  const folderOf = ({ dropDir }: Pick<Context, 'dropDir'>) => {
    if (!dropDir) throw problem.off(kind === 'cud' ? 'CUD' : 'paghe')
    return path.join(dropDir, kind, 'in')
  }
  return preparedWrite(
    (_: object, context: Context) => collectDropped(folderOf(context), context),
    async (_, context, sources) => {
      if (!sources.length) {
        context.audit({ action: 'comando' })
        return { message: `Nessun file da importare nella cartella ${folderOf(context)}.`, batch: null, files: 0 }
      }
      const batch = await startBatch(kind, sources, {}, context)
      context.audit({ action: 'comando', entity: 'commands' })
      const message =
        sources.length === 1 ? '1 file preso dalla cartella di scambio.' : `${sources.length} file presi dalla cartella di scambio.`
      return { message, batch, files: sources.length }
    },
  )
}
