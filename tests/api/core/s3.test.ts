import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { OtherPlace, onePlace } from '../../../server/lib/files/one-place.ts'
import { s3Store } from '../../../server/lib/files/s3-store.ts'
import { sweep } from '../../../server/lib/jobs/sweep.ts'
import { selfCheck } from '../../../server/resources/overview/self-check.ts'
import { startS3 } from '../../s3-server.ts'
import { makeStation } from '../support/fixtures.ts'
import { jpeg } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

const KEY = randomBytes(32).toString('base64')
const AWAY = 'Archivio dei file non raggiungibile. Riprovare più tardi.'
const pdf = (name = 'cpi.pdf') => ({ name, bytes: Buffer.from('%PDF-1.4\n%%EOF\n') })
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
beforeEach(() => {
  s3.weather = 'fair'
})
afterAll(() => s3.stop())

test('files in a bucket are given back; one that is missing is a 404 in words, and while the bucket is away it is a 503 that the same request mends', () =>
  inWorld(async ({ as, db, deps }) => {
    deps.files = s3Store(s3.url(`rete/${randomUUID()}`), KEY, 400)
    const admin = await as('admin')
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const url = `/stations/${id}/upload`
    const [sent] = (await admin.upload(url, [pdf()], { category: 'cpi' })).body.data
    expect((await admin.get(`/stations/download/${sent.id}`)).bytes.toString()).toBe('%PDF-1.4\n%%EOF\n')
    const stored = () => db.$count(files, eq(files.owner_type, 'station'))
    for (const weather of ['silent', { status: 403, code: 'AccessDenied' }, { status: 503, code: 'SlowDown' }] as const) {
      s3.weather = weather
      const key = { 'idempotency-key': randomUUID() }
      const had = await stored()
      const read = await admin.get(`/stations/download/${sent.id}`)
      const written = await admin.upload(url, [pdf('altro.pdf')], {}, key)
      for (const answer of [read, written]) {
        expect([answer.status, answer.body.error, answer.headers['retry-after']]).toEqual([503, AWAY, '5'])
        expect(answer.headers['idempotency-key'], 'nothing was recorded under the key').toBeUndefined()
      }
      expect(await stored()).toBe(had)
      s3.weather = 'fair'
      const again = await admin.upload(url, [pdf('altro.pdf')], {}, key)
      expect(again.status).toBe(201)
      expect((await admin.upload(url, [pdf('altro.pdf')], {}, key)).body).toEqual(again.body)
      expect(await stored()).toBe(had + 1)
    }
    const [row] = await db.select().from(files).where(eq(files.id, sent.id))
    await deps.files.remove(row!.uuid, new Date(row!.created_at))
    const gone = await admin.get(`/stations/download/${sent.id}`)
    expect([gone.status, gone.body.error]).toEqual([404, "Il file non si trova nell'archivio: avvisare l'amministratore."])
  }))

test('a picture that a device sends before its record waits on the device while the bucket is away, and arrives once', () =>
  inWorld(async ({ as, deps }) => {
    deps.files = s3Store(s3.url(`rete/${randomUUID()}`), KEY, 400)
    const admin = await as('admin')
    const photo = await jpeg()
    const fields = { uuid: randomUUID(), client_uuid: randomUUID(), kind: 'photo', sha256: sha256(photo), size: String(photo.length) }
    const send = () => admin.upload('/inspection/files', [{ name: 'foto.jpg', bytes: photo }], fields)
    s3.weather = { status: 500, code: 'InternalError' }
    expect(await send()).toMatchObject({ status: 503, body: { error: AWAY } })
    s3.weather = 'fair'
    expect([(await send()).status, (await send()).status]).toEqual([201, 200])
  }))

test('a sweep and a nightly check of a bucket that is away remove nothing and call nothing broken', () =>
  inWorld(async ({ db, deps }) => {
    deps.files = s3Store(s3.url(`rete/${randomUUID()}`), KEY, 400)
    s3.weather = { status: 503, code: 'SlowDown' }
    await expect(sweep(db, deps.files, new Date())).rejects.toMatchObject({ status: 503 })
    await expect(selfCheck({ db, files: deps.files, now: new Date() })).rejects.toMatchObject({ status: 503 })
  }))

test('the processes of one database find each other’s file, or are told that their place is another', () =>
  inWorld(async ({ db, lookAway }) => {
    lookAway()
    const [shared, other] = [1, 2].map(() => s3Store(s3.url(`rete/${randomUUID()}`), KEY, 400)) as [
      ReturnType<typeof s3Store>,
      ReturnType<typeof s3Store>,
    ]
    const first = await onePlace(db, shared, new Date())
    await first()
    await (await onePlace(db, shared, new Date()))()
    expect(await db.$count(files, eq(files.owner_type, 'files_place')), 'only the first one leaves a file').toBe(1)
    await expect(onePlace(db, other, new Date())).rejects.toThrow(OtherPlace)
    for await (const lot of other.list()) expect(lot, 'nothing is written to a place of which it is not known whose it is').toEqual([])
    const [mark] = await db.select().from(files).where(eq(files.owner_type, 'files_place'))
    await shared.remove(mark!.uuid, new Date(mark!.created_at))
    await expect(first(), 'a folder that has gone away').rejects.toMatchObject({ status: 503 })
  }))
