import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { decodeText } from '../../domain/shared/decode-text.ts'
import { Problem, problem } from '../core/problem.ts'
import { root } from '../core/root.ts'
import type { Upload } from './files.ts'
import { heavyWork } from './heavy-work.ts'
import { readZip, ZipRefused } from './zip.ts'

const WORKER = path.join(root, 'server/lib/files/sheet-worker.mjs')
/** A sheet of 5,000 lines of thirty cells has some 12 MB. */
const MAX_BYTES = 60 * 1024 * 1024
const MAX_CSV_BYTES = 8 * 1024 * 1024
const count = (value: number) => value.toLocaleString('it-IT', { useGrouping: 'always' } as Intl.NumberFormatOptions)
/** A cell far to the right makes each line thousands of cells long. */
const MAX_COLUMNS = 500
export const tooManyLines = (most: number) => problem.unprocessable(`Il foglio ha più di ${count(most)} righe: dividilo.`)
const PATIENCE_MS = 20_000
/** The parts of a workbook that are not pictures. */
const TEXT = /\.(xml|rels)$/
const unreadable = () =>
  problem.unprocessable('Il file non è un foglio di calcolo leggibile: salvalo di nuovo come .xlsx o .csv e riprova.')

/** A number as it is stored, and as its cell shows it in English notation; `scientific`: it is formatted with an exponent. */
export interface NumberCell {
  number: number
  shown: string
  scientific: boolean
}
/** A cell of a sheet: a text, a number, or a day written `31/12/2026`. */
export type SheetCell = string | NumberCell | { day: string }
/** A visible sheet of a workbook, or the lines of a CSV file. */
export interface SheetPage {
  /** Null for a CSV file. */
  name: string | null
  /** Names of the hidden sheets before it. */
  hiddenBefore: string[]
  /** Indexes of rows with a content that a filter or a person has hidden. */
  hiddenRows: number[]
  rows: SheetCell[][]
}

/**
 * The visible sheets of an uploaded XLSX, or the one of a CSV (UTF-8, UTF-16 or Windows-1252; see csv.mjs). Read in a thread, out of what the only
 * reader of archives has unpacked within its budget (zip.ts).
 * @param upload spooled
 * @param lane the person, or the job
 * @param more rows that may stand above the heading
 * @throws Problem 415 for another kind of file, 422 where it cannot be read; of each sheet one row more is given than may be, so that the caller sees it
 */
export async function readPages({ name, path: place }: Upload, maxLines: number, lane: string, more = 0): Promise<SheetPage[]> {
  const maxRows = maxLines + 1 + more
  const extension = /\.(xlsx|csv)$/i.exec(name)?.[1]?.toLowerCase()
  if (!place || !extension) throw problem.badFile()
  const { sheets, open } = await heavyWork(lane, async () =>
    read(extension === 'csv' ? { text: await csvText(place) } : { parts: await partsOf(place) }, maxRows),
  )
  if (open !== undefined) throw problem.unprocessable(`Riga ${open + 1}: una cella comincia con le virgolette e non le chiude.`)
  if (!sheets.length) throw problem.unprocessable('Tutti i fogli del file sono nascosti: mostrane uno e salva di nuovo.')
  return sheets
}
/** The lines of the first visible sheet, each a list of texts as an Italian would write them: `1,5`, `31/12/2026`, `Sì`. */
export async function readSheet(upload: Upload, maxLines: number, lane: string): Promise<string[][]> {
  const [page] = await readPages(upload, maxLines, lane)
  if (page!.rows.length > maxLines + 1) throw tooManyLines(maxLines)
  return page!.rows.map((cells) => cells.map(cellText))
}

/** Figures that a spreadsheet keeps of a number. */
const DIGITS = 15
const exact = (number: number) => Number(number.toPrecision(DIGITS))
const withComma = (number: number) => {
  const text = String(number)
  return (text.includes('e') ? number.toFixed(DIGITS).replace(/\.?0+$/, '') : text).replace('.', ',')
}
/** `4,303600001234568E+16`: no reader takes it for a number or a code, for the figures after the fifteenth are lost. */
const rounded = (number: number) => number.toExponential().replace('.', ',').toUpperCase()
/** A cell as text, for whoever does not know its field. */
export function cellText(cell: SheetCell): string {
  if (typeof cell === 'string') return cell
  if ('day' in cell) return cell.day
  const { number, shown } = cell
  if (Math.abs(number) >= 10 ** DIGITS) return rounded(number)
  // A code of figures keeps its zeros where the sheet shows them.
  return /^0+$/.test(shown) || /^0\d/.test(shown) ? shown : withComma(exact(number))
}
/** A number for a code: its figures, unless the sheet has taken the code for a number with an exponent (`12E5`). */
export const codeText = (cell: NumberCell) => (cell.scientific ? rounded(cell.number) : cellText(cell))
/** A number for a field with so many decimals: as it is stored, or, if the field does not hold all its decimals, as the cell shows it. */
export function numberText(cell: NumberCell, decimals: number): string {
  if (Math.abs(cell.number) >= 10 ** DIGITS) return rounded(cell.number)
  const fits = (number: number) => Number(number.toFixed(decimals)) === number
  const stored = exact(cell.number)
  const shown = cell.shown.replace(/[,\s€]/g, '')
  const seen = /^-?\d+(\.\d+)?$/.test(shown) ? Number(shown) : Number.NaN
  const text = withComma(fits(stored) || !fits(seen) ? stored : seen)
  // Three decimals could be read as thousands where only two are taken: a fourth says that they are none.
  return decimals < 3 && /,\d{3}$/.test(text) ? `${text}0` : text
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
async function csvText(place: string): Promise<string> {
  if ((await fs.stat(place)).size > MAX_CSV_BYTES) throw problem.unprocessable('Il file è troppo grande.')
  return decodeText(await fs.readFile(place))
}

async function read(given: object, maxRows: number): Promise<{ sheets: SheetPage[]; open?: number }> {
  const worker = new Worker(WORKER, {
    workerData: { ...given, maxRows, maxColumns: MAX_COLUMNS },
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  })
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (answer.wide) throw problem.unprocessable(`Il foglio ha più di ${MAX_COLUMNS} colonne: togliere ciò che sta a destra della tabella.`)
    return answer
  } catch (error) {
    if (error instanceof Problem) throw error
    // A file that breaks the reader, or keeps it too long, cannot be read.
    throw unreadable()
  } finally {
    await worker.terminate()
  }
}
