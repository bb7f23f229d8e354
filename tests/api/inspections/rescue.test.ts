import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { activity_log, idempotency_keys } from '../../../server/db/schema/core/system.ts'
import { inspection_files, inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import type { OfflineCopy } from '../../../src/contract/kernel/offline-copy.ts'
import { RESCUE } from '../../../src/contract/kernel/rescue-format.ts'
import { noteKind } from '../../../src/features/stations/notes-kind.ts'
import { storedZip } from '../../../src/lib/zip.ts'
import { confirmedAs, newCopy, queuedAs, typed } from '../../../src/outbox/copy.ts'
import { laneOfCopy, sendCopy } from '../../../src/outbox/copy-send.ts'
import { zipOf } from '../../../src/outbox/export.ts'
import type { Exported } from '../../../src/outbox/read.ts'
import type { NewPhoto } from '../../../src/outbox/types.ts'
import { fakeWorld } from '../../outbox/fake-world.ts'
import { jpeg, makeModel } from '../support/inspection-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** How the import bears what is not a good export; that it takes what devices export is in tests/screens/inspections/rescue.test.tsx. */
const send = (caller: Caller, bytes: Buffer) => caller.upload('/inspection/rescue', [{ name: 'piazzale-invii.zip', bytes }])
const asBuffer = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())
/** A ZIP in our form, whatever is in it. */
async function zipped(entries: Record<string, string | Uint8Array>) {
  const bytesOf = (content: string | Uint8Array) =>
    typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const sums = Object.entries(entries).map(([name, content]) => `${sha256(Buffer.from(bytesOf(content)))}  ${name}\n`)
  async function* all() {
    for (const [name, content] of Object.entries({ ...entries, [RESCUE.sums]: sums.join('') })) yield { name, bytes: bytesOf(content) }
  }
  return asBuffer(await storedZip(all()))
}
/** The engine's export for `user`, who began a verifica and took so many pictures without a network. */
async function exported({ as }: World, user: number, pictures: number) {
  const admin = await as('admin')
  const model_id = await makeModel(admin, `RESCUE${pictures}`)
  const { fake, outbox } = fakeWorld()
  fake.world.uuid = randomUUID
  fake.session = { user, name: 'Ispettore', stamp: undefined }
  const entity = randomUUID()
  const photos: NewPhoto[] = []
  for (let at = 0; at < pictures; at++) {
    const bytes = Buffer.concat([await jpeg(at % 200), Buffer.from(String(at))])
    const meta = { uuid: randomUUID(), client_uuid: entity, question: 'q_photo', kind: 'photo', extension: 'jpg' }
    photos.push({ hash: sha256(bytes), bytes: new Uint8Array(bytes).buffer, type: 'image/jpeg', meta })
  }
  const request = { entity, lane: `inspection:${entity}`, label: 'Avvio' }
  await outbox.put({
    ...request,
    endpoint: 'inspections.create',
    input: { client_uuid: entity, model_id, station_id: 1, status: 'draft' },
    photos,
  })
  return { admin, rows: await outbox.exportData(), read: outbox.bytesOf, entity }
}
const counts = async ({ db }: World) => [await db.$count(inspections), await db.$count(inspection_files), await db.$count(idempotency_keys)]

test('only a super administrator imports', () =>
  inWorld(async ({ as }) => {
    for (const name of ['ispettore', 'rete']) expect((await send(await as(name), Buffer.from('x'))).status).toBe(403)
  }))

test('an item that the server refuses says why, every reason; what comes after it in its lane waits for it', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, read } = await exported(world, author.user_id, 0)
    const [begun] = rows.items
    const wrong = { ...begun!, input: { client_uuid: 'x', model_id: 'y' } }
    const { items } = (
      await send(admin, await asBuffer(await zipOf({ ...rows, items: [wrong, { ...begun!, id: randomUUID(), seq: 9 }] }, read)))
    ).body.data
    expect(items.map((line: { result: string }) => line.result)).toEqual(['refused', 'refused'])
    expect(items[0].reason.split(', ').length).toBeGreaterThan(1)
    expect(items[0].reason).not.toContain('I dati inseriti non sono validi')
    expect(items[1].reason).toBe('Viene dopo un invio che non è stato accettato.')
  }))

test('pictures go in one by one, the damaged one is named', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, read } = await exported(world, author.user_id, 30)
    const [, bad] = rows.photos
    const zip = await zipOf(rows, async (hash) => (hash === bad!.hash ? new TextEncoder().encode('x').buffer : read(hash)))
    const answer = await send(admin, await asBuffer(zip))
    expect(answer.body.data.photos).toMatchObject({
      imported: 29,
      present: 0,
      refused: [{ id: bad!.id, reason: 'È danneggiata nello ZIP.' }],
    })
    expect(answer.body.data.items).toMatchObject([{ result: 'imported' }])
  }))

test('what is taken in is told in the activity as its author’s, under the request of who brought it', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const { user_id } = await as('ispettore')
    const { admin, rows, read, entity } = await exported(world, user_id, 1)
    const zip = await asBuffer(await zipOf(rows, read))
    expect((await send(admin, zip)).status).toBe(200)
    const [brought] = await db.select().from(activity_log).where(eq(activity_log.path, '/api/v1/inspection/rescue'))
    const [taken] = await db.select().from(inspections).where(eq(inspections.client_uuid, entity))
    const told = (await db.select().from(activity_log).where(eq(activity_log.user_id, user_id))).filter(
      ({ path }) => !path.includes('/auth/'),
    )
    expect(brought).toMatchObject({ user_id: admin.user_id, method: 'POST', status: 200 })
    expect(told.map(({ path, status, request_id }) => [path, status, request_id])).toHaveMembers([
      ['/api/v1/inspection', 201, brought!.request_id],
      ['/api/v1/inspection/files', 201, brought!.request_id],
    ])
    expect(told.find(({ path }) => path === '/api/v1/inspection')).toMatchObject({ action: 'creazione', entity_id: String(taken!.id) })
    const before = await counts(world)
    const again = (await send(admin, zip)).body.data
    expect(again.items, 'brought again, it is there').toMatchObject([{ result: 'present', reason: null }])
    expect([again.photos, await counts(world)]).toMatchObject([{ imported: 0, present: 1, refused: [] }, before])
  }))

test('a foreign, damaged or monstrous ZIP is refused in Italian with nothing written', () =>
  inWorld(async (world) => {
    const author = await world.as('ispettore')
    const { admin, rows, read } = await exported(world, author.user_id, 1)
    const good = await asBuffer(await zipOf(rows, read))
    const altered = async (change: Partial<Exported>) => asBuffer(await zipOf({ ...rows, ...change }, read))
    const before = await counts(world)
    const flipped = Buffer.from(good)
    flipped[good.indexOf('Avvio')]! ^= 1
    const zeros = new Uint8Array(RESCUE.maxJsonBytes + 1)
    const many = Object.fromEntries(Array.from({ length: RESCUE.maxEntries + 1 }, (_, at) => [`photos/${sha256(String(at))}.jpg`, 'x']))
    // It says of itself that there is next to nothing in it.
    const bomb = Buffer.from(zipSync({ [RESCUE.json]: zeros }, { level: 9 }))
    bomb.writeUInt32LE(7, 22)
    const cases: [string, Buffer, RegExp][] = [
      ['not a ZIP', Buffer.from('%PDF-1.4'), /danneggiato/],
      ['cut in its text', good.subarray(0, 200), /danneggiato/],
      ['one bit of its text', flipped, /danneggiato/],
      ['without sums', Buffer.from(zipSync({ [RESCUE.json]: new TextEncoder().encode('{}') })), /non è un export/],
      ['a path upwards', await zipped({ [RESCUE.json]: '{}', '../../../etc/passwd': 'x' }), /non è un export/],
      ['another program', await zipped({ [RESCUE.json]: '{"a":1}' }), /non è un export/],
      ['not JSON', await zipped({ [RESCUE.json]: 'ciao' }), /non è un export/],
      ['an author nobody knows', await altered({ user: 999_999, items: [], photos: [] }), /non è un utente/],
      ['too many entries', await zipped({ [RESCUE.json]: '{}', ...many }), /20\.000/],
      ['a bomb', bomb, /più dati di quanti/],
    ]
    for (const [name, bytes, words] of cases) {
      const answer = await send(admin, bytes)
      expect([name, answer.status], JSON.stringify(answer.body)).toEqual([name, 422])
      expect(answer.body.message, name).toMatch(words)
    }
    expect(await counts(world)).toEqual(before)
  }))

test('notes on a station go in with their pictures: what waits, then what was confirmed and in no item; what was only typed is told and published by nobody', () =>
  inWorld(async (world) => {
    const [author, admin] = [await world.as('ispettore'), await world.as('admin')]
    const { fake, outbox } = fakeWorld()
    fake.world.uuid = randomUUID
    fake.session = { user: author.user_id, name: 'Ispettore', stamp: undefined }
    const bytes = await jpeg(77)
    const note = (text: string) => {
      const copy = apply(newCopy({ station_id: 1, place: 'PV001' }, { text: '', photos: [] }), typed({ text }))
      return { copy, key: laneOfCopy(noteKind, copy) }
    }
    const kept = (copy: OfflineCopy, revision: number, photos: NewPhoto[] = []) =>
      outbox.saveDraft({ key: laneOfCopy(noteKind, copy), data: copy as never, photos, revision })
    const save = confirmedAs(noteKind.titleOf)

    // Queued with a picture, then changed, confirmed, and not queued any more.
    const first = note('Pompa 3 perde')
    const meta = { of: 'station_note', uuid: randomUUID(), record: first.copy.uuid, extension: 'jpg' }
    const photo: NewPhoto = { hash: sha256(bytes), bytes: new Uint8Array(bytes).buffer, type: 'image/jpeg', meta }
    const named = apply({ ...first.copy, files: { [meta.uuid]: { hash: photo.hash, mime: photo.type } } }, typed({ photos: [meta.uuid] }))
    const confirmed = apply(named, save)
    await kept(confirmed, 0, [photo])
    await sendCopy(outbox, noteKind.calls, confirmed)
    await kept(apply(apply(apply(confirmed, queuedAs(confirmed)), typed({ text: 'Pompa 4 perde' })), save), 1)
    await kept(apply(note('Manca un estintore').copy, save), 0)
    await kept(note('Mezza fra').copy, 0)

    const zip = await asBuffer(await zipOf(await outbox.exportData(), outbox.bytesOf))
    const report = (await send(admin, zip)).body.data
    expect(report.photos).toEqual({ imported: 1, present: 0, refused: [] })
    expect(report.items).toMatchObject([{ result: 'imported', label: 'Invio: Appunto «Pompa 3 perde» – PV001' }])
    expect(report.drafts.map((line: { result: string; reason: string }) => [line.result, line.reason])).toHaveMembers([
      ['imported', null],
      ['imported', null],
      ['refused', 'Non era stato salvato. Testo: Mezza fra'],
    ])
    const stored = async () => (await author.get('/stations/1/notes')).body.data
    expect((await stored()).map(({ text, photos, created_by }: Record<string, unknown>) => [text, photos, created_by])).toHaveMembers([
      ['Manca un estintore', [], author.user_id],
      ['Pompa 4 perde', [meta.uuid], author.user_id],
    ])
    const again = (await send(admin, zip)).body.data
    expect([again.items[0].result, again.photos.present]).toEqual(['present', 1])
    expect(await stored()).toHaveLength(2)
  }))
const apply = (copy: OfflineCopy, change: ReturnType<typeof typed>): OfflineCopy => ({ ...copy, ...change(copy) })
