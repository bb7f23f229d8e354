import { inflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import { demoAccounts } from '../../../server/db/seed/people/accounts.ts'
import { inventedPdf, payslipLines } from '../../../server/db/seed/people/invented-pdf.ts'
import { payProblems } from '../../../src/contract/people/pay-words.ts'
import { codeOf, firstOf, paySheet, uploaded } from '../../resources/payslips.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const pdf = (...pages: string[][]) => inventedPdf(pages)
const stranger = {
  name: 'Luisa Estranea',
  fiscalCode: fiscalCodeOf({ name: 'Luisa', lastname: 'Estranea', female: true, bornDate: '1980-05-20', cadastral: 'H501' }),
}
const rowsOf = async <T>({ db }: World, query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: T[] }).rows
const documentsOf = async (admin: Caller, id: number, at = '/payrolls') =>
  (await admin.get(`${at}/batches/${id}/documents?per_page=100`)).body.data.data
/** Payslips of the employee and of the account with the permission alone, published. */
async function published(world: World) {
  const admin = await world.as('admin')
  const bytes = pdf(await paySheet(world, 'dipendente'), await paySheet(world, 'dipendente'), await paySheet(world, 'p.show_payroll'))
  const batch = await uploaded(world, admin, [{ name: 'LUL_2026_03.pdf', bytes }])
  expect((await admin.post(`/payrolls/batches/${batch.id}/publish`)).body.data).toMatchObject({
    published: 2,
    ready: 0,
    state: 'pubblicato',
  })
  await world.runs()
  const documents = await documentsOf(admin, batch.id)
  const of = (name: string) => documents.find(({ user }: { user: { name: string } }) => user.name === name)
  return { admin, batch, daria: of('Daria Dipendente'), other: of('Solo show_payroll') }
}
async function withCode(world: World) {
  await world.db.update(users).set({ fiscalCode: stranger.fiscalCode }).where(sql`email = 'p.show_payroll@demo.example.it'`)
}

test('who does not publish may make none of the calls of publishing', () =>
  inWorld(async (world) => {
    const { batch, daria } = await withCode(world).then(() => published(world))
    for (const name of ['dipendente', 'p.show_payroll', 'contabilita', 'gestore', 'p.moderate_users']) {
      const who = await world.as(name)
      for (const at of ['/payrolls', '/cuds']) {
        const replies = [
          await who.upload(`${at}/upload`, [{ name: 'uno.pdf', bytes: pdf(['x']) }]),
          await who.get(`${at}/batches`),
          await who.get(`${at}/batches/${batch.id}`),
          await who.get(`${at}/batches/${batch.id}/documents`),
          await who.get(`${at}/people`),
          await who.put(`${at}/documents/${daria.id}`, { user_id: who.user_id, year: 2026, month: 3, rev: daria.rev }),
          await who.del(`${at}/documents/${daria.id}`),
          await who.post(`${at}/batches/${batch.id}/publish`),
          await who.post(`${at}/batches/${batch.id}/withdraw`),
          await who.del(`${at}/batches/${batch.id}`),
        ]
        expect(
          replies.map(({ status }) => status),
          `${name} ${at}`,
        ).toEqual(replies.map(() => 403))
      }
    }
  }))

test('an employee sees only the own payslip, by whatever call it is tried', () =>
  inWorld(async (world) => {
    await withCode(world)
    const { daria, other } = await published(world)
    const who = await world.as('dipendente')
    const ids = async (query: string) =>
      [(await who.get(`/payrolls${query}`)).body.data].flatMap((data) => data.data ?? data).map(({ id }: { id: number }) => id)
    expect((await who.get('/payrolls')).body.data.data).toEqual([
      {
        ...{ id: daria.id, year: 2026, month: 3, type: 'cedolino', company: '', pages: 2, size: daria.size },
        ...{ published_at: daria.published_at, first_downloaded_at: null, user: null, fiscalCode: null },
      },
    ])
    const { user_id: otherUser } = await world.as('p.show_payroll')
    for (const query of [
      '?mine=false',
      '?user_id=',
      `?user_id=${otherUser},${who.user_id}`,
      '?search=Solo',
      `?search=${stranger.fiscalCode}`,
      '?sort=user',
      '?is_paginated=0',
      '?not_downloaded=true',
    ])
      expect(await ids(query), query).toEqual([daria.id])
    expect(await ids(`?user_id=${otherUser}`)).toEqual([])
    expect(await ids('?year=2025')).toEqual([])
    const missing = await who.get('/payrolls/999999')
    const foreign = await who.get(`/payrolls/${other.id}`)
    expect([missing.status, foreign.status]).toEqual([404, 404])
    const without = ({ instance: _, ...body }: Record<string, unknown>) => body
    expect(without(foreign.body)).toEqual(without(missing.body))
    // A payslip is no CUD.
    expect((await who.get(`/cuds/${daria.id}`)).status).toBe(404)
    for (const search of [stranger.fiscalCode, 'Estranea', 'LUL_2026'])
      expect(JSON.stringify((await who.get(`/search?query=${search}`)).body)).not.toContain('pay')
    const exported = await who.post('/exports', { list: 'payrolls.list', format: 'xlsx' })
    expect(exported.status).toBeGreaterThanOrEqual(400)
  }))

test('somebody else’s id answers as one that is not there, to each of the demo people', () =>
  inWorld(async (world) => {
    const { daria } = await withCode(world).then(() => published(world))
    for (const { email } of demoAccounts) {
      const name = email.split('@')[0]!
      if (name === 'admin' || name === 'dipendente') continue
      const who = await world.as(name)
      for (const at of ['/payrolls', '/cuds']) {
        const [there, not] = [await who.get(`${at}/${daria.id}`), await who.get(`${at}/999999`)]
        expect([there.status, there.body.error], name).toEqual([not.status, not.body.error])
        expect([403, 404]).toContain(there.status)
      }
    }
  }))

test('the owner opens the PDF once it is published, which is logged, and no more once it is taken back', () =>
  inWorld(async (world) => {
    await withCode(world)
    const admin = await world.as('admin')
    const who = await world.as('dipendente')
    const bytes = pdf(await paySheet(world, 'dipendente'), await paySheet(world, 'p.show_payroll'))
    const batch = await uploaded(world, admin, [{ name: 'LUL_2026_03.pdf', bytes }])
    const { id } = (await documentsOf(admin, batch.id)).find(({ user }: { user: { name: string } }) => user.name === 'Daria Dipendente')
    expect((await who.get(`/payrolls/${id}`)).status).toBe(404)
    expect((await who.get('/payrolls')).body.data.data).toEqual([])
    await admin.post(`/payrolls/batches/${batch.id}/publish`)
    const opened = await who.get(`/payrolls/${id}`)
    expect([opened.status, opened.headers['content-type'], opened.headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store'])
    expect(opened.headers['content-disposition']).toContain('filename="cedolino-2026-03-dipendente-daria.pdf"')
    expect(opened.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(textsOf(opened.bytes)).toContain(await codeOf(world, 'dipendente'))
    expect(textsOf(opened.bytes), 'the page of another person').not.toContain(stranger.fiscalCode)
    expect((await who.get('/payrolls')).body.data.data[0].first_downloaded_at).not.toBeNull()
    const logged = await rowsOf(
      world,
      sql`select user_id, action, entity, entity_id, status from activity_log where action = 'lettura_file'`,
    )
    expect(logged).toEqual([{ user_id: who.user_id, action: 'lettura_file', entity: 'payrolls', entity_id: String(id), status: 200 }])
    // One alone is taken back, and published again with what is ready.
    const alone = await admin.post(`/payrolls/documents/${id}/withdraw`)
    expect([alone.status, alone.body.message, alone.body.data.published_at]).toEqual([200, 'Documento ritirato', null])
    expect((await who.get(`/payrolls/${id}`)).status).toBe(404)
    expect((await (await world.as('p.show_payroll')).get('/payrolls')).body.data.data).toHaveLength(1)
    expect((await admin.post(`/payrolls/documents/${id}/withdraw`)).body.error).toBe('Il documento non è pubblicato.')
    await admin.post(`/payrolls/batches/${batch.id}/publish`)
    const back = await admin.post(`/payrolls/batches/${batch.id}/withdraw`)
    expect([back.status, back.body.message, back.body.data.state]).toEqual([
      200,
      'Pubblicazione ritirata: i dipendenti non vedono più i documenti',
      'pubblicare',
    ])
    expect((await who.get(`/payrolls/${id}`)).status).toBe(404)
    expect((await who.get('/payrolls')).body.data.data).toEqual([])
  }))

/** All readable text of a PDF, its compressed parts included. */
function textsOf(bytes: Buffer): string {
  const raw = bytes.toString('latin1')
  let all = raw
  for (const { index, 0: head } of raw.matchAll(/stream\r?\n/g))
    try {
      all += inflateSync(bytes.subarray(index + head.length)).toString('latin1')
    } catch {}
  return all
}

test('nothing of a payslip stands in jobs, histories, notices of others, logs, the database or the files as they lie on the disk', () =>
  inWorld(async (world) => {
    await withCode(world)
    const { daria } = await published(world)
    const mails = await world.mails()
    const about = mails.filter(({ subject }) => subject.includes('cedolino'))
    expect(about.map(({ to, subject }) => [to, subject])).toHaveMembers([
      ['dipendente@demo.example.it', 'È disponibile il cedolino di marzo 2026'],
      ['p.show_payroll@demo.example.it', 'È disponibile il cedolino di marzo 2026'],
    ])
    const code = await codeOf(world, 'dipendente')
    expect(JSON.stringify(about)).not.toContain(code)
    for (const table of ['job_history', 'job_rows', 'job_log', 'model_history', 'activity_log', 'notifications', 'idempotency_keys'])
      expect(JSON.stringify(await rowsOf(world, sql`select * from ${sql.identifier(table)}`)), table).not.toContain(code)
    const told = await rowsOf<{ user_id: number }>(
      world,
      sql`select user_id from notifications where subject_type = 'pay_document' and subject_id = ${daria.id}`,
    )
    expect(told.map(({ user_id }) => user_id)).toEqual([daria.user.id])
    const [file] = await rowsOf<{ uuid: string; at: string }>(
      world,
      sql`select f.uuid, f.created_at as at from files f join pay_documents d on d.file_id = f.id where d.id = ${daria.id} and f."isEncrypted"`,
    )
    const stored = await world.deps.files.read(file!.uuid, new Date(file!.at))
    expect(stored.subarray(0, 4).toString()).toBe('PZS1')
    for (const plain of ['%PDF', code, 'Netto']) expect(stored.includes(plain)).toBe(false)
    const opened = await world.deps.files.sealed.read(file!.uuid, new Date(file!.at))
    expect(opened.subarray(0, 5).toString()).toBe('%PDF-')
    // Bound to its name: the bytes of one file do not open under the name of another.
    await world.deps.files.write('another', stored, new Date(file!.at))
    await expect(world.deps.files.sealed.read('another', new Date(file!.at))).rejects.toThrow()
  }))

test('the same file again changes nothing, alone or in a ZIP', () =>
  inWorld(async (world) => {
    await withCode(world)
    const admin = await world.as('admin')
    const code = await codeOf(world, 'dipendente')
    const one = pdf(await paySheet(world, 'dipendente'))
    const first = await uploaded(world, admin, [{ name: `${code}_2026_03.pdf`, bytes: one }])
    expect(first).toMatchObject({ documents: 1, ready: 1, skipped: 0 })
    const zip = Buffer.from(zipSync({ [`buste/../../${code}_2026_03.pdf`]: one, '__MACOSX/x': new Uint8Array(3) }))
    const again = await uploaded(world, admin, [
      { name: 'altro.pdf', bytes: one },
      { name: 'marzo.zip', bytes: zip },
    ])
    expect(again).toMatchObject({
      documents: 0,
      ready: 0,
      skipped: 2,
      skipped_names: ['altro.pdf', `${code}_2026_03.pdf`],
      state: 'sistemare',
    })
    expect((await admin.post(`/payrolls/batches/${again.id}/publish`)).body.error).toBe('Non ci sono documenti da pubblicare.')
    // Of a batch that is deleted nothing is left, so that it can come again.
    await admin.del(`/payrolls/batches/${first.id}`)
    expect(await rowsOf(world, sql`select id from pay_documents`)).toEqual([])
    expect(await rowsOf(world, sql`select id from files where owner_type = 'pay_document'`)).toEqual([])
    expect(await uploaded(world, admin, [{ name: 'di nuovo.pdf', bytes: one }])).toMatchObject({ documents: 1, ready: 1 })
  }))

test('what cannot be matched waits for a person, each with its reason', () =>
  inWorld(async (world) => {
    await withCode(world)
    const admin = await world.as('admin')
    const code = await codeOf(world, 'dipendente')
    await world.db.update(users).set({ enabled: 0 }).where(sql`email = 'p.show_payroll@demo.example.it'`)
    const sheet = (fiscalCode: string, period = 'aprile 2026') => payslipLines({ name: 'X', fiscalCode }, period, '1')
    const batch = await uploaded(world, admin, [
      { name: 'nessuno.pdf', bytes: pdf(['Solo testo', 'maggio 2026']) },
      { name: 'due.pdf', bytes: pdf([...sheet(code, 'giugno 2026'), stranger.fiscalCode]) },
      { name: `${code}_2026_07.pdf`, bytes: pdf(sheet(stranger.fiscalCode, 'luglio 2026')) },
      { name: 'ignoto.pdf', bytes: pdf(sheet('RSSMRA85T10A562S')) },
      { name: 'uscito.pdf', bytes: pdf(sheet(stranger.fiscalCode)) },
      { name: `${code}_2026_15.pdf`, bytes: pdf(sheet(code, 'niente')) },
      { name: 'lettera.pdf', bytes: pdf(sheet(code, 'agosto 2026')) },
      { name: 'doppio.pdf', bytes: pdf([...sheet(code, 'agosto 2026'), 'corretto']) },
      { name: 'rotto.pdf', bytes: Buffer.from('%PDF-1.4\nniente di buono\n%%EOF\n') },
      { name: 'script.pdf', bytes: scripted() },
    ])
    const found = Object.fromEntries(
      (await documentsOf(admin, batch.id)).map((one: any) => [one.source, [one.problem, one.user?.name ?? null, one.month]]),
    )
    expect(found).toEqual({
      'nessuno.pdf': ['nessun_codice', null, 5],
      'due.pdf': ['piu_codici', null, 6],
      [`${code}_2026_07.pdf`]: ['discordante', null, 7],
      'ignoto.pdf': ['sconosciuto', null, 4],
      'uscito.pdf': ['disabilitato', 'Solo show_payroll', 4],
      [`${code}_2026_15.pdf`]: ['periodo', 'Daria Dipendente', null],
      'lettera.pdf': [null, 'Daria Dipendente', 8],
      'doppio.pdf': ['doppio', 'Daria Dipendente', 8],
      'rotto.pdf': ['illeggibile', null, null],
      'script.pdf': ['script', null, null],
    })
    expect(batch).toMatchObject({ documents: 10, ready: 1, open: 9, state: 'pubblicare' })
    const document = async (source: string) => (await documentsOf(admin, batch.id)).find((one: any) => one.source === source)
    const assign = async (source: string, body: object) => {
      const { id, rev } = await document(source)
      return admin.put(`/payrolls/documents/${id}`, { year: 2026, month: 8, rev, ...body })
    }
    const daria = (await document('lettera.pdf')).user.id
    expect((await assign('doppio.pdf', { user_id: daria })).body.error).toEqual({ user_id: payProblems.doppio.text })
    expect((await assign('script.pdf', { user_id: daria })).body.error).toBe(payProblems.script.text)
    expect((await assign('due.pdf', { user_id: 999_999 })).body.error).toEqual({ user_id: 'Il valore del campo Dipendente non è valido.' })
    expect((await assign('due.pdf', { user_id: daria, month: 15 })).body.error).toEqual({
      month: 'Il campo Mese deve essere minore o uguale a 14.',
    })
    expect((await assign('due.pdf', { user_id: daria, month: null })).body.error).toEqual({ month: 'Il campo Mese è obbligatorio.' })
    const fixed = await assign('due.pdf', { user_id: daria, month: 6, published_at: '2026-01-01T00:00:00Z', kind: 'cud', problem: null })
    expect([fixed.status, fixed.body.message, fixed.body.data]).toMatchObject([
      200,
      'Documento abbinato',
      { user: { name: 'Daria Dipendente' }, month: 6, problem: null, published_at: null },
    ])
    const state = await admin.post(`/payrolls/batches/${batch.id}/publish`)
    expect(state.body.data).toMatchObject({ published: 2, open: 8, state: 'sistemare' })
    expect((await assign('due.pdf', { user_id: daria, month: 9 })).body.error).toBe(
      'Il documento è pubblicato: ritirare prima la pubblicazione.',
    )
    expect((await admin.del(`/payrolls/batches/${batch.id}`)).body.error).toBe(
      'Alcuni documenti sono pubblicati: ritirare prima la pubblicazione.',
    )
  }))

/** A PDF that runs a script when it is opened. */
const scripted = () =>
  Buffer.from(
    pdf(['x'])
      .toString('latin1')
      .replace(
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
      ),
    'latin1',
  )

test('CUD carry the year of the form and the surname in their file name', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const batch = await uploaded(
      world,
      admin,
      [{ name: 'CU massiva.pdf', bytes: pdf(await paySheet(world, 'dipendente', '/cuds')) }],
      '/cuds',
    )
    await admin.post(`/cuds/batches/${batch.id}/publish`)
    await world.runs()
    const who = await world.as('dipendente')
    const [one] = (await who.get('/cuds')).body.data.data
    expect([one.year, 'month' in one]).toEqual([2026, false])
    expect((await who.get(`/cuds/${one.id}`)).headers['content-disposition']).toContain('filename="CU_2026_Dipendente.pdf"')
    expect((await who.get(`/payrolls/${one.id}`)).status).toBe(404)
    expect((await firstOf(admin, batch.id, '/cuds')).problem).toBeNull()
    expect(await rowsOf(world, sql`select user_id, title, link from notifications`)).toEqual([
      { user_id: who.user_id, title: 'È disponibile la CU 2026 – redditi 2025', link: '/dipendente/cud' },
    ])
  }))
