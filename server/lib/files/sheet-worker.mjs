import { parentPort, workerData } from 'node:worker_threads'
import { read } from '@e965/xlsx'
import { zipSync } from 'fflate'

/**
 * The thread that reads one spreadsheet, whose parts are unpacked already: the first sheet, as lines of texts as an Italian would write them.
 * Plain JavaScript, so that the thread starts the same from the sources as beside the bundle.
 */
const { parts, text, maxRows } = workerData
const options = { dense: true, sheetRows: maxRows + 1, cellDates: true, UTC: true, cellFormula: false, cellHTML: false, cellStyles: false }

const two = (value) => String(value).padStart(2, '0')
function written(cell) {
  if (!cell || cell.v === undefined || cell.t === 'e') return ''
  if (cell.t === 'b') return cell.v ? 'Sì' : 'No'
  if (cell.v instanceof Date) return `${two(cell.v.getUTCDate())}/${two(cell.v.getUTCMonth() + 1)}/${cell.v.getUTCFullYear()}`
  // A code of figures keeps its zeros where the sheet shows them.
  if (cell.t === 'n') return /^0+$/.test(cell.w ?? '') || /^0\d/.test(cell.w ?? '') ? cell.w : String(cell.v).replace('.', ',')
  return String(cell.v).trim()
}

const book =
  text === undefined
    ? read(zipSync(Object.fromEntries(parts.map(({ name, bytes }) => [name, [bytes, { level: 0 }]]))), {
        ...options,
        type: 'array',
        cellNF: true,
      })
    : read(text, { ...options, type: 'string', raw: true })
const sheet = book.Sheets[book.SheetNames[0]]
parentPort.postMessage(Array.from(sheet?.['!data'] ?? [], (line) => Array.from(line ?? [], written)))
