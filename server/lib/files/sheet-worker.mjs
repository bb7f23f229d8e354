import { parentPort, workerData } from 'node:worker_threads'
import { read } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { readCsv } from './csv.mjs'

/**
 * The thread that reads one spreadsheet, whose parts are unpacked already: its visible sheets, as lines of cells (`SheetCell` in spreadsheet.ts).
 * Plain JavaScript, so that the thread starts the same from the sources as beside the bundle.
 */
const { parts, text, maxRows, maxColumns } = workerData
/** Rows and formats are needed to know which rows are hidden and what a cell shows. */
const options = {
  dense: true,
  sheetRows: maxRows + 1,
  cellDates: true,
  UTC: true,
  sheetStubs: true,
  cellFormula: true,
  cellHTML: false,
  cellStyles: true,
}
const MAX_SHEETS = 10

const two = (value) => String(value).padStart(2, '0')
function cellOf(cell) {
  if (!cell) return ''
  if (cell.t === 'e') return cell.w ?? '#N/A'
  // A cell without a value: empty, or a formula that was never calculated. One that gives an empty text is a text.
  if (cell.t === 'z' || cell.v === undefined) return cell.f === undefined ? '' : '#FORMULA!'
  if (cell.t === 'b') return cell.v ? 'Sì' : 'No'
  if (cell.v instanceof Date) return { day: `${two(cell.v.getUTCDate())}/${two(cell.v.getUTCMonth() + 1)}/${cell.v.getUTCFullYear()}` }
  if (cell.t === 'n') return { number: cell.v, shown: cell.w ?? '', scientific: /E[+-]/i.test(cell.z ?? '') }
  return String(cell.v).trim()
}

function sheetsOf(book) {
  const hidden = (at) => !!book.Workbook?.Sheets?.[at]?.Hidden
  return book.SheetNames.map((name, at) => ({ name, at }))
    .filter(({ at }) => !hidden(at))
    .slice(0, MAX_SHEETS)
    .map(({ name, at }) => {
      const sheet = book.Sheets[name]
      const data = sheet?.['!data'] ?? []
      const wide = data.some((line) => line?.length > maxColumns)
      const rows = wide ? [] : Array.from(data, (line) => Array.from(line ?? [], cellOf))
      const unseen = (sheet?.['!rows'] ?? []).flatMap((row, line) => (row?.hidden && rows[line]?.some((cell) => cell !== '') ? [line] : []))
      return { name, hiddenBefore: book.SheetNames.slice(0, at).filter((_, before) => hidden(before)), hiddenRows: unseen, rows, wide }
    })
}

if (text === undefined) {
  const bytes = zipSync(Object.fromEntries(parts.map(({ name, bytes }) => [name, [bytes, { level: 0 }]])))
  const sheets = sheetsOf(read(bytes, { ...options, type: 'array', cellNF: true }))
  parentPort.postMessage(sheets.some(({ wide }) => wide) ? { wide: true } : { sheets: sheets.map(({ wide: _, ...sheet }) => sheet) })
} else {
  const { records, open } = readCsv(text, maxRows + 1)
  const wide = records.some((line) => line.length > maxColumns)
  parentPort.postMessage(wide ? { wide } : { sheets: [{ name: null, hiddenBefore: [], hiddenRows: [], rows: records }], open })
}
