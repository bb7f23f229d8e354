import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { obligations } from '../../../server/db/schema/people/managements.ts'
import { daysBetween as serverDays } from '../../../server/domain/shared/days.ts'
import { dayInRome, romeTime } from '../../../server/domain/shared/rome-time.ts'
import { usualExpiration } from '../../../src/rules/people/management-states.ts'
import { daysBetween } from '../../../src/rules/prices/communication.ts'
import { addDays, addMonths } from '../../../src/rules/shared/italian.ts'
import { pdfText } from '../../pdf/pdf-text.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeCash, makeManagement } from '../support/management-fixtures.ts'
import { atTime, type World } from '../support/world.ts'

async function scene(world: World, more: object = {}) {
  const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
  const admin = await world.as('admin')
  return { admin, station, ...(await makeManagement(admin, station.id, more)) }
}

test('a management that ends on 29 February is renewed for a year to the 28th, and its expiration with it; that day does not exist the year after', () =>
  atTime(async (world, clock) => {
    clock.now = Date.parse('2028-02-29T22:30:00Z')
    const { admin, management } = await scene(world, { from: '2022-02-28', expirationManager: '2028-02-29' })
    const at = `/managements/${management.id}`
    const due = async () =>
      (
        await world.db
          .select()
          .from(expirations)
          .where(and(eq(expirations.subject_type, 'management'), eq(expirations.subject_id, management.id)))
      ).map(({ date, status }) => `${date} ${status}`)
    const state = async () => (await (await world.as('admin')).get(at)).body.data.status
    // The last day lasts until midnight in Rome.
    expect([await state(), await due()]).toEqual(['expiring', ['2028-02-29 open']])
    clock.now += 3_600_000
    expect(await state()).toBe('expired')
    const renew = async (expirationManager: string) => {
      const by = await world.as('admin')
      return by.put(`${at}/renew`, { rev: (await by.get(at)).body.data.rev, expirationManager })
    }
    expect([(await renew('2029-02-29')).status, (await renew('2028-02-29')).status]).toEqual([422, 422])
    expect(await state()).toBe('expired')
    const renewed = await renew(addMonths('2028-02-29', 12))
    expect([renewed.status, renewed.body.data.expirationManager, renewed.body.data.status]).toEqual([200, '2029-02-28', 'active'])
    expect(await due()).toEqual(['2029-02-28 open'])
    // What the screen proposes: six years on, and the leap day again where there is one.
    expect([usualExpiration('2028-02-29'), addMonths('2028-02-29', 48)]).toEqual(['2034-02-28', '2032-02-29'])
    expect(admin.user_id).toBeGreaterThan(0)
  }))

test('a monthly obligation that is done on the 31st is due on the last day of a shorter month', () =>
  atTime(async (world, clock) => {
    clock.now = Date.parse('2028-01-31T10:00:00Z')
    const { management, admin, station } = await scene(world)
    await world.db.update(obligations).set({ periodicity: 'monthly' }).where(eq(obligations.id, 1))
    const body = { management_id: management.id, obligations: [{ obligation_id: 1, due_date: '2028-01-31' }] }
    await admin.post('/management-obligations', body)
    const [first] = (await admin.get(`/management-obligations?station_id=${station.id}`)).body.data as { id: number }[]
    const { id } = first!
    for (const [done, next] of [
      ['2028-01-31', '2028-02-29'],
      ['2028-02-29', '2028-03-29'],
      ['2028-03-31', '2028-04-30'],
      ['2028-05-31', '2028-06-30'],
      ['2028-12-31', '2029-01-31'],
      ['2029-01-31', '2029-02-28'],
    ] as const) {
      clock.now = Date.parse(`${done}T21:30:00Z`)
      const by = await world.as('admin')
      const rows = (await by.get(`/management-obligations?station_id=${station.id}`)).body.data as { id: number; rev: number }[]
      const { rev } = rows.find((one) => one.id === id)!
      const answer = await by.upload(`/management-obligations/${id}/done`, [paper], { done_at: done, rev: String(rev) })
      expect([answer.status, answer.body.data?.due_date], JSON.stringify(answer.body)).toEqual([200, next])
    }
  }))

test('cash moved in the nights of summer time carries the day of Rome, and that of tomorrow is refused', () =>
  atTime(async (world, clock) => {
    const { management } = await scene(world)
    const dates: string[] = []
    // Half past one and half past three on the 28th, with no half past two between them; half past two on the 29th, where Greenwich has 00:30; and the hour that comes twice.
    for (const [moment, day] of [
      ['2026-10-25T00:30:00Z', '2026-10-25'],
      ['2026-10-25T01:30:00Z', '2026-10-25'],
      ['2027-03-28T00:30:00Z', '2027-03-28'],
      ['2027-03-28T01:30:00Z', '2027-03-28'],
      ['2027-03-28T22:30:00Z', '2027-03-29'],
      ['2027-03-29T00:30:00Z', '2027-03-29'],
    ] as const) {
      clock.now = Date.parse(moment)
      const by = await world.as('contabilita')
      expect(dayInRome(new Date(moment))).toBe(day)
      const tomorrow = { management_id: management.id, kind: 'consegna', cashFundAmount: 10, cashFundDate: addDays(day, 1) }
      expect((await by.post('/cash', tomorrow)).body.error, moment).toEqual({ cashFundDate: 'Il campo Data non può essere nel futuro.' })
      const { id, cashFundDate } = await makeCash(by, management.id, { cashFundAmount: 10, cashFundDate: day })
      expect(cashFundDate).toBe(day)
      dates.push(String(cashFundDate))
      const text = await pdfText((await by.get(`/cash/${id}/receipt`)).bytes)
      expect(text).toContain(day.split('-').toReversed().join('/'))
    }
    const listed = (await (await world.as('admin')).get(`/cash?management=${management.id}`)).body.data
    expect(listed.map((one: { cashFundDate: string }) => one.cashFundDate)).toEqual(dates.toReversed())
    expect((await (await world.as('admin')).get(`/managements/${management.id}`)).body.data.cash_balance).toBe(60)
  }))

test('days are whole across both changes of the clock and over 29 February, from any hour to any other', () => {
  for (const start of ['2027-03-25', '2026-10-22', '2028-02-26'])
    for (let from = 0; from < 7; from++)
      for (let to = from; to < 7; to++) {
        const [first, last] = [addDays(start, from), addDays(start, to)]
        expect(serverDays(first, last), `${first} ${last}`).toBe(to - from)
        expect(serverDays(last, first)).toBe(from - to || 0)
        for (const one of momentsOf(first))
          for (const other of momentsOf(last)) expect(daysBetween(one, other), `${one} ${other}`).toBe(to - from)
      }
})
/** The first and the last second of a day in Rome, and one on each side of the change. */
function momentsOf(day: string) {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return [[0, 0, 0] as const, [1, 59, 59] as const, [3, 0, 0] as const, [23, 59, 59] as const].map((clock) =>
    new Date(romeTime(year, month, date, ...clock)).toISOString(),
  )
}
