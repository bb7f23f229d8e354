import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { documents } from '../../../server/db/schema/content/documents.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { managements } from '../../../server/db/schema/people/managements.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { dayInRome, romeTime } from '../../../server/domain/shared/rome-time.ts'
import { expireCards } from '../../../server/resources/cards/expire-cards.ts'
import { dueLabel } from '../../../src/features/expirations/DueChip.tsx'
import { activationRefusal } from '../../../src/rules/cards/card-states.ts'
import { isOver } from '../../../src/rules/content/validity.ts'
import { dueStatus } from '../../../src/rules/expirations/due-dates.ts'
import { managementStatus } from '../../../src/rules/people/management-states.ts'
import { communicationOf, daysBetween } from '../../../src/rules/prices/communication.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeManagement } from '../support/management-fixtures.ts'
import { shop } from '../support/price-fixtures.ts'
import { atTime, type Caller, type World } from '../support/world.ts'

/** Moments at which Rome and Greenwich are a day apart, months and years end, February has 29 days, and the clock changes. */
const MOMENTS = [
  ...['2026-05-01T10:00:00Z', '2026-06-30T22:30:00Z', '2026-06-30T21:59:59Z', '2026-12-31T23:30:00Z', '2028-02-29T11:00:00Z'],
  ...['2028-02-28T23:30:00Z', '2026-03-29T00:30:00Z', '2026-03-29T22:10:00Z', '2026-10-25T00:30:00Z', '2026-10-25T23:10:00Z'],
]
const OFFSETS = [-31, -30, -29, -9, -8, -7, -1, 0, 1, 6, 7, 8, 29, 30, 31, 89, 90, 91]
interface Scene {
  world: World
  admin: Caller
  now: Date
  today: string
  /** The days around today, with how far each is. */
  days: readonly { by: number; day: string }[]
}
/** What the server says of each day, and what the screens do. */
type Said = { server: unknown; client: unknown }

/** Everything that is due, late, valid or expired, or counted in days. */
const KINDS: Record<string, (scene: Scene) => Promise<Record<number, Said>>> = {
  async expirations({ world: { db }, admin, now, today, days }) {
    await db.delete(expirations)
    const due = { type: 'terra', periodicity: 'once', status: 'open', message: 'Messa a terra' } as const
    await db.insert(expirations).values(days.map(({ day }) => ({ ...due, date: day })))
    const listed = async (query: string): Promise<string[]> =>
      (await admin.get(`/expirations?per_page=100&${query}`)).body.data.data.map(({ date }: { date: string }) => date)
    const [late, week, month] = [await listed('late=true'), await listed('due=7'), await listed('due=30')]
    return said(days, ({ by, day }) => {
      const { label } = dueStatus({ date: day, status: 'open' }, today)
      const { tone } = dueLabel(day, now)
      return {
        server: { late: late.includes(day), week: week.includes(day), month: month.includes(day) },
        client: {
          late: label === 'Scaduta' && tone === 'error',
          week: by >= 0 && by <= 7,
          month: label === 'In scadenza' && tone === 'wait',
        },
      }
    })
  },
  async managements({ world: { db }, admin, today, days }) {
    const station = await makeStation(db, { code: 'ZD1' })
    const { management } = await makeManagement(admin, station.id)
    const found: [number, Said][] = []
    for (const { by, day } of days)
      for (const [name, change] of Object.entries({
        expirationManager: { expirationManager: day },
        from: { from: day },
        ended_at: { ended_at: day },
      })) {
        const dates = { from: '2020-01-01', expirationManager: null, ended_at: null, ...change }
        await db.update(managements).set(dates).where(eq(managements.id, management.id))
        const { status } = (await admin.get(`/managements/${management.id}`)).body.data
        found.push([
          by * 10 + ['expirationManager', 'from', 'ended_at'].indexOf(name),
          { server: status, client: managementStatus(dates, today) },
        ])
      }
    return Object.fromEntries(found)
  },
  async documents({ world: { db }, admin, today, days }) {
    const [one] = (await admin.upload('/documents/upload', [paper])).body.data
    const found: [number, Said][] = []
    for (const { by, day } of days) {
      await db.update(documents).set({ valid_to: day }).where(eq(documents.id, one.id))
      const over = (await admin.get('/documents?expired=true')).body.data.data.some(({ id }: { id: number }) => id === one.id)
      found.push([by, { server: over, client: isOver(day, today) }])
    }
    return Object.fromEntries(found)
  },
  async cards({ world: { db }, now, today, days }) {
    const [customer] = await db.select().from(customers).limit(1)
    const card = { type: 'points', status: 'active', customer_id: customer!.id, valid_from: '2020-01-01' } as const
    const rows = days.map(({ day }, at) => ({ ...card, number: `00000000${String(at).padStart(2, '0')}`, expires_at: day }))
    await db.insert(cards).values(rows)
    await expireCards({ db, now })
    const after = new Map(
      (await db.select().from(cards).where(like(cards.number, '00000000%'))).map(({ expires_at, status }) => [expires_at, status]),
    )
    return said(days, ({ day }) => ({
      server: after.get(day) === 'expired',
      client: activationRefusal({ type: 'points', plate: null, expires_at: day, tank_expiration: null }, true, today) !== undefined,
    }))
  },
  async prices({ world, admin, now, days }) {
    const { station, first } = await shop(world)
    const found: [number, Said][] = []
    for (const { by, day } of days.filter((one) => one.by <= 0))
      for (const [hour, minute] of [
        [0, 5],
        [23, 55],
      ] as const) {
        const [year, month, date] = day.split('-').map(Number) as [number, number, number]
        const at = new Date(romeTime(year, month, date, hour, minute))
        if (at > now) continue
        await world.db.update(prices).set({ valid_from: at.toISOString() }).where(eq(prices.id, first.id))
        const stale = (await admin.get(`/prices?station_id=${station.id}&stale=true`)).body.data.data.length === 1
        const [{ age, updated_at }] = (await admin.get(`/prices?station_id=${station.id}`)).body.data.data
        const { clock } = communicationOf(updated_at, now.toISOString())
        const client = { age: daysBetween(at.toISOString(), now.toISOString()), stale: clock === 'late', days: Math.abs(by) }
        found.push([by * 10 - (hour ? 1 : 0), { server: { age, stale, days: age }, client }])
      }
    return Object.fromEntries(found)
  },
}
const said = (days: Scene['days'], of: (day: Scene['days'][number]) => Said): Record<number, Said> =>
  Object.fromEntries(days.map((one) => [one.by, of(one)]))

test.each(MOMENTS)('at %s screens and server count the same days', (moment) =>
  atTime(async (world, clock) => {
    clock.now = Date.parse(moment)
    const now = new Date(moment)
    const today = dayInRome(now)
    const admin = await world.as('admin')
    const scene = { world, admin, now, today, days: OFFSETS.map((by) => ({ by, day: addDays(today, by) })) }
    for (const [kind, read] of Object.entries(KINDS)) {
      const found = await read(scene)
      const [servers, clients] = (['server', 'client'] as const).map((side) =>
        Object.fromEntries(Object.entries(found).map(([by, one]) => [by, one[side]])),
      )
      expect(Object.keys(found).length, kind).toBeGreaterThan(5)
      expect(servers, kind).toEqual(clients)
    }
  }),
)
