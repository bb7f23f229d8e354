import { expect, test } from 'vitest'
import { inWorld } from './world.ts'

test('banks: who may not is refused, who may creates, changes, finds and deletes', () =>
  inWorld(async ({ as }) => {
    const ispettore = await as('ispettore')
    expect((await ispettore.get('/banks')).status).toBe(403)
    const conti = await as('contabilita')
    const made = await conti.post('/banks', { name: 'Banca di Prova', note: '', cards: [] })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ message: 'Banca creata', data: { name: 'Banca di Prova', note: null, rev: 1 } })
    const { id } = made.body.data
    expect((await conti.put(`/banks/${id}`, { name: 'Banca Nuova', rev: 1 })).body.data).toMatchObject({ name: 'Banca Nuova', rev: 2 })
    expect((await conti.put(`/banks/${id}`, { name: 'Banca Vecchia', rev: 1 })).status).toBe(409)
    expect((await conti.get('/banks?search=nuova')).body.data).toMatchObject({ total: 1, last_page: 1, data: [{ id }] })
    expect((await conti.del(`/banks/${id}`)).status).toBe(204)
    expect((await conti.get(`/banks/${id}`)).status).toBe(404)
  }))
