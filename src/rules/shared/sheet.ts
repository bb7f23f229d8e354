/** Cells as a spreadsheet takes them, shared by what a browser writes and what the server writes. */
export type Cell = string | number
/** A column as the screen and the server write it: its words, whether they are figures, and whether they need room. */
export interface Written<T> {
  text: (row: T) => string
  numeric?: boolean
  wide?: boolean
}

/** The words of a cell: no hard spaces, and a dash that stands for nothing is nothing. */
export const plainWords = (words: string) => {
  const text = words.replaceAll('\u00a0', ' ')
  return text === '–' ? '' : text
}
const NUMBER = /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/
/** A text that a spreadsheet would take for a formula is shown as it is written. */
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text)
const field = (value: Cell) => {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : guarded(value)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** Before the first line, so that UTF-8 is read as such. */
export const CSV_START = '\ufeff'
/** A line as an Italian spreadsheet reads it: semicolons, decimal commas. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(field).join(';')}\r\n`

const DAY = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d):(\d\d))?$/
export const TIME_FORMAT = 'dd/mm/yyyy hh:mm'
export const DAY_FORMAT = 'dd/mm/yyyy'
/** Of a figure with so many decimals. */
export const numberFormat = (decimals: number) => (decimals ? `#,##0.${'0'.repeat(decimals)}` : '#,##0')
/** A day, a day with its time, and a figure are what they are; all else is text, and no text is a formula. */
export function typed(value: Cell, numeric: boolean | undefined) {
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
  if (numeric && NUMBER.test(value)) {
    const format = numberFormat(value.split(',')[1]?.length ?? 0)
    return { value: Number(value.replaceAll('.', '').replace(',', '.')), type: Number, format }
  }
  return value === '' ? null : { value, type: String }
}
/** The heading of a column, and how wide it is. */
export const headCell = (heading: string) => ({ value: heading, type: String, fontWeight: 'bold' as const })
export const columnWidth = ({ wide, heading }: { wide?: boolean | undefined; heading: string }) => ({
  width: wide ? 36 : Math.max(14, heading.length + 2),
})
/** As a file is called: `Accessi 2026-11-22.csv`. */
export const fileName = (title: string, day: string, format: string) => `${title} ${day}.${format}`
