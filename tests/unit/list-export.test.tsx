// @vitest-environment jsdom
import '../setup-dom.ts'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cellOf, csvOf, xlsxOf } from '../../src/crud/import/list-export.ts'
import { typedCell } from '../../src/rules/shared/sheet-cells.ts'
import { StatusChip } from '../../src/ui/StatusChip.tsx'

interface Item {
  id: number
  name: string
  score?: string
}
const columns = [
  { heading: 'Nome', show: ({ name }: Item) => name },
  { heading: 'Punti', show: ({ score }: Item) => score ?? '–', numeric: true },
]
const bytes = (blob: Blob) =>
  new Promise<Uint8Array>((done) => {
    const reader = new FileReader()
    reader.onload = () => done(new Uint8Array(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(blob)
  })

test('a cell of a file says what the cell of the list says', () => {
  const row = { id: 1, name: 'Uno' }
  const of = (shown: unknown, text?: () => string) => cellOf({ heading: 'X', show: () => shown as never, ...(text && { text }) }, row)
  expect([of('a\u00a0b'), of(3), of(null), of(false), of('–'), of(['a', 2])]).toEqual(['a b', 3, '', '', '', 'a2'])
  expect(of(<StatusChip tone="ok" label="Attivo" />), 'of a mark its label').toBe('Attivo')
  expect(of(<b>forte</b>)).toBe('forte')
  expect(of(<hr />, () => 'detto')).toBe('detto')
  expect(() => of(<hr />), 'never an empty cell for something seen').toThrow('Una colonna non ha un testo da esportare.')
})

test('CSV as an Italian spreadsheet reads it; what it would take for a formula is text', async () => {
  const rows = [
    { id: 1, name: 'Caffè; "bar"', score: '-1.234,5' },
    { id: 2, name: '=HYPERLINK("x")', score: '87,5' },
    { id: 3, name: '+39 059' },
    { id: 4, name: '@SUM(A1)' },
    { id: 5, name: '-cmd' },
  ]
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes(csvOf(rows, columns)))
  expect(text).toBe(
    ['\ufeffNome;Punti', '"Caffè; ""bar""";-1.234,5', '"\'=HYPERLINK(""x"")";87,5', "'+39 059;", "'@SUM(A1);", "'-cmd;", ''].join('\r\n'),
  )
})

test('in a workbook days, times and figures are what they are, and all else is text', () => {
  expect(typedCell('03/04/2026', false)).toEqual({ value: new Date('2026-04-03T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' })
  expect(typedCell('03/04/2026 15:30', false)).toEqual({ value: new Date('2026-04-03T15:30:00Z'), type: Date, format: 'dd/mm/yyyy hh:mm' })
  expect(typedCell('1.234,50', true)).toEqual({ value: 1234.5, type: Number, format: '#,##0.00' })
  expect(typedCell('12', true)).toEqual({ value: 12, type: Number, format: '#,##0' })
  // A sum is a number that can be added up, whatever stands behind it.
  expect(typedCell('1.250,50 €', true)).toEqual({ value: 1250.5, type: Number, format: '#,##0.00" €"' })
  expect(typedCell('-22,1 km', true)).toEqual({ value: -22.1, type: Number, format: '#,##0.0" km"' })
  expect(typedCell('10%', true)).toEqual({ value: 10, type: Number, format: '#,##0"%"' })
  expect(typedCell('12.500 l', false)).toEqual({ value: '12.500 l', type: String })
  expect(typedCell('3 di 12', true)).toEqual({ value: '3 di 12', type: String })
  expect(typedCell('00042', false), 'a code keeps its zeros').toEqual({ value: '00042', type: String })
  expect(typedCell('=1+1', false)).toEqual({ value: '=1+1', type: String })
  expect(typedCell('', true)).toBeNull()
})

test('a workbook has all rows under a frozen header, and no formula', async () => {
  const rows = Array.from({ length: 6000 }, (_, id) => ({ id, name: id === 7 ? '=1+1' : `Riga ${id}`, score: '1,5' }))
  const files = unzipSync(await bytes(await xlsxOf(rows, columns)))
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
  expect(sheet.match(/<row /g)).toHaveLength(6001)
  expect(sheet).toMatch(/<pane [^>]*state="frozen"/)
  expect(sheet).toContain('<v>1.5</v>')
  expect(sheet).not.toContain('<f>')
})
