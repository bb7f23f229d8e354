import { read, utils } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { csvFile, csvPiece, xlsxFile, xlsxPiece } from '../../../server/lib/files/export-file.ts'
import type { Cell } from '../../../src/rules/shared/sheet-cells.ts'

async function* given(...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}
const whole = async (parts: AsyncIterable<Uint8Array>) => {
  const read: Uint8Array[] = []
  for await (const part of parts) read.push(part)
  return Buffer.concat(read)
}
const many = Array.from({ length: 28 }, (_, at) => ({ heading: `C${at + 1}` }))
const columns = [{ heading: 'Nome', wide: true }, { heading: 'Litri', numeric: true }, { heading: 'Quando' }]
const FIRST: Cell[][] = [
  ['A & B <c> "d"', '1.234,50', '01/03/2024 13:26'],
  ['=1+1', '-7', '01/03/2024'],
]
const SECOND: Cell[][] = [['bad\u0000\ud800\uffff\nline', 12.25, '']]

test('a CSV is its headings and its pieces, one after the other', async () => {
  const pieces = [csvPiece(FIRST), csvPiece(SECOND.map(([, litres]) => ['uno;due', litres!, '']))]
  expect((await whole(csvFile(columns, given(...pieces)))).toString()).toBe(
    '\ufeffNome;Litri;Quando\r\n' + '"A & B <c> ""d""";1.234,50;01/03/2024 13:26\r\n' + "'=1+1;-7;01/03/2024\r\n" + '"uno;due";12,25;\r\n',
  )
})

test('a workbook has the rows of its pieces under its headings, each cell of its kind and shown as it was, and no formula', async () => {
  const book = await whole(
    xlsxFile([{ name: 'Elenco', columns, pieces: given(xlsxPiece(FIRST, columns, 0), xlsxPiece(SECOND, columns, 2)) }]),
  )
  const sheet = Object.values(read(book, { cellNF: true, cellFormula: true }).Sheets)[0]!
  expect(sheet['!ref']).toBe('A1:C4')
  const cell = (place: string) => [sheet[place]?.t, sheet[place]?.v, sheet[place]?.z]
  expect(['A1', 'B1', 'C1'].map((place) => sheet[place].v)).toEqual(['Nome', 'Litri', 'Quando'])
  expect(cell('A2').slice(0, 2)).toEqual(['s', 'A & B <c> "d"'])
  expect(cell('B2')).toEqual(['n', 1234.5, '#,##0.00'])
  expect(cell('C2')).toEqual(['n', expect.closeTo(45352 + (13 * 60 + 26) / 1440, 8), 'dd/mm/yyyy hh:mm'])
  expect([cell('A3').slice(0, 2), sheet.A3.f]).toEqual([['s', '=1+1'], undefined])
  expect(cell('B3')).toEqual(['n', -7, '#,##0'])
  expect(cell('C3')).toEqual(['n', 45352, 'dd/mm/yyyy'])
  expect(cell('A4').slice(0, 2)).toEqual(['s', 'bad\nline'])
  expect(cell('B4')).toEqual(['n', 12.25, 'General'])
  expect(sheet.C4).toBeUndefined()
})

test('rows are written with nothing between them, from the row under those before', () => {
  expect(
    xlsxPiece(
      [
        [1, 'a'],
        ['', 2],
      ],
      columns,
      0,
    ),
  ).toBe(
    '<row r="2"><c r="A2" s="0"><v>1</v></c><c r="B2" t="inlineStr"><is><t>a</t></is></c></row>' +
      '<row r="3"><c r="B3" s="0"><v>2</v></c></row>',
  )
  expect(xlsxPiece([['a']], columns, 5_000)).toMatch(/^<row r="5002"><c r="A5002"/)
})

test('the headings stay in sight and are bold, the columns have their width, and no row of samples is left', async () => {
  const parts = unzipSync(await whole(xlsxFile([{ name: 'Elenco', columns, pieces: given() }])))
  const xml = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  expect(xml.match(/<row /g)).toHaveLength(1)
  expect(xml).toContain('state="frozen"')
  expect([...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Math.floor(Number(width)))).toEqual([36, 14, 14])
  expect(strFromU8(parts['xl/styles.xml']!)).toContain('<b')
  expect(Object.keys(read(await whole(xlsxFile([{ name: 'Elenco', columns, pieces: given() }]))).Sheets)).toHaveLength(1)
})

test('columns beyond Z are found, and figures with up to six decimals keep them', async () => {
  const figures: Cell[] = ['1', '1,2', '1,23', '1,234', '1,2345', '1,23456', '1,234567', ...Array.from({ length: 21 }, (_, at) => at + 1)]
  const numeric = many.map((one) => ({ ...one, numeric: true }))
  const book = await whole(xlsxFile([{ name: 'Elenco', columns: numeric, pieces: given(xlsxPiece([figures], numeric, 0)) }]))
  const sheet = Object.values(read(book, { cellNF: true }).Sheets)[0]!
  expect(utils.sheet_to_json(sheet, { header: 1 })[1]).toEqual([1, 1.2, 1.23, 1.234, 1.2345, 1.23456, 1.234567, ...figures.slice(7)])
  expect([...'ABCDEFG'].map((letter) => sheet[`${letter}2`].z)).toEqual([
    '#,##0',
    ...['0', '00', '000', '0000', '00000', '000000'].map((decimals) => `#,##0.${decimals}`),
  ])
  expect(['Z2', 'AA2', 'AB2'].map((place) => sheet[place].v)).toEqual([19, 20, 21])
})
