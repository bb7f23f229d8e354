import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { gpl_courses } from '../../../server/db/schema/gpl/gpl.ts'
import { googleCalendar } from '../../../server/lib/jobs/google-calendar.ts'
import { MOST_CHANGES, pushCalendarWhole } from '../../../server/resources/overview/calendar-push.ts'
import { inDays } from '../../resources/days.ts'
import { makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

/** As much of Google Calendar as is asked of it: tokens, pages of two, changes, and events that were deleted and keep their ids. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const events = new Map<string, Record<string, any>>()
const asked: string[] = []
let refuses = false
const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () =>
    answer(request, Buffer.concat(chunks).toString(), (status, body) => response.writeHead(status).end(JSON.stringify(body ?? {}))),
  )
})
function answer({ method, url, headers }: http.IncomingMessage, text: string, send: (status: number, body?: object) => void) {
  const { pathname, searchParams } = new URL(url!, 'http://localhost')
  if (refuses) return send(500)
  if (pathname === '/token') {
    const [head, claims, signature] = new URLSearchParams(text).get('assertion')!.split('.') as [string, string, string]
    const right = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
    const { iss, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return right && iss === 'piazzale@example.it' && exp - iat === 3600 ? send(200, { access_token: 'open', expires_in: 3600 }) : send(401)
  }
  if (headers.authorization !== 'Bearer open') return send(401)
  const base = '/calendars/rete%40example.it/events'
  if (!pathname.startsWith(base)) return send(404)
  const id = pathname.slice(base.length + 1)
  if (method === 'GET') {
    const tag = searchParams.get('privateExtendedProperty')!.split('=')[1]
    const all = [...events.values()].filter((one) => one.status === 'confirmed' && one.extendedProperties.private.piazzale === tag)
    const from = Number(searchParams.get('pageToken') ?? 0)
    return send(200, { items: all.slice(from, from + 2), ...(all.length > from + 2 && { nextPageToken: String(from + 2) }) })
  }
  asked.push(`${method} ${id || JSON.parse(text).id}`)
  if (method === 'DELETE') {
    if (events.get(id)?.status !== 'confirmed') return send(410)
    events.set(id, { ...events.get(id)!, status: 'cancelled' })
    return send(204)
  }
  const body = JSON.parse(text)
  if (!/^[a-v\d]{5,1024}$/.test(body.id)) return send(400)
  if (method === 'POST' && events.has(body.id)) return send(409)
  if (method === 'PUT' && !events.has(id)) return send(404)
  events.set(body.id, body)
  send(200, body)
}
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  events.clear()
  asked.length = 0
  refuses = false
})
const calendarOf = (tag = 'uno') =>
  googleCalendar({
    ...{ id: 'rete@example.it', url: `${url}/`, tag },
    account: {
      client_email: 'piazzale@example.it',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      token_uri: `${url}/token`,
    },
  })

/** Without a key of its own a command is carried out once in ten seconds. */
const press = (by: Caller) => by.get('/commands/events', { 'idempotency-key': randomUUID() })

test('without a calendar the command answers 501 and says so; only super administrators are asked', () =>
  inWorld(async ({ as }) => {
    const [conta, admin] = [await as('contabilita'), await as('admin')]
    expect([(await conta.get('/commands/events')).status, (await conta.get('/commands/calendar')).status]).toEqual([403, 403])
    const off = await admin.get('/commands/events')
    expect([off.status, off.body.error]).toEqual([501, "Servizio Calendario non configurato: contattare l'amministratore."])
    expect((await admin.get('/commands/calendar')).body.data).toEqual({ name: null })
  }))

test('open expirations and coming courses are written once, changed and removed with their records, and noted', () =>
  inWorld(async ({ as, db, deps }) => {
    await db.update(expirations).set({ status: 'cancelled' }).where(eq(expirations.status, 'open'))
    await db.update(gpl_courses).set({ status: 'cancelled' })
    deps.calendar = calendarOf()
    const admin = await as('admin')
    const { id: station_id } = await makeStation(db, { code: 'ZZ1', name: 'Prova' })
    const due = { station_id, type: 'terra', message: 'Messa a terra', date: inDays(60), periodicity: 'once', notify_days: [30, 7, 0] }
    const made = (await admin.post('/expirations', due)).body.data
    const course = (
      await admin.post('/gpl-course-calendar', { ...{ date: inDays(5), start: '09:00', end: '12:30', seats: 10 }, station_id })
    ).body.data
    const run = async () => {
      asked.length = 0
      const { status, body } = await press(admin)
      expect(status, JSON.stringify(body)).toBe(200)
      return { ...body.data, asked: [...asked] }
    }
    const [scad, corso] = [`scad${String(made.id).padStart(8, '0')}`, `corso${String(course.id).padStart(8, '0')}`]
    expect(await run()).toEqual({ events: 2, left: 0, asked: [`POST ${scad}`, `POST ${corso}`] })
    expect(events.get(scad)).toMatchObject({
      summary: '[Messa a terra] Messa a terra – ZZ1 Prova',
      ...{ start: { date: inDays(60) }, end: { date: inDays(61) } },
      reminders: {
        useDefault: false,
        overrides: [
          { method: 'popup', minutes: 7 * 1440 - 540 },
          { method: 'popup', minutes: 0 },
        ],
      },
    })
    expect(events.get(corso)).toMatchObject({
      summary: '[Addestramento utente] Corso GPL self-service',
      ...{
        start: { dateTime: `${inDays(5)}T09:00:00`, timeZone: 'Europe/Rome' },
        end: { dateTime: `${inDays(5)}T12:30:00`, timeZone: 'Europe/Rome' },
      },
      location: 'ZZ1 Prova',
    })
    expect((await admin.get(`/expirations/${made.id}`)).body.data.google_id).toBe(scad)
    expect(await run()).toEqual({ events: 0, left: 0, asked: [] })

    const moved = await admin.edit(`/expirations/${made.id}`, { date: inDays(70) })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(await run()).toEqual({ events: 1, left: 0, asked: [`PUT ${scad}`] })
    expect(events.get(scad)!.start).toEqual({ date: inDays(70) })
    const done = await admin.put(`/expirations/${made.id}/complete`, { rev: moved.body.data.rev, done_at: inDays(0) })
    expect(done.status).toBe(200)
    expect(await run()).toEqual({ events: 1, left: 0, asked: [`DELETE ${scad}`] })
    expect((await admin.get(`/expirations/${made.id}`)).body.data.google_id).toBeNull()
    // One that was deleted there keeps its id, and comes back.
    expect((await admin.put(`/expirations/${made.id}/reopen`, { rev: done.body.data.rev })).status).toBe(200)
    expect((await run()).asked).toEqual([`POST ${scad}`, `PUT ${scad}`])
    expect(events.get(scad)!.status).toBe('confirmed')
    // Another installation in the same calendar is left alone.
    deps.calendar = calendarOf('due')
    expect(await deps.calendar.known()).toEqual(new Map())
  }))

test('a calendar that refuses is told as out of reach, and a run of many changes goes on where it ended', () =>
  inWorld(async ({ as, db, deps }) => {
    await db.update(gpl_courses).set({ status: 'cancelled' })
    await db.update(expirations).set({ status: 'cancelled' }).where(eq(expirations.status, 'open'))
    const rows = Array.from({ length: MOST_CHANGES + 5 }, (_, at) => ({
      ...{ type: 'terra' as const, message: `Numero ${at}`, date: inDays(at % 30), periodicity: 'once' as const },
    }))
    await db.insert(expirations).values(rows)
    deps.calendar = calendarOf()
    const admin = await as('admin')
    refuses = true
    const refused = await press(admin)
    expect([refused.status, refused.body.error]).toEqual([503, 'Servizio Calendario non raggiungibile. Riprovare più tardi.'])
    expect(await db.$count(expirations, eq(expirations.google_id, 'scad'))).toBe(0)
    refuses = false
    expect((await press(admin)).body.data).toEqual({ events: MOST_CHANGES, left: 5 })
    await pushCalendarWhole({ db, calendar: deps.calendar, now: deps.now() })
    expect(events.size).toBe(MOST_CHANGES + 5)
    expect((await press(admin)).body.data).toEqual({ events: 0, left: 0 })
  }))
