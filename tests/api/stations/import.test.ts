import * as xlsx from '@e965/xlsx'
import { and, asc, eq, like } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history, job_rows } from '../../../server/db/schema/core/jobs.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

type Cell = string | number | boolean | Date | null
/** A workbook as a spreadsheet program writes it: cells of their types. */
async function workbook(rows: Cell[][]): Promise<Buffer> {
  const typed = (value: Cell) =>
    value === null ? null : { value, type: value.constructor as StringConstructor, ...(value instanceof Date && { format: 'dd/mm/yyyy' }) }
  return writeXlsx(rows.map((row) => row.map(typed)) as never, {} as never).toBuffer()
}
const read = (by: Caller, bytes: Buffer, name = 'rete.xlsx') => by.upload('/stations/import/read', [{ name, bytes }])
const HEADINGS = [
  'Codice P.V.',
  'Nome',
  'Indirizzo',
  'CAP',
  'Città',
  'Provincia',
  'Self service',
  'Margine (€/l)',
  'ID impianto MIMIT',
  'Apertura',
  'Stato',
]
const NEW: Cell[] = [
  'zi01',
  'Fidenza Nord',
  'Via Emilia 1',
  '43036',
  'Fidenza',
  'pr',
  true,
  0.045,
  991_001,
  new Date('2020-03-01T00:00:00Z'),
  'Attivo',
]
const outcomes = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map(({ outcome, message }) => [
    outcome,
    message,
  ])

test('an import needs the right to create stations', () =>
  inWorld(async (world) => {
    const file = await workbook([HEADINGS, NEW])
    const sheet = { columns: ['code'], lines: [{ line: 2, cells: ['ZI01'] }] }
    for (const [caller, status] of [
      [await world.as('rete'), 403],
      [await world.as('gestore'), 403],
      [await world.as(), 401],
    ] as const) {
      expect((await read(caller, file)).status).toBe(status)
      expect((await caller.get('/stations/import/template')).status).toBe(status)
      expect((await caller.post('/stations/import/check', sheet)).status).toBe(status)
      expect((await caller.post('/stations/import', sheet)).status).toBe(status)
    }
    expect(await world.db.$count(job_history)).toBe(0)
  }))

test('a sheet is compared with the records, and only the job writes; the same sheet again changes nothing', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const there = await makeStation(db, { code: 'ZI02', owned: true, hasRent: false, mise_id: 991_002 })
    const before = await db.$count(stations)
    const file = await workbook([
      [...HEADINGS, 'Responsabile'],
      [...NEW, 'Rossi'],
      ['ZI02', 'Nome nuovo', null, null, null, null, null, null, null, null, 'In manutenzione'],
      ['ZI03', 'Senza indirizzo', '', '4303', 'Fidenza', 'XX', 'forse', 2, 991_002, '31/02/2020', 'boh'],
      Array(11).fill(null),
      ['zi01', 'Due volte', 'Via Emilia 2', 43036, 'Fidenza', 'PR', 'No', null, null, null, null],
    ])
    const answer = await read(admin, file)
    expect(answer.status).toBe(200)
    const { columns, lines, unknown } = answer.body.data
    expect(unknown).toEqual(['Responsabile'])
    expect(columns).toHaveLength(11)
    expect(lines.map(({ line, state }: { line: number; state: string }) => [line, state])).toEqual([
      [2, 'nuovo'],
      [3, 'modificato'],
      [4, 'errore'],
      [6, 'errore'],
    ])
    expect(lines[0].cells.slice(6)).toEqual(['Sì', '0,045', '991001', '01/03/2020', 'Attivo'])
    expect(lines[1].changes).toEqual([
      { field: 'name', before: 'Prova ZI02', after: 'Nome nuovo' },
      { field: 'status', before: 'active', after: 'maintenance' },
    ])
    expect(lines[2].errors).toMatchObject({
      address: 'Il campo Indirizzo è obbligatorio.',
      cap: 'Il CAP deve essere di 5 cifre.',
      province: 'La provincia non è valida.',
      mise_id: 'Il valore del campo ID impianto MIMIT è già presente.',
    })
    expect(Object.keys(lines[2].errors)).toHaveMembers(['address', 'cap', 'margin', 'mise_id', 'opened_at', 'province', 'self', 'status'])
    expect(lines[3].errors).toEqual({ code: 'Lo stesso valore è già alla riga 2.' })
    expect(await db.$count(stations)).toBe(before)

    // Put right by hand: another code, and the rest with it.
    const fixed = lines.map(({ line, cells }: { line: number; cells: string[] }) => ({
      line,
      cells: line === 6 ? ['ZI04', ...cells.slice(1)] : cells,
    }))
    const again = (await admin.post('/stations/import/check', { columns, lines: fixed })).body.data.lines
    expect(again.map(({ state }: { state: string }) => state)).toEqual(['nuovo', 'modificato', 'errore', 'nuovo'])
    const started = await admin.post('/stations/import', { columns, lines: fixed })
    expect([started.status, started.body.message]).toEqual([201, 'Importazione avviata'])
    await world.runs()
    const { id } = started.body.data
    expect(await outcomes(world, id)).toEqual([
      ['fatto', 'Creato'],
      ['fatto', 'Modificato: 2 campi'],
      ['errore', expect.stringContaining('Il campo Indirizzo è obbligatorio.')],
      ['fatto', 'Creato'],
    ])
    const [made] = await db.select().from(stations).where(eq(stations.code, 'ZI01'))
    expect(made).toMatchObject({
      ...{ name: 'Fidenza Nord', province: 'PR', region: 'Emilia-Romagna', self: true, serve: true, margin: 0.045, mise_id: 991_001 },
      ...{ opened_at: '2020-03-01', status: 'active', created_by: admin.user_id },
    })
    expect((await admin.get('/stations?search=fidenza nord')).body.data.data.map(({ code }: { code: string }) => code)).toEqual(['ZI01'])
    const [changed] = await db.select().from(stations).where(eq(stations.id, there.id))
    expect(changed).toMatchObject({
      name: 'Nome nuovo',
      status: 'maintenance',
      address: there.address,
      owned: true,
      rev: there.rev + 1,
    })
    const told = await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.batch_id, String(id)), eq(model_history.model, 'station')))
    expect(told.map(({ event, model_id }) => [event, model_id])).toContainEqual(['updated', there.id])
    expect(told).toHaveLength(3)

    const second = (await admin.post('/stations/import', { columns, lines: fixed.filter(({ line }: { line: number }) => line !== 4) })).body
      .data
    await world.runs()
    expect((await outcomes(world, second.id)).map(([outcome]) => outcome)).toEqual(['invariato', 'invariato', 'invariato'])
    expect(await db.$count(stations)).toBe(before + 2)
  }))

test('a sheet changes a status only with the right to do so, with the same message in the dry run and in the job', () =>
  inWorld(async (world) => {
    const { db } = world
    const [admin, person] = [await world.as('admin'), await world.as('stazione')]
    const ids: Record<string, number> = {}
    for (const [code, status] of [
      ['ZS1', 'active'],
      ['ZS2', 'active'],
      ['ZS3', 'maintenance'],
    ] as const) {
      const { id } = await makeStation(db, { code, status, owned: false, hasRent: false })
      await db.insert(station_acl).values({ station_id: id, user_id: person.user_id, level: 'write' })
      ids[code] = id
    }
    const sheet = {
      columns: ['code', 'status'],
      lines: [
        { line: 2, cells: ['ZS1', 'In apertura'] },
        { line: 3, cells: ['ZS2', 'Dismesso'] },
        { line: 4, cells: ['ZS3', 'Attivo'] },
      ],
    }
    const back = 'Passaggio di stato non consentito: da "Attivo" a "In apertura".'
    const refused = 'Non hai le autorizzazioni necessarie per eseguire questa operazione.'
    const alone = async (status: string) =>
      (await person.post(`/stations/status/${ids[status === 'opening' ? 'ZS1' : 'ZS2']}`, { status })).body.error
    expect([await alone('opening'), await alone('dismissed')]).toEqual([back, refused])
    const errors = async (by: typeof admin, of = sheet) =>
      (await by.post('/stations/import/check', of)).body.data.lines.map((line: { errors: object }) => line.errors)
    expect(await errors(person)).toEqual([{ status: back }, { status: refused }, {}])
    expect(await errors(admin), 'to give one up is for super administrators').toEqual([{ status: back }, {}, {}])
    const closed = { columns: sheet.columns, lines: [{ line: 2, cells: ['ZS1', 'Chiuso temporaneamente'] }] }
    expect(await errors(admin, closed)).toEqual([
      { status: 'Per una chiusura temporanea serve il motivo: cambia lo stato dalla scheda del punto vendita.' },
    ])

    const states = async () =>
      (await db.select().from(stations).where(like(stations.code, 'ZS%')).orderBy(stations.code)).map(({ status, closed_at }) => [
        status,
        closed_at,
      ])
    const run = async (by: typeof admin) => {
      const { id } = (await by.post('/stations/import', sheet)).body.data
      await world.runs()
      return outcomes(world, id)
    }
    expect(await run(person)).toEqual([
      ['errore', back],
      ['errore', refused],
      ['fatto', 'Modificato: 1 campo'],
    ])
    expect(await states()).toEqual([
      ['active', null],
      ['active', null],
      ['active', null],
    ])
    await run(admin)
    expect((await states())[1], 'with the day, as by the call').toEqual(['dismissed', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  }))

test('undoing an import removes created stations and restores changed ones, unless others changed them since', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    for (const code of ['ZH02', 'ZH04']) await makeStation(db, { code, owned: false, hasRent: false })
    const columns = ['code', 'name', 'address', 'cap', 'city', 'province']
    const rest = ['Via A 1', '43036', 'Fidenza', 'PR']
    const lines = ['ZH01', 'ZH02', 'ZH03', 'ZH04'].map((code, at) => ({ line: at + 2, cells: [code, `Nome ${code}`, ...rest] }))
    const { id } = (await admin.post('/stations/import', { columns, lines })).body.data
    await world.runs()
    expect((await outcomes(world, id)).map(([outcome]) => outcome)).toEqual(['fatto', 'fatto', 'fatto', 'fatto'])
    const [held] = await db.select().from(stations).where(eq(stations.code, 'ZH03'))
    await admin.post('/station/fireext', { station_id: held!.id, number: 'EX-1' })
    await db.update(stations).set({ name: 'Scelto da altri' }).where(eq(stations.code, 'ZH04'))

    const undo = await admin.post(`/admin/history/${id}/undo`)
    await world.runs()
    expect(await outcomes(world, undo.body.data.id)).toEqual([
      ['errore', 'Modificato successivamente.'],
      ['errore', 'Intanto vi sono stati collegati altri dati.'],
      ['fatto', 'Come prima.'],
      ['fatto', 'Eliminato.'],
    ])
    const left = await db.select().from(stations).where(like(stations.code, 'ZH0%')).orderBy(stations.code)
    expect(left.map(({ code, name, address }) => [code, name, address])).toEqual([
      ['ZH02', 'Prova ZH02', 'Via Cantù 7'],
      ['ZH03', 'Nome ZH03', 'Via A 1'],
      ['ZH04', 'Scelto da altri', 'Via A 1'],
    ])
    expect((await admin.get('/stations?search=nome zh02')).body.data.total).toBe(0)
  }))

test('the downloaded template can be imported once it is filled in', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const { bytes, headers } = await admin.get('/stations/import/template')
    expect(headers['content-disposition']).toContain('Modello')
    expect((await read(admin, bytes)).body.error).toBe('Il foglio non ha righe.')
    const book = xlsx.read(bytes)
    const form = book.Sheets[book.SheetNames[0]!]!
    const headings: string[] = xlsx.utils.sheet_to_json<string[]>(form, { header: 1 })[0]!
    const values: Record<string, unknown> = {
      'Codice P.V.': 'ZI09',
      Nome: 'Modello',
      Indirizzo: 'Via B 1',
      CAP: '43036',
      Città: 'Fidenza',
      Provincia: 'PR',
    }
    xlsx.utils.sheet_add_aoa(form, [headings.map((heading) => values[heading] ?? '')], { origin: 1 })
    const { lines, unknown } = (await read(admin, xlsx.write(book, { type: 'buffer' }))).body.data
    expect(unknown).toEqual([])
    expect(lines).toEqual([expect.objectContaining({ line: 2, state: 'nuovo', errors: {} })])
  }))

test('a CSV with old encoding, semicolons and leading zeros is imported', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const text = 'CODICE P.V.;nome;indirizzo;cap;citta;provincia;margine (€/l)\r\n007;Forlì Est;"Via A; 3";00184;Forlì;FC;0,1\r\n'
    const windows = Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))))
    for (const bytes of [windows, Buffer.from(`\ufeff${text}`)]) {
      const { columns, lines } = (await read(admin, bytes, 'rete.csv')).body.data
      expect(columns).toEqual(['code', 'name', 'address', 'cap', 'city', 'province', 'margin'])
      expect(lines).toEqual([
        expect.objectContaining({ state: 'nuovo', cells: ['007', 'Forlì Est', 'Via A; 3', '00184', 'Forlì', 'FC', '0,1'] }),
      ])
    }
  }))

test('a file that is no sheet, is too long, or has no code column is refused with a sentence', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const refusal = async (bytes: Buffer, name?: string) => {
      const { status, body } = await read(admin, bytes, name)
      return [status, body.message]
    }
    const unreadable = [422, 'Il file non è un foglio di calcolo leggibile: salvalo di nuovo come .xlsx o .csv e riprova.']
    expect(await refusal(Buffer.from('%PDF-1.4'), 'rete.pdf')).toEqual([415, 'Formato file non consentito.'])
    expect(await refusal(Buffer.from('testo'))).toEqual(unreadable)
    expect(await refusal(Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(80 * 1024 * 1024) })))).toEqual(unreadable)
    expect(await refusal(await workbook([['Nome'], ['Senza codice']]))).toEqual([
      422,
      'Nella prima riga manca la colonna «Codice P.V.»: parti dal modello.',
    ])
    const many = ['Codice P.V.', ...Array.from({ length: 5_001 }, (_, at) => `C${at}`)].join('\n')
    expect(await refusal(Buffer.from(many), 'rete.csv')).toEqual([422, 'Il foglio ha più di 5.000 righe: dividilo.'])
  }))

test('a duplicate code or other unique value is refused, and so is a station without write access', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const there = await makeStation(db, { code: 'ZK01', owned: false, hasRent: false, mise_id: 991_101, icad_code: 'IC1' })
    await makeStation(db, { code: 'ZK02', deleted_at: new Date().toISOString() })
    const columns = ['code', 'name', 'mise_id', 'icad_code']
    const line = (at: number, ...cells: string[]) => ({ line: at, cells })
    const lines = [
      line(2, 'zk01', 'Prova ZK01', '991101', 'IC1'),
      line(3, 'ZK02', 'Di nuovo', '', ''),
      line(4, 'ZK01', 'Due volte', '', ''),
      line(5, 'ZK01', 'Tre volte', '991101', ''),
      line(6, '', 'Senza codice', '', ''),
    ]
    const check = async (by: Caller) => (await by.post('/stations/import/check', { columns, lines })).body.data.lines
    const checked = await check(admin)
    expect(checked[0]).toMatchObject({ state: 'uguale', changes: [], errors: {} })
    expect(checked[1].errors.code).toBe('Il valore del campo Codice P.V. è già presente.')
    expect(checked[2].errors).toEqual({ code: 'Lo stesso valore è già alla riga 2.' })
    expect(checked[3].errors).toEqual({
      code: 'Lo stesso valore è già alla riga 2.',
      mise_id: 'Lo stesso valore è già alla riga 2.',
    })
    expect(checked[4].errors.code).toBe('Il campo Codice P.V. è obbligatorio.')
    // Where no line has one, there is none to compare with.
    const [alone] = (await admin.post('/stations/import/check', { columns, lines: [lines[4]] })).body.data.lines
    expect([alone.state, alone.errors.code]).toEqual(['errore', 'Il campo Codice P.V. è obbligatorio.'])
    // The person's stations were assigned one by one.
    const [person] = await db
      .update(users)
      .set({ roles: ['station'], all_stations: false })
      .where(eq(users.email, 'dipendente@demo.example.it'))
      .returning()
    const theirs = async () => (await check(await world.as('dipendente')))[0].errors
    expect(await theirs()).toEqual({ code: 'Non puoi modificare questo record.' })
    await db.insert(station_acl).values({ station_id: there.id, user_id: person!.id, level: 'write' })
    expect(await theirs()).toEqual({})
    await db.update(station_acl).set({ level: 'read' }).where(eq(station_acl.user_id, person!.id))
    expect(await theirs()).toEqual({ code: 'Non puoi modificare questo record.' })
  }))

test('texts are right for no file, one line and one changed field', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    expect(await admin.upload('/stations/import/read', [])).toMatchObject({
      status: 422,
      body: { error: 'Assicurati di aver selezionato dei file' },
    })
    await makeStation(db, { code: 'ZK03', owned: false, hasRent: false, region: 'Lazio' })
    const start = async (...codes: string[]) => {
      const lines = codes.map((code, at) => ({ line: at + 2, cells: [code, 'Nome nuovo'] }))
      const job = (await admin.post('/stations/import', { columns: ['code', 'name'], lines })).body.data
      await world.runs()
      return { said: job.description, rows: await outcomes(world, job.id) }
    }
    expect(await start('ZK03')).toEqual({ said: '1 riga del foglio', rows: [['fatto', 'Modificato: 1 campo']] })
    const [changed] = await db.select().from(stations).where(eq(stations.code, 'ZK03'))
    expect(changed).toMatchObject({ name: 'Nome nuovo', region: 'Emilia-Romagna', rev: 2 })
    const { said, rows } = await start('ZK03', 'ZK03')
    expect([said, rows]).toEqual(['2 righe del foglio', Array(2).fill(['invariato', 'È già così.'])])
  }))

test('a caller limited to granted stations cannot create others, by import or by hand', () =>
  inWorld(async (world) => {
    const { db } = world
    const stazione = await world.as('stazione')
    const given = await makeStation(db, { code: 'ZL01' })
    await db.insert(station_acl).values({ station_id: given.id, user_id: stazione.user_id, level: 'write' })
    const file = await workbook([HEADINGS, ['ZL02', ...NEW.slice(1)]])
    const sheet = (await read(stazione, file)).body.data
    expect(sheet.lines[0]).toMatchObject({ state: 'errore', errors: { code: 'Non puoi creare nuovi record.' } })
    const { columns, lines } = sheet
    const own = { line: 3, cells: ['ZL01', 'Nome nuovo', ...Array(9).fill('')] }
    const started = { columns, lines: [...lines.map(({ line, cells }: { line: number; cells: string[] }) => ({ line, cells })), own] }
    const job = (await stazione.post('/stations/import', started)).body.data
    await world.runs()
    expect(await outcomes(world, job.id)).toEqual([
      ['errore', 'Non puoi creare nuovi record.'],
      ['fatto', 'Modificato: 1 campo'],
    ])
    expect(await db.$count(stations, eq(stations.code, 'ZL02'))).toBe(0)
    await db.update(users).set({ all_stations: true }).where(eq(users.id, stazione.user_id))
    expect((await read(stazione, file)).body.data.lines[0].state).toBe('nuovo')
  }))
