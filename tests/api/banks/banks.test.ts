import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { files, model_history } from '../../../server/db/schema/core/system.ts'
import { pos } from '../../../server/db/schema/equipment/equipment.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

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

test('a bank with POS is not deleted, and says how many; without them it is', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = (await conti.post('/banks', { name: 'Banca di Prova', note: '', cards: [] })).body.data
    const station = await makeStation(db, { code: 'ZZ1' })
    await db.insert(pos).values([1, 2].map((n) => ({ station_id: station.id, bank_id: id, tml: `ZZ${n}` })))
    expect((await conti.del(`/banks/${id}`)).body).toMatchObject({ status: 409, error: 'La banca è associata a 2 POS.' })
    expect(await db.$count(banks, eq(banks.id, id))).toBe(1)
    await db.delete(pos).where(eq(pos.bank_id, id))
    expect((await conti.del(`/banks/${id}`)).status).toBe(204)
    expect(await db.$count(banks, eq(banks.id, id))).toBe(0)
  }))

test('the history of a bank tells its cards too, as they were and as they are', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const card = (number: string) => ({ number, kind: 'aziendale', active: true })
    const { id } = (await conti.post('/banks', { name: 'Banca di Prova', note: '', cards: [card('1111')] })).body.data
    for (const change of [
      { name: 'Banca di Prova', cards: [card('1111'), card('2222')], rev: 1 },
      { name: 'Banca di Prova', note: 'Solo la nota', rev: 2 },
    ]) {
      const changed = await conti.put(`/banks/${id}`, change)
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    }
    await conti.del(`/banks/${id}`)
    const rows = await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, 'bank'), eq(model_history.model_id, id)))
      .orderBy(model_history.id)
    const numbers = (side: Record<string, unknown> | null) => side && (side.cards as { number: string }[]).map(({ number }) => number)
    expect(rows.map((row) => [row.event, numbers(row.old), numbers(row.new)])).toEqual([
      ['created', null, ['1111']],
      ['updated', ['1111'], ['1111', '2222']],
      ['updated', ['1111', '2222'], ['1111', '2222']],
      ['deleted', ['1111', '2222'], null],
    ])
    expect(rows[2]).toMatchObject({ old: { note: null, rev: 2 }, new: { note: 'Solo la nota', rev: 3 }, user_id: conti.user_id })
  }))

test('a file is found under its owner alone: neither another bank nor what has the same number elsewhere gives it away', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const made = async (name: string) => (await conti.post('/banks', { name, note: '', cards: [] })).body.data.id as number
    const [one, other] = [await made('Banca di Prova'), await made('Banca Altrui')]
    const pdf = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }
    const { id } = (await conti.upload(`/banks/${one}/upload`, [pdf])).body.data[0]
    const status = async (bank: number, file: number) => (await conti.get(`/banks/${bank}/files/${file}`)).status
    expect([await status(one, id), await status(other, id), await status(one, 2_000_000_000)]).toEqual([200, 404, 404])
    await db.update(files).set({ owner_type: 'manager' }).where(eq(files.id, id))
    expect(await status(one, id)).toBe(404)
  }))

test('a file is taken away from its owner, it alone', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const made = async (name: string) => (await conti.post('/banks', { name, note: '', cards: [] })).body.data.id as number
    const [one, other] = [await made('Banca di Prova'), await made('Banca Altrui')]
    const pdf = (text: string) => ({ name: 'a.pdf', bytes: Buffer.from(`%PDF-1.4 ${text}\n%%EOF`) })
    expect(await conti.upload(`/banks/${one}/upload`, [])).toMatchObject({
      status: 422,
      body: { error: 'Assicurati di aver selezionato dei file' },
    })
    expect((await conti.upload('/banks/2000000000/upload', [pdf('x')])).status).toBe(404)
    const [first, second] = (await conti.upload(`/banks/${one}/upload`, [pdf('1'), pdf('2')])).body.data
    const { id: _, ...row } = (await db.select().from(files).where(eq(files.id, first.id)))[0]!
    const [foreign] = await db
      .insert(files)
      .values({ ...row, uuid: crypto.randomUUID(), owner_type: 'manager' })
      .returning()
    const left = async () => (await db.select().from(files).orderBy(files.id)).map(({ id }) => id).filter((id) => id >= first.id)
    for (const [bank, file] of [
      [other, first.id],
      [one, foreign!.id],
      [one, 2_000_000_000],
    ])
      expect((await conti.del(`/banks/${bank}/files/${file}`)).status).toBe(204)
    expect(await left()).toEqual([first.id, second.id, foreign!.id])
    const counted = async () =>
      (await conti.get('/banks?search=banca&sort=name')).body.data.data.map((row: Record<string, unknown>) => [row.name, row.files_count])
    expect(await counted()).toEqual(
      expect.arrayContaining([
        ['Banca Altrui', 0],
        ['Banca di Prova', 2],
      ]),
    )
    expect((await conti.del(`/banks/${one}/files/${first.id}`)).status).toBe(204)
    expect(await left()).toEqual([second.id, foreign!.id])
    expect((await conti.del(`/banks/2000000000/files/${second.id}`)).status).toBe(204)
  }))

test('what was stored under older rules is still listed and read, and nothing that is not named leaves with it', () =>
  inWorld(async ({ as, db, lookAway }) => {
    const conti = await as('contabilita')
    const { id } = (await conti.post('/banks', { name: 'Banca di Prova', note: '', cards: [] })).body.data
    const old = { iban: 'IT00 vecchio', email: 'non un indirizzo', abi: '7' }
    await db.update(banks).set(old).where(eq(banks.id, id))
    // The whole check of the tests would refuse it.
    lookAway()
    const { body } = await conti.get('/banks?search=prova')
    expect(body.data.data).toMatchObject([{ id, ...old }])
    expect((await conti.get(`/banks/${id}`)).body.data).toMatchObject(old)
    expect(Object.keys(body.data.data[0])).not.toContain('created_by')
  }))
