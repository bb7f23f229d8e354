import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inspection_files, inspections } from '../../server/db/schema/inspections.ts'
import { idempotency_keys } from '../../server/db/schema/system.ts'
import { sha256 } from '../../server/lib/files.ts'
import { RESCUE } from '../../src/contract/rescue.ts'
import { jpeg, makeModel } from './inspection-fixtures.ts'
import { type Caller, inWorld, type World } from './world.ts'

type Entries = Record<string, Uint8Array>
const zipped = (entries: Entries) => {
  const sums = Object.entries(entries).map(([name, bytes]) => `${sha256(Buffer.from(bytes))}  ${name}\n`)
  return Buffer.from(zipSync({ ...entries, [RESCUE.sums]: strToU8(sums.join('')) }, { level: 0 }))
}
const send = (caller: Caller, bytes: Buffer) => caller.upload('/inspection/rescue', [{ name: 'piazzale-invii.zip', bytes }])
const item = (user: number, entity: string, seq: number, endpoint: string, input: object, photos: string[] = []) => ({
  ...{ id: randomUUID(), user, userName: 'x', entity, lane: `inspection:${entity}`, seq, sub: 0, endpoint, input, photos },
  ...{ label: `Invio ${seq}`, state: 'queued', attempts: 0, createdAt: 0, superseded: [], dependsOn: [], schema: 1 },
})
/** A verifica begun and saved without network, with one picture, as the device of `user` would export it. */
async function exported({ as }: World, user: number) {
  const admin = await as('admin')
  const model_id = await makeModel(admin, 'RESCUE')
  const entity = randomUUID()
  const file = randomUUID()
  const bytes = await jpeg()
  const hash = sha256(bytes)
  const meta = { uuid: file, client_uuid: entity, question: 'q_photo', kind: 'photo', extension: 'jpg' }
  const rows = {
    ...{ format: RESCUE.format, version: RESCUE.version, schema: 1, exportedAt: new Date().toISOString(), user, userName: 'Ispettore' },
    items: [
      item(user, entity, 1, 'inspections.create', { client_uuid: entity, model_id, station_id: 1, status: 'draft' }),
      item(
        user,
        entity,
        2,
        'inspections.update',
        { id: entity, rev: { $ref: entity, field: 'rev' }, answers: { q_ok: { v: 'si' }, q_photo: { v: [file] } }, notes: null },
        [hash],
      ),
    ],
    drafts: [{ any: 'thing' }],
    refs: [],
    photos: [{ id: randomUUID(), user, hash, size: bytes.length, type: 'image/jpeg', meta, acked: false, attempts: 0 }],
  }
  return { admin, rows, entity, entries: { [RESCUE.json]: strToU8(JSON.stringify(rows)), [`photos/${hash}.jpg`]: new Uint8Array(bytes) } }
}
const counts = async ({ db }: World) => [await db.$count(inspections), await db.$count(inspection_files), await db.$count(idempotency_keys)]

test('only a super administrator imports', () =>
  inWorld(async ({ as }) => {
    for (const name of ['ispettore', 'rete']) expect((await send(await as(name), Buffer.from('x'))).status).toBe(403)
  }))

test('what a device could not send arrives as its author’s; the same ZIP again changes nothing', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, entity, entries } = await exported(world, author.user_id)
    const first = await send(admin, zipped(entries))
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ photos: { imported: 1, present: 0, refused: 0 }, drafts: 1 })
    expect(first.body.data.items.map((line: { result: string }) => line.result)).toEqual(['imported', 'imported'])
    const saved = (await author.get(`/inspection/${entity}`)).body.data
    expect(saved).toMatchObject({ rev: 2, status: 'draft', inspector: { id: author.user_id }, created_by: author.user_id })
    expect(saved.answers.q_ok).toEqual({ v: 'si' })
    expect(saved.files).toHaveLength(1)
    const before = await counts(world)
    const again = await send(admin, zipped(entries))
    expect(again.body.data).toMatchObject({ photos: { imported: 0, present: 1, refused: 0 } })
    expect(again.body.data.items.map((line: { result: string }) => line.result)).toEqual(['present', 'present'])
    expect(await counts(world)).toEqual(before)
    // The device comes back to life and sends the same thing itself: a receipt, no second effect.
    const { id, input } = rows.items[0]!
    const late = await author.post('/inspection', input, { 'idempotency-key': id, 'x-outbox-user': String(author.user_id) })
    expect([late.status, late.headers['idempotency-key']]).toEqual([201, id])
    expect(await counts(world)).toEqual(before)
  }))

test('what the device had sent itself before is already there, sealed bodies included', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, entries, entity } = await exported(world, author.user_id)
    const [begun, saved] = rows.items
    await author.post('/inspection', begun!.input, { 'idempotency-key': begun!.id })
    const sealed = JSON.stringify({ ...saved!.input, rev: 1 })
    const { id: _, ...body } = JSON.parse(sealed)
    expect((await author.put(`/inspection/${entity}`, body, { 'idempotency-key': saved!.id })).status).toBe(200)
    const json = strToU8(JSON.stringify({ ...rows, items: [begun, { ...saved, sealed, state: 'retry-wait' }] }))
    const answer = await send(admin, zipped({ ...entries, [RESCUE.json]: json }))
    expect(answer.body.data.items.map((line: { result: string }) => line.result)).toEqual(['present', 'present'])
  }))

test('one that the server refuses says why, and what comes after it in its lane waits for it', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, entries } = await exported(world, author.user_id)
    const [begun, saved] = rows.items
    const json = strToU8(JSON.stringify({ ...rows, items: [{ ...begun, input: { ...begun!.input, model_id: 999_999 } }, saved] }))
    const { items } = (await send(admin, zipped({ ...entries, [RESCUE.json]: json }))).body.data
    expect(items.map((line: { result: string }) => line.result)).toEqual(['refused', 'refused'])
    expect(items[1].reason).toBe('Viene dopo un invio che non è stato accettato.')
    expect(items[0].reason).toBeTruthy()
  }))

test('a foreign, damaged or monstrous ZIP is refused in Italian with nothing written', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, entries } = await exported(world, author.user_id)
    const good = zipped(entries)
    const json = (change: object) => ({ ...entries, [RESCUE.json]: strToU8(JSON.stringify({ ...rows, ...change })) })
    const before = await counts(world)
    const flipped = Buffer.from(good)
    flipped[good.indexOf(Buffer.from('ffd8ff', 'hex')) + 40]! ^= 1
    // The directory says how large an entry becomes.
    const bomb = Buffer.from(good)
    bomb.writeUInt32LE(RESCUE.maxBytes + 1, bomb.indexOf(Buffer.from('504b0102', 'hex')) + 24)
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`photos/${sha256(String(at))}.jpg`, strToU8('x')]))
    const cases: [string, Buffer, RegExp][] = [
      ['not a ZIP', Buffer.from('%PDF-1.4'), /danneggiato/],
      ['cut', good.subarray(0, good.length - 200), /danneggiato/],
      ['one bit', flipped, /danneggiato/],
      ['without sums', Buffer.from(zipSync(entries)), /non è un export/],
      ['a path upwards', zipped({ ...entries, '../../etc/passwd': strToU8('x') }), /non è un export/],
      ['another program', zipped({ [RESCUE.json]: strToU8('{"a":1}') }), /non è un export/],
      ['not JSON', zipped({ [RESCUE.json]: strToU8('ciao') }), /non è un export/],
      ['two authors', zipped(json({ items: [{ ...rows.items[0], user: author.user_id + 1 }] })), /non è un export/],
      ['an author nobody knows', zipped(json({ user: 999_999, items: [], photos: [] })), /non è un utente/],
      ['a picture under another name', zipped({ ...entries, [`photos/${'0'.repeat(64)}.jpg`]: strToU8('x') }), /danneggiato/],
      ['too many entries', zipped({ ...entries, ...many }), /1\.000/],
      ['a bomb', bomb, /200 MB/],
    ]
    for (const [name, bytes, words] of cases) {
      const answer = await send(admin, bytes)
      expect([name, answer.status], JSON.stringify(answer.body)).toEqual([name, 422])
      expect(answer.body.message, name).toMatch(words)
    }
    expect(await counts(world)).toEqual(before)
  }))
