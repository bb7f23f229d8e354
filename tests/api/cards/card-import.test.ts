import * as sheets from '@e965/xlsx'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { card_imports, cards, customer_logs } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { job_rows } from '../../../server/db/schema/core/jobs.ts'
import { fuels } from '../../../server/db/schema/stations/stations.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const HEAD = [
  'Codice cliente*',
  'Numero tessera',
  'Tipo*',
  'Targa',
  'Intestatario',
  'Stato',
  'Valida dal',
  'Scadenza',
  'Carburanti',
  'Plafond giornaliero',
  'Plafond mensile',
  'Richiedi km (S/N)',
  'Note',
  'Sconto €/l',
]
type Cell = string | number | null
const csv = (...rows: Cell[][]) =>
  Buffer.from(
    `${[HEAD, ...rows].map((row) => row.map((cell) => (String(cell ?? '').includes(';') ? `"${cell}"` : (cell ?? ''))).join(';')).join('\r\n')}\r\n`,
  )
const xlsx = (...rows: Cell[][]) =>
  writeXlsx(
    [HEAD, ...rows].map((row) => row.map((value) => (value === null ? null : { value, type: value.constructor }))) as never,
    {} as never,
  ).toBuffer()
const send = (by: Caller, bytes: Buffer, fields = {}, name = 'tessere.csv') => by.upload('/cards/importData', [{ name, bytes }], fields)
const read = async (by: Caller, bytes: Buffer, name = 'tessere.csv') => (await by.upload('/cards/import/read', [{ name, bytes }])).body.data
const CREDIT = [
  '10001',
  '',
  'Fine mese',
  'ZY 101 AA',
  'Mezzo 1',
  'Attiva',
  '01/11/2026',
  '30/11/2029',
  'GA;AB',
  '150,50',
  '1.500,00',
  'S',
  'Nota',
]
const byPlate = async ({ db }: Pick<World, 'db'>, plate: string) => (await db.select().from(cards).where(eq(cards.plate, plate)))[0]!

test('only who writes cards imports them, and without a file nothing is done', () =>
  inWorld(async ({ as }) => {
    for (const who of ['rete', 'lettura.conta']) expect((await send(await as(who), csv(CREDIT))).status, who).toBe(403)
    const answer = await (await as('contabilita')).upload('/cards/importData', [])
    expect([answer.status, answer.body.error]).toEqual([422, 'Assicurati di aver selezionato un file xlsx da importare'])
  }))

test('the last row and the row after an error are as good as any; without partial an error keeps all out', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const before = await db.$count(cards)
    const file = csv(
      CREDIT,
      ['99999', '', 'Punti', '', '', '', '', '', '', '', '', '', ''],
      ['10001', '', 'Fine mese', 'ZY102AA'],
      ['10001', '', 'Raccolta punti', '', 'Ultima'],
    )
    const errors = [
      {
        row: 3,
        field: 'type',
        value: 'Punti',
        message: expect.stringMatching(/^«Punti» non è ammesso\. Valori ammessi: .*Raccolta punti/),
      },
      { row: 3, field: 'customer_code', value: '99999', message: 'Non c’è nessun cliente con questo codice.' },
    ]
    expect((await send(conti, file, { dry_run: '1' })).body).toEqual({ imported: 3, updated: 0, skipped: 0, errors })
    expect((await send(conti, file)).body).toEqual({ imported: 0, updated: 0, skipped: 4, errors })
    expect(await db.$count(cards)).toBe(before)
    expect((await send(conti, file, { partial: '1' })).body).toEqual({ imported: 3, updated: 0, skipped: 0, errors })
    expect(await db.$count(cards)).toBe(before + 3)
    expect(await byPlate(world, 'ZY101AA')).toMatchObject({
      ...{ status: 'active', holder: 'Mezzo 1', limit_day: 150.5, limit_month: 1_500, km_required: true, note: 'Nota', fuel_ids: [2, 9] },
      ...{ valid_from: '2026-11-01', expires_at: '2029-11-30' },
    })
    expect(await db.$count(cards, eq(cards.holder, 'Ultima'))).toBe(1)
    expect(await db.select().from(card_imports)).toMatchObject([
      { file: 'tessere.csv', rows: 4, imported: 3, updated: 0, skipped: 0, errors },
    ])
  }))

test('the same file again changes nothing, and a changed cell changes its card alone', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    await send(conti, csv(CREDIT))
    const first = await byPlate(world, 'ZY101AA')
    const all = await db.$count(cards)
    expect((await send(conti, csv(CREDIT))).body).toEqual({ imported: 0, updated: 0, skipped: 1, errors: [] })
    expect(await byPlate(world, 'ZY101AA')).toEqual(first)
    const file = await xlsx(['10001', first.number, 'Fine mese', 'ZY101AA', 'Mezzo 2'])
    const checked = await read(conti, file, 'tessere.xlsx')
    expect(checked.lines).toMatchObject([{ state: 'modificato', changes: [{ field: 'holder', before: 'Mezzo 1', after: 'Mezzo 2' }] }])
    expect((await send(conti, file, {}, 'tessere.xlsx')).body).toMatchObject({ imported: 0, updated: 1 })
    expect(await byPlate(world, 'ZY101AA')).toMatchObject({ id: first.id, holder: 'Mezzo 2', limit_day: 150.5 })
    expect(await db.$count(cards)).toBe(all)
  }))

test('a discount card is made from the model, also where the sheet had no column for the discount, and changed by it', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const line = (discount: string, number = '') => [
      ...['10001', number, 'Sconto', '', 'Sconto nuovo', '', '', '', '', '', '', '', ''],
      discount,
    ]
    expect((await send(conti, csv(line('0,05')))).body).toEqual({ imported: 1, updated: 0, skipped: 0, errors: [] })
    const [made] = await db.select().from(cards).where(eq(cards.holder, 'Sconto nuovo'))
    expect(made).toMatchObject({ type: 'discount', discount: 0.05 })
    expect((await send(conti, csv(line('0,0625', made!.number)))).body).toMatchObject({ updated: 1, errors: [] })
    expect((await db.select().from(cards).where(eq(cards.id, made!.id)))[0]!.discount).toBe(0.0625)

    // A model of before has no such column: the field is asked for at the line and sent with it.
    const old = { columns: ['customer_code', 'type'], lines: [{ line: 2, cells: ['10001', 'Sconto'] }] }
    const asked = await conti.post('/cards/import/check', old)
    expect(asked.body.data.lines[0].errors).toEqual({ discount: 'Il campo Sconto €/l è obbligatorio.' })
    const mended = { columns: [...old.columns, 'discount'], lines: [{ line: 2, cells: ['10001', 'Sconto', '0,03'] }] }
    expect((await conti.post('/cards/import/check', mended)).body.data.lines).toMatchObject([{ state: 'nuovo', errors: {} }])
  }))

test('each wrong cell is named with its reason', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    await db.update(customers).set({ active: false }).where(eq(customers.id, 2))
    const [taken] = await db.select().from(cards).where(eq(cards.id, 4))
    const [other] = await db.select({ code: customers.code }).from(customers).where(eq(customers.id, 2))
    const rows: [Cell[], Record<string, string>][] = [
      [
        ['10001', '9,3804E+15', 'Raccolta punti'],
        { number: 'Cella B2: il foglio ha arrotondato il numero (9,3804E+15): formatta la colonna come testo e riscrivilo.' },
      ],
      [['10001', '123', 'Raccolta punti'], { number: 'Il numero di tessera non è valido.' }],
      [['10001', '', 'Fine mese', 'ABC'], { plate: 'La targa non è valida.' }],
      [['10001', '', 'Fine mese'], { plate: 'Il campo Targa è obbligatorio.' }],
      [['10001', '', 'GPL self', 'ZY777AA'], { type: 'Le tessere GPL nascono dalla richiesta GPL.' }],
      [['10001', '', 'Raccolta punti', '', '', 'Bloccata'], { status: 'Una tessera nuova può essere solo «Da attivare» o «Attiva».' }],
      [['10001', '', 'Raccolta punti', '', '', '', '31/02/2026'], { valid_from: 'Il campo Valida dal non contiene una data valida.' }],
      [
        ['10001', '', 'Raccolta punti', '', '', '', '', '', '', 'cento'],
        { limit_day: 'Il campo Plafond giornaliero deve essere un numero. Esempio: 150,00' },
      ],
      [['10001', '', 'Sconto'], { discount: 'Il campo Sconto €/l è obbligatorio.' }],
      [
        ['10001', '', 'Sconto', '', '', '', '', '', '', '', '', '', '', 'poco'],
        { discount: 'Il campo Sconto €/l deve essere un numero. Esempio: 0,0500' },
      ],
      [
        ['10001', '', 'Raccolta punti', '', '', '', '', '', '', '', '', '', '', '0,02'],
        { discount: 'Lo sconto si indica solo per le tessere Sconto.' },
      ],
      [
        ['10001', '', 'Raccolta punti', '', '', '', '', '', 'XX'],
        { fuels: 'Carburanti non riconosciuti: nomi o codici (Gasolio o GA), separati da punto e virgola.' },
      ],
      [
        ['10001', '', 'Fine mese', 'ZY778AA', '', '', '', '', '', '500', '100'],
        { limit_day: 'Il plafond giornaliero non può superare quello mensile.' },
      ],
      [
        ['10001', '', 'Fine mese', 'ZY779AA', '', '', '', '', '', '12.000', '100'],
        { limit_day: 'Il plafond giornaliero non può superare quello mensile.' },
      ],
      [
        ['10001', '', 'Fine mese', 'ZY780AA', '', '', '', '', '', '', '12,000'],
        { limit_month: '«12,000» si può leggere in due modi: scegli quale.' },
      ],
      [[String(other!.code), '', 'Raccolta punti', '', '', 'Attiva'], { status: 'Il cliente è disattivato.' }],
      [
        [String(other!.code), taken!.number, '', taken!.plate],
        { customer_code: 'La tessera è di un altro cliente: per cambiarlo la tessera si riemette.' },
      ],
      [['10001', taken!.number, 'Sconto'], { type: 'Il tipo di una tessera non si cambia.' }],
    ]
    const { lines } = await read(conti, csv(...rows.map(([cells]) => cells)))
    for (const [at, [cells, errors]] of rows.entries()) expect(lines[at].errors, cells.join(' ')).toMatchObject(errors)
  }))

test('invisible characters go, spaces in numbers and plates too, and a plate twice in one file is refused', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const { lines } = await read(
      conti,
      csv(
        ['10001', '', 'Fine mese', 'ZY201AA'],
        ['10001', '', 'Fine mese', 'zy 201 aa'],
        ['C10001', '93\u200B80 3000 0099 9999', 'Raccolta punti', '', 'Anna\u200B Bò'],
      ),
    )
    expect(lines.map(({ state }: { state: string }) => state)).toEqual(['nuovo', 'errore', 'errore'])
    expect(lines[1].errors).toEqual({ plate: 'Lo stesso valore è già alla riga 2.' })
    expect(lines[2].errors).toEqual({ number: 'Il numero di tessera non è valido.' })
    await send(conti, csv(['C10001', '12 34 56 78\u200B 90', 'Raccolta punti', '', 'Anna\u200B Bò']))
    const [made] = await db.select().from(cards).where(eq(cards.number, '1234567890'))
    expect(made).toMatchObject({ holder: 'Anna Bò', customer_id: 1 })
  }))

test('fuels are given by name or by code, several at once, and the model says so', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const [one, two] = (await db.select().from(fuels).orderBy(asc(fuels.id))).filter(({ code }) => code)
    await db.update(fuels).set({ name: 'Gasolio di prova' }).where(eq(fuels.id, one!.id))
    const given = ['gasolio  di prova', one!.code!, `Gasolio di prova; ${two!.code}`, `${one!.code} ${two!.code}`]
    const lines = given.map((cell, at) => ({ line: at + 2, cells: ['10001', 'Raccolta punti', cell] }))
    const sheet = { columns: ['customer_code', 'type', 'fuels'], lines }
    const checked = (await conti.post('/cards/import/check', sheet)).body.data.lines
    expect(checked.map(({ errors }: { errors: object }) => errors)).toEqual(given.map(() => ({})))
    const head = 'Codice cliente*;Tipo*;Carburanti'
    await conti.upload('/cards/importData', [
      { name: 'tessere.csv', bytes: Buffer.from([head, ...given.map((cell) => `10001;Raccolta punti;"${cell}"`)].join('\n')) },
    ])
    const made = await db.select().from(cards).orderBy(desc(cards.id)).limit(4)
    expect(made.reverse().map(({ fuel_ids }) => fuel_ids)).toEqual([[one!.id], [one!.id], [one!.id, two!.id], [one!.id, two!.id]])
    const book = sheets.read((await conti.get('/cards/import/template')).bytes)
    expect(sheets.utils.sheet_to_json(book.Sheets['Come si compila']!, { header: 1 })).toContainEqual([
      'Carburanti',
      'nomi o codici (Gasolio o GA), separati da punto e virgola',
    ])
  }))

test('an import by job is undone as a whole, but for a card that somebody has changed since', () =>
  inWorld(async (world) => {
    const { as, db, runs } = world
    const conti = await as('contabilita')
    const columns = ['customer_code', 'type', 'plate', 'holder', 'status']
    const cells = (plate: string, holder: string, status = '') => ['10001', 'Fine mese', plate, holder, status]
    await send(conti, csv(['10001', '', 'Fine mese', 'ZY303AA', 'Vecchio']))
    const sheet = {
      columns,
      lines: [
        { line: 2, cells: cells('ZY301AA', 'Uno', 'Attiva') },
        { line: 3, cells: cells('NO', 'Due') },
        { line: 4, cells: cells('ZY302AA', 'Tre') },
        { line: 5, cells: cells('ZY303AA', 'Nuovo') },
      ],
    }
    const job = (await conti.post('/cards/import', sheet)).body.data
    await runs()
    const outcomes = async (id: number) =>
      (await db.select().from(job_rows).where(eq(job_rows.job_id, id)).orderBy(asc(job_rows.id))).map(({ outcome }) => outcome)
    expect(await outcomes(job.id)).toEqual(['fatto', 'errore', 'fatto', 'fatto'])
    expect(await db.$count(customer_logs, eq(customer_logs.batch_id, String(job.id)))).toBeGreaterThan(3)
    const third = await byPlate(world, 'ZY302AA')
    await conti.put(`/cards/${third.id}`, { rev: third.rev, note: 'Mia' })
    const undo = await conti.post(`/admin/history/${job.id}/undo`, {})
    expect(undo.status, JSON.stringify(undo.body)).toBe(201)
    await runs()
    const named = await db.select().from(job_rows).where(eq(job_rows.job_id, undo.body.data.id))
    expect(new Set(named.map(({ label }) => label.replace(/\d{6}$/, ''))), 'a card is named as lists name it').toEqual(new Set(['•••• ']))
    expect(named.length, 'a card is named once').toBe(3)
    const left = await db
      .select()
      .from(cards)
      .where(inArray(cards.plate, ['ZY301AA', 'ZY302AA', 'ZY303AA']))
      .orderBy(asc(cards.plate))
    expect(left.map(({ plate, holder, deleted_at }) => [plate, holder, deleted_at !== null])).toEqual([
      ['ZY301AA', 'Uno', true],
      ['ZY302AA', 'Tre', false],
      ['ZY303AA', 'Vecchio', false],
    ])
  }))

test('lines that were left out are rows of the job in the order of the sheet, with their reason, and are never written', () =>
  inWorld(async ({ as, db, runs }) => {
    const conti = await as('contabilita')
    const columns = ['customer_code', 'type', 'plate']
    const line = (at: number, plate: string) => ({ line: at, cells: ['10001', 'Fine mese', plate] })
    const left = [{ ...line(3, 'ZY311AA'), reason: 'Lo stesso valore è già alla riga 2.' }]
    const job = (await conti.post('/cards/import', { columns, lines: [line(2, 'ZY310AA'), line(4, 'ZY312AA')], left })).body.data
    await runs()
    const rows = await db.select().from(job_rows).where(eq(job_rows.job_id, job.id)).orderBy(asc(job_rows.id))
    expect(rows.map(({ label, outcome, message }) => [label, outcome, message])).toEqual([
      ['Riga 2 · 10001 · ZY310AA', 'fatto', 'Creata'],
      ['Riga 3 · 10001 · ZY311AA', 'errore', 'Non importata: Lo stesso valore è già alla riga 2.'],
      ['Riga 4 · 10001 · ZY312AA', 'fatto', 'Creata'],
    ])
    expect((await conti.get(`/admin/history/${job.id}`)).body.data).toMatchObject({ status: 'completato_con_errori', retriable: false })
    expect(await db.$count(cards, eq(cards.plate, 'ZY311AA'))).toBe(0)
  }))

test('an undo that could put nothing back leaves the import as it was, names itself there and offers no second try of its row', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const sheet = { columns: ['customer_code', 'type', 'plate'], lines: [{ line: 2, cells: ['10001', 'Fine mese', 'ZY305AA'] }] }
    const { id } = (await conti.post('/cards/import', sheet)).body.data
    await world.runs()
    const card = await byPlate(world, 'ZY305AA')
    await conti.put(`/cards/${card.id}`, { rev: card.rev, note: 'Mia' })
    const undo = (await conti.post(`/admin/history/${id}/undo`, {})).body.data.id
    await world.runs()
    expect((await conti.get(`/admin/history/${id}`)).body.data).toMatchObject({
      ...{ status: 'completato', undoable: true },
      undone_by: { id: undo, status: 'completato_con_errori', errors: 1 },
    })
    expect((await conti.get(`/admin/history/${undo}`)).body.data).toMatchObject({ undoes: id, retriable: false })
    const [row] = await world.db.select().from(job_rows).where(eq(job_rows.job_id, undo))
    expect(row!.message).toBe('Modificata successivamente.')
  }))

test('the model has the documented headings and is read back without a line of its own', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    expect((await (await as('lettura.conta')).get('/cards/import/template')).status).toBe(403)
    expect((await (await as('lettura.conta')).get('/cards/downloadModelImport')).status).toBe(403)
    const answers = [await conti.get('/cards/import/template'), await conti.get('/cards/downloadModelImport')]
    for (const { status, headers, bytes } of answers) {
      expect([status, headers['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
      const book = sheets.read(bytes)
      expect(sheets.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })[0]).toEqual(HEAD)
      const back = await conti.upload('/cards/import/read', [{ name: 'modello.xlsx', bytes }])
      expect(back.body.error).toBe('Il foglio non ha righe.')
    }
  }))

test('lines that were put right are checked again, and checking writes nothing', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const before = { cards: await db.select().from(cards), logs: await db.$count(customer_logs), imports: await db.$count(card_imports) }
    const columns = ['customer_code', 'type', 'plate', 'limit_day']
    const sheet = (plate: string) => ({
      columns,
      lines: [
        { line: 2, cells: ['10001', 'Fine mese', plate, '150,50'] },
        { line: 3, cells: ['10001', 'Raccolta punti', '', ''] },
      ],
    })
    expect((await (await as('lettura.conta')).post('/cards/import/check', sheet('ZY801AA'))).status).toBe(403)
    const states = async (plate: string) => {
      const answer = await conti.post('/cards/import/check', sheet(plate))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.data.lines.map(({ line, state, errors }: Record<string, unknown>) => [line, state, errors])
    }
    expect(await states('ABC')).toEqual([
      [2, 'errore', { plate: 'La targa non è valida.' }],
      [3, 'nuovo', {}],
    ])
    expect(await states('ZY801AA')).toEqual([
      [2, 'nuovo', {}],
      [3, 'nuovo', {}],
    ])
    expect({ cards: await db.select().from(cards), logs: await db.$count(customer_logs), imports: await db.$count(card_imports) }).toEqual(
      before,
    )
  }))

test('the file that the list of cards gives is an import as it is: masked numbers are found among the cards of their customer', () =>
  inWorld(async (world) => {
    const office = await world.as('contabilita')
    await send(office, csv(CREDIT, ['10001', '', 'Raccolta punti', '', 'Mezzo 2', 'Attiva', '', '30/11/2029', '', '', '', '', '']))
    const columns = ['Numero', 'Tipo', 'Cliente', 'Targa', 'Intestatario', 'Stato', 'Scadenza', 'Sincronizzata']
    const exported = async (format: string) => {
      const { id } = (await office.post('/exports', { list: 'cards.list', format, search: { search: 'Mezzo' }, columns })).body.data
      await world.runs()
      return (await office.get(`/exports/${id}`)).bytes as Buffer
    }
    for (const format of ['csv', 'xlsx']) {
      const sheet = await read(office, await exported(format), `Tessere.${format}`)
      const states = sheet.lines.map(({ state, errors }: any) => [state, errors])
      expect([sheet.unknown, states], format).toEqual([[], Array(states.length).fill(['uguale', {}])])
      expect(states.length).toBeGreaterThanOrEqual(2)
    }
    const changed = Buffer.from((await exported('csv')).toString().replace('Mezzo 2', 'Furgone'))
    const one = (await read(office, changed)).lines.filter(({ state }: any) => state !== 'uguale')
    expect(one).toMatchObject([{ state: 'modificato', changes: [{ field: 'holder', before: 'Mezzo 2', after: 'Furgone' }] }])

    const { customer_id, id } = await byPlate(world, 'ZY101AA')
    const others = await world.db.select().from(cards).where(eq(cards.customer_id, customer_id))
    const other = others.find((card) => card.holder === 'Mezzo 2')!
    const head = 'Numero;Cliente;Intestatario\r\n'
    const say = async (row: string) => (await read(office, Buffer.from(head + row))).lines[0].errors.number
    expect(await say('•••• 000000;10001 Rossi;X')).toBe('Il cliente non ha nessuna tessera che finisce così.')
    await world.db.update(cards).set({ number: '7000000000000123456' }).where(eq(cards.id, id))
    await world.db.update(cards).set({ number: '7000000000001123456' }).where(eq(cards.id, other.id))
    expect(await say('•••• 123456;10001 Rossi;X')).toBe('Più tessere del cliente finiscono così: scrivi il numero intero.')
    expect(await say('•••• 123456;10002 Bianchi;X')).toBe('Il cliente non ha nessuna tessera che finisce così.')
  }))
