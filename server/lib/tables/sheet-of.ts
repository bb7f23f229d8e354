import type * as v from 'valibot'
import { cleanText } from '../../../src/contract/kernel/clean-text.ts'
import { fieldKind, scaleOf } from '../../../src/contract/kernel/fields.ts'
import type { Assigned, Line, Sheet } from '../../../src/contract/kernel/importing.ts'
import { CODE_AS_DAY, plain, valueType } from '../../../src/contract/kernel/read-field.ts'
import { labelOf } from '../../../src/contract/kernel/valibot-it.ts'
import { problem } from '../core/problem.ts'
import { letters } from '../files/export-file.ts'
import type { Upload } from '../files/files.ts'
import { cellText, codeText, numberText, readPages, type SheetCell, type SheetPage, tooManyLines } from '../files/spreadsheet.ts'

/** Rows that may stand above the headings: a title, the day, a logo. */
const ROWS_ABOVE = 20
/** Columns of a sheet that are looked at. */
const COLUMNS = 100

/** The field of each heading: the one a person has assigned, or by label or name in any spelling; of two headings for one field the first counts. */
export function fieldsOf(headings: readonly string[], fields: v.ObjectEntries, assigned: Assigned = []) {
  const byName = new Map(
    Object.entries(fields).flatMap(([name, schema]) =>
      [name, labelOf(schema as v.GenericSchema)!].map((one) => [plain(one), name] as const),
    ),
  )
  for (const { heading, field } of assigned) if (Object.hasOwn(fields, field)) byName.set(plain(heading), field)
  const found = headings.map((heading) => byName.get(plain(heading)))
  return found.map((name, at) => (name && found.indexOf(name) === at ? name : undefined))
}

const isFilled = (cell: SheetCell) => typeof cell !== 'string' || cell.trim() !== ''
const headingsOf = (row: readonly SheetCell[]) => row.slice(0, COLUMNS).map((cell) => cellText(cell).trim())

/** The page and row whose cells name most fields; without any, the first row with several cells. */
function findHeadings(pages: readonly SheetPage[], known: (headings: string[]) => number) {
  const rows = pages.flatMap((page) =>
    page.rows.slice(0, ROWS_ABOVE + 1).map((row, at) => ({ page, at, row, known: known(headingsOf(row)) })),
  )
  const most = Math.max(0, ...rows.map((row) => row.known))
  if (most > 0) return rows.find((row) => row.known === most)
  return rows.find(({ row }) => row.filter(isFilled).length > 1) ?? rows[0]
}

/** The text of a cell for its field: a number as many decimals as the field holds, a code with its figures. */
function textFor(schema: v.GenericSchema | undefined, cell: SheetCell): string {
  if (typeof cell === 'string' || !schema) return cellText(cell)
  const type = valueType(schema)
  const isCode = type === 'string' && !fieldKind(schema)
  if ('day' in cell) return isCode ? CODE_AS_DAY : cell.day
  if (type === 'number') return numberText(cell, scaleOf(schema) ?? 2)
  return isCode ? codeText(cell) : cellText(cell)
}

const listOf = (rows: readonly number[]) => `${rows.slice(0, 8).join(', ')}${rows.length > 8 ? ', …' : ''}`
function notesOf(page: SheetPage, first: SheetPage, heading: number): string[] {
  const hidden = page.hiddenRows.filter((at) => at > heading).map((at) => at + 1)
  const above = page.rows.slice(0, heading).some((row) => row.some(isFilled))
  const [unseen] = page.hiddenBefore
  return [
    unseen !== undefined && `Il primo foglio («${unseen}») è nascosto e non viene letto: le righe sono del foglio «${page.name}».`,
    unseen === undefined && page !== first && `Le righe sono del foglio «${page.name}».`,
    above && `Le intestazioni sono alla riga ${heading + 1}: quello che sta sopra non viene letto.`,
    hidden.length === 1 && `La riga ${hidden[0]} è nascosta nel foglio, ma viene letta come le altre.`,
    hidden.length > 1 && `${hidden.length} righe sono nascoste nel foglio (${listOf(hidden)}), ma vengono lette come le altre.`,
  ].filter((note) => note !== false)
}

/** Says which lines have something, but in columns that are not read: of a wrong sheet these may be nearly all. */
function unreadNote({ rows }: SheetPage, heading: number, isRead: (cells: readonly SheetCell[]) => boolean): string[] {
  const unread = rows.flatMap((cells, at) => (at > heading && !isRead(cells) && cells.some(isFilled) ? [at + 1] : []))
  return [
    unread.length === 1 && `La riga ${unread[0]} non ha niente nelle colonne lette: non viene importata.`,
    unread.length > 1 && `${unread.length} righe (${listOf(unread)}) non hanno niente nelle colonne lette: non sono importate.`,
  ].filter((note) => note !== false)
}

/** Headings of columns that are named otherwise in the list's own export, or hold several fields there: the text of each field out of that of the cell. None: the column says nothing that an import takes. */
export type Joined = Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>>
/** What is read of a file: its fields, those of which one is needed, headings of joined columns, and those that a person has assigned. */
export interface Reading {
  fields: v.ObjectEntries
  /** The person who uploaded it. */
  lane: string
  needed: readonly string[]
  joined?: Joined
  assigned?: Assigned
}
export interface ReadSheet extends Sheet {
  letters: string[]
  unknown: string[]
  notes: string[]
}
interface Source {
  at: number
  name: string
  text: (cell: SheetCell) => string
}
/** Where each field is read: in its own column, or in one that it shares. */
function sourcesOf(headings: readonly string[], { fields, joined = {}, assigned }: Omit<Reading, 'needed' | 'lane'>): Source[] {
  const names = fieldsOf(headings, fields, assigned)
  const parts = new Map(Object.entries(joined).map(([heading, of]) => [plain(heading), of]))
  const all = headings.flatMap((heading, at): Source[] => {
    const name = names[at]
    if (name) return [{ at, name, text: (cell) => textFor(fields[name] as v.GenericSchema, cell) }]
    const of = parts.get(plain(heading)) ?? {}
    return Object.entries(of).map(([part, text]) => ({ at, name: part, text: (cell) => text(cellText(cell)) }))
  })
  return all.filter(
    ({ name, at }) => names.indexOf(name) === at || (!names.includes(name) && all.find((one) => one.name === name)!.at === at),
  )
}
/** The lines of a sheet that are not empty, the fields of its columns, and the headings that belong to no field. */
export function sheetOf(pages: readonly SheetPage[], reading: Omit<Reading, 'needed' | 'lane'>): ReadSheet {
  const found = findHeadings(pages, (headings) => sourcesOf(headings, reading).length)
  if (!found) return { columns: [], letters: [], lines: [], unknown: [], notes: [] }
  const { page, at: heading, row } = found
  const headings = headingsOf(row)
  const sources = sourcesOf(headings, reading)
  const exported = new Set(Object.keys(reading.joined ?? {}).map(plain))
  const lines: Line[] = page.rows
    .slice(heading + 1)
    .flatMap((cells, at) =>
      sources.some((source) => isFilled(cells[source.at] ?? ''))
        ? [{ line: heading + at + 2, cells: sources.map((source) => cleanText(source.text(cells[source.at] ?? ''))) }]
        : [],
    )
  return {
    columns: sources.map(({ name }) => name),
    letters: sources.map(({ at }) => letters(at)),
    lines,
    unknown: headings.filter((one, at) => one && !exported.has(plain(one)) && !sources.some((source) => source.at === at)),
    notes: [
      ...notesOf(page, pages[0]!, heading),
      ...(sources.length ? unreadNote(page, heading, (cells) => sources.some((source) => isFilled(cells[source.at] ?? ''))) : []),
    ],
  }
}

/**
 * The sheet of an uploaded file.
 * @throws Problem 422 without a column for one of `needed` among which no other could be it, without a line, or with more than `most` of them
 */
export async function readUpload(file: Upload, most: number, { needed, lane, ...reading }: Reading) {
  const sheet = sheetOf(await readPages(file, most, lane, ROWS_ABOVE), reading)
  if (!needed.some((name) => sheet.columns.includes(name)) && !sheet.unknown.length) {
    const label = labelOf(reading.fields[needed[0]!] as v.GenericSchema)!.replace('*', '')
    throw problem.unprocessable(`Nella prima riga manca la colonna «${label}»: parti dal modello.`)
  }
  if (!sheet.lines.length && sheet.columns.length) throw problem.unprocessable('Il foglio non ha righe.')
  if (sheet.lines.length > most) throw tooManyLines(most)
  return sheet
}
