import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gpl_courses } from '../../../server/db/schema/gpl/gpl.ts'
import { inWorld, type World } from '../support/world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const inTime = (work: (world: World) => Promise<void>) => inWorld(work, () => NOW)
const course = { date: '2026-11-25', start: '09:00', end: '11:00', place: 'Sala riunioni', seats: 9 }

test('a course is planned, confirmed and done from its day on; what is closed is changed no more', () =>
  inTime(async ({ as, db }) => {
    expect((await (await as('lettura.conta')).post('/gpl-course-calendar', course)).status).toBe(403)
    expect((await (await as('rete')).get('/gpl-course-calendar')).status).toBe(403)
    const conti = await as('contabilita')
    const made = await conti.post('/gpl-course-calendar', { ...course, status: 'done' })
    expect(made).toMatchObject({ status: 201, body: { message: 'Corso creato' } })
    expect(made.body.data).toMatchObject({ ...course, title: 'Corso GPL self-service', kind: 'utente', status: 'planned', station: null })
    const { id } = made.body.data
    expect((await conti.get(`/gpl-course-calendar/${id}`)).body.data).toEqual(made.body.data)
    expect((await (await as('rete')).get(`/gpl-course-calendar/${id}`)).status).toBe(403)
    expect((await conti.get('/gpl-course-calendar/999999')).status).toBe(404)
    const put = (rev: number, body: object) => conti.put(`/gpl-course-calendar/${id}`, { rev, ...body })
    expect((await put(1, { date: '2026-11-26', status: 'done' })).body.error).toBe('Il corso si segna come svolto dal suo giorno in poi.')
    expect(await put(1, { status: 'confirmed' })).toMatchObject({
      status: 200,
      body: { message: 'Corso modificato', data: { status: 'confirmed' } },
    })
    expect((await put(2, { status: 'planned' })).body.error).toBe('Passaggio di stato non consentito: da "Confermato" a "Programmato".')
    expect((await put(2, { status: 'done' })).body.data).toMatchObject({ ...course, status: 'done', rev: 3 })
    expect((await conti.del(`/gpl-course-calendar/${id}`)).body.error).toBe(
      'Il corso è svolto: resta con il suo registro e non si elimina.',
    )
    expect((await put(3, { seats: 20 })).body.error).toBe('Il corso è svolto o annullato: non si può più modificare.')
    expect((await db.select().from(gpl_courses).where(eq(gpl_courses.id, id)))[0]).toMatchObject({ ...course, status: 'done', rev: 3 })
  }))

test('a course whose day is past is confirmed no more: it is done, cancelled or, without bookings, deleted', () => {
  let now = NOW
  return inWorld(
    async ({ as }) => {
      const { id } = (await (await as('contabilita')).post('/gpl-course-calendar', course)).body.data
      now = new Date('2026-11-26T09:00:00Z')
      const conti = await as('contabilita')
      expect(await conti.put(`/gpl-course-calendar/${id}`, { rev: 1, status: 'confirmed' })).toMatchObject({
        status: 409,
        body: { error: 'Il corso è passato: si segna come svolto o si annulla.' },
      })
      expect((await conti.del(`/gpl-course-calendar/${id}`)).status).toBe(204)
    },
    () => now,
  )
})

test('a course in the past, ending before it starts, nowhere or with no seats is refused in words', () =>
  inTime(async ({ as }) => {
    const conti = await as('contabilita')
    const refused = async (body: object) => (await conti.post('/gpl-course-calendar', { ...course, ...body })).body.error
    expect(await refused({ date: '2026-11-24' })).toEqual({ date: 'La data del corso non può essere nel passato.' })
    expect(await refused({ end: '09:00' })).toEqual({ end: "L'ora di fine deve essere successiva all'ora di inizio." })
    expect(await refused({ place: '' })).toEqual({ place: 'Il campo Punto vendita o Luogo è obbligatorio.' })
    for (const seats of [0, -1, 1.5, 101]) expect(Object.keys(await refused({ seats }))).toEqual(['seats'])
  }))

test('stations for courses are offered to people who have none of their own', () =>
  inTime(async ({ as }) => {
    const found = (await (await as('p.moderate_card')).get('/suggestions/gpl-stations')).body.data
    expect(found.length).toBeGreaterThan(0)
    expect(Object.keys(found[0])).toEqual(['id', 'code', 'name', 'city'])
    expect((await (await as('rete')).get('/suggestions/gpl-stations')).status).toBe(403)
  }))
