import { asc, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activity_log, activity_seals } from '../../../server/db/schema/core/system.ts'
import { SEALED_AT_ONCE, sealActivity, verifyActivity } from '../../../server/resources/overview/activity-seals.ts'
import { inWorld, type World } from '../support/world.ts'

const MINUTE_MS = 60_000
const NOW = new Date('2026-05-01T08:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS).toISOString()
const act = (n: number, created_at: string) => ({ action: 'modifica', method: 'PUT', path: `/api/v1/banks/${n}`, status: 200, created_at })
const check = ({ db }: World, now = NOW) => verifyActivity({ db, now })

/** A log of these rows alone, and one that is five minutes old; sealed. */
async function sealed(world: World, rows: number) {
  const { db } = world
  await db.delete(activity_log)
  for (let at = 0; at < rows; at += 2_000)
    await db.insert(activity_log).values(Array.from({ length: Math.min(2_000, rows - at) }, (_, n) => act(at + n, ago(60))))
  await db.insert(activity_log).values(act(rows, ago(5)))
  expect(await sealActivity({ db, now: NOW })).toBe(Math.ceil(rows / SEALED_AT_ONCE))
}

test('rows are sealed once they are ten minutes old, each seal holding the one before; what is intact is said to be', () =>
  inWorld(async (world) => {
    const { db } = world
    await sealed(world, SEALED_AT_ONCE + 3)
    const first = await check(world)
    expect(first).toEqual({
      faults: [],
      seals: 2,
      rows: SEALED_AT_ONCE + 3,
      expired: 0,
      unsealed: 1,
      head: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect(await sealActivity({ db, now: NOW })).toBe(0)
    expect(await sealActivity({ db, now: new Date(NOW.getTime() + 10 * MINUTE_MS) })).toBe(1)
    const { head, ...then } = await check(world)
    expect(then).toEqual({ faults: [], seals: 3, rows: SEALED_AT_ONCE + 4, expired: 0, unsealed: 0 })
    expect(head).not.toBe(first.head)
  }))

test('a row that is changed, taken away or added after its seal is found, and so is a seal that was made anew', () =>
  inWorld(async (world) => {
    const { db } = world
    await sealed(world, 20)
    const [row, other] = await db.select().from(activity_log).orderBy(asc(activity_log.id)).limit(2)
    const [seal] = await db.select().from(activity_seals)
    const where = `Dalla riga ${seal!.first_id} alla ${seal!.last_id}`
    for (const change of [
      { user_id: 3 },
      { ip: '10.0.0.1' },
      { status: 403 },
      { created_at: ago(61) },
      { path: '/api/v1/banks/9' },
      { entity: 'x' },
    ]) {
      await db.update(activity_log).set(change).where(eq(activity_log.id, row!.id))
      expect((await check(world)).faults, JSON.stringify(change)).toEqual([`${where}: righe cambiate dopo il sigillo.`])
      const { id: _, ...whole } = row!
      await db.update(activity_log).set(whole).where(eq(activity_log.id, row!.id))
      expect((await check(world)).faults).toEqual([])
    }
    await db.delete(activity_log).where(eq(activity_log.id, other!.id))
    expect((await check(world)).faults).toEqual([`${where}: manca 1 riga.`])
    // Sealed anew after the change, with all that follows: the chain agrees, and the newest seal is another one.
    const { head } = await check(world)
    await db.delete(activity_seals)
    await sealActivity({ db, now: NOW })
    const anew = await check(world)
    expect([anew.faults, anew.head === head]).toEqual([[], false])
    await db.update(activity_seals).set({ rows: 20 })
    expect((await check(world)).faults).toEqual([`${where}: il sigillo non segue dal precedente.`])
  }))

test('rows that were kept as long as they must be are deleted, and the chain goes on', () =>
  inWorld(async (world) => {
    const { db } = world
    await sealed(world, 20)
    await db.delete(activity_log).where(gt(activity_log.id, 0))
    const year = new Date(NOW.getTime() + 366 * 24 * 60 * MINUTE_MS)
    expect(await check(world, year)).toMatchObject({ faults: [], seals: 1, expired: 20 })
    expect((await check(world)).faults).toHaveLength(1)
  }))
