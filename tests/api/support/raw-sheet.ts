import { zipSync } from 'fflate'

/** A cell as the file has it: type, value, formula, style. */
export interface RawCell {
  type?: 'n' | 'e' | 'str'
  value?: string
  formula?: string
  style?: 'day' | 'two decimals' | 'scientific'
}
export type RawRow = (string | RawCell | null)[]
interface RawPage {
  name: string
  hidden?: boolean
  hiddenRows?: number[]
  rows: RawRow[]
}
const styles = ['', 'day', 'two decimals', 'scientific']
const FORMATS = [0, 14, 2, 11]
const letter = (at: number) => String.fromCharCode(65 + at)
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
function cellXml(cell: string | RawCell | null, place: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
  const { type = 'n', value, formula, style } = cell
  const inner = `${formula === undefined ? '' : `<f>${xml(formula)}</f>`}${value === undefined ? '' : `<v>${xml(value)}</v>`}`
  return `<c r="${place}" s="${styles.indexOf(style ?? '')}" ${type === 'n' ? '' : `t="${type}"`}>${inner}</c>`
}
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The bytes of a workbook with exactly these cells: formulas, errors, hidden sheets and rows, as spreadsheet programs write them. */
export function rawWorkbook(pages: RawPage[], { date1904 = false } = {}): Buffer {
  const sheets = pages.map(
    ({ name, hidden }, at) => `<sheet name="${name}" sheetId="${at + 1}" ${hidden ? 'state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const links = pages.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${LINKS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${LINKS}">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}<Relationship Id="rIdS" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS.length}">${FORMATS.map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  }
  for (const [at, { rows, hiddenRows = [] }] of pages.entries()) {
    const lines = rows.map((row, line) => {
      const cells = row.map((cell, column) => cellXml(cell, `${letter(column)}${line + 1}`)).join('')
      return `<row r="${line + 1}" ${hiddenRows.includes(line + 1) ? 'hidden="1"' : ''}>${cells}</row>`
    })
    parts[`xl/worksheets/sheet${at + 1}.xml`] = `<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData></worksheet>`
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(`<?xml version="1.0"?>${text}`)]))),
  )
}
