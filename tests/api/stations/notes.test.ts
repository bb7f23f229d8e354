import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { jpeg } from '../support/inspection-fixtures.ts'
import { newNote, notePicture, sendPicture } from '../support/note-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const notesOf = async (caller: Caller, station: number) => (await caller.get(`/stations/${station}/notes`)).body.data

test('notes need the policy, and a station out of reach is neither read nor written', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const ivan = await as('ispettore')
    const note = (await newNote(ivan, station.id)).body.data
    const photo = await notePicture(ivan, note.uuid)
    await ivan.put(`/station/notes/${note.uuid}`, { photos: [photo], rev: 1 })

    const [stranger, gestore] = [await as('dipendente'), await as('gestore')]
    for (const [caller, status] of [[stranger, 403] as const, [gestore, 404] as const]) {
      const answers = [
        await caller.get(`/stations/${station.id}/notes`),
        await newNote(caller, station.id),
        await caller.put(`/station/notes/${note.uuid}`, { text: 'altro', rev: 2 }),
        await caller.get(`/station/notes/files/${photo}`),
        await sendPicture(caller, note.uuid, await jpeg(9)),
      ]
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
      // What is out of reach is deleted as what does not exist is: nothing happens.
      expect((await caller.del(`/station/notes/${note.uuid}`)).status).toBe(status === 404 ? 204 : status)
    }
    expect(await notesOf(ivan, station.id)).toMatchObject([{ uuid: note.uuid, text: 'Pompa 3 perde', rev: 2, photos: [photo] }])

    // Given to read: whoever sees the station writes notes on it, changes any, and deletes none but the own.
    await db.insert(station_acl).values({ station_id: station.id, user_id: gestore.user_id, level: 'read' })
    expect((await gestore.put(`/station/notes/${note.uuid}`, { text: 'Pompa 4 perde', rev: 2 })).status).toBe(200)
    expect((await gestore.get(`/station/notes/files/${photo}`)).bytes.length).toBeGreaterThan(100)
    expect((await gestore.del(`/station/notes/${note.uuid}`)).status).toBe(403)
    const own = (await newNote(gestore, station.id, { text: 'Mio' })).body.data
    expect((await gestore.del(`/station/notes/${own.uuid}`)).status).toBe(204)
    expect((await gestore.del(`/station/notes/${own.uuid}`)).status).toBe(204)
    expect((await notesOf(gestore, station.id)).map((one: { text: string }) => one.text)).toEqual(['Pompa 4 perde'])
    expect((await (await as('admin')).del(`/station/notes/${note.uuid}`)).status).toBe(204)
    expect((await ivan.get(`/station/notes/files/${photo}`)).status).toBe(404)
  }))

test('a note has its author and moment, is listed newest first, and needs a text', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const [ivan, gestore] = [await as('ispettore'), await as('gestore')]
    await assign(db, station.id, gestore.user_id)
    const name = (await ivan.get('/auth/me')).body.data.name
    await newNote(gestore, station.id, { text: 'dopo', noted_at: '2026-11-21T08:00:00.000Z' })
    const first = await newNote(ivan, station.id, { text: 'prima' })
    expect(first).toMatchObject({
      status: 201,
      body: { message: 'Appunto creato', data: { author: name, text: 'prima', field_revs: { text: 1 } } },
    })
    expect(await notesOf(gestore, station.id)).toMatchObject([
      { text: 'dopo', noted_at: '2026-11-21T08:00:00.000Z', photos: [] },
      { text: 'prima', noted_at: '2026-11-20T08:00:00.000Z', author: name, created_by: ivan.user_id },
    ])
    expect((await newNote(ivan, station.id, { text: '  ' })).body.error).toEqual({ text: 'Il campo Testo è obbligatorio.' })
    // A device whose clock is ahead does not put its notes before all others for ever.
    const ahead = (await newNote(ivan, station.id, { noted_at: '2031-01-01T00:00:00.000Z' })).body.data
    expect(ahead.noted_at < '2031').toBe(true)
    // An hour ago, told by a clock far in the east.
    const then = Date.now() - 3_600_000
    const elsewhere = `${new Date(then + 14 * 3_600_000).toISOString().slice(0, -1)}+14:00`
    expect(Date.parse((await newNote(ivan, station.id, { noted_at: elsewhere })).body.data.noted_at)).toBe(then)
  }))

test('a note sent again stays one note; a correction by its author is applied unless somebody else changed it', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const [ivan, gestore] = [await as('ispettore'), await as('gestore')]
    await assign(db, station.id, gestore.user_id)
    const uuid = randomUUID()
    const sent = await newNote(ivan, station.id, { uuid })
    expect(await newNote(ivan, station.id, { uuid })).toMatchObject({ status: 200, body: { data: sent.body.data } })
    expect(await newNote(ivan, station.id, { uuid, text: 'corretto' })).toMatchObject({
      status: 200,
      body: { data: { text: 'corretto', rev: 2 } },
    })
    expect((await newNote(ivan, station.id, { uuid, text: 'di nuovo' })).body.error).toMatch(/^Era già arrivato/)
    expect((await newNote(gestore, station.id, { uuid, text: 'altrui' })).body).toMatchObject({ status: 422, code: 'uuid_taken' })
    expect(await notesOf(ivan, station.id)).toMatchObject([{ uuid, text: 'corretto' }])
  }))

test('a change from an outdated copy gets a 409 with the current note; a deleted note says so', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const [ivan, gestore] = [await as('ispettore'), await as('gestore')]
    await assign(db, station.id, gestore.user_id)
    const { uuid } = (await newNote(ivan, station.id)).body.data
    const photo = await notePicture(gestore, uuid)
    expect((await gestore.put(`/station/notes/${uuid}`, { photos: [photo], rev: 1 })).body.data).toMatchObject({
      text: 'Pompa 3 perde',
      rev: 2,
    })
    const name = (await gestore.get('/auth/me')).body.data.name
    expect(await ivan.put(`/station/notes/${uuid}`, { text: 'è asciutta', rev: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale', data: { rev: 2, photos: [photo], field_revs: { text: 1, photos: 2 }, last_save: { name, agent: null } } },
    })
    await ivan.del(`/station/notes/${uuid}`)
    const gone = { status: 409, body: { code: 'deleted', error: 'L’appunto è stato eliminato.' } }
    expect(await gestore.put(`/station/notes/${uuid}`, { text: 'è asciutta', rev: 2 })).toMatchObject(gone)
    expect(await newNote(ivan, station.id, { uuid })).toMatchObject(gone)
  }))

test('pictures may arrive before their note, once, complete, and only for that note', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const ivan = await as('ispettore')
    const [uuid, other] = [randomUUID(), randomUUID()]
    const bytes = await jpeg()
    const named = randomUUID()
    expect(await newNote(ivan, station.id, { uuid, photos: [named] })).toMatchObject({ status: 422, body: { code: 'photos_missing' } })
    expect(await sendPicture(ivan, uuid, bytes, { uuid: named, size: '7' })).toMatchObject({ status: 422, body: { code: 'file_mismatch' } })
    expect(await sendPicture(ivan, uuid, bytes, { uuid: named })).toMatchObject({
      status: 201,
      body: { data: { uuid: named, sha256: sha256(bytes) } },
    })
    expect((await sendPicture(ivan, uuid, bytes, { uuid: named })).status).toBe(200)
    expect((await sendPicture(ivan, uuid, await jpeg(3), { uuid: named })).body.code).toBe('uuid_taken')
    // Before its note arrives it is its author's alone.
    expect((await (await as('ispettore2')).get(`/station/notes/files/${named}`)).status).toBe(404)
    expect((await newNote(ivan, station.id, { uuid: other, photos: [named] })).body.code).toBe('photos_missing')
    expect((await newNote(ivan, station.id, { uuid, photos: [named] })).status).toBe(201)
    const got = await (await as('admin')).get(`/station/notes/files/${named}`)
    expect(got.bytes.equals(bytes)).toBe(true)
    expect((await ivan.put(`/station/notes/${uuid}`, { photos: [randomUUID()], rev: 1 })).body.code).toBe('photos_missing')
    const eleven = Array.from({ length: 11 }, () => randomUUID())
    expect((await ivan.put(`/station/notes/${uuid}`, { photos: eleven, rev: 1 })).body.error).toEqual({ photos: 'Al massimo 10 foto.' })
  }))

test('a picture for a note out of reach is refused with a receipt: without one a device takes the server for an older one and waits', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const { uuid } = (await newNote(await as('ispettore'), station.id)).body.data
    const key = randomUUID()
    const refused = await sendPicture(await as('gestore'), uuid, await jpeg(), {}, { 'idempotency-key': key })
    expect(refused).toMatchObject({ status: 404, headers: { 'idempotency-key': key } })
  }))
