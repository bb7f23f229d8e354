import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import type { Checked } from '../../../src/contract/kernel/importing.ts'
import { makeStation } from '../support/fixtures.ts'
import { type RawCell, type RawRow, rawWorkbook } from '../support/raw-sheet.ts'
import { type Caller, inWorld } from '../support/world.ts'

const HEADS = ['Codice P.V.', 'Nome', 'Indirizzo', 'CAP', 'Città', 'Provincia']
const ROW = ['ZQ01', 'Prova', 'Via Roma 1', '43036', 'Fidenza', 'PR']
const book = (rows: RawRow[], hiddenRows: number[] = []) => rawWorkbook([{ name: 'Rete', rows, hiddenRows }])
async function read(by: Caller, bytes: Buffer, name = 'rete.xlsx', assigned?: object[]): Promise<Checked> {
  const { status, body } = await by.upload('/stations/import/read', [{ name, bytes }], assigned && { assigned: JSON.stringify(assigned) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const csv = (by: Caller, text: string | Buffer) => read(by, Buffer.from(text), 'rete.csv')
/** The lines of a file by the names of its columns. */
const records = ({ columns, lines }: Checked) => lines.map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at]])))
const GOOD = { code: 'ZQ01', name: 'Prova', address: 'Via Roma 1', cap: '43036', city: 'Fidenza', province: 'PR' }
const LINES = `${HEADS.join(';')}\n${ROW.join(';')}\n`

test('a number is stored as the form reads it, with a point or a comma', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const head = [...HEADS, 'In affitto', 'Canone annuo (€)', 'ID impianto MIMIT'].join(';')
    const line = (code: string, rent: string, id: string) => [code, ...ROW.slice(1), 'Sì', rent, id].join(';')
    const sheet = await csv(
      admin,
      [head, line('ZN1', '12.000', '47111.0'), line('ZN2', '1.500', '47.112'), line('ZN3', '12,500', '47113')].join('\n'),
    )
    expect(sheet.lines.map(({ state }) => state)).toEqual(['nuovo', 'nuovo', 'errore'])
    expect(sheet.lines[2]).toMatchObject({
      errors: { rent_amount: '«12,500» si può leggere in due modi: scegli quale.' },
      asks: {
        rent_amount: [
          { label: '12,50', field: 'rent_amount', text: '12,50' },
          { label: '12.500,00', field: 'rent_amount', text: '12500,00' },
        ],
      },
    })
    const chosen = sheet.lines.map(({ line, cells }) => ({ line, cells: cells.map((cell) => (cell === '12,500' ? '12500,00' : cell)) }))
    const started = await admin.post('/stations/import', { columns: sheet.columns, lines: chosen })
    expect(started.status).toBe(201)
    await world.runs()
    const stored = await world.db.select().from(stations).where(eq(stations.name, 'Prova')).orderBy(stations.code)
    expect(stored.map(({ code, rent_amount, mise_id }) => [code, rent_amount, mise_id])).toEqual([
      ['ZN1', 12_000, 47_111],
      ['ZN2', 1_500, 47_112],
      ['ZN3', 12_500, 47_113],
    ])
  }))

test('a rent without "In affitto" is asked about, and lost only if somebody says so', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const [head, line] = [
      [...HEADS, 'Canone annuo (€)'],
      [...ROW, '12000'],
    ]
    const sheet = await csv(admin, `${head.join(';')}\n${line.join(';')}\n`)
    expect(sheet.lines[0]).toMatchObject({
      state: 'errore',
      errors: { rent_amount: 'Si registra solo con «In affitto»: Sì. Altrimenti il valore va perso.' },
      asks: {
        rent_amount: [
          { label: 'In affitto: Sì', field: 'hasRent', text: 'Sì' },
          { label: 'Lascia fuori il valore', field: 'rent_amount', text: '' },
        ],
      },
    })
    const columns = [...sheet.columns, 'hasRent']
    const said = (rent: string, has: string) => ({ columns, lines: [{ line: 2, cells: [...ROW, rent, has] }] })
    const state = async (sheet: object) => (await admin.post('/stations/import/check', sheet)).body.data.lines[0].state
    expect([await state(said('12000', 'Sì')), await state(said('', '')), await state(said('12000', 'No'))]).toEqual([
      ...['nuovo', 'nuovo', 'errore'],
    ])
  }))

const extra = (heading: string, cell: RawCell) =>
  book([
    [...HEADS, heading],
    [...ROW, cell],
  ])
test.each<[string, Buffer, string, string]>([
  [
    'an error',
    extra('Margine (€/l)', { type: 'e', value: '#N/A', formula: 'VLOOKUP(A2,X,2,0)' }),
    'margin',
    'Cella G2: il foglio contiene l’errore #N/A.',
  ],
  ['an error in a text', extra('Email', { type: 'e', value: '#REF!' }), 'email', 'Cella G2: il foglio contiene l’errore #REF!.'],
  [
    'a formula without a value',
    extra('Margine (€/l)', { formula: '0.01+0.02' }),
    'margin',
    'Cella G2: la formula non ha un valore: apri il foglio, ricalcola e salva di nuovo.',
  ],
  [
    'a code of 17 figures',
    extra('N. registro carico/scarico', { value: '43036000012345678' }),
    'register',
    'Cella G2: il foglio ha arrotondato il numero (4,303600001234568E+16): formatta la colonna come testo e riscrivilo.',
  ],
  [
    'a code with an exponent',
    extra('Codice ICAD', { value: '1.2345678901234567E+21' }),
    'icad_code',
    'Cella G2: il foglio ha arrotondato il numero (1,2345678901234568E+21): formatta la colonna come testo e riscrivilo.',
  ],
  [
    'a part number that became a number',
    extra('Codice ICAD', { value: '1200000', style: 'scientific' }),
    'icad_code',
    'Cella G2: il foglio ha arrotondato il numero (1,2E+6): formatta la colonna come testo e riscrivilo.',
  ],
  [
    'a code that became a day',
    extra('Codice ICAD', { value: '43891', style: 'day' }),
    'icad_code',
    'Cella G2: il foglio ha trasformato il codice in una data: formatta la colonna come testo e riscrivilo.',
  ],
])('%s is an error that names its cell, and stays one until it is put right', (_, file, field, sentence) =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const { columns, letters, lines } = await read(admin, file)
    expect(lines[0]).toMatchObject({ state: 'errore', errors: { [field]: sentence } })
    const again = (
      await admin.post('/stations/import/check', { columns, letters, lines: lines.map(({ line, cells }) => ({ line, cells })) })
    ).body
    expect(again.data.lines[0].errors).toEqual({ [field]: sentence })
  }),
)

test('a number of a formula is what its cell shows, and a formula that gives nothing is empty', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const head = [...HEADS, 'Margine (€/l)', 'In affitto', 'Canone annuo (€)', 'ID impianto MIMIT', 'Note']
    const number = (value: string, style?: RawCell['style']): RawCell => ({ formula: 'x', value, ...(style && { style }) })
    const sheet = await read(
      admin,
      book([
        head,
        [...ROW, number('0.045', 'two decimals'), 'Sì', number('3300.0000000000005', 'two decimals'), number('991234'), number('12')],
        [
          'ZQ02',
          ...ROW.slice(1),
          number('0.30000000000000004'),
          'Sì',
          number('434.99999999999994'),
          null,
          { type: 'str', formula: 'x', value: '' },
        ],
        ['ZQ03', ...ROW.slice(1), null, 'Sì', number('33.333333333333336', 'two decimals'), null, null],
        ['ZQ04', ...ROW.slice(1), null, 'Sì', number('1.789'), null, null],
      ]),
    )
    expect(records(sheet).map(({ margin, rent_amount, mise_id, note }) => [margin, rent_amount, mise_id, note])).toEqual([
      ['0,045', '3300', '991234', '12'],
      ['0,3', '435', '', ''],
      ['', '33,33', '', ''],
      ['', '1,7890', '', ''],
    ])
    expect(sheet.lines.map(({ errors }) => errors)).toEqual([
      ...[{}, {}, {}, { rent_amount: 'Il campo Canone annuo (€) può avere al massimo 2 decimali.' }],
    ])
  }))

test('days of the calendar of 1904 are those that the spreadsheet shows', () =>
  inWorld(async (world) => {
    const rows: RawRow[] = [
      [...HEADS, 'Apertura'],
      [...ROW, { value: '42430', style: 'day' }],
    ]
    const sheet = await read(await world.as('admin'), rawWorkbook([{ name: 'A', rows }], { date1904: true }))
    expect([records(sheet)[0]!.opened_at, sheet.lines[0]!.state]).toEqual(['02/03/2020', 'nuovo'])
  }))

test('the visible sheet and the real headings are read, and what is passed over or hidden is said', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const hidden = rawWorkbook([
      { name: 'Liste', hidden: true, rows: [['vecchio']] },
      { name: 'Rete', rows: [HEADS, ROW] },
    ])
    const sheet = await read(admin, hidden)
    expect([records(sheet), sheet.notes]).toEqual([
      [GOOD],
      ['Il primo foglio («Liste») è nascosto e non viene letto: le righe sono del foglio «Rete».'],
    ])
    const cover = rawWorkbook([
      { name: 'Copertina', rows: [['Elenco'], ['a', 'b']] },
      { name: 'Rete', rows: [HEADS, ROW] },
    ])
    const second = await read(admin, cover)
    expect([records(second), second.notes]).toEqual([[GOOD], ['Le righe sono del foglio «Rete».']])
    const title = await read(admin, book([['Elenco impianti'], [], HEADS, ROW]))
    expect([records(title), title.lines[0]!.line, title.notes]).toEqual([
      ...[[GOOD], 4, ['Le intestazioni sono alla riga 3: quello che sta sopra non viene letto.']],
    ])
    const filtered = await read(admin, book([HEADS, ROW, ['ZQ02', ...ROW.slice(1)]], [3]))
    expect([filtered.lines.map(({ line }) => line), filtered.notes]).toEqual([
      [2, 3],
      ['La riga 3 è nascosta nel foglio, ma viene letta come le altre.'],
    ])
  }))

test('a CSV is read in whatever way programs write it', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    for (const [what, file] of [
      ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(LINES, 'utf16le')])],
      ['UTF-16 without a mark', Buffer.from(LINES, 'utf16le')],
      ['a line that names the separator', `sep=;\r\n${LINES.replaceAll('\n', '\r\n')}`],
      ['another separator', `sep=|\r\n${LINES.replaceAll(';', '|')}`],
      ['tabs', LINES.replaceAll(';', '\t')],
      ['invisible characters', LINES.replace('Prova', 'Pro\u200bva').replace('Via Roma', 'Via\u00a0Roma')],
      ['a code kept as a formula', LINES.replace('43036', '="43036"')],
    ] as const)
      expect(records(await csv(admin, file)), what).toEqual([GOOD])
    const notes = await csv(admin, 'Codice P.V.;Nome;Note\nZQ01;Uno;a, b, c, d, e, f, g\nZQ02;Due;h, i, l, m, n, o, p\n')
    expect(records(notes)).toEqual([
      { code: 'ZQ01', name: 'Uno', note: 'a, b, c, d, e, f, g' },
      { code: 'ZQ02', name: 'Due', note: 'h, i, l, m, n, o, p' },
    ])
    const id = await csv(admin, 'ID;Codice P.V.;Nome\n1;ZQ01;Uno\n')
    expect([records(id), id.unknown]).toEqual([[{ code: 'ZQ01', name: 'Uno' }], ['ID']])
    const quoted = await csv(
      admin,
      `${HEADS.join(';')}\nZQ01;"Da Gino" Nord;Via Roma 1;43036;Fidenza;PR\nZQ02;"Due ""B""; x";Via Roma 2;43036;Fidenza;PR\n`,
    )
    expect(records(quoted).map(({ code, name }) => [code, name])).toEqual([
      ['ZQ01', '"Da Gino" Nord'],
      ['ZQ02', 'Due "B"; x'],
    ])
    const { status, body } = await admin.upload('/stations/import/read', [
      { name: 'rete.csv', bytes: Buffer.from(`${HEADS.join(';')}\nZQ01;"Da Gino;Via Roma 1;43036;Fidenza;PR\n`) },
    ])
    expect([status, body.error]).toEqual([422, 'Riga 2: una cella comincia con le virgolette e non le chiude.'])
  }))

test('one foreign byte spoils no other line, nor the rest of its own', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const [caffe, rest] = [Buffer.from('Caff\xe8', 'latin1'), Buffer.from(';Via Forlì;43036;Fidenza;PR\n')]
    const head = Buffer.from(`${HEADS.join(';')}\nZQ01;Uno;Via Forlì, 1;47121;Forlì;FC\nZQ02;`)
    const mixed = records(await csv(admin, Buffer.concat([head, caffe, rest])))
    expect(mixed.map(({ name, address, city }) => [name, address, city])).toEqual([
      ['Uno', 'Via Forlì, 1', 'Forlì'],
      ['Caffè', 'Via Forlì', 'Fidenza'],
    ])
    const old = records(await csv(admin, Buffer.from(LINES.replace('Prova', 'Perché»').replace('Roma', 'Forlì'), 'latin1')))
    expect(old).toEqual([{ ...GOOD, name: 'Perché»', address: 'Via Forlì 1' }])
  }))

test('a refused value lists those that are allowed', () =>
  inWorld(async (world) => {
    const sheet = await csv(await world.as('admin'), `${[...HEADS, 'Stato', 'Servito'].join(';')}\n${[...ROW, 'boh', 'forse'].join(';')}\n`)
    expect(sheet.lines[0]!.errors).toEqual({
      status: '«boh» non è ammesso. Valori ammessi: Attivo, Chiuso temporaneamente, In manutenzione, In apertura, Dismesso.',
      serve: '«forse» non è ammesso. Valori ammessi: Sì, No.',
    })
  }))

test('a column that is named otherwise is read as the field it is assigned to', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const file = Buffer.from(LINES.replace('Codice P.V.', 'Impianto').replace('Nome', 'Insegna'))
    const unassigned = await read(admin, file, 'rete.csv')
    expect([unassigned.unknown, unassigned.lines[0]!.state]).toEqual([['Impianto', 'Insegna'], 'errore'])
    const assigned = await read(admin, file, 'rete.csv', [
      { heading: 'Impianto', field: 'code' },
      { heading: 'insegna', field: 'name' },
      { heading: 'Altro', field: 'note' },
    ])
    expect([records(assigned), assigned.unknown, assigned.lines[0]!.state]).toEqual([[GOOD], [], 'nuovo'])
  }))

test('the file that the list of stations gives is an import as it is', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    await makeStation(world.db, { code: 'ZX1', name: '+Rete', city: 'Fidenza', province: 'PR', self: true, serve: false, brand: 'Q8' })
    const columns = ['Codice', 'Nome', 'Città (Prov)', 'Bandiera', 'Vendita', 'Stato']
    for (const format of ['csv', 'xlsx']) {
      const job = (await admin.post('/exports', { list: 'stations.list', format, search: { search: 'ZX1' }, columns })).body.data
      await world.runs()
      const { bytes } = await admin.get(`/exports/${job.id}`)
      const sheet = await read(admin, bytes, `Stazioni.${format}`)
      expect([sheet.unknown, sheet.lines.map(({ state, errors }) => [state, errors])], format).toEqual([[], [['uguale', {}]]])
    }
  }))
