import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import type { Context } from '../../../server/lib/core/context.ts'
import { cancelExpirationsAbout, syncExpiration } from '../../../server/resources/expirations/sync-expiration.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
async function kept({ db, as }: World) {
  const { user_id } = await as('admin')
  const station = (await makeStation(db, { code: 'ZZ1' })).id
  const told: string[] = []
  const context = {
    ...{ db, user: { id: user_id }, now: NOW },
    history: async (model: string, _: number, event: string) => void told.push(`${model} ${event}`),
  } as unknown as Context
  const due = {
    ...{ subject_type: 'tank' as const, subject_id: 7_007, field: 'next_test', type: 'serbatoi' as const, station_id: station },
    ...{ message: 'Prova di tenuta della cisterna 7', periodicity: 'biennial' as const },
  }
  const rows = () =>
    db
      .select({ date: expirations.date, status: expirations.status, rev: expirations.rev, field: expirations.subject_field })
      .from(expirations)
      .where(eq(expirations.station_id, station))
      .orderBy(asc(expirations.id))
  return { context, told, rows, keep: (date: string | null, more = {}) => syncExpiration({ ...due, date, ...more }, context) }
}

test('a date of a record has one open expiration: made, moved with it, never doubled, cancelled with it', () =>
  inWorld(async (world) => {
    const { keep, rows, told, context } = await kept(world)
    expect(await keep(null)).toBeUndefined()
    const made = await keep('2027-01-10')
    expect(made).toMatchObject({ date: '2027-01-10', status: 'open', notify_days: [30, 7, 0], subject_type: 'tank', subject_id: 7_007 })
    await keep('2027-01-10')
    expect(told).toEqual(['expiration created'])
    expect(await keep('2027-03-10')).toMatchObject({ id: made!.id, date: '2027-03-10', rev: 2 })
    await keep('2027-03-10', { message: 'Prova di tenuta della cisterna 7 bis' })
    expect(await rows()).toMatchObject([{ date: '2027-03-10', status: 'open', rev: 3 }])
    // Another date of the same record is another expiration.
    await keep('2028-01-01', { field: 'next_cleaning' })
    expect(await rows()).toHaveLength(2)
    await keep(null)
    expect(await rows()).toMatchObject([{ status: 'cancelled' }, { status: 'open', field: 'next_cleaning' }])
    await keep('2027-05-01')
    expect(await rows()).toMatchObject([{ status: 'cancelled' }, { status: 'open' }, { status: 'open', date: '2027-05-01' }])
    await cancelExpirationsAbout('tank', 7_007, context)
    expect((await rows()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(told.filter((one) => one === 'expiration status')).toHaveLength(3)
  }))

test('what is done stays: its date makes no other, a later one does', () =>
  inWorld(async (world) => {
    const { keep, rows } = await kept(world)
    const made = await keep('2026-11-01')
    await world.db.update(expirations).set({ status: 'done', done_at: '2026-11-02' }).where(eq(expirations.id, made!.id))
    expect(await keep('2026-11-01')).toBeUndefined()
    expect(await rows()).toMatchObject([{ date: '2026-11-01', status: 'done' }])
    await keep('2028-11-01')
    expect(await rows()).toMatchObject([
      { date: '2026-11-01', status: 'done' },
      { date: '2028-11-01', status: 'open' },
    ])
  }))
