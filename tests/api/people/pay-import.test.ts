import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import { inventedPdf, payslipLines } from '../../../server/db/seed/people/invented-pdf.ts'
import { paySheet, uploaded } from '../../resources/payslips.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const pdf = (...pages: string[][]) => inventedPdf(pages)
const rowsOf = async <T>({ db }: World, query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: T[] }).rows
const documentsOf = async (admin: Caller, id: number) => (await admin.get(`/payrolls/batches/${id}/documents?per_page=100`)).body.data.data

test('archives that are bombs, damaged, empty or of something else are refused in words, and nothing of them stays', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const send = async (name: string, bytes: Uint8Array) => {
      const { status, body } = await admin.upload('/payrolls/upload', [{ name, bytes: Buffer.from(bytes) }])
      return [status, body.error]
    }
    const bomb = zipSync({ 'a.pdf': new Uint8Array(90 * 1024 * 1024) }, { level: 9 })
    expect(await send('bomba.zip', bomb)).toEqual([422, 'Lo ZIP, decompresso, è troppo grande.'])
    expect(await send('exe.zip', zipSync({ 'a.exe': new Uint8Array(3) }))).toEqual([422, 'Lo ZIP contiene file che non sono PDF.'])
    expect(await send('vuoto.zip', zipSync({ '__MACOSX/a': new Uint8Array(3) }))).toEqual([422, 'Lo ZIP non contiene PDF.'])
    expect(await send('finto.zip', zipSync({ 'a.pdf': new Uint8Array(30) }))).toEqual([415, 'Formato file non consentito.'])
    expect(await send('foglio.xlsx', new Uint8Array(30))).toEqual([415, 'Formato file non consentito.'])
    expect((await admin.upload('/payrolls/upload', [])).body.error).toBe('Assicurati di aver selezionato dei file')
    expect(
      await rowsOf(
        world,
        sql`select id from pay_batches union all select id from pay_sources union all select id from files where owner_type = 'pay_document'`,
      ),
    ).toEqual([])
  }))

test('a libro unico of 40 pages is split by person, published and taken back as one', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const people = Array.from({ length: 20 }, (_, at) => ({
      name: `Persona ${at}`,
      fiscalCode: fiscalCodeOf({
        name: 'Aldo',
        lastname: 'Fabbri',
        female: false,
        bornDate: `${1960 + at}-02-29`.replace(/-29$/, at % 4 ? '-27' : '-29'),
        cadastral: 'F205',
      }),
    }))
    await world.db.insert(users).values(
      people.map((person, at) => ({
        ...person,
        email: `persona${at}@demo.example.it`,
        roles: ['employee' as const],
        permissions: ['show_payroll' as const],
      })),
    )
    const pages = people.flatMap((person) => [payslipLines(person, 'ottobre 2026', '1'), payslipLines(person, 'ottobre 2026', '2')])
    const batch = await uploaded(world, admin, [{ name: 'libro unico.pdf', bytes: pdf(...pages) }])
    expect(batch).toMatchObject({ documents: 20, ready: 20, open: 0, periods: [{ year: 2026, month: 10 }] })
    const documents = await documentsOf(admin, batch.id)
    expect(documents.every((one: any) => one.pages === 2 && one.month === 10 && one.year === 2026)).toBe(true)
    expect(new Set(documents.map((one: any) => one.user.id)).size).toBe(20)
    await admin.post(`/payrolls/batches/${batch.id}/publish`)
    expect((await admin.get('/payrolls?per_page=100')).body.data.total).toBe(20)
    // Its notices are not told twice, nor after it was taken back.
    await world.runs()
    await admin.post(`/payrolls/batches/${batch.id}/withdraw`)
    expect((await admin.get('/payrolls')).body.data.total).toBe(0)
    expect(await rowsOf(world, sql`select id from notifications where subject_type = 'pay_document'`)).toEqual([])
    expect((await admin.post(`/payrolls/batches/${batch.id}/withdraw`)).body.error).toBe(
      'Nessun documento di questo caricamento è pubblicato.',
    )
  }))

test('the key is kept in a file of its own that only its owner reads, outside of the folder of files', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    await uploaded(world, admin, [{ name: 'uno.pdf', bytes: pdf(await paySheet(world, 'dipendente')) }])
    const [first] = (await world.deps.files.list().next()).value as { uuid: string }[]
    expect(first).toBeDefined()
    const keys = fs.readdirSync(os.tmpdir()).filter((name) => /^piazzale-.*\.key$/.test(name))
    expect(keys.length).toBeGreaterThan(0)
    for (const name of keys) expect(fs.statSync(path.join(os.tmpdir(), name)).mode & 0o077).toBe(0)
  }))

test('the command takes what lies in the drop folder once, and moves it away when it is read', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const moderator = await world.as('p.moderate_payroll')
    const off = await admin.post('/commands/payroll')
    expect([off.status, off.body.error]).toEqual([501, "Servizio paghe non configurato: contattare l'amministratore."])
    const drop = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-drop-'))
    world.deps.dropDir = drop
    const take = async (key: number) =>
      (await moderator.get('/commands/payroll', { 'idempotency-key': `00000000-0000-4000-8000-00000000000${key}` })).body.data
    expect(await take(1)).toEqual({
      message: `Nessun file da importare nella cartella ${path.join(drop, 'paghe', 'in')}.`,
      batch: null,
      files: 0,
    })
    expect((await moderator.get('/commands/cud')).body.data).toEqual({
      message: `Nessun file da importare nella cartella ${path.join(drop, 'cud', 'in')}.`,
      batch: null,
      files: 0,
    })
    const put = (name: string, bytes: Buffer | Uint8Array, age = 60) => {
      const place = path.join(drop, 'paghe', 'in', name)
      fs.writeFileSync(place, bytes)
      fs.utimesSync(place, Date.now() / 1000 - age, Date.now() / 1000 - age)
    }
    put('LUL_2026_03.pdf', pdf(await paySheet(world, 'dipendente')))
    put('in arrivo.pdf', pdf(['ancora in scrittura']), 0)
    put('altro.zip', zipSync({ 'a.exe': new Uint8Array(3) }))
    put('note.txt', Buffer.from('no'))
    const taken = await take(2)
    expect(taken).toMatchObject({ message: '1 file preso dalla cartella di scambio.', files: 1 })
    expect((await take(3)).batch, 'what was taken lies there until it is read').toBeNull()
    await world.runs()
    const names = (folder: string) =>
      fs
        .readdirSync(path.join(drop, 'paghe', folder))
        .map((name) => name.replace(/^[\dTZ-]+-(?=[a-zA-Z])/, ''))
        .sort()
    expect([names('in'), names('done'), names('error')]).toEqual([
      ['in arrivo.pdf', 'note.txt'],
      ['LUL_2026_03.pdf', 'LUL_2026_03.pdf.log'],
      ['altro.zip', 'altro.zip.log'],
    ])
    expect((await moderator.get(`/payrolls/batches/${taken.batch}`)).body.data).toMatchObject({ ready: 1, documents: 1 })
  }))
