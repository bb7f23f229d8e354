import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { idempotency_keys } from '../../../server/db/schema/core/system.ts'
import { calendar_feeds, expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { calendarFile } from '../../../server/domain/expirations/calendar-file.ts'
import { notifyDueExpirations } from '../../../server/resources/expirations/late-notices.ts'
import { inDays } from '../../resources/days.ts'
import { makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const make = async (by: Caller, values: object): Promise<{ id: number; rev: number }> => {
  const made = await by.post('/expirations', { type: 'terra', message: 'Messa a terra', date: inDays(10), periodicity: 'once', ...values })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}
const addressOf = async (by: Caller): Promise<string> => {
  const made = await by.post('/calendar/feed')
  expect([made.status, made.body.message]).toEqual([201, 'Indirizzo creato'])
  return new URL(made.body.data.address).pathname.replace('/api/v1', '')
}

test('a file of days folds long lines between letters and escapes what has a meaning', () => {
  const title = `Prova; con, segni \\ e ${'è'.repeat(60)}`
  const text = calendarFile('Scadenze', [
    { uid: 'a@b', day: '2028-02-29', title, url: 'https://x.it/1', changed_at: '2026-01-02T03:04:05Z' },
  ])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const whole = text.replaceAll('\r\n ', '')
  expect(whole).toContain(`SUMMARY:Prova\\; con\\, segni \\\\ e ${'è'.repeat(60)}\r\n`)
  expect(whole).toContain('DTSTART;VALUE=DATE:20280229\r\nDTEND;VALUE=DATE:20280301\r\n')
  expect(whole).toContain('DTSTAMP:20260102T030405Z\r\n')
  expect(text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('the calendar under a secret address holds what its person may read, and nothing once it is revoked, replaced or disabled', () =>
  inWorld(async ({ as, db }) => {
    const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
    const [admin, stazione, nobody] = [await as('admin'), await as('stazione'), await as()]
    await make(admin, { message: 'Solo di ZZ1', station_id })
    const done = await make(admin, { message: 'Già fatta' })
    await admin.put(`/expirations/${done.id}/complete`, { rev: done.rev, done_at: inDays(0) })
    expect((await (await as('ispettore')).post('/calendar/feed')).status).toBe(403)
    expect((await admin.get('/calendar/feed')).body.data).toEqual({ since: null })
    const [whole, own] = [await addressOf(admin), await addressOf(stazione)]
    const read = await nobody.get(whole)
    expect([read.status, read.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const text = read.bytes.toString().replaceAll('\r\n ', '')
    expect(text).toMatch(/SUMMARY:\[Messa a terra\] Solo di ZZ1 – ZZ1/)
    expect(text).toContain(`DTSTART;VALUE=DATE:${inDays(10).replaceAll('-', '')}`)
    expect(text).not.toContain('Già fatta')
    expect((await nobody.get(own)).bytes.toString()).not.toContain('Solo di ZZ1')

    // Guessed, replaced, revoked, and of a disabled person: one answer.
    expect((await nobody.get(`/calendar/${'A'.repeat(43)}.ics`)).status).toBe(404)
    const next = await addressOf(admin)
    expect([(await nobody.get(whole)).status, (await nobody.get(next)).status]).toEqual([404, 200])
    expect((await admin.del('/calendar/feed')).status).toBe(204)
    expect((await nobody.get(next)).status).toBe(404)
    await db.update(users).set({ enabled: 0 }).where(eq(users.id, stazione.user_id))
    expect((await nobody.get(own)).status).toBe(404)
    const [row] = await db.select().from(calendar_feeds)
    expect(own).not.toContain(row!.hash)
    expect(await db.$count(idempotency_keys, eq(idempotency_keys.user_id, stazione.user_id))).toBe(0)
  }))

const remind = ({ db, deps }: World, days = 0) =>
  notifyDueExpirations({ db, jobs: deps.jobs, origin: deps.origin, now: new Date(deps.now().getTime() + days * 86_400_000) }, 7 * 24 - 2)
test('a suspended expiration reminds nobody until its day; then it does, and its date has not moved', () =>
  inWorld(async (world) => {
    const { as, db } = world
    await db.update(expirations).set({ status: 'done' })
    const admin = await as('admin')
    const one = await make(admin, { date: inDays(-3) })
    const snooze = (body: object, rev = one.rev) =>
      admin.put(`/expirations/${one.id}/snooze`, { rev, snooze_reason: 'Ditta prenotata', ...body })
    expect((await snooze({ snoozed_until: inDays(0) })).body.error).toEqual({ snoozed_until: 'Scegliere un giorno dopo oggi.' })
    expect((await snooze({ snoozed_until: inDays(181) })).status).toBe(422)
    expect((await snooze({ snoozed_until: inDays(5), snooze_reason: '' })).status).toBe(422)
    const done = await snooze({ snoozed_until: inDays(5) })
    expect([done.status, done.body.message, done.body.data.date]).toEqual([200, 'Promemoria sospesi', inDays(-3)])
    expect((await admin.put(`/expirations/${one.id}/wake`, { rev: one.rev })).status).toBe(409)
    expect((await remind(world)).count).toBe(0)
    expect((await remind(world, 4)).count).toBe(0)
    expect((await remind(world, 5)).count).toBe(1)
    const woken = await admin.put(`/expirations/${one.id}/wake`, { rev: done.body.data.rev })
    expect([woken.status, woken.body.data.snoozed_until]).toEqual([200, null])
    // Nothing is left to take up, and nothing changes.
    const twice = await admin.put(`/expirations/${one.id}/wake`, { rev: woken.body.data.rev })
    expect([twice.status, twice.body.data.rev]).toEqual([200, woken.body.data.rev])
    // Another date ends it, too.
    const again = await snooze({ snoozed_until: inDays(5) }, woken.body.data.rev)
    const { type, message, periodicity, rev } = again.body.data
    const moved = await admin.put(`/expirations/${one.id}`, { type, message, periodicity, rev, date: inDays(40) })
    expect([moved.status, moved.body.data.snoozed_until]).toEqual([200, null])
  }))
