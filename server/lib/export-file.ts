import { strFromU8, unzipSync, Zip, ZipDeflate } from 'fflate'
import writeXlsx from 'write-excel-file/node'
import {
  type Cell,
  CSV_START,
  columnWidth,
  csvLine,
  DAY_FORMAT,
  headCell,
  numberFormat,
  TIME_FORMAT,
  typed,
} from '../../src/rules/sheet.ts'

/** A file of any length out of parts that were written one by one, and never whole in memory. */
interface WrittenColumn {
  heading: string
  wide?: boolean
  numeric?: boolean
}
/** Beneath the heading of a sheet. */
export const MOST_SHEET_ROWS = 1_048_575
export const csvPiece = (rows: readonly Cell[][]) => rows.map(csvLine).join('')
export async function* csvFile(columns: readonly WrittenColumn[], pieces: AsyncIterable<Uint8Array>) {
  yield Buffer.from(CSV_START + csvLine(columns.map(({ heading }) => heading)))
  yield* pieces
}

const SHEET = 'xl/worksheets/sheet1.xml'
const FORMATS = [TIME_FORMAT, DAY_FORMAT, ...Array.from({ length: 7 }, (_, decimals) => numberFormat(decimals))]
/** The library numbers styles as it meets them: none, the heading's, then those of the row of samples. */
const styleOf = (format: string | undefined) => (format ? FORMATS.indexOf(format) + 2 : 0)
const SERIAL_OF_1970 = 25_569
const DAY_MS = 86_400_000

/** `A` … `Z`, `AA` … */
const letters = (at: number): string => (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const NO_XML = /[\p{Cs}\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu
const escaped = (text: string) => text.replace(NO_XML, '').replace(/[&<>]/g, (sign) => entities[sign]!)
function cellXml(value: Cell, numeric: boolean | undefined, place: string): string {
  const cell = typed(value, numeric)
  if (!cell) return ''
  if (typeof cell.value === 'string') return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.value)}</t></is></c>`
  const number = cell.value instanceof Date ? cell.value.getTime() / DAY_MS + SERIAL_OF_1970 : cell.value
  return `<c r="${place}" s="${styleOf('format' in cell ? cell.format : undefined)}"><v>${number}</v></c>`
}
/** Rows of the sheet after the first `before` and its heading. */
export const xlsxPiece = (rows: readonly Cell[][], columns: readonly WrittenColumn[], before: number) =>
  rows
    .map((cells, at) => {
      const row = before + at + 2
      return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, columns[column]!.numeric, `${letters(column)}${row}`)).join('')}</row>`
    })
    .join('')

/** A workbook of the library with the heading and one row of samples: its parts, and its sheet up to that row and after it. */
async function template(columns: readonly WrittenColumn[]) {
  const samples = FORMATS.map((format) => ({ value: 1, type: Number, format }))
  const data = [columns.map(({ heading }) => headCell(heading)), samples]
  const book = await writeXlsx(data as never, { columns: columns.map(columnWidth), stickyRowsCount: 1 } as never).toBuffer()
  const { [SHEET]: sheet, ...parts } = unzipSync(book)
  const [head, foot] = strFromU8(sheet!).split(/<row r="2">.*?<\/row>/)
  return { parts, head: Buffer.from(head!), foot: Buffer.from(foot!) }
}
export async function* xlsxFile(columns: readonly WrittenColumn[], pieces: AsyncIterable<Uint8Array>) {
  const { parts, head, foot } = await template(columns)
  const out: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    out.push(chunk)
  })
  const begin = (name: string) => {
    const part = new ZipDeflate(name)
    zip.add(part)
    return part
  }
  for (const [name, bytes] of Object.entries(parts)) begin(name).push(bytes, true)
  const sheet = begin(SHEET)
  sheet.push(head)
  for await (const piece of pieces) {
    sheet.push(piece)
    yield* out.splice(0)
  }
  sheet.push(foot, true)
  zip.end()
  yield* out.splice(0)
}
