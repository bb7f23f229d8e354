import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { checkPassword } from '../../../server/lib/core/passwords.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

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
const EMAIL = 'mario@prova.example.it'
async function made(caller: Caller, more: object = {}) {
  const answer = await caller.post('/customers', { ...person, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data as { id: number; code: number }
}
const stored = async (db: World['db'], id: number) => (await db.select().from(customers).where(eq(customers.id, id)))[0]!
const passwordIn = (text: string) => /Password: (\S+)/.exec(text)![1]!

test('an account has a random password that is mailed, rests nowhere in the clear, and is to be changed', () =>
  inWorld(async ({ as, db, mails }) => {
    const conti = await as('contabilita')
    const { id, code } = await made(conti, { email: EMAIL })
    expect((await (await as('lettura.conta')).post(`/customers/${id}/account`)).status).toBe(403)
    const answer = await conti.post(`/customers/${id}/account`)
    expect([answer.status, answer.body.message]).toEqual([200, 'Account creato'])
    const username = `C${String(code).padStart(6, '0')}`
    expect(answer.body.data).toMatchObject({ username, portal_enabled: true })
    expect(JSON.stringify(answer.body)).not.toMatch(/password/i)
    const queued = (await db.execute(sql`select data::text as data from pgboss.job where name = 'mail'`)) as unknown as {
      rows: { data: string }[]
    }
    expect(queued.rows.map(({ data }) => data).join()).not.toMatch(/Password: /)
    const mail = (await mails()).at(-1)!
    expect([mail.to, mail.subject]).toEqual([EMAIL, 'Credenziali del portale tessere'])
    expect(mail.text).toContain(`Utente: ${username}`)
    const password = passwordIn(mail.text)
    expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{10}$/)
    const row = await stored(db, id)
    expect([await checkPassword(row.password_hash, password), row.password_expired]).toEqual([true, true])
  }))

test('a reset gives another password; without an account, an address or an active customer it says why not', () =>
  inWorld(async ({ as, db, mails }) => {
    const conti = await as('contabilita')
    const { id } = await made(conti, { email: EMAIL })
    await conti.post(`/customers/${id}/account`)
    const first = passwordIn((await mails()).at(-1)!.text)
    const answer = await conti.post(`/customers/${id}/reset`)
    expect(answer.status).toBe(200)
    const second = passwordIn((await mails()).at(-1)!.text)
    const row = await stored(db, id)
    expect([await checkPassword(row.password_hash, first), await checkPassword(row.password_hash, second)]).toEqual([false, true])
    // No mail has left, and none is said to.
    expect(answer.body.data.credentials_sent_at).toBeNull()
    // As the documents write it, too.
    expect((await conti.get(`/customers/${id}/reset`)).status).toBe(200)
    const third = passwordIn((await mails()).at(-1)!.text)
    expect(await checkPassword((await stored(db, id)).password_hash, third)).toBe(true)
    await conti.post('/customers/deactivate', { customers: [id] })
    expect((await conti.post(`/customers/${id}/account`)).body.error).toBe('Il cliente è disattivato.')
    await conti.post(`/customers/${id}/activate`)
    expect(await stored(db, id)).toMatchObject({ active: true, portal_enabled: true })
    const other = await made(conti, { fiscalCode: 'RSSMRA80A01Z404R' })
    expect((await conti.get(`/customers/${other.id}/reset`)).body.error).toBe('Il cliente non ha un account del portale.')
    expect((await conti.post(`/customers/${other.id}/account`)).body.error).toBe(
      'Il cliente non ha un indirizzo email: le credenziali non si possono inviare.',
    )
  }))

test('accounts for many are a job that says of each customer what came of it', () =>
  inWorld(async ({ as, deps, mails, runs }) => {
    const conti = await as('contabilita')
    expect((await conti.post('/customers/account-generator', { customers: [] })).body.error).toEqual({
      customers: 'Seleziona almeno un cliente.',
    })
    const one = await made(conti, { email: EMAIL })
    const other = await made(conti, { fiscalCode: 'RSSMRA80A01Z404R' })
    const before = (await mails()).length
    const answer = await conti.post('/customers/account-generator', { customers: [one.id, other.id], mail: true })
    expect(answer.status).toBe(200)
    await runs()
    const rows = (await conti.get(`/admin/history/${answer.body.data.id}/rows`)).body.data.data
    expect(rows.map(({ label, outcome, message }: any) => [label, outcome, message])).toEqual([
      [`${other.code} · Rossi Mario`, 'errore', 'Il cliente non ha un indirizzo email: le credenziali non si possono inviare.'],
      [
        `${one.code} · Rossi Mario`,
        'fatto',
        'Account creato. Email non inviata: SMTP non configurato. Il messaggio è stato salvato nella cartella di uscita.',
      ],
    ])
    expect((await mails()).length).toBe(before + 1)
    ;(deps.mail as { sends: boolean }).sends = true
    const third = await made(conti, { fiscalCode: 'RSSMRA80A01H501U', email: EMAIL })
    const again = await conti.post('/customers/account-generator', { customers: [third.id], mail: true })
    await runs()
    expect((await conti.get(`/admin/history/${again.body.data.id}/rows`)).body.data.data[0].message).toBe(
      'Account creato, credenziali inviate per email.',
    )
    const sentAt = async (id: number) => (await conti.get(`/customers/${id}`)).body.data.credentials_sent_at
    expect([await sentAt(one.id), await sentAt(third.id)]).toEqual([null, expect.any(String)])
  }))

test('the log tells of each operation with customer, person, address and difference, and is filtered and searched', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    expect((await (await as('lettura.conta')).get('/customers/logs')).status).toBe(403)
    const { id, code } = await made(conti, { email: EMAIL })
    await conti.put(`/customers/${id}`, { city: 'Parma', rev: 1 })
    await conti.post(`/customers/${id}/deactivate`)
    const read = async (query: string) => (await conti.get(`/customers/logs?${query}`)).body.data.data
    const rows = await read(`customer_id=${id}`)
    expect(rows.map((row: any) => [row.action, row.user?.name, row.customer, row.card])).toEqual(
      ['disattivazione', 'modifica', 'creazione'].map((action) => [action, rows[0].user.name, { id, code, name: 'Rossi Mario' }, null]),
    )
    expect(rows[1]).toMatchObject({ detail: { before: { city: 'Fidenza' }, after: { city: 'Parma' } }, ip: '127.0.0.1' })
    expect((await read(`customer_id=${id}&action=modifica`)).length).toBe(1)
    expect((await read(`search=${code}`)).length).toBe(3)
    expect((await read(`search=${code}&from=2000-01-01&to=2000-12-31`)).length).toBe(0)
    expect((await read('search=zzzz')).length).toBe(0)
  }))

test('before many cards change state it is told how many will, and why the others will not', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id: customer_id } = await made(conti, { city: 'Zuglio' })
    const ids: number[] = []
    for (const state of [
      ...[{ status: 'active' }, { status: 'active' }, { status: 'suspended' }, { status: 'terminated' }],
      { status: 'blocked', block_reason: 'furto' },
    ] as const) {
      const answer = await conti.post('/cards', { type: 'points', customer_id })
      ids.push(answer.body.data.id)
      await db.update(cards).set(state).where(eq(cards.id, answer.body.data.id))
    }
    const preview = async (status: string | null, which: object = { ids }) =>
      (await conti.post('/bulk/preview', { list: 'cards.list', action: 'setStatus', values: { status }, ...which })).body.data.text
    expect(await preview(null)).toBeNull()
    expect(await preview('suspended')).toBe(
      'Cambieranno stato 2 tessere. 3 tessere restano come sono: 1 in stato «Bloccata», 1 in stato «Cessata», 1 in stato «Sospesa».',
    )
    expect(await preview('active', { all: true, search: { customer_id } })).toBe(
      'Cambierà stato 1 tessera. 4 tessere restano come sono: 2 in stato «Attiva», 1 in stato «Cessata», 1 per smarrimento, furto o frode.',
    )
    await db.update(customers).set({ active: false }).where(eq(customers.id, customer_id))
    expect(await preview('active', { ids: [ids[2]] })).toBe('Cambieranno stato 0 tessere. 1 tessera resta com’è: 1 di clienti disattivati.')
    expect(await preview('terminated', { ids: [ids[0]] })).toBe('Cambierà stato 1 tessera.')
  }))

test('ticked customers, and all that a filter finds, are deactivated in bulk and brought back as a whole', () =>
  inWorld(async ({ as, db, runs }) => {
    const conti = await as('contabilita')
    const ids = [(await made(conti, { city: 'Zuglio' })).id, (await made(conti, { city: 'Zuglio', fiscalCode: 'RSSMRA80A01Z404R' })).id]
    const active = async () => (await Promise.all(ids.map((id) => stored(db, id)))).map((row) => row.active)
    const preview = async (action: string) =>
      (await conti.post('/bulk/preview', { list: 'customers.list', action, search: { search: 'zuglio' }, all: true })).body.data.text
    expect(await preview('deactivate')).toBe('Verranno disattivati 2 clienti e sospese 0 tessere.')
    expect(await preview('activate')).toBe('Verranno riattivati 0 clienti e riattivate 0 tessere. 2 clienti già attivi restano come sono.')
    expect(await preview('remove')).toBeNull()
    expect((await (await as('rete')).post('/bulk/preview', { list: 'customers.list', action: 'deactivate', all: true })).status).toBe(403)
    const started = await conti.post('/bulk', { list: 'customers.list', action: 'deactivate', search: { search: 'zuglio' }, all: true })
    expect(started.body.data.description).toBe('Disattiva · Clienti, tutti i risultati')
    await runs()
    expect(await active()).toEqual([false, false])
    expect((await conti.get(`/admin/history/${started.body.data.id}`)).body.data).toMatchObject({ items: 2, errors: 0, undoable: true })
    await conti.post(`/admin/history/${started.body.data.id}/undo`)
    await runs()
    expect(await active()).toEqual([true, true])
  }))
