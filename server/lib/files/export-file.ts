import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { strFromU8, unzipSync, Zip, type ZipInputFile } from 'fflate'
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
  typedCell,
} from '../../../src/rules/shared/sheet-cells.ts'

/** A column of an exported file. Files of any length are put together from parts and are never whole in memory. */
interface WrittenColumn {
  heading: string
  wide?: boolean
  numeric?: boolean
}
/** Types of the files. */
export const sheetMimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Rows that a sheet can have below its heading. */
export const MOST_SHEET_ROWS = 1_048_575
export const csvPiece = (rows: readonly Cell[][]) => rows.map(csvLine).join('')
export async function* csvFile(columns: readonly WrittenColumn[], pieces: AsyncIterable<Uint8Array>) {
  yield Buffer.from(CSV_START + csvLine(columns.map(({ heading }) => heading)))
  yield* pieces
}

const FORMATS = [TIME_FORMAT, DAY_FORMAT, ...Array.from({ length: 7 }, (_, decimals) => numberFormat(decimals))]
/** The library numbers styles in the order it meets them: none, the heading's, then those of the row of samples. */
const styleOf = (format: string | undefined) => (format ? FORMATS.indexOf(format) + 2 : 0)
const SERIAL_OF_1970 = 25_569
const DAY_MS = 86_400_000

/** `A` … `Z`, `AA` … */
export const letters = (at: number): string => (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const NO_XML = /[\p{Cs}\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu
/** Most texts need neither escaping nor cleaning, and one look finds that out. */
const UNUSUAL = /^\s|\s$| {2}|[&<>\p{Cs}\ufffe\uffff\p{Cc}]/u
const textXml = (text: string) => {
  if (!UNUSUAL.test(text)) return `<t>${text}</t>`
  return `<t xml:space="preserve">${text.replace(NO_XML, '').replace(/[&<>]/g, (sign) => entities[sign]!)}</t>`
}
function cellXml(value: Cell, numeric: boolean | undefined, place: string): string {
  const cell = typedCell(value, numeric)
  if (!cell) return ''
  if (typeof cell.value === 'string') return `<c r="${place}" t="inlineStr"><is>${textXml(cell.value)}</is></c>`
  const number = cell.value instanceof Date ? cell.value.getTime() / DAY_MS + SERIAL_OF_1970 : cell.value
  return `<c r="${place}" s="${styleOf('format' in cell ? cell.format : undefined)}"><v>${number}</v></c>`
}
/** Rows of the sheet after the first `before` and its heading. */
export function xlsxPiece(rows: readonly Cell[][], columns: readonly WrittenColumn[], before: number): string {
  const places = columns.map((_, at) => letters(at))
  return rows
    .map((cells, at) => {
      const row = before + at + 2
      return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, columns[column]!.numeric, `${places[column]}${row}`)).join('')}</row>`
    })
    .join('')
}

export interface WrittenSheet {
  /** At most 31 letters. */
  name: string
  columns: readonly WrittenColumn[]
  /** Made by `xlsxPiece`, in order. */
  pieces: AsyncIterable<Uint8Array>
  /** Its headings have filters. */
  filtered?: true
}
const placeOf = (at: number) => `xl/worksheets/sheet${at + 1}.xml`

/** A workbook with headings and one row of samples in each sheet: its parts, and the XML of each sheet before and after that row. */
async function template(sheets: readonly WrittenSheet[]) {
  const samples = FORMATS.map((format) => ({ value: 1, type: Number, format }))
  const book = await writeXlsx(
    sheets.map(({ name, columns }) => ({
      data: [columns.map(({ heading }) => headCell(heading)), samples],
      ...{ sheet: name, columns: columns.map(columnWidth), stickyRowsCount: 1 },
    })) as never,
  ).toBuffer()
  const parts = unzipSync(book)
  const places = sheets.map((_, at) => placeOf(at))
  const ends = places.map((place) => strFromU8(parts[place]!).split(/<row r="2">.*?<\/row>/) as [head: string, foot: string])
  return { ends, parts: Object.entries(parts).filter(([name]) => !places.includes(name)) }
}
const ROW = '<row r="'
/** The number of the last row of a piece. */
const lastRowOf = (piece: Uint8Array) => {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  const at = bytes.lastIndexOf(ROW)
  return at < 0 ? undefined : Number.parseInt(bytes.toString('latin1', at + ROW.length, at + ROW.length + 8), 10)
}
/** A part of an archive that is compressed in another thread: in this one it would keep other requests waiting for seconds. */
class Deflated implements ZipInputFile {
  readonly #deflate = createDeflateRaw({ level: 1 })
  readonly filename: string
  readonly compression = 8
  size = 0
  crc = 0
  ondata!: NonNullable<ZipInputFile['ondata']>
  constructor(name: string) {
    this.filename = name
    this.#deflate.on('data', (bytes: Uint8Array<ArrayBuffer>) => this.ondata(null, bytes, false))
    this.#deflate.on('error', (error) => this.ondata(error as never, new Uint8Array(), true))
    this.#deflate.on('end', () => this.ondata(null, new Uint8Array(), true))
  }
  push(chunk: Uint8Array, final = false) {
    this.size += chunk.length
    this.crc = crc32(chunk, this.crc)
    this.#deflate.write(chunk)
    if (final) this.#deflate.end()
  }
  /** Resolves when it takes more. */
  taken = () => (this.#deflate.writableNeedDrain ? once(this.#deflate, 'drain') : undefined)
  ended = () => (this.#deflate.readableEnded ? undefined : once(this.#deflate, 'end'))
}
/** One workbook of any length, whose headings stay in view. */
export async function* xlsxFile(sheets: readonly WrittenSheet[]) {
  const { parts, ends } = await template(sheets)
  const out: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    out.push(chunk)
  })
  const begin = (name: string) => {
    const part = new Deflated(name)
    zip.add(part)
    return part
  }
  for (const [name, bytes] of parts) {
    const part = begin(name)
    part.push(bytes, true)
    await part.ended()
  }
  for (const [at, { columns, pieces, filtered }] of sheets.entries()) {
    const [head, foot] = ends[at]!
    const sheet = begin(placeOf(at))
    sheet.push(Buffer.from(head))
    let last = 1
    for await (const piece of pieces) {
      sheet.push(piece)
      last = lastRowOf(piece) ?? last
      await sheet.taken()
      await turn()
      yield* out.splice(0)
    }
    const filter = filtered && `<autoFilter ref="A1:${letters(columns.length - 1)}${last}"/>`
    sheet.push(Buffer.from(filter ? foot.replace('</sheetData>', `</sheetData>${filter}`) : foot), true)
    await sheet.ended()
  }
  zip.end()
  yield* out.splice(0)
}
