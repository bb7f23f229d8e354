import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { ticket_categories, ticket_comments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { jpeg } from '../support/inspection-fixtures.ts'
import { sendPicture } from '../support/note-fixtures.ts'
import { type Caller, inWorld, signIn, type World } from '../support/world.ts'

/** Parts of tickets that are written and read without a network. */
const CLOSED = 'Il ticket è chiuso. Riaprirlo per aggiungere commenti.'
const FILES = '/support/ticket/files'
async function opened({ db }: World, caller: Caller, more: object = {}) {
  const [category] = await db.select().from(ticket_categories).where(eq(ticket_categories.requires_station, false)).limit(1)
  const body = { category_id: category!.id, subject: 'Pompa 3 ferma', description: 'Non eroga da stamattina.', ...more }
  const made = await caller.post('/support/ticket', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id, id_year, id_number } = made.body.data
  return { id: id as number, at: `/support/ticket/${id_year}/${id_number}` }
}

test('a comment comes after its pictures and files, under the name its device gave it, once; with another text it says so', () =>
  inWorld(async (world) => {
    const agent = await world.as('helpdesk')
    const { at } = await opened(world, agent)
    const uuid = randomUUID()
    const bytes = await jpeg(90)
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n')
    const photo = (await sendPicture(agent, uuid, bytes, { name: 'pompa.jpg' }, {}, FILES)).body.data.uuid
    const paper = randomUUID()
    const kept = await agent.upload(FILES, [{ name: `${paper}.pdf`, bytes: pdf }], {
      ...{ uuid: paper, record: paper, sha256: sha256(pdf), size: String(pdf.length), name: 'preventivo.pdf' },
    })
    expect(kept.status, JSON.stringify(kept.body)).toBe(201)
    const written_at = new Date(Date.now() - 59 * 86_400_000).toISOString()
    const body = { uuid, message: 'Ecco', photos: [photo, paper], written_at }
    const made = await agent.post(`${at}/comment`, body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.data).toMatchObject({ uuid, message: 'Ecco', written_at })
    const { attachments } = made.body.data
    expect(attachments.map(({ originalName }: any) => originalName)).toHaveMembers(['pompa.jpg', 'preventivo.pdf'])
    const found = await Promise.all(
      attachments.map(
        async ({ uid, fileName }: any) => (await agent.get(`/support/ticket/download/${uid}/${encodeURIComponent(fileName)}`)).bytes,
      ),
    )
    expect(found.map(sha256)).toHaveMembers([sha256(bytes), sha256(pdf)])

    expect((await agent.post(`${at}/comment`, body)).status).toBe(200)
    const other = await agent.post(`${at}/comment`, { ...body, message: 'Altro' })
    expect([other.status, other.body.code]).toEqual([422, 'arrived'])
    // Files of somebody else are not one's own, whatever they are called.
    const stranger = await (await world.as('sup.ticket')).post(`${at}/comment`, { uuid: randomUUID(), message: 'Mie?', photos: [photo] })
    expect([stranger.status, stranger.body.code]).toEqual([422, 'photos_missing'])
    expect(await world.db.$count(ticket_comments, eq(ticket_comments.message, 'Altro'))).toBe(0)
  }))

test('a ticket and a comment keep when their device wrote them, if that was before their arrival and not too long ago', () =>
  inWorld(async (world) => {
    const agent = await world.as('helpdesk')
    const { at } = await opened(world, agent)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const ticket = { category_id: 1, subject: 'Pompa ferma', description: 'Non eroga da stamattina.' }
    const kept = async (written_at: string | undefined) => {
      const made = await agent.post('/support/ticket', { ...ticket, uuid: randomUUID(), written_at })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const { id_year, id_number } = made.body.data
      const read = await agent.get(`/support/ticket/${id_year}/${id_number}`)
      const comment = await agent.post(`${at}/comment`, { uuid: randomUUID(), message: 'Ecco', written_at })
      return [read.body.data.written_at, comment.body.data.written_at]
    }
    const [hour, month] = [ago(1 / 24), ago(59)]
    expect(await kept(hour)).toEqual([hour, hour])
    expect(await kept(month)).toEqual([month, month])
    expect(await kept(ago(61))).toEqual([null, null])
    expect(await kept(ago(-1))).toEqual([null, null])
    expect(await kept(undefined)).toEqual([null, null])
  }))

test('a comment of a device whose clock was wrong has the time at which it was written, also if the clock was put right meanwhile', () =>
  inWorld(async (world) => {
    const agent = await world.as('helpdesk')
    const { at } = await opened(world, agent)
    const HOUR = 3_600_000
    const days = 72 * HOUR
    /** Hours before its arrival at which a comment counts as written, and by how many it was moved; null if that is not known. */
    const written = async (clockNow: number, written: number, clock_behind_s?: number) => {
      const body = { uuid: randomUUID(), message: 'Ecco', written_at: new Date(written).toISOString(), clock_behind_s }
      const {
        created_at,
        written_at,
        clock_moved_s: moved,
      } = (await agent.post(`${at}/comment`, body, { 'x-device-time': new Date(clockNow).toISOString() })).body.data
      return [written_at && Math.round((Date.parse(created_at) - Date.parse(written_at)) / HOUR), moved && Math.round(moved / 3_600)]
    }
    const now = Date.now()
    expect(await written(now, now - 2 * HOUR)).toEqual([2, null])
    expect(await written(now - days, now - days - 2 * HOUR)).toEqual([2, 72])
    expect(await written(now + days, now + days - 2 * HOUR)).toEqual([2, -72])
    expect(await written(now, now - days - 2 * HOUR, days / 1_000)).toEqual([2, 72])
    expect(await written(now, now + days - 2 * HOUR, -days / 1_000)).toEqual([2, -72])
    expect(await written(now, 2 * HOUR)).toEqual([null, null])
  }))

test('a ticket comes after its files, under the name its device gave it, once; with other words it says so', () =>
  inWorld(async (world) => {
    const gina = await world.as('gestore')
    const uuid = randomUUID()
    const bytes = await jpeg(90)
    const photo = (await sendPicture(gina, uuid, bytes, { name: 'pompa.jpg' }, {}, FILES)).body.data.uuid
    const [category] = await world.db.select().from(ticket_categories).where(eq(ticket_categories.requires_station, false)).limit(1)
    const body = { uuid, category_id: category!.id, subject: 'Pompa 3 ferma', description: 'Non eroga da stamattina.', photos: [photo] }
    const stranger = await (await world.as('helpdesk')).post('/support/ticket', { ...body, uuid: randomUUID() })
    expect([stranger.status, stranger.body.code]).toEqual([422, 'photos_missing'])
    const made = await gina.post('/support/ticket', body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.data).toMatchObject({
      uid: uuid,
      subject: 'Pompa 3 ferma',
      attachments: [{ originalName: 'pompa.jpg' }],
      comments: [],
    })
    const [{ uid, fileName }] = made.body.data.attachments
    expect(sha256((await gina.get(`/support/ticket/download/${uid}/${fileName}`)).bytes)).toBe(sha256(bytes))

    const again = await gina.post('/support/ticket', body)
    expect([again.status, again.body.data.id]).toEqual([200, made.body.data.id])
    const other = await gina.post('/support/ticket', { ...body, description: 'Anche la pompa 4 non eroga.' })
    expect([other.status, other.body.code]).toEqual([422, 'arrived'])
    const taken = await (await world.as('helpdesk')).post('/support/ticket', { ...body, photos: [] })
    expect([taken.status, taken.body.code]).toEqual([422, 'uuid_taken'])
    expect(await world.db.$count(tickets, eq(tickets.subject, 'Pompa 3 ferma'))).toBe(1)
    // More of its files would be somebody else's business.
    expect((await sendPicture(await world.as('helpdesk'), uuid, bytes, {}, {}, FILES)).status).toBe(404)
  }))

test('a closed ticket takes no comment, and takes the same one once it is open', () =>
  inWorld(async (world) => {
    const agent = await world.as('sup.ticket')
    const { at } = await opened(world, agent)
    await agent.post(at, { resolution: 'Sostituita la pompa' })
    const body = { uuid: randomUUID(), message: 'Ancora ferma' }
    const refused = await agent.post(`${at}/comment`, body)
    expect([refused.status, refused.body.error, refused.body.code]).toEqual([409, CLOSED, 'closed'])
    await agent.post(`${at}/reopen`, { message: 'Si rivede' })
    expect((await agent.post(`${at}/comment`, body)).status).toBe(201)
  }))

test('the reply being written is the same on all devices of its author, nobody else’s, and gone once it is sent', () =>
  inWorld(async (world) => {
    const phone = await world.as('helpdesk')
    const desk = await signIn(world.app, 'helpdesk')
    const { at } = await opened(world, phone)
    const driver = await world.as('autista')
    expect((await driver.get(`${at}/draft`)).status).toBe(403)
    expect((await driver.put(`${at}/draft`, {})).status).toBe(403)
    expect((await phone.get('/support/ticket/1999/1/draft')).status).toBe(404)

    expect((await phone.get(`${at}/draft`)).body.data).toBeNull()
    const text = { uuid: randomUUID(), message: 'Sto arri', internal: true, mentions: [] }
    expect((await phone.put(`${at}/draft`, text)).body.data).toEqual({ ...text, rev: 1 })
    expect((await desk.get(`${at}/draft`)).body.data).toEqual({ ...text, rev: 1 })
    expect((await (await world.as('sup.ticket')).get(`${at}/draft`)).body.data).toBeNull()
    const second = { ...text, message: 'Sto arrivando', rev: 1 }
    expect((await desk.put(`${at}/draft`, second)).body.data.rev).toBe(2)
    const stale = await phone.put(`${at}/draft`, { ...text, message: 'Sto arriva', rev: 1 })
    expect([stale.status, stale.body.data.message]).toEqual([409, 'Sto arrivando'])
    expect((await phone.put(`${at}/draft`, { ...text, message: 'x'.repeat(10_001), rev: 2 })).status).toBe(422)

    await desk.post(`${at}/comment`, { uuid: text.uuid, message: 'Sto arrivando', internal: true })
    expect((await phone.get(`${at}/draft`)).body.data).toBeNull()
    // One that was on its way.
    expect((await phone.put(`${at}/draft`, { ...text, rev: 0 })).body.data).toBeNull()
    expect((await phone.get(`${at}/draft`)).body.data).toBeNull()
    const next = { ...text, uuid: randomUUID() }
    await phone.put(`${at}/draft`, next)
    expect((await phone.put(`${at}/draft`, { ...next, message: '', rev: 1 })).body.data).toBeNull()
    expect((await phone.get(`${at}/draft`)).body.data).toBeNull()
  }))

test('kept for reading are one’s own tickets, those assigned and those of one’s stations, whole, open ones first; notes only for agents', () =>
  inWorld(async (world) => {
    expect((await (await world.as('autista')).get('/support/ticket/offline')).status).toBe(403)
    const boss = await world.as('sup.ticket')
    const area = await world.as('rete')
    const station = await makeStation(world.db, { code: 'ZT1' })
    await world.db.insert(station_acl).values({ station_id: station.id, user_id: area.user_id, level: 'read' } as never)
    const there = await opened(world, boss, { station_id: station.id, subject: 'Del suo punto vendita' })
    const mine = await opened(world, area, { subject: 'Mio e chiuso' })
    await opened(world, boss, { subject: 'Di nessuno dei suoi' })
    await boss.post(`${there.at}/comment`, { message: 'Risposta' })
    await boss.post(`${there.at}/comment`, { message: 'Solo tra noi', internal: true })
    await boss.post(mine.at, { resolution: 'Fatto' })
    const { data } = (await area.get('/support/ticket/offline')).body
    const own = data.filter(({ subject }: any) => /suo|Mio|suoi/.test(subject))
    expect(own.map(({ subject }: any) => subject)).toEqual(['Del suo punto vendita', 'Mio e chiuso'])
    expect(own[0].comments.map(({ message }: any) => message)).toEqual(['Risposta'])
    for (const ticket of data) expect(ticket).toEqual((await area.get(`/support/ticket/${ticket.id_year}/${ticket.id_number}`)).body.data)
  }))
