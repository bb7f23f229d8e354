import { read, utils } from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { activity_log, files } from '../../../server/db/schema/core/system.ts'
import { expireExports } from '../../../server/lib/jobs/sweep.ts'
import { activityColumns } from '../../../src/rules/overview/activity-columns.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const COLUMNS = ['Data/ora', 'Utente', 'Azione', 'Oggetto', 'Esito']
const BAD = '=1+1'
/** So many rows of the log of a day long gone, of a person whose name looks like a formula. */
async function many({ db }: World, rows: number) {
  const [person] = await db.update(users).set({ name: BAD }).where(eq(users.email, 'ispettore@demo.example.it')).returning()
  await db.execute(sql`insert into activity_log (user_id, action, entity, entity_id, method, path, status, created_at)
    select ${person!.id}, 'modifica', 'banks', i::text, 'PUT', '/prova', 200, timestamp '2024-03-01 11:00Z' + i * interval '1 second'
    from generate_series(1, ${rows}) i`)
}
/** As after a night in which the log was emptied: the database believes that it has no rows, and plans for that. */
async function believedEmpty(world: World) {
  const undone = await world.db
    .transaction(async (db) => {
      await many({ ...world, db }, 20_000)
      throw new Error('undone')
    })
    .catch(({ message }) => message)
  expect(undone).toBe('undone')
  await world.db.execute(sql`analyze activity_log`)
}
const asked = (format: string, more: object = {}) => ({
  ...{ list: 'activity.list', format, search: { to: '2024-03-31', entity: ['banks'], sort: '-created_at' }, columns: COLUMNS },
  ...more,
})
async function started(who: Caller, format: string, more: object = {}): Promise<number> {
  const answer = await who.post('/exports', asked(format, more))
  expect([answer.status, answer.body.message], JSON.stringify(answer.body)).toEqual([201, 'Esportazione avviata'])
  return answer.body.data.id
}

test('an export needs the right to read the list, and only its columns and filters', () =>
  inWorld(async ({ as }) => {
    for (const name of ['ispettore', 'contabilita']) expect((await (await as(name)).post('/exports', asked('csv'))).status, name).toBe(403)
    expect((await (await as()).post('/exports', asked('csv'))).status).toBe(401)
    const admin = await as('admin')
    for (const [body, error] of [
      [{ list: 'users.list' }, { list: 'Questo elenco non si esporta dal server.' }],
      [{ format: 'pdf' }, { format: 'Il formato deve essere csv o xlsx.' }],
      [{ columns: [] }, { columns: 'Scegli almeno una colonna.' }],
      [{ columns: ['Utente', 'toString'] }, { columns: 'L’elenco non ha la colonna toString.' }],
      [{ search: { from: 'ieri' } }, { from: 'Parametro from: il campo Dal non contiene una data valida.' }],
    ] as const)
      expect(await admin.post('/exports', asked('csv', body))).toMatchObject({ status: 422, body: { error } })
  }))

test('a list of more than 5,000 rows is written as a CSV and as a workbook, as another library reads them; nothing in them is a formula, and nothing goes through the table for each row', () =>
  inWorld(async (world) => {
    await believedEmpty(world)
    await many(world, 5_205)
    const admin = await world.as('admin')
    const [csv, xlsx] = [await started(admin, 'csv'), await started(admin, 'xlsx')]
    expect((await admin.get(`/exports/${csv}`)).body.error).toBe('L’esportazione non è ancora finita.')
    await world.runs()
    expect((await admin.get(`/admin/history/${csv}`)).body.data).toMatchObject({ status: 'completato', items: 6, done: 6, file: true })

    const text = await admin.get(`/exports/${csv}`)
    expect(text.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = text.bytes.toString().split('\r\n')
    expect(lines[0]).toBe(`\ufeff${COLUMNS.join(';')}`)
    expect(lines).toHaveLength(5_205 + 2)
    expect(lines[1]).toBe(`01/03/2024 13:26;'${BAD};Modifica;Banca n. 5205;Riuscito`)
    // One that is there is named; the others are gone.
    const [bank] = await world.db.select().from(banks).where(eq(banks.id, 1))
    expect(lines.at(-2)).toBe(`01/03/2024 12:00;'${BAD};Modifica;Banca: ${bank!.name};Riuscito`)
    expect(new Set(lines.slice(1, -1).map((line) => line.split(';')[3])).size).toBe(5_205)

    const book = read((await admin.get(`/exports/${xlsx}`)).bytes, { cellNF: true, cellFormula: true })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false })
    expect(rows[0]).toEqual(COLUMNS)
    expect(rows).toHaveLength(5_206)
    expect(rows[5_205]!.slice(1)).toEqual([BAD, 'Modifica', `Banca: ${bank!.name}`, 'Riuscito'])
    expect(sheet.A2).toMatchObject({ t: 'n', z: 'dd/mm/yyyy hh:mm' })
    expect(sheet.A2!.w).toBe('01/03/2024 13:26')
    expect(sheet.B2).toMatchObject({ t: 's', v: BAD })
    expect(sheet.B2).not.toHaveProperty('f')
  }))

test('the file of the log holds the rows of the filter and no other, newest first, in every column of the screen', () =>
  inWorld(async (world) => {
    const [admin, ivan] = [await world.as('admin'), await world.as('ispettore')]
    const row = (day: string, more: object) => ({
      ...{ user_id: ivan.user_id, action: 'modifica', entity: 'banks', entity_id: '999', method: 'PUT', path: '/banks/999' },
      ...{ ip: '10.0.0.7', user_agent: '=cmd', request_id: 'r', status: 200, created_at: `2024-03-${day}T11:00:00.000Z`, ...more },
    })
    await world.db.insert(activity_log).values([
      row('02', {}),
      row('04', { status: 403, entity: '', entity_id: null, path: '=HYPERLINK("x")' }),
      row('03', { ip: '+39', user_agent: '' }),
      // Of another person, another act, and of days before and after.
      ...[{ user_id: admin.user_id }, { action: 'eliminazione' }].map((other) => row('03', other)),
      ...['01', '05'].map((day) => row(day, {})),
    ])
    const search = { from: '2024-03-02', to: '2024-03-04', user_id: ivan.user_id, action: ['modifica'] }
    const columns = Object.keys(activityColumns)
    expect(columns).toEqual(['Data/ora', 'Utente', 'Azione', 'Oggetto', 'IP', 'Dispositivo', 'Esito'])
    expect((await (await world.as('gestore')).post('/exports', asked('csv', { search, columns }))).status).toBe(403)
    const id = await started(admin, 'csv', { search, columns })
    await world.runs()
    expect((await admin.get(`/exports/${id}`)).bytes.toString().split('\r\n')).toEqual([
      `\ufeff${columns.join(';')}`,
      `04/03/2024 12:00;Ivan Ispettore;Modifica;"'=HYPERLINK(""x"")";10.0.0.7;Sconosciuto;Negato (403)`,
      `03/03/2024 12:00;Ivan Ispettore;Modifica;Banca n. 999;'+39;;Riuscito`,
      `02/03/2024 12:00;Ivan Ispettore;Modifica;Banca n. 999;10.0.0.7;Sconosciuto;Riuscito`,
      '',
    ])
  }))

test('an export is a snapshot, with the chosen columns in the chosen order', () =>
  inWorld(async (world) => {
    await many(world, 1_001)
    const admin = await world.as('admin')
    const id = await started(admin, 'csv', { columns: ['Oggetto', 'Utente'] })
    const { files: store } = world.deps
    const write = store.write.bind(store)
    store.write = async (...part) => {
      await write(...part)
      await many(world, 3)
    }
    await world.runs()
    const lines = (await admin.get(`/exports/${id}`)).bytes.toString().split('\r\n')
    expect([lines[0], lines.length]).toEqual(['\ufeffOggetto;Utente', 1_003])
  }))

test('the file is only for the person who started it, while the right lasts and for a week; then it is deleted', () =>
  inWorld(async (world) => {
    const { db, deps, as } = world
    await many(world, 10)
    const mod = await as('p.moderate_users')
    const id = await started(mod, 'csv')
    for (const status of ['in_coda', 'in_corso'] as const) {
      await db.update(job_history).set({ status }).where(eq(job_history.id, id))
      expect((await mod.get(`/exports/${id}`)).body.error).toBe('L’esportazione non è ancora finita.')
    }
    await db.update(job_history).set({ status: 'in_coda' }).where(eq(job_history.id, id))
    await world.runs()
    expect((await (await as('admin')).get(`/exports/${id}`)).status).toBe(404)
    expect((await mod.get(`/exports/${id}`)).status).toBe(200)
    const parts = await db.select().from(files).where(eq(files.owner_type, 'export'))
    expect(parts).toHaveLength(1)
    const later = (days: number) => new Date(deps.now().getTime() + days * 86_400_000)
    expect(await expireExports(db, deps.files, later(7))).toBe(0)
    expect(await expireExports(db, deps.files, later(9))).toBe(1)
    await expect(deps.files.read(parts[0]!.uuid, new Date(parts[0]!.created_at))).rejects.toThrow()
    expect((await mod.get(`/exports/${id}`)).status).toBe(409)
    await db
      .update(users)
      .set({ permissions: ['moderate_card'] })
      .where(eq(users.id, mod.user_id))
    const again = await as('p.moderate_users')
    expect((await again.get(`/exports/${id}`)).status).toBe(403)
  }))
