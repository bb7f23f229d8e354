import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { problem } from '../core/problem.ts'
import { root } from '../core/root.ts'
import type { Upload } from './files.ts'
import { readZip, ZipRefused } from './zip.ts'

const WORKER = path.join(root, 'server/lib/files/sheet-worker.mjs')
/** A sheet of 5,000 lines of thirty cells has some 12 MB. */
const MAX_BYTES = 60 * 1024 * 1024
const MAX_CSV_BYTES = 8 * 1024 * 1024
const count = (value: number) => value.toLocaleString('it-IT', { useGrouping: 'always' } as Intl.NumberFormatOptions)
const PATIENCE_MS = 20_000
/** The parts of a workbook that are not pictures. */
const TEXT = /\.(xml|rels)$/
const unreadable = () =>
  problem.unprocessable('Il file non è un foglio di calcolo leggibile: salvalo di nuovo come .xlsx o .csv e riprova.')

/**
 * The lines of the first sheet of an uploaded XLSX or CSV (semicolons, commas or tabs; UTF-8 or Windows-1252), each a list of texts as an Italian would write
 * them: `1,5`, `31/12/2026`, `Sì`. Read in a thread, out of what the only reader of archives has unpacked within its budget (zip.ts).
 * @param upload spooled
 * @throws Problem 415 for another kind of file, 422 where it cannot be read or has more than `maxLines` below its heading
 */
export async function readSheet({ name, path: place }: Upload, maxLines: number): Promise<string[][]> {
  const maxRows = maxLines + 1
  const extension = /\.(xlsx|csv)$/i.exec(name)?.[1]?.toLowerCase()
  if (!place || !extension) throw problem.badFile()
  const lines = await read(extension === 'csv' ? { text: await csvText(place) } : { parts: await partsOf(place) }, maxRows)
  if (lines.length > maxRows) throw problem.unprocessable(`Il foglio ha più di ${count(maxLines)} righe: dividilo.`)
  return lines
}

async function partsOf(place: string) {
  const kinds = [
    { name: TEXT, maxBytes: MAX_BYTES, wanted: true },
    { name: /./, maxBytes: MAX_BYTES, wanted: false },
  ]
  const parts = []
  try {
    for await (const { name, bytes } of readZip(place, { maxEntries: 1_000, maxBytes: MAX_BYTES, kinds }))
      if (bytes) parts.push({ name, bytes: new Uint8Array(bytes) })
  } catch (error) {
    if (error instanceof ZipRefused) throw unreadable()
    throw error
  }
  return parts
}
/** Old spreadsheet programs write Windows-1252. */
async function csvText(place: string): Promise<string> {
  if ((await fs.stat(place)).size > MAX_CSV_BYTES) throw problem.unprocessable('Il file è troppo grande.')
  const bytes = await fs.readFile(place)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function read(given: object, maxRows: number): Promise<string[][]> {
  const worker = new Worker(WORKER, { workerData: { ...given, maxRows }, resourceLimits: { maxOldGenerationSizeMb: 768 } })
  try {
    const [lines] = await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return lines as string[][]
  } catch {
    // A file that breaks the reader, or keeps it too long, cannot be read.
    throw unreadable()
  } finally {
    await worker.terminate()
  }
}
