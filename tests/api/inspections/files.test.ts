import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sha256 } from '../../../server/lib/files/files.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { begin, completed, GOOD, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('files of verifiche: who has no business there is refused', () =>
  inWorld(async ({ as }) => {
    for (const name of ['stazione', 'gestore']) {
      const caller = await as(name)
      expect((await send(caller, randomUUID(), await jpeg())).status).toBe(403)
      expect((await caller.get(`/inspection/files/${randomUUID()}`)).status).toBe(403)
    }
    expect((await send(await as('rete'), randomUUID(), await jpeg())).status).toBe(403)
  }))

test('a file sent twice is one file; another under its name is refused', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const { id, client_uuid } = await begin(ivan, await makeModel(ivan, 'FIL'), station.id)
    const [photo, other] = [await jpeg(1), await jpeg(200)]
    const uuid = randomUUID()
    const first = await send(ivan, client_uuid, photo, { uuid, question: 'q_photo' })
    const expected = {
      uuid,
      question: 'q_photo',
      kind: 'photo',
      name: 'foto.jpg',
      mime: 'image/jpeg',
      size: photo.length,
      sha256: sha256(photo),
      readable: true,
      ...{ taken_at: null, latitude: null, longitude: null },
    }
    expect(first).toMatchObject({ status: 201, body: { message: 'File caricato', data: expected } })
    expect(await send(ivan, client_uuid, photo, { uuid, question: 'q_photo' })).toMatchObject({ status: 200, body: { data: expected } })
    for (const answer of [
      await send(ivan, client_uuid, other, { uuid }),
      await send(ivan, randomUUID(), photo, { uuid }),
      await send(irene, client_uuid, photo, { uuid }),
    ])
      expect(answer.body).toMatchObject({ status: 422, code: 'uuid_taken', error: 'Un altro file ha già questo identificativo.' })
    expect((await ivan.get(`/inspection/${id}`)).body.data.files).toEqual([{ ...expected, stray: true }])
    expect((await ivan.get(`/inspection/files/${uuid}`)).bytes.equals(photo)).toBe(true)
    // Late, after completion, the repetition is still harmless.
    await ivan.edit(`/inspection/${id}`, { answers: { ...GOOD, q_photo: { v: [uuid] } }, status: 'completed' })
    expect((await send(ivan, client_uuid, photo, { uuid, question: 'q_photo' })).status).toBe(200)
    expect((await send(ivan, client_uuid, other)).body.error).toBe('La verifica è completata e non può essere modificata.')
  }))

test('facts of a photo that cannot be are dropped, and the photo is taken', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const { id, client_uuid } = await begin(ivan, await makeModel(ivan, 'FIL'), station.id)
    const given: Record<string, string>[] = [
      { latitude: '4530', longitude: '9.1', taken_at: '2026-02-31T10:00:00' },
      { latitude: '45.1', taken_at: '0000-00-00T00:00:00' },
      { longitude: '9.2' },
      { latitude: '0', longitude: '0' },
      { latitude: '45.1', longitude: '9.2', taken_at: '2026-02-28T10:00:00' },
    ]
    for (const [at, facts] of given.entries())
      expect((await send(ivan, client_uuid, await jpeg(at), { question: 'q_photo', ...facts })).status).toBe(201)
    const { files } = (await ivan.get(`/inspection/${id}`)).body.data
    expect(files.map(({ latitude, longitude, taken_at }: Record<string, unknown>) => [latitude, longitude, taken_at])).toEqual([
      ...Array(4).fill([null, null, null]),
      [45.1, 9.2, '2026-02-28T10:00:00'],
    ])
  }))

test('what did not arrive whole, is no picture, or is somebody else’s, is refused', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const { client_uuid } = await begin(ivan, await makeModel(ivan, 'FIL'), station.id)
    const photo = await jpeg()
    const damaged = { status: 422, code: 'file_mismatch', error: 'Il file è arrivato danneggiato: inviarlo di nuovo.' }
    expect((await send(ivan, client_uuid, photo, { size: String(photo.length + 1) })).body).toMatchObject(damaged)
    expect((await send(ivan, client_uuid, photo, { sha256: 'a'.repeat(64) })).body).toMatchObject(damaged)
    expect((await send(ivan, client_uuid, Buffer.from('<svg/>'))).body).toMatchObject({
      status: 415,
      error: 'Formato file non consentito.',
    })
    // A refusal under a key is final: who sends it again is told the same, and need not wait for the picture to be looked at.
    const key = randomUUID()
    const uuid = randomUUID()
    const keyed = () => send(ivan, client_uuid, Buffer.from('<svg/>'), { uuid }, 'foto.jpg', { 'idempotency-key': key })
    for (let turn = 0; turn < 2; turn++) expect(await keyed()).toMatchObject({ status: 415, headers: { 'idempotency-key': key } })
    const unreadable = { status: 415, error: "Il file non è un'immagine leggibile." }
    const bomb = await sharp({ create: { width: 16_400, height: 16_400, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png()
      .toBuffer()
    expect((await send(ivan, client_uuid, bomb, {}, 'grande.png')).body).toMatchObject({
      status: 413,
      error: "L'immagine ha più di 50 megapixel: ridurla e riprovare.",
    })
    const pdf = Buffer.from('%PDF-1.4\n%%EOF')
    expect((await send(ivan, client_uuid, pdf, { kind: 'photo' }, 'uno.pdf')).body).toMatchObject(unreadable)
    expect((await send(ivan, client_uuid, pdf, { kind: 'file' }, 'uno.pdf')).status).toBe(201)
    expect((await send(irene, client_uuid, photo)).body.error).toEqual({ client_uuid: 'Il valore selezionato per Verifica non esiste.' })
    expect((await send(ivan, 'non-uuid', photo)).status).toBe(422)
    const fields = { uuid: randomUUID(), client_uuid, kind: 'photo', sha256: sha256(photo), size: String(photo.length) }
    expect((await ivan.upload('/inspection/files', [], fields)).body.error).toBe('Assicurati di aver selezionato dei file')
  }))

test('a file is read within the reach of its verifica; one ahead of it only by who sent it', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene, rete, admin] = [await as('ispettore'), await as('ispettore2'), await as('rete'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    await assign(db, station.id, rete.user_id)
    const model = await makeModel(ivan, 'FIL')
    const client_uuid = randomUUID()
    const uuid = randomUUID()
    await send(ivan, client_uuid, await jpeg(), { uuid })
    const seen = async () =>
      Promise.all([ivan, irene, rete, admin].map(async (caller) => (await caller.get(`/inspection/files/${uuid}`)).status))
    expect(await seen()).toEqual([200, 404, 404, 404])
    await completed(ivan, model, station.id, { ...GOOD, q_photo: { v: [uuid] } }, { client_uuid })
    expect(await seen()).toEqual([200, 404, 200, 200])
  }))
