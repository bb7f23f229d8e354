import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { sync_queue } from '../../../server/db/schema/cards/sync.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { folder, lines, rowsOf } from '../support/host-folder.ts'
import { inWorld, type World } from '../support/world.ts'

const OFF = (name: string) => `Servizio ${name} non configurato: contattare l'amministratore.`
const HEAD = 'codice;tipo;denominazione;cf;piva;indirizzo;cap;citta;prov;email;attivo'
const customerOf = async (db: World['db'], id: number) => (await db.select().from(customers).where(eq(customers.id, id)))[0]!
const cardOf = async (db: World['db'], id: number) => (await db.select().from(cards).where(eq(cards.id, id)))[0]!

test('hosts that are not configured, or turned off, are refused with 501 and nothing is queued', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    expect((await (await as('lettura.conta')).post('/sync-icad/all')).status).toBe(403)
    const before = await db.$count(job_history)
    const ask = async () => [
      (await conti.post('/sync-icad/all')).body,
      (await conti.post('/sync-icad/cards', {})).body,
      (await conti.post('/sync-icad/customers', {})).body,
      (await conti.post('/customers/siv-sync-range', { from: 1, to: 5 })).body,
      (await conti.post('/infopoint/sync')).body,
    ]
    const refused = ['ICAD', 'ICAD', 'ICAD', 'SIV', 'Infopoint'].map((name) => [501, OFF(name)])
    expect((await ask()).map(({ status, error }) => [status, error])).toEqual(refused)
    folder(world)
    const admin = await as('admin')
    for (const name of ['icad', 'siv', 'infopoint']) expect((await admin.put(`/hosts/${name}`, { enabled: false })).status).toBe(200)
    expect((await ask()).map(({ status, error }) => [status, error])).toEqual(refused)
    expect([await db.$count(job_history), await db.$count(sync_queue)]).toEqual([before, 0])
    expect((await conti.get('/hosts')).body.data.map(({ name, state }: any) => [name, state])).toEqual([
      ['icad', 'off'],
      ['siv', 'off'],
      ['infopoint', 'off'],
    ])
  }))

test('ICAD gets what was never told or has changed, once; a named card or customer is told again', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const drop = folder(world)
    await db.update(customers).set({ synced_at: '2099-01-01T00:00:00.000Z', sync_error: null })
    await db.update(cards).set({ synced_at: '2099-01-01T00:00:00.000Z', sync_error: null })
    const [card] = await db.select().from(cards).limit(1)
    await db.update(customers).set({ synced_at: null }).where(eq(customers.id, 1))
    await db.update(cards).set({ synced_at: null }).where(eq(cards.id, card!.id))
    await rowsOf(conti, world, '/sync-icad/all')
    const written = drop.list('icad/out')
    expect(written.map((name) => name.replace(/\d{14}/, '…'))).toEqual(['clienti_….csv', 'tessere_….csv'])
    const one = await customerOf(db, 1)
    const text = drop.read(`icad/out/${written[0]}`)
    expect(text.split('\r\n').map((line) => line.split(';').slice(0, 3))).toEqual([
      ['\ufeffcodice', 'tipo', 'denominazione'],
      [String(one.code), one.kind, one.denomination],
      [''],
    ])
    expect(drop.read(`icad/out/${written[1]}`)).toContain(`\r\n${card!.number};${card!.type};`)
    expect(one.synced_at).not.toBeNull()
    const again = await rowsOf(conti, world, '/sync-icad/all')
    expect(again.map(({ message }: any) => message)).toEqual(['Nulla da inviare e nessun file da leggere.'])
    const named = await conti.post('/sync-icad/cards', { number: card!.number })
    expect(named.body.data).toMatchObject({ queued: 1, exported: 0, imported: 0, errors: 0 })
    await world.runs()
    expect(await db.select().from(sync_queue).where(eq(sync_queue.entity, 'card'))).toMatchObject([{ status: 'sent', tries: 2 }])
    const customer = await conti.post('/sync-icad/customers', { customer_code: one.code })
    expect(customer.body.data).toMatchObject({ queued: 1, errors: 0 })
    await world.runs()
    expect(await db.select().from(sync_queue).where(eq(sync_queue.entity, 'customer'))).toMatchObject([{ status: 'sent', tries: 2 }])
    expect((await conti.get('/hosts/queue?status=sent')).body.data.total).toBe(2)
    expect((await conti.get('/hosts/queue?host=siv')).body.data.total).toBe(0)
    expect((await conti.get(`/hosts/queue?search=${one.code}`)).body.data.total).toBe(1)
  }))

test('states, credit and points come in; a state that differs is a conflict that is shown, and decided by a person', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const drop = folder(world)
    const [fine, other, third] = await db.select().from(cards).where(eq(cards.status, 'active')).limit(3)
    await db.update(customers).set({ synced_at: '2099-01-01T00:00:00.000Z' })
    await db.update(cards).set({ synced_at: '2099-01-01T00:00:00.000Z' })
    const head = 'numero;stato;credito;punti;ultimo_uso'
    const file = lines(
      head,
      `${fine!.number};Attiva;1.234,50;77;20/11/2026`,
      `${other!.number};Bloccata;;;`,
      '12345;Attiva;;;',
      `${third!.number};Attivata;;;`,
    )
    drop.put('icad', 'stato_tessere_1.csv', file)
    drop.put('icad', 'stato_tessere_2.csv', 'altro;file\r\n1;2\r\n')
    drop.put('icad', 'stato_tessere_0.csv', `${head}\r\n${fine!.number};Att`, { age: 11 * 60_000 })
    drop.put('icad', 'stato_tessere_3.csv', lines(head, `${fine!.number};Attiva;5;5;`), { fresh: true })
    const rows = await rowsOf(conti, world, '/sync-icad/all')
    const errors = rows.filter(({ outcome }: any) => outcome !== 'fatto').map(({ label, message }: any) => `${label}: ${message}`)
    expect(errors).toHaveMembers([
      'stato_tessere_1.csv, riga 3: Conflitto: ICAD indica "Bloccata", qui la tessera è "Attiva".',
      'stato_tessere_1.csv, riga 4: Il numero di tessera "12345" non è valido.',
      'stato_tessere_1.csv, riga 5: Conflitto: ICAD indica "Attivata", qui la tessera è "Attiva".',
      'stato_tessere_0.csv: archiviazione: Il file è incompleto: l’ultima riga è troncata.',
      'stato_tessere_2.csv: archiviazione: L’intestazione non è quella prevista.',
    ])
    expect(await cardOf(db, fine!.id)).toMatchObject({ credit_balance: 1234.5, points_balance: 77 })
    expect(await cardOf(db, other!.id)).toMatchObject({
      status: 'active',
      sync_error: 'ICAD indica "Bloccata", qui la tessera è "Attiva".',
    })
    // The one that is being written to is left for the next time; the wrong one, and the one that was never finished, stand apart with their reasons.
    expect(drop.list('icad/in')).toEqual(['stato_tessere_3.csv'])
    expect(drop.list('icad/error').filter((name) => name.endsWith('stato_tessere_2.csv.log')).length).toBe(1)
    const conflict = (await conti.get('/hosts/queue?status=conflict')).body.data.data.find((row: any) => row.entity_id === other!.id)
    expect(conflict).toMatchObject({ entity: 'card', entity_id: other!.id, status: 'conflict' })
    expect((await conti.post(`/hosts/queue/${conflict.id}`, { keep: 'theirs' })).status).toBe(409)
    expect((await conti.post(`/hosts/queue/${conflict.id}`, { keep: 'ours' })).body.data).toMatchObject({ status: 'pending', error: null })
    expect(await cardOf(db, other!.id)).toMatchObject({ sync_error: null })
    // The same file again changes nothing.
    await db.update(cards).set({ points_balance: 1 }).where(eq(cards.id, fine!.id))
    drop.put('icad', 'stato_tessere_4.csv', file)
    await rowsOf(conti, world, '/sync-icad/all')
    expect(await cardOf(db, fine!.id)).toMatchObject({ points_balance: 1 })
  }))

test('SIV brings the customers of a range, never the note nor the portal; what was changed on both sides is a conflict', () =>
  inWorld(async (world) => {
    const { as, db, runs } = world
    const conti = await as('contabilita')
    const drop = folder(world)
    expect((await conti.post('/customers/siv-sync-range', { from: 1, to: 10_001 })).body.error).toEqual({
      to: "L'intervallo può contenere al massimo 10.000 codici.",
    })
    expect((await conti.post('/customers/siv-sync-range', { from: 9, to: 1 })).status).toBe(422)
    const person = {
      kind: 'privato',
      name: 'Mario',
      lastname: 'Rossi',
      fiscalCode: 'RSSMRA85T10A562S',
      address: 'Via Roma 1',
      cap: '43036',
      city: 'Fidenza',
      province: 'PR',
    }
    const one = (await conti.post('/customers', { ...person, note: 'Nostra nota' })).body.data
    const both = (await conti.post('/customers', { ...person, fiscalCode: 'RSSMRA80A01Z404R' })).body.data
    await db.update(customers).set({ synced_at: '2000-01-01T00:00:00.000Z' }).where(eq(customers.id, both.id))
    const free = both.code + 1
    drop.put(
      'siv',
      'anagrafica.csv',
      lines(
        HEAD,
        `${one.code};privato;Rossi\u200b Mario\u0000;RSSMRA85T10A562S;;Via\u00a0Po 9;43036;Parma;PR;nuova@prova.example.it;S`,
        `${both.code};privato;Rossi Mario;RSSMRA80A01Z404R;;Via Po 9;43036;Parma;PR;;S`,
        `${free};azienda;Nuova S.r.l.;;00743110157;Via Po 1;43121;Parma;PR;;S`,
        `${free + 1};azienda;Fuori S.r.l.;;07643520567;Via Po 1;43121;Parma;PR;;S`,
        `${free};azienda;Nuova S.r.l.;;12345678901;Via Po 1;43121;Parma;PR;;S`,
      ),
    )
    const started = await conti.post('/customers/siv-sync-range', { from: one.code, to: free })
    expect([started.status, started.body]).toEqual([204, ''])
    await runs()
    expect(await customerOf(db, one.id)).toMatchObject({
      city: 'Parma',
      address: 'Via Po 9',
      email: 'nuova@prova.example.it',
      note: 'Nostra nota',
      name: 'Mario',
    })
    expect(await customerOf(db, both.id)).toMatchObject({ city: 'Fidenza', sync_error: 'Modificato sia qui sia su SIV: address, city.' })
    const made = (await conti.get(`/customers?search=${free}`)).body.data.data
    expect(made).toMatchObject([{ code: free, businessName: 'Nuova S.r.l.', piva: '00743110157', kind: 'azienda' }])
    expect((await conti.get(`/customers?search=Fuori`)).body.data.total).toBe(0)
    const [conflict] = (await conti.get('/hosts/queue?status=conflict&host=siv')).body.data.data
    expect((await conti.post(`/hosts/queue/${conflict.id}`, { keep: 'theirs' })).status).toBe(200)
    expect(await customerOf(db, both.id)).toMatchObject({ city: 'Parma', sync_error: null })
  }))

test('Infopoint brings points; a file that comes late takes nothing back', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const drop = folder(world)
    const [card] = await db.select().from(cards).limit(1)
    drop.put('infopoint', 'punti_2.csv', lines('numero;punti;data', `${card!.number};120;2026-11-20`))
    await rowsOf(conti, world, '/infopoint/sync')
    drop.put('infopoint', 'punti_1.csv', lines('numero;punti;data', `${card!.number};100;19/11/2026`))
    const rows = await rowsOf(conti, world, '/infopoint/sync')
    expect(rows.find(({ label }: any) => label === 'punti_1.csv, riga 2')?.message).toBe('È più vecchia di quanto già ricevuto.')
    expect(await cardOf(db, card!.id)).toMatchObject({ points_balance: 120, points_at: '2026-11-20' })
  }))
