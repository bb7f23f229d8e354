import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { files, model_history } from '../../../server/db/schema/core/system.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { MAIL_QUEUE } from '../../../server/lib/jobs/jobs.ts'
import { makeStation } from '../support/fixtures.ts'
import { BAD, completed, jpeg, makeModel } from '../support/inspection-fixtures.ts'
import { newNote } from '../support/note-fixtures.ts'
import { type Caller, inWorld, PASSWORD } from '../support/world.ts'

/** Texts that are put together, or that no other test reads, word for word. */
test('of two files where one is taken, both are refused', () =>
  inWorld(async ({ as, db, deps }) => {
    const [admin, ivan] = [await as('admin'), await as('ispettore')]
    const station = await makeStation(db, { code: 'ZW1' })
    const onDisk = async () => {
      let count = 0
      for await (const lot of deps.files.list()) count += lot.length
      return count
    }
    const { uuid } = (await newNote(ivan, station.id)).body.data
    const bytes = await jpeg()
    const fields = { uuid: randomUUID(), sha256: sha256(bytes), size: String(bytes.length) }
    const before = await db.$count(files)
    const two = (by: Caller, url: string, more = {}) =>
      by.upload(url, Array(2).fill({ name: 'a.jpg', bytes }), { ...fields, ...more } as Record<string, string>)
    for (const answer of [
      await two(ivan, '/station/notes/files', { record: uuid }),
      await two(ivan, '/inspection/files', { client_uuid: randomUUID(), kind: 'photo' }),
      await admin.upload('/settings/logo', Array(2).fill({ name: 'a.jpg', bytes })),
      await admin.upload('/inspection/rescue', Array(2).fill({ name: 'a.zip', bytes })),
    ])
      expect(answer).toMatchObject({ status: 422, body: { error: 'È possibile caricare al massimo 1 file per volta.' } })
    for (const answer of [
      await ivan.upload('/station/notes/files', [], { ...fields, record: uuid }),
      await ivan.upload('/inspection/files', [], { ...fields, client_uuid: randomUUID(), kind: 'photo' }),
      await admin.upload('/settings/logo', []),
    ])
      expect(answer).toMatchObject({ status: 422, body: { error: 'Assicurati di aver selezionato dei file' } })
    const damaged = { ...fields, size: '7' }
    for (const answer of [
      await ivan.upload('/station/notes/files', [{ name: 'a.jpg', bytes }], { ...damaged, record: uuid }),
      await ivan.upload('/inspection/files', [{ name: 'a.jpg', bytes }], { ...damaged, client_uuid: randomUUID(), kind: 'photo' }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { code: 'file_mismatch' } })
    expect([await db.$count(files), await onDisk()], 'nothing is stored of what is refused').toEqual([before, 0])
    for (const status of [201, 200])
      expect((await ivan.upload('/station/notes/files', [{ name: 'a.jpg', bytes }], { ...fields, record: uuid })).status).toBe(status)
    expect(await onDisk(), 'once').toBe(1)
  }))

test('a mail about a password says whose it is, what to do, and whom to ask', () =>
  inWorld(async ({ as, mails }) => {
    const rete = await as('rete')
    const { name } = (await rete.get('/auth/me')).body.data
    const next = 'cavallo batteria graffetta'
    await (await as()).post('/auth/forgot-password', { email: 'RETE@demo.example.it' })
    const same = { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD }
    expect((await rete.put('/users/password', same)).body.error).toEqual({
      password: 'La nuova password deve essere diversa da quella attuale.',
    })
    await rete.put('/users/password', { current_password: PASSWORD, password: next, password_confirmation: next })
    const [reset, changed] = (await mails()).toSorted((a, b) => a.subject.length - b.subject.length)
    const link = /http:\S+/.exec(reset!.text)![0]
    expect(link).toMatch(/^http:\/\/piazzale\.test\/auth\/reset-password\?token=[\w-]{43}$/)
    expect([reset!.to, reset!.subject, reset!.text]).toEqual([
      'rete@demo.example.it',
      'Reimposta la password',
      `Ciao ${name},\nper scegliere una nuova password apri questo indirizzo entro un'ora:\n${link}\nSe non l'hai chiesto tu, ignora questa email.`,
    ])
    expect([changed!.to, changed!.text]).toEqual([
      'rete@demo.example.it',
      `Ciao ${name},\nla password del tuo account Piazzale è stata modificata. Se non sei stato tu, avvisa subito l'amministratore.`,
    ])
  }))

test('the outcome of a verifica and its verbale are told whole', () =>
  inWorld(async ({ as, db, mails }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZW2', email: 'zw2@example.it' })
    const { name } = (await ivan.get('/auth/me')).body.data
    const made = await completed(ivan, await makeModel(ivan, 'PAROLE'), station.id, BAD)
    const number = `${made.id_year}/${made.id_number}`
    const about = [`Verifica ${number} – Modello PAROLE`, 'Punto vendita: ZW2 Prova ZW2, Fidenza (PR)', `Ispettore: ${name}`]
    const [outcome] = await mails()
    const [head, text] = [outcome!.subject, outcome!.text.split('\n')]
    expect(head).toMatch(new RegExp(`^\\[Verifica ${number}\\] .+ – ZW2 Prova ZW2$`))
    expect(text.slice(0, 3)).toEqual(about)
    expect(text[3]).toMatch(/^Esito: [A-Z][\w ]+, punteggio \d+,\d$/)
    expect(text.slice(4)).toEqual([
      expect.stringMatching(/^Non conformità – (\w+: \d+, )*Gra\w+: 1(, \w+: \d+)*$/),
      '',
      `http://piazzale.test/verifiche/${made.id_year}-${made.id_number}`,
    ])
    expect((await ivan.post(`/inspection/${made.id}/send`)).status).toBe(200)
    const sent = (await mails()).at(-1)!
    expect(sent.text.split('\n')).toEqual([...about, '', 'In allegato il verbale di verifica in PDF.'])
    // Those who no longer work here are not told.
    const other = await makeModel(ivan, 'ALTRO')
    await db.update(stations).set({ email: null, area_manager_id: admin.user_id }).where(eq(stations.id, station.id))
    const before = (await mails()).length
    for (const change of [{ enabled: 0 }, { enabled: 1, deleted_at: new Date().toISOString() }]) {
      await db
        .update(users)
        .set({ roles: ['network_manager'], ...change })
        .where(eq(users.id, admin.user_id))
      await completed(ivan, other, station.id)
      expect(await mails()).toHaveLength(before)
    }
    await db.update(users).set({ enabled: 1, deleted_at: null }).where(eq(users.id, admin.user_id))
    await completed(ivan, other, station.id)
    expect((await mails()).slice(before).map(({ to }) => to)).toEqual(['admin@demo.example.it'])
  }))

test('a mail that took too long is said to have been interrupted; the words of the server are cut, and name no address', () =>
  inWorld(async ({ as, db }) => {
    const nobody = await as()
    await nobody.post('/auth/forgot-password', { email: 'rete@demo.example.it' })
    const listed = async (output: object | null) => {
      await db.execute(sql`update pgboss.job set output = ${JSON.stringify(output)}::jsonb where name = ${MAIL_QUEUE}`)
      return (await (await as('admin')).get('/mails')).body.data.mails[0].error
    }
    const interrupted = 'Interrotto: nessuna risposta entro un minuto.'
    expect(await listed({ message: 'job failed by timeout in active state' })).toBe(interrupted)
    expect(await listed({ value: { message: 'handler execution exceeded 60000ms' } })).toBe(interrupted)
    expect(await listed({ message: `no https://x.it/a?b=c ${'y'.repeat(400)}` })).toBe(`no … ${'y'.repeat(295)}`)
    expect(await listed({})).toBeNull()
  }))

test('what cannot be put back, what is doubled and what was never given is refused in its own words', () =>
  inWorld(async ({ as, db }) => {
    const [admin, ivan] = [await as('admin'), await as('ispettore')]
    const station = await makeStation(db, { code: 'ZW3' })
    const model = await makeModel(admin, 'DOPPIO')
    expect((await ivan.post('/inspection/category', { model, key: 'c_1', name: 'Due', questions: [] })).body.error).toEqual({
      key: 'Due sezioni hanno la stessa chiave.',
    })
    const [change] = await db.select().from(model_history).where(eq(model_history.model, 'inspection_model')).limit(1)
    expect(await admin.post(`/models/history/${change!.id}/revert`, { fields: ['name'], rev: 1 })).toMatchObject({
      status: 422,
      body: { error: 'Le modifiche di questo tipo non si possono ripristinare.' },
    })
    const uuid = randomUUID()
    await newNote(ivan, station.id, { uuid })
    const other = await makeStation(db, { code: 'ZW4' })
    for (const answer of [await newNote(ivan, other.id, { uuid }), await newNote(admin, station.id, { uuid })])
      expect(answer).toMatchObject({ status: 422, body: { error: 'Un altro record ha già questo identificativo.', code: 'uuid_taken' } })
  }))
