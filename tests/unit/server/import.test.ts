import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as xlsx from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { templateOf } from '../../../server/lib/files/import-template.ts'
import { readSheet } from '../../../server/lib/files/spreadsheet.ts'
import { checked, type Judged } from '../../../server/lib/tables/import.ts'
import { fieldsOf, sheetOf } from '../../../server/lib/tables/sheet-of.ts'
import { importable, importStations } from '../../../server/resources/stations/import-job.ts'
import * as f from '../../../src/contract/kernel/fields.ts'
import { readField } from '../../../src/contract/kernel/read-field.ts'

const fields = {
  code: f.upperText('Codice P.V.', { max: 12 }),
  kind: f.optional(f.choice('Tipo impianto', { road: 'Strada', self_road: 'Autostrada' })),
  state: v.optional(f.choice('Stato', { open: 'Aperto' }), 'open'),
  owned: v.optional(f.flag('Di proprietà'), false),
  sold: f.flag('Venduto'),
  litres: f.optional(f.integer('Litri')),
  margin: f.optional(f.decimal('Margine (€/l)', { scale: 3 })),
  opened_at: f.optional(f.date('Apertura')),
  note: f.longText('Note'),
}

test('a heading is known by its label or its name, however it is written; of two alike the first is taken', () => {
  expect(fieldsOf(['  CODICE p.v', 'Margine €/l', 'opened_at', 'tipo-impianto', 'Altro', ''], fields)).toEqual([
    ...['code', 'margin', 'opened_at', 'kind', undefined, undefined],
  ])
  expect(fieldsOf(['Note', 'Litri', 'NOTE', 'litres'], fields)).toEqual(['note', 'litres', undefined, undefined])
})

/** What the reader makes of texts: values as they are, else the kind of its answer. */
const read = (name: keyof typeof fields, texts: string[]) =>
  texts.map((text) => {
    const reading = readField(fields[name], text)
    return reading.kind === 'value' ? reading.value : reading.kind
  })
test('a cell is read as an Italian writes it; what its field does not understand stays as it is, or is refused in Italian', () => {
  expect(read('kind', ['Strada', 'AUTOSTRADA', 'self_road', 'Self-Road', 'mare', ''])).toEqual([
    ...['road', 'self_road', 'self_road', 'self_road', 'refused', 'empty'],
  ])
  for (const flag of ['owned', 'sold'] as const) {
    expect(read(flag, ['Sì', 'SI', 'x', 'vero', 'TRUE', '1'])).toEqual(Array(6).fill(true))
    expect(read(flag, ['No', 'falso', 'false', '0'])).toEqual(Array(4).fill(false))
    expect(read(flag, ['forse', '2', ''])).toEqual(['refused', 'refused', 'empty'])
  }
  expect(readField(fields.kind, 'mare')).toEqual({
    kind: 'refused',
    sentence: '«mare» non è ammesso. Valori ammessi: Strada, Autostrada.',
  })
  expect(readField(fields.owned, 'forse')).toMatchObject({ sentence: '«forse» non è ammesso. Valori ammessi: Sì, No.' })
  expect(read('litres', ['12', '-3', '1.234.567', '12.000', '47111.0', '1,5', '12 l', 'a12', '1,2,3'])).toEqual([
    ...[12, -3, 1_234_567, 12_000, 47_111, 'refused', '12 l', 'a12', '1,2,3'],
  ])
  expect(read('margin', ['0,045', '0.045', '1.234,5', '1.234.567,25', '.5', '5.', '12,34x', '1,0455'])).toEqual([
    ...[0.045, 0.045, 1234.5, 1_234_567.25, 0.5, 5, 'refused', 'refused'],
  ])
  expect(
    read('opened_at', ['31/12/2026', '1-2-2026', '1.12.2026', '2026-12-31', '1/2/26', '31/12/2026 00:00', '31/02/2026', 'a1/2/2026']),
  ).toEqual(['2026-12-31', '2026-02-01', '2026-12-01', '2026-12-31', '2026-02-01', '2026-12-31', '31/02/2026', 'a1/2/2026'])
  expect(read('note', ['31/12/2026', 'sì', '1'])).toEqual(['31/12/2026', 'sì', '1'])
})
test('a number is what the form reads, and what has two meanings is asked about with both', () => {
  const rent = f.optional(f.decimal('Canone', { min: 0 }))
  const value = (text: string) => readField(rent, text)
  for (const [text, number] of [
    ['12.000', 12_000],
    ['1.500', 1_500],
    ['12000', 12_000],
    ['1.234,50', 1_234.5],
    ['€ 1.500,00', 1_500],
  ] as const)
    expect(value(text), text).toEqual({ kind: 'value', value: number })
  expect(value('12,500')).toEqual({
    kind: 'ambiguous',
    meanings: [
      { label: '12,50', text: '12,50' },
      { label: '12.500,00', text: '12500,00' },
    ],
  })
  // Each way out has one meaning.
  for (const text of ['12,50', '12500,00']) expect(value(text)).toMatchObject({ kind: 'value' })
  for (const text of ['47111.0', '47111.00', '47111,00'])
    expect(readField(fields.code, text)).toEqual({
      kind: 'ambiguous',
      meanings: ['47111', text].map((one) => ({ label: one, text: one })),
    })
  expect(value('1,2345')).toEqual({ kind: 'refused', sentence: 'Il campo Canone può avere al massimo 2 decimali.' })
})
test('what a spreadsheet could not show or has spoilt is no value, and never empty', () => {
  const said = (name: keyof typeof fields, text: string) => (readField(fields[name], text) as { sentence?: string }).sentence
  for (const error of ['#N/A', '#N/D', '#REF!', '#RIF!', '#VALORE!', '#DIV/0!', '#NOME?', '#NUM!', '#ERROR!', '#BLOCKED!', 'Err:502'])
    for (const name of ['code', 'litres', 'kind', 'owned', 'opened_at', 'note'] as const)
      expect(said(name, error), `${error} ${name}`).toBe(`il foglio contiene l’errore ${error}.`)
  for (const text of ['1,2E+11', '1.20E+06', '4,303600001234568E+16'])
    for (const name of ['code', 'margin', 'litres'] as const) expect(said(name, text), text).toContain('il foglio ha arrotondato il numero')
  expect(said('code', '########')).toContain('stretta')
  expect(read('code', ['12E5', '1E10', 'E+1'])).toEqual(['12E5', '1E10', 'E+1'])
})

test('of a sheet, lines keep their numbers without those that are empty, and columns that are no field are named', () => {
  const rows = [
    ['Altro', 'Codice P.V.', ' ', 'Note'],
    ['x', ' ', 'y', ''],
    ['x', 'A1'],
    ['', '', '', ' solo note '],
  ]
  const pages = [{ name: null, hiddenBefore: [], hiddenRows: [], rows }]
  expect(sheetOf(pages, { fields })).toEqual({
    columns: ['code', 'note'],
    letters: ['B', 'D'],
    lines: [
      { line: 3, cells: ['A1', ''] },
      { line: 4, cells: ['', ' solo note '] },
    ],
    unknown: ['Altro'],
    notes: ['La riga 2 non ha niente nelle colonne lette: non viene importata.'],
  })
  const wrong = [
    ['Note', 'Prezzo'],
    ['', '1,7'],
    ['', '1,8'],
    ['sola', '1,9'],
  ]
  expect(sheetOf([{ name: null, hiddenBefore: [], hiddenRows: [], rows: wrong }], { fields }).notes).toEqual([
    '2 righe (2, 3) non hanno niente nelle colonne lette: non sono importate.',
  ])
  expect(sheetOf([], { fields })).toEqual({ columns: [], letters: [], lines: [], unknown: [], notes: [] })
  expect(sheetOf(pages, { fields, assigned: [{ heading: 'altro', field: 'litres' }] }).columns).toEqual(['litres', 'code', 'note'])
})

test('a person is told of a line what concerns it, and not the record that it would be', () => {
  const line = { line: 2, cells: ['A1'], state: 'modificato' as const, changes: [{ field: 'note', before: null, after: 'x' }], errors: {} }
  const judged: Judged[] = [{ ...line, record: { code: 'A1' }, before: { id: 1, note: null } }]
  const columns = ['code']
  expect(checked({ columns }, judged)).toEqual({ columns, lines: [line], unknown: [], notes: [] })
  expect(checked({ columns, letters: ['A'] }, judged, { unknown: ['Altro'], notes: ['Nota'] })).toEqual({
    ...{ columns, letters: ['A'], lines: [line], unknown: ['Altro'], notes: ['Nota'] },
  })
})

test('the form to fill in has a column for each field, and says how each is written', async () => {
  const { bytes, mime, name } = await templateOf(fields, 'Punti Vendita')
  expect([mime, name]).toEqual(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Modello punti vendita.xlsx'])
  const book = xlsx.read(bytes, { cellStyles: true })
  const rowsOf = (sheet: string) => xlsx.utils.sheet_to_json<string[]>(book.Sheets[sheet]!, { header: 1 })
  expect(book.SheetNames).toEqual(['Punti Vendita', 'Come si compila'])
  const labels = ['Codice P.V.', 'Tipo impianto', 'Stato', 'Di proprietà', 'Venduto', 'Litri', 'Margine (€/l)', 'Apertura', 'Note']
  expect(rowsOf('Punti Vendita')).toEqual([labels])
  const forms = [
    'obbligatorio per i nuovi: testo',
    'Strada / Autostrada',
    'Aperto',
    'Sì / No',
    'obbligatorio per i nuovi: Sì / No',
    'numero intero',
    'numero, con la virgola',
    'gg/mm/aaaa',
    'testo',
  ]
  expect(rowsOf('Come si compila')).toEqual([
    ['Colonna', 'Come si compila'],
    ...labels.map((label, at) => [label, forms[at]]),
    ['Una cella vuota lascia il valore com’è; una colonna che manca, anche.'],
  ])
  expect((book.Sheets['Punti Vendita']!['!cols'] ?? []).map(({ width }) => Math.round(width!))).toEqual(Array(9).fill(22))
})

test('what does not go together in a station is said at its field', () => {
  const none = { self: false, serve: false, selfGPL: false, serveGPL: false, is_warehouse: false }
  const said = (record: object) =>
    Object.fromEntries(
      Object.entries(importable.rules({ ...none, self: true, ...record }, undefined, { roles: [], permissions: [] } as never)).filter(
        ([, one]) => one,
      ),
    )
  expect(said(none)).toEqual({ self: 'Indica almeno un modo di vendita, oppure che è un deposito.' })
  for (const way of Object.keys(none)) expect(said({ ...none, [way]: true }), way).toEqual({})
  expect(said({ owned: true, hasRent: true })).toEqual({ hasRent: 'Il punto vendita non può essere sia di proprietà sia in affitto.' })
  for (const one of [{ owned: true }, { hasRent: true }]) expect(said(one)).toEqual({})
  const together = { longitude: 'Latitudine e longitudine vanno indicate insieme.' }
  for (const place of [{ latitude: 0 }, { longitude: 0 }, { latitude: 45, longitude: null }]) expect(said(place)).toEqual(together)
  for (const place of [{ latitude: 0, longitude: 0 }, { latitude: null }]) expect(said(place)).toEqual({})
})

test('the rows of its job are called by the line, the code and the name', async () => {
  const lines = [
    { line: 2, cells: ['Fidenza Nord', 'ZI01'] },
    { line: 7, cells: ['', 'ZI02'] },
    { line: 8, cells: [] },
  ]
  const left = [{ line: 3, cells: ['Cortile', ''], reason: 'Manca il codice.' }]
  const planned = await importStations.plan({ columns: ['name', 'code'], lines, left } as never, {} as never)
  expect(planned).toEqual([
    { label: 'Riga 2 · ZI01 Fidenza Nord', data: { line: 2, values: { name: 'Fidenza Nord', code: 'ZI01' } } },
    {
      label: 'Riga 3 ·  Cortile',
      data: { line: 3, values: { name: 'Cortile', code: '' }, reason: 'Manca il codice.', final: true },
    },
    { label: 'Riga 7 · ZI02', data: { line: 7, values: { name: '', code: 'ZI02' } } },
    { label: 'Riga 8 ·', data: { line: 8, values: { name: '', code: '' } } },
  ])
})

test('a sheet may have pictures, and as many lines as are taken, but no more; what is too large is not read', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-sheet-'))
  const read = (name: string, bytes: string | Uint8Array, most = 2) => {
    const place = path.join(folder, 'upload')
    fs.writeFileSync(place, bytes)
    return readSheet({ name, path: place } as never, most, '1')
  }
  const { bytes } = await templateOf(fields, 'Foglio')
  const book = Buffer.from(zipSync({ ...unzipSync(bytes), 'xl/media/image1.png': new Uint8Array(100) }))
  expect((await read('RETE.XLSX', book))[0]).toContain('Codice P.V.')
  expect(await read('rete.CSV', 'a;b\n1;2\n3;4\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
  await expect(read('rete.csv', 'a\n1\n2\n3\n')).rejects.toMatchObject({ status: 422, message: 'Il foglio ha più di 2 righe: dividilo.' })
  const most = 8 * 1024 * 1024
  await expect(read('rete.csv', 'x'.repeat(most + 1))).rejects.toMatchObject({ status: 422, message: 'Il file è troppo grande.' })
  expect((await read('rete.csv', `a\n${'x'.repeat(most - 2)}`))[0]).toEqual(['a'])
  for (const name of ['rete', 'rete.xlsx.pdf', 'xlsx']) await expect(read(name, book)).rejects.toMatchObject({ status: 415 })
  fs.rmSync(folder, { recursive: true })
})
