import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { files } from '../../../server/db/schema/core/system.ts'
import { gpl_card_requests } from '../../../server/db/schema/gpl/gpl.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { gplRequest as request } from '../support/gpl-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const inTime = (work: (world: World) => Promise<void>) => inWorld(work, () => NOW)
const courseOf = async (caller: Awaited<ReturnType<World['as']>>, more = {}) =>
  (
    await caller.post('/gpl-course-calendar', {
      date: '2026-11-25',
      start: '09:00',
      end: '11:00',
      place: 'Sala',
      teacher: 'Ing. Prova',
      seats: 2,
      ...more,
    })
  ).body.data

test('a request is convened to a course, checked and completed: the customer and the card are made once, and everything is told', () =>
  inTime(async ({ as, db, mails }) => {
    expect((await (await as('lettura.conta')).post('/gpl-cards-requests', request)).status).toBe(403)
    expect((await (await as('rete')).get('/gpl-cards-requests')).status).toBe(403)
    const conti = await as('p.moderate_card')
    const made = await conti.post('/gpl-cards-requests', { ...request, status: 'COMPLETED', card_id: 1, number: 'X' })
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'Richiesta inserita', data: { ...request, status: 'CREATED', card_id: null, kind: 'nuova' } },
    })
    const { id, number } = made.body.data
    expect(number).toMatch(/^GPL-2026-\d{6}$/)
    const put = (body: object) => conti.edit(`/gpl-cards-requests/${id}`, body)
    expect((await put({ status: 'COMPLETED' })).body.error).toBe('Assegnare prima un corso.')
    expect((await put({ course_attended_at: '2026-11-20' })).body.error).toEqual({
      course_attended_at: 'Per una richiesta nuova la presenza si segna nel corso.',
    })
    const course = await courseOf(conti)
    expect(await put({ course_id: course.id })).toMatchObject({
      status: 200,
      body: { message: 'Richiesta modificata', data: { status: 'WAITING_COURSE', course: { id: course.id } } },
    })
    expect((await put({ status: 'COMPLETED' })).body.error).toBe('Completare le verifiche prima del rilascio.')
    expect((await conti.del(`/gpl-course-calendar/${course.id}`)).body.error).toBe(
      'Il corso ha 1 iscritti: annullarlo invece di eliminarlo.',
    )
    const done = await conti.edit(`/gpl-course-calendar/${course.id}`, { status: 'done', present: [id] })
    expect(done.body.data).toMatchObject({ status: 'done', booked: 1, participants: [{ id, name: 'Rossi Mario', present: true }] })
    await put({ vehicle_checked: true, leaflet_given: true, demo_done: true })
    const before = { customers: await db.$count(customers), cards: await db.$count(cards) }
    const completed = await put({ status: 'COMPLETED' })
    expect(completed.body.data).toMatchObject({
      status: 'COMPLETED',
      course_attended_at: '2026-11-25',
      trainer: 'Ing. Prova',
      completed_at: NOW.toISOString(),
    })
    const { card_id, customer_id } = completed.body.data
    expect((await db.select().from(cards).where(eq(cards.id, card_id)))[0]).toMatchObject({
      type: 'gpl',
      plate: 'GA123BC',
      status: 'to_activate',
      customer_id,
      tank_expiration: '2030-01-31',
    })
    expect((await db.select().from(customers).where(eq(customers.id, customer_id)))[0]).toMatchObject({
      kind: 'privato',
      name: 'Mario',
      lastname: 'Rossi',
      fiscalCode: 'RSSMRA85T10A562S',
    })
    expect(await put({ status: 'COMPLETED' })).toMatchObject({ status: 409 })
    expect({ customers: await db.$count(customers), cards: await db.$count(cards) }).toEqual({
      customers: before.customers + 1,
      cards: before.cards + 1,
    })
    // Mails that wait together leave by turns of their kinds.
    expect((await mails()).filter(({ to }) => to === 'mario.rossi@example.it').map(({ subject }) => subject.split(' – ')[0])).toHaveMembers(
      ['Richiesta GPL ricevuta', 'Convocazione corso GPL', 'Tessera GPL creata'],
    )
    expect((await conti.del(`/gpl-cards-requests/${id}`)).status).toBe(409)
  }))

test('the seats of a course are given once each; a cancelled course gives them back and tells everybody', () => {
  let at = NOW.getTime()
  return inWorld(
    async ({ as, db, mails }) => {
      const conti = await as('contabilita')
      const course = await courseOf(conti, { date: '2026-12-01' })
      const made: number[] = []
      for (const plate of ['GA001AA', 'GA002AA', 'GA003AA'])
        made.push((await conti.post('/gpl-cards-requests', { ...request, plate })).body.data.id)
      const answers = []
      for (const id of made) answers.push(await conti.edit(`/gpl-cards-requests/${id}`, { course_id: course.id }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
      expect(answers[2]!.body.error).toBe('Nessun posto disponibile per il corso selezionato.')
      expect(
        (await conti.get('/gpl-course-calendar?with_free_seats=true&per_page=100')).body.data.data.map((row: { id: number }) => row.id),
      ).not.toContain(course.id)
      expect((await conti.edit(`/gpl-course-calendar/${course.id}`, { seats: 1 })).body.error).toEqual({
        seats: 'Il corso ha già 2 iscritti.',
      })
      expect((await conti.edit(`/gpl-cards-requests/${made[0]}`, { course_id: null })).body.data).toMatchObject({
        status: 'CREATED',
        course: null,
      })
      expect((await conti.edit(`/gpl-cards-requests/${made[2]}`, { course_id: course.id })).status).toBe(200)
      const third = (await conti.get(`/gpl-cards-requests/${made[2]}`)).body.data
      await conti.put(`/gpl-cards-requests/${made[2]}`, { rev: third.rev, email: '' })
      const told = async () => (await conti.get(`/gpl-course-calendar/${course.id}/recipients`)).body.data
      const before = await told()
      expect(before.people.map(({ plate, email }: Record<string, unknown>) => [plate, email])).toEqual([
        ['GA002AA', true],
        ['GA003AA', false],
      ])
      expect((await (await as('rete')).get(`/gpl-course-calendar/${course.id}/recipients`)).status).toBe(403)
      expect((await conti.edit(`/gpl-course-calendar/${course.id}`, { status: 'cancelled' })).body.data).toMatchObject({
        status: 'cancelled',
        booked: 0,
      })
      const rows = await db.select().from(gpl_card_requests).where(eq(gpl_card_requests.fiscalCode, request.fiscalCode))
      expect(rows.map(({ status, course_id }) => [status, course_id])).toEqual(Array(3).fill(['CREATED', null]))
      expect((await mails()).filter(({ subject }) => subject.startsWith('Corso GPL annullato'))).toHaveLength(1)
      expect(await told(), 'who had a seat is named afterwards too').toEqual(before)
      expect((await conti.get('/gpl-course-calendar/999999/recipients')).status).toBe(404)
      expect((await conti.edit(`/gpl-cards-requests/${made[0]}`, { course_id: course.id })).body.error).toBe(
        'Il corso è svolto o annullato: sceglierne un altro.',
      )
    },
    () => new Date(at++),
  )
})

test('a tank that ends today or before is refused, one that ends tomorrow is not', () =>
  inTime(async ({ as }) => {
    const conti = await as('contabilita')
    const made = (tank_expiration: string) => conti.post('/gpl-cards-requests', { ...request, tank_expiration })
    for (const day of ['2026-11-25', '2026-11-24', '2016-11-25'])
      expect((await made(day)).body.error).toEqual({ tank_expiration: 'La scadenza del serbatoio deve essere successiva a oggi.' })
    expect((await made('2026-11-26')).status).toBe(201)
  }))

test('two open requests for one plate are refused; a rejected one frees it and is opened again by accounting alone', () =>
  inTime(async ({ as }) => {
    const [conti, moderator] = [await as('contabilita'), await as('p.moderate_card')]
    const { id } = (await conti.post('/gpl-cards-requests', request)).body.data
    expect((await conti.post('/gpl-cards-requests', request)).body.error).toEqual({
      plate: 'Esiste già una richiesta aperta per questa targa.',
    })
    expect((await conti.edit(`/gpl-cards-requests/${id}`, { status: 'REJECTED' })).body.error).toEqual({
      reject_reason: 'Il campo Motivo è obbligatorio.',
    })
    expect((await moderator.edit(`/gpl-cards-requests/${id}`, { status: 'REJECTED', reject_reason: 'Rinuncia' })).body.data).toMatchObject({
      status: 'REJECTED',
      reject_reason: 'Rinuncia',
    })
    const second = (await conti.post('/gpl-cards-requests', request)).body.data.id
    expect((await moderator.edit(`/gpl-cards-requests/${id}`, { status: 'CREATED' })).body.error).toBe(
      'Una richiesta annullata la riapre solo la contabilità.',
    )
    expect((await conti.edit(`/gpl-cards-requests/${id}`, { status: 'CREATED' })).body.error).toEqual({
      plate: 'Esiste già una richiesta aperta per questa targa.',
    })
    expect((await conti.del(`/gpl-cards-requests/${second}`)).status).toBe(204)
    expect((await conti.edit(`/gpl-cards-requests/${id}`, { status: 'CREATED' })).body.data).toMatchObject({
      status: 'CREATED',
      reject_reason: null,
    })
  }))

test('a duplicate needs no course and takes the place of the card; a renewal needs one of the last three years', () =>
  inTime(async ({ as, db }) => {
    const conti = await as('contabilita')
    const renewal = (
      await conti.post('/gpl-cards-requests', { ...request, kind: 'rinnovo', plate: 'GA009AA', course_attended_at: '2023-11-24' })
    ).body.data
    expect((await conti.edit(`/gpl-cards-requests/${renewal.id}`, { status: 'COMPLETED' })).body.error).toBe(
      'Per il rinnovo serve un corso frequentato negli ultimi 3 anni.',
    )
    expect(
      (await conti.edit(`/gpl-cards-requests/${renewal.id}`, { status: 'COMPLETED', course_attended_at: '2023-11-25' })).body.data.status,
    ).toBe('COMPLETED')
    const first = (await conti.get(`/gpl-cards-requests/${renewal.id}`)).body.data
    // The card of the plate is in use: the duplicate replaces it.
    await db.update(cards).set({ status: 'active' }).where(eq(cards.id, first.card_id))
    const copy = (await conti.post('/gpl-cards-requests', { ...request, kind: 'duplicato', plate: 'GA009AA' })).body.data
    const done = await conti.edit(`/gpl-cards-requests/${copy.id}`, { status: 'COMPLETED' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const [old] = await db.select().from(cards).where(eq(cards.id, first.card_id))
    expect(old).toMatchObject({ status: 'replaced', replaced_by_id: done.body.data.card_id })
  }))

test('the form is printed filled and empty, the register with its participants; a document that is an SVG is refused', () =>
  inTime(async ({ as }) => {
    const conti = await as('contabilita')
    const course = await courseOf(conti, { date: '2026-12-01' })
    const { id } = (await conti.post('/gpl-cards-requests', { ...request, course_id: course.id })).body.data
    const read = async (url: string, name: string) => {
      const answer = await conti.get(url)
      expect(answer.status, url).toBe(200)
      expect(String(answer.headers['content-disposition'])).toContain(name)
      return hasPdfToText ? letters(answer.bytes) : ''
    }
    const filled = await read(`/gpl-cards-requests/${id}/pdf`, `richiesta_gpl_${id}.pdf`)
    const empty = await read('/generate-empty-gnp-card-module?type=azienda', 'modulo_gpl_card_vuoto.pdf')
    const other = await read('/generate-empty-gnp-card-module?type=boh', 'modulo_gpl_card_vuoto.pdf')
    const register = await read(`/gpl-course-calendar/${course.id}/register`, `registro_corso_gpl_${course.id}.pdf`)
    if (hasPdfToText) {
      expect(filled).toContain('GA123BC')
      expect([empty.includes('GA123BC'), empty.includes('Ragionesociale'), other.includes('Ragionesociale')]).toEqual([false, true, false])
      expect(register).toContain('RossiMario')
    }
    const svg = { name: 'modulo.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') }
    expect((await conti.upload(`/gpl-cards-requests/${id}/upload`, [svg])).status).toBe(415)
  }))

test('a document is read and taken away by its own request alone', () =>
  inTime(async ({ as, db }) => {
    const conti = await as('contabilita')
    const make = async (plate: string) => (await conti.post('/gpl-cards-requests', { ...request, plate })).body.data.id as number
    const [id, other] = [await make('GA031AA'), await make('GA032AA')]
    const pdf = (name: string) => ({ name, bytes: Buffer.from('%PDF-1.4\n%%EOF\n') })
    expect((await conti.upload(`/gpl-cards-requests/${id}/upload`, [pdf('libretto.pdf'), pdf('serbatoio.pdf')])).status).toBe(201)
    const kept = () =>
      db
        .select()
        .from(files)
        .where(and(eq(files.owner_type, 'gpl_card_request'), eq(files.owner_id, id)))
        .orderBy(files.id)
    const [first, second] = await kept()
    const got = await (await as('lettura.conta')).get(`/gpl-cards-requests/${id}/files/${first!.id}`)
    expect([got.status, got.bytes.toString()]).toEqual([200, '%PDF-1.4\n%%EOF\n'])
    expect(String(got.headers['content-disposition'])).toContain('libretto.pdf')
    expect((await (await as('rete')).get(`/gpl-cards-requests/${id}/files/${first!.id}`)).status).toBe(403)
    expect((await conti.get(`/gpl-cards-requests/${other}/files/${first!.id}`)).status).toBe(404)
    await conti.del(`/gpl-cards-requests/${other}/files/${first!.id}`)
    expect((await (await as('lettura.conta')).del(`/gpl-cards-requests/${id}/files/${first!.id}`)).status).toBe(403)
    expect((await kept()).map(({ name }) => name)).toEqual(['libretto.pdf', 'serbatoio.pdf'])
    expect((await conti.del(`/gpl-cards-requests/${id}/files/${first!.id}`)).status).toBe(204)
    expect((await conti.get(`/gpl-cards-requests/${id}/files/${first!.id}`)).status).toBe(404)
    expect(await kept()).toEqual([second])
    expect((await conti.get(`/gpl-cards-requests/${id}`)).body.data.files).toMatchObject([{ id: second!.id, name: 'serbatoio.pdf' }])
  }))
