import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activity_log, model_history } from '../../../server/db/schema/core/system.ts'
import type { Activity } from '../../../src/contract/overview/activity.ts'
import { actOf, objectOf } from '../../../src/rules/overview/activity-columns.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

test('activity: read only by those who manage users; filtered by person, action, text and day in Rome', () =>
  inWorld(async ({ as }) => {
    expect((await (await as('ispettore')).get('/activity')).status).toBe(403)
    const utenti = await as('p.moderate_users')
    const mine = await utenti.get(`/activity?user_id=${utenti.user_id}`)
    expect(mine.body.data).toMatchObject({
      total: 1,
      data: [{ action: 'login', entity: 'users', user: { name: 'Solo moderate_users' }, status: 200 }],
    })
    const refused = (await utenti.get('/activity?action=comando&search=ivan')).body.data
    expect(refused).toMatchObject({ total: 1, data: [{ status: 403, path: '/api/v1/activity' }] })
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    expect((await utenti.get(`/activity?from=${day}&to=${day}&user_id=${utenti.user_id}`)).body.data.total).toBe(1)
    expect((await utenti.get('/activity?to=2020-01-01')).body.data.total).toBe(0)
    expect((await utenti.get('/activity?from=2020-02-30')).status).toBe(422)
  }))

test('the log says what was done in the words of the office, and to which record by its name', () =>
  inWorld(async ({ as, db }) => {
    const [admin, utenti, rete] = [await as('admin'), await as('p.moderate_users'), await as('rete')]
    await db.execute(sql`delete from activity_log`)
    const { body: made } = await admin.post('/communications/messages', {
      subject: 'Chiusura',
      body: '<p>Sì</p>',
      users: [rete.user_id],
      draft: true,
    })
    const { id, rev } = made.data
    const sent = (await admin.post(`/communications/messages/${id}/send`, { rev })).body.data
    await admin.post(`/communications/messages/${id}/correct`, { subject: 'Chiusura festiva', body: '<p>No</p>', rev: sent.rev })
    const { id: station, code, name } = await makeStation(db, { code: 'ZZ1' })
    const due = { type: 'altro', message: 'Revisione', date: '2026-11-01', periodicity: 'once', station_id: station }
    const expiration = (await admin.post('/expirations', due)).body.data
    await admin.put(`/expirations/${expiration.id}/complete`, { done_at: '2026-11-02', rev: expiration.rev })
    const person = (await admin.get(`/users/${rete.user_id}`)).body.data
    await admin.put(`/users/${rete.user_id}`, { rev: person.rev, permissions: ['road_management'] })
    const told = async (reader: typeof admin) =>
      ((await reader.get('/activity?sort=created_at')).body.data.data as Activity[]).map((row) => `${actOf(row)} ${objectOf(row)}`)
    const user = `Cambio di ruoli e permessi Utente: ${person.name}`
    expect(await told(admin)).toEqual([
      ...['Creazione', 'Invio', 'Correzione'].map((act) => `${act} Messaggio: Chiusura festiva`),
      ...['Creazione', 'Completamento'].map((act) => `${act} Scadenza: Revisione, ${code} ${name}`),
      user,
    ])
    // A reader of the log who may not read expirations gets their number, and so does everybody for what is gone.
    expect((await told(utenti)).slice(-3)).toEqual([
      `Creazione Scadenza n. ${expiration.id}`,
      `Completamento Scadenza n. ${expiration.id}`,
      user,
    ])
    await db.execute(sql`delete from expirations`)
    expect((await told(admin)).at(-2)).toBe(`Completamento Scadenza n. ${expiration.id}`)
  }))

test('a day in Rome starts and ends at local midnight, in winter, in summer and on the day of 25 hours', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    // The first and the last moment of each day, in UTC.
    const days: Record<string, [first: string, last: string]> = {
      '2024-01-15': ['2024-01-14T23:00:00.000Z', '2024-01-15T22:59:59.999Z'],
      '2024-01-16': ['2024-01-15T23:00:00.000Z', '2024-01-16T22:59:59.999Z'],
      '2024-07-15': ['2024-07-14T22:00:00.000Z', '2024-07-15T21:59:59.999Z'],
      '2024-10-27': ['2024-10-26T22:00:00.000Z', '2024-10-27T22:59:59.999Z'],
      '2024-10-28': ['2024-10-27T23:00:00.000Z', '2024-10-28T22:59:59.999Z'],
    }
    const moments = Object.values(days).flat()
    const row = { action: 'prova', entity: 'prova', method: 'GET', path: '/', ip: '', user_agent: '', request_id: '', status: 200 }
    await db.insert(activity_log).values(moments.map((created_at) => ({ ...row, created_at })))
    await db.insert(model_history).values(moments.map((created_at) => ({ model: 'bank', model_id: 1, event: 'updated', created_at })))
    const seen = async (query: string, list = '/activity?action=prova') =>
      (await admin.get(`${list}&sort=created_at&${query}`)).body.data.data.map((one: { created_at: string }) =>
        new Date(one.created_at).toISOString(),
      )
    for (const [day, [first, last]] of Object.entries(days)) {
      for (const list of ['/activity?action=prova', '/models/history?model=bank']) {
        expect(await seen(`from=${day}&to=${day}`, list), `${list} ${day}`).toEqual([first, last])
        expect(await seen(`to=${day}`, list), `${list} to ${day}`).toEqual(moments.slice(0, moments.indexOf(last) + 1))
        expect(await seen(`from=${day}`, list), `${list} from ${day}`).toEqual(moments.slice(moments.indexOf(first)))
      }
    }
  }))

test('history: a caller reads changes of models within the rights and stations of the caller', () =>
  inWorld(async ({ as, db }) => {
    expect((await (await as('ispettore')).get('/models/history')).status).toBe(403)
    const inside = await makeStation(db, { code: 'ZZ1' })
    const outside = await makeStation(db, { code: 'ZZ2' })
    const change = (model: string, model_id: number, station_id?: number) => ({
      model,
      model_id,
      event: 'updated',
      old: { station_id, name: 'a' },
      new: { station_id, name: 'b' },
    })
    await db
      .insert(model_history)
      .values([
        change('station', inside.id),
        change('station', outside.id),
        change('tank', 1, inside.id),
        change('tank', 2, outside.id),
        change('card', 7),
        change('bank', 8),
      ])
    const seen = async (name: string, query = '') => {
      const person = await as(name)
      if (name === 'stazione') await assign(db, inside.id, person.user_id)
      const { data } = (await person.get(`/models/history${query}`)).body.data
      return data.map((row: { model: string; model_id: number }) => `${row.model} ${row.model_id}`)
    }
    // Entries the server itself wrote about a bank are there as well, whole, and only for readers of banks.
    await (await as('contabilita')).post('/banks', { name: 'Banca Vera' })
    const [own] = (await (await as('admin')).get('/models/history?model=bank&event=created')).body.data.data
    expect(own).toMatchObject({ old: null, new: { name: 'Banca Vera', cards: [] }, user: { name: expect.stringMatching(/\w/) } })
    await db.execute(sql`delete from model_history where id = ${own.id}`)
    expect(await seen('admin')).toEqual(['bank 8', 'card 7', 'tank 2', 'tank 1', `station ${outside.id}`, `station ${inside.id}`])
    expect(await seen('stazione')).toEqual(['tank 1', `station ${inside.id}`])
    expect(await seen('p.road_management', '?model=tank')).toEqual(['tank 2', 'tank 1'])
    expect(await seen('p.moderate_card')).toEqual(['card 7'])
    expect(await seen('contabilita')).toEqual(['bank 8', 'card 7'])
  }))
