/** A cell of a spreadsheet. The exports of browser and server share this file. */
export type Cell = string | number
/** A column of an export: its text, whether it is numeric, and whether it is wide. */
export interface SheetColumn<T> {
  text: (row: T) => string
  numeric?: boolean
  wide?: boolean
}

/** Text of a cell: no-break spaces become spaces, and a lone dash, which means "no value", becomes empty. */
export const cellText = (words: string) => {
  const text = words.replaceAll('\u00a0', ' ')
  return text === '–' ? '' : text
}
const NUMBER = /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/
/** Prevents formula injection: a text that a spreadsheet would run as a formula gets a leading apostrophe. */
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text)
const field = (value: Cell) => {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : escapeFormula(value)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_START = '\ufeff'
/** A CSV line for Italian spreadsheets: semicolons and decimal commas. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(field).join(';')}\r\n`

const DAY = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d):(\d\d))?$/
export const TIME_FORMAT = 'dd/mm/yyyy hh:mm'
export const DAY_FORMAT = 'dd/mm/yyyy'
/** Spreadsheet format of a number with this many decimals. */
export const numberFormat = (decimals: number) => (decimals ? `#,##0.${'0'.repeat(decimals)}` : '#,##0')
/** A number and the unit behind it: `1.250,50 €`, `22,1 km`, `10%`. */
const MEASURED = /^(-?[\d.]+(?:,\d+)?)( ?[%‰€°²³/\p{L}]+)$/u
/** An XLSX cell with its type: date, date with time, number (its unit belongs to the format), or else text, never a formula. Null for an empty text. */
export function typedCell(value: Cell, numeric: boolean | undefined) {
  if (typeof value === 'number') return { value, type: Number }
  const at = value.length < 10 ? null : DAY.exec(value)
  if (at) {
    const [, date, month, year, hour, minute] = at.map(Number) as [number, number, number, number, number, number]
    const timed = at[4] !== undefined
    return {
      value: new Date(Date.UTC(year, month - 1, date, timed ? hour : 0, timed ? minute : 0)),
      type: Date,
      format: timed ? TIME_FORMAT : DAY_FORMAT,
    }
  }
  const [, figures = value, unit = ''] = MEASURED.exec(value) ?? []
  if (numeric && NUMBER.test(figures)) {
    const format = `${numberFormat(figures.split(',')[1]?.length ?? 0)}${unit && `"${unit}"`}`
    return { value: Number(figures.replaceAll('.', '').replace(',', '.')), type: Number, format }
  }
  return value === '' ? null : { value, type: String }
}
/** Heading cell of a column. */
export const headCell = (heading: string) => ({ value: heading, type: String, fontWeight: 'bold' as const })
export const columnWidth = ({ wide, heading }: { wide?: boolean | undefined; heading: string }) => ({
  width: wide ? 36 : Math.max(14, heading.length + 2),
})
/** Name of an exported file: `Accessi 2026-11-22.csv`. */
export const fileName = (title: string, day: string, format: string) => `${title} ${day}.${format}`
