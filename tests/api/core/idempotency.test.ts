import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { idempotency_keys } from '../../../server/db/schema/core/system.ts'
import { fingerprint } from '../../../server/lib/core/idempotency.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { inWorld, type World } from '../support/world.ts'

const keyed = (key: string = randomUUID(), more: Record<string, string> = {}) => ({ 'idempotency-key': key, ...more })
const bank = (name: string) => ({ name, note: '', cards: [] })
const count = ({ db }: World, name: string) => db.$count(banks, eq(banks.name, name))
const keys = ({ db }: World, key: string) => db.$count(idempotency_keys, eq(idempotency_keys.key, key))

test('the same write twice has one effect and one answer, whatever the order of its members', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const headers = keyed()
    const first = await conti.post('/banks', bank('Banca Unica'), headers)
    const second = await conti.post('/banks', { cards: [], note: '', name: 'Banca Unica' }, headers)
    expect(first.status).toBe(201)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    for (const { headers: answer } of [first, second]) expect(answer['idempotency-key']).toBe(headers['idempotency-key'])
    expect(await count(world, 'Banca Unica')).toBe(1)
    const gone = [
      await conti.del(`/banks/${first.body.data.id}`, keyed('11111111-2222-4333-8444-555555555555')),
      await conti.del(`/banks/${first.body.data.id}`, keyed('11111111-2222-4333-8444-555555555555')),
    ]
    expect(gone.map(({ status }) => status)).toEqual([204, 204])
    expect(gone.map(({ headers: answer }) => answer['idempotency-key'])).toEqual(Array(2).fill('11111111-2222-4333-8444-555555555555'))
  }))

test('a repeated answer is the first one to the byte, a refusal too', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const id = (await conti.post('/banks', bank('Banca di Prima'))).body.data.id
    for (const send of [
      (headers: Record<string, string>) => conti.post('/banks', bank('Banca alla Lettera'), headers),
      (headers: Record<string, string>) => conti.post('/banks', bank(''), headers),
      (headers: Record<string, string>) => conti.del('/banks/1000000', headers),
      (headers: Record<string, string>) => conti.put(`/banks/${id}`, { rev: 7, name: 'Banca di Poi' }, headers),
    ]) {
      const headers = keyed()
      const [first, again] = [await send(headers), await send(headers)]
      const told = ({ status, bytes, headers }: typeof first) => [status, headers['content-type'], bytes.toString()]
      expect(told(again)).toEqual(told(first))
      expect(again.headers['idempotency-key']).toBe(headers['idempotency-key'])
    }
  }))

test('a default spelled out is no other request for the same key, nor one that was recorded to the letter', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const [headers, old] = [keyed(), keyed()]
    const first = await conti.post('/banks', { name: 'Banca Concisa' }, headers)
    const second = await conti.post('/banks', { name: 'Banca Concisa', cards: [] }, headers)
    expect([second.status, second.bytes.toString()]).toEqual([201, first.bytes.toString()])
    expect(await count(world, 'Banca Concisa')).toBe(1)
    expect((await conti.post('/banks', { name: 'Banca Concisa', cards: [{ type: 'X', number: '1' }] }, headers)).body.code).toBe(
      'key_reused',
    )
    // As versions before this one wrote it.
    const body = { name: 'Banca di Ieri', cards: [] }
    const print = fingerprint('POST', '/api/v1/banks', body)
    await world.db
      .insert(idempotency_keys)
      .values({ user_id: conti.user_id, key: old['idempotency-key']!, fingerprint: print, status: 201, body: { data: null } })
    expect((await conti.post('/banks', body, old)).status).toBe(201)
    expect(await count(world, 'Banca di Ieri')).toBe(0)
  }))

test('a key is for one request: another body or path is refused without a receipt', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const headers = keyed()
    const { body } = await conti.post('/banks', bank('Banca Prima'), headers)
    for (const other of [
      await conti.post('/banks', bank('Banca Seconda'), headers),
      await conti.put(`/banks/${body.data.id}`, bank('Banca Prima'), headers),
    ]) {
      expect(other.status).toBe(422)
      expect(other.body).toMatchObject({ code: 'key_reused', message: "Chiave di idempotenza già usata per un'altra richiesta." })
      expect(other.headers['idempotency-key']).toBeUndefined()
    }
    expect(await count(world, 'Banca Seconda')).toBe(0)
  }))

test("user B replays A's key: neither A's answer nor A's effect is B's to have", () =>
  inWorld(async (world) => {
    const [a, b] = [await world.as('contabilita'), await world.as('admin')]
    const headers = keyed()
    const asA = { ...headers, 'x-outbox-user': String(a.user_id) }
    const first = await a.post('/banks', bank('Banca di A'), asA)
    expect(first.status).toBe(201)
    // The very request of A, byte for byte, with B's sign-in.
    const replayed = await b.post('/banks', bank('Banca di A'), asA)
    expect([replayed.status, replayed.body.code, replayed.headers['idempotency-key']]).toEqual([409, 'author_mismatch', undefined])
    expect(replayed.body.data).toBeUndefined()
    expect(await keys(world, headers['idempotency-key']!)).toBe(1)
    // Without the author it is a write of B's own: under B's name, with B's answer.
    const own = await b.post('/banks', bank('Banca di B'), headers)
    expect(own.status).toBe(201)
    expect(own.body.data.id).not.toBe(first.body.data.id)
    expect(await world.db.select({ by: banks.created_by }).from(banks).where(eq(banks.id, own.body.data.id))).toEqual([{ by: b.user_id }])
    expect((await a.post('/banks', bank('Banca di A'), asA)).body).toEqual(first.body)
    expect(await count(world, 'Banca di A')).toBe(1)
  }))

test('the ledger only grows: the database itself refuses to change or forget what was written', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const { 'idempotency-key': key } = keyed()
    expect((await conti.post('/banks', bank('Banca a Registro'), { 'idempotency-key': key! })).status).toBe(201)
    const { db } = world
    const row = eq(idempotency_keys.key, key!)
    const [before] = await db.select().from(idempotency_keys).where(row)
    expect(before).toMatchObject({ status: 201, user_id: conti.user_id })
    const refused = (work: (tx: typeof db) => Promise<unknown>) =>
      expect(db.transaction(work)).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } })
    await refused((tx) => tx.delete(idempotency_keys).where(row))
    for (const change of [
      { status: 200 },
      { body: {} },
      { fingerprint: 'x' },
      { key: randomUUID() },
      { user_id: 1 },
      { created_at: '2020-01-01' },
    ])
      await refused((tx) => tx.update(idempotency_keys).set(change).where(row))
    const claimed = { user_id: conti.user_id, key: 'claimed', fingerprint: 'f' }
    await db.insert(idempotency_keys).values(claimed)
    await refused((tx) => tx.update(idempotency_keys).set({ status: 201, fingerprint: 'g' }).where(eq(idempotency_keys.key, 'claimed')))
    await refused((tx) => tx.update(idempotency_keys).set({ body: {} }).where(eq(idempotency_keys.key, 'claimed')))
    expect(await db.select().from(idempotency_keys).where(row)).toEqual([before])
  }))

test('a refusal is recorded and repeated, and nothing of the write stays', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    await conti.post('/banks', bank('Banca Doppia'))
    const headers = keyed()
    const first = await conti.post('/banks', bank('Banca Doppia'), headers)
    expect(first.status).toBe(422)
    expect(first.headers['content-type']).toContain('application/problem+json')
    expect(first.headers['idempotency-key']).toBe(headers['idempotency-key'])
    await world.db.delete(banks).where(eq(banks.name, 'Banca Doppia'))
    const late = await conti.post('/banks', bank('Banca Doppia'), headers)
    expect(late.status).toBe(422)
    expect(late.body).toEqual(first.body)
    expect(await count(world, 'Banca Doppia')).toBe(0)
    const invalid = keyed()
    expect((await conti.post('/banks', { name: '' }, invalid)).status).toBe(422)
    expect(await keys(world, invalid['idempotency-key']!)).toBe(1)
  }))

test('a write that breaks leaves no key: it may be tried again and then succeeds once', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const headers = keyed()
    const { now } = world.deps
    let broken = true
    world.deps.now = () => (broken ? new Date(Number.NaN) : now())
    expect((await conti.post('/banks', bank('Banca Ritentata'), headers)).status).toBe(500)
    broken = false
    expect(await keys(world, headers['idempotency-key']!)).toBe(0)
    expect((await conti.post('/banks', bank('Banca Ritentata'), headers)).status).toBe(201)
    expect(await count(world, 'Banca Ritentata')).toBe(1)
  }))

test('a write queued by somebody else, a key that is none: refused before anything happens', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const foreign = keyed(undefined, { 'x-outbox-user': String(conti.user_id + 1) })
    const answer = await conti.post('/banks', bank('Banca Altrui'), foreign)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('author_mismatch')
    expect(await keys(world, foreign['idempotency-key']!)).toBe(0)
    for (const wrong of ['1', 'x'.repeat(36), `${randomUUID()}, ${randomUUID()}`]) {
      const malformed = await conti.post('/banks', bank('Banca Altrui'), keyed(wrong))
      expect([malformed.status, malformed.body.code]).toEqual([400, 'key_malformed'])
    }
    expect(await count(world, 'Banca Altrui')).toBe(0)
    expect((await conti.post('/banks', bank('Banca Altrui'), keyed(undefined, { 'x-outbox-user': String(conti.user_id) }))).status).toBe(
      201,
    )
  }))

test('a missing right leaves no key', () =>
  inWorld(async (world) => {
    const headers = keyed()
    expect((await (await world.as('ispettore')).post('/banks', bank('Banca Vietata'), headers)).status).toBe(403)
    expect(await keys(world, headers['idempotency-key']!)).toBe(0)
  }))

test('each file must arrive as it left; sent twice it is stored once', () =>
  inWorld(async (world) => {
    const conti = await world.as('contabilita')
    const { id } = (await conti.post('/banks', bank('Banca con File'))).body.data
    const file = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }
    const whole = { 'x-content-length': String(file.bytes.length), 'x-content-sha256': sha256(file.bytes) }
    const damaged = await conti.upload(
      `/banks/${id}/upload`,
      [file],
      {},
      keyed(undefined, { ...whole, 'x-content-sha256': sha256('altro') }),
    )
    expect([damaged.status, damaged.body.code, damaged.headers['idempotency-key']]).toEqual([422, 'body_damaged', undefined])
    const second = { name: 'due.pdf', bytes: Buffer.from('%PDF-1.5\n%%EOF') }
    const both = {
      'x-content-length': [file, second].map(({ bytes }) => bytes.length).join(),
      'x-content-sha256': [file, second].map(({ bytes }) => sha256(bytes)).join(),
    }
    const swapped = await conti.upload(`/banks/${id}/upload`, [file, { ...second, bytes: file.bytes }], {}, both)
    expect([swapped.status, swapped.body.code]).toEqual([422, 'body_damaged'])
    expect((await conti.upload(`/banks/${id}/upload`, [file], {}, both)).body.code).toBe('body_damaged')
    expect((await conti.get(`/banks/${id}`)).body.data.files).toHaveLength(0)
    const headers = keyed(undefined, whole)
    const first = await conti.upload(`/banks/${id}/upload`, [file], {}, headers)
    expect(first.status).toBe(201)
    expect((await conti.upload(`/banks/${id}/upload`, [file], {}, headers)).body).toEqual(first.body)
    expect((await conti.get(`/banks/${id}`)).body.data.files).toHaveLength(1)
    const other = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.5\n%%EOF') }
    expect((await conti.upload(`/banks/${id}/upload`, [other], {}, keyed(headers['idempotency-key']))).body.code).toBe('key_reused')
  }))
