import { and, asc, eq, gte, isNull, lte } from 'drizzle-orm'
import type { expirations as contract } from '../../../src/contract/expirations/expirations.ts'
import { expirationTypes } from '../../../src/contract/expirations/words.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { calendar_feeds, expirations } from '../../db/schema/expirations/expirations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { calendarFile } from '../../domain/expirations/calendar-file.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Handlers } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { newToken } from '../../lib/core/sessions.ts'
import { sha256 } from '../../lib/files/files.ts'
import { expirationScope } from './scope.ts'

/** Days before and after today that the calendar holds, and how many entries at most. */
const [BEFORE, AFTER, MOST] = [180, 800, 3_000]

/** The calendar of open expirations under a secret address (docs/spec/expirations.md#calendar): who has the address has the rights of its person, to this alone. */
export const calendarFeed: Pick<Handlers<typeof contract>, 'calendar' | 'feed' | 'makeFeed' | 'removeFeed'> = {
  async calendar({ token }, { db, now, origin }) {
    const [user] = await db
      .select({
        ...{ id: users.id, name: users.name, email: users.email, roles: users.roles, permissions: users.permissions },
        all_stations: users.all_stations,
      })
      .from(calendar_feeds)
      .innerJoin(users, eq(users.id, calendar_feeds.user_id))
      .where(and(eq(calendar_feeds.hash, sha256(token)), eq(users.enabled, 1), isNull(users.deleted_at)))
    // One answer for an address that never was, one that is revoked and one whose person has lost the right.
    if (!user || !allows('exp.read', user)) throw problem.notFound()
    const today = dayInRome(now)
    const rows = await db
      .select({ row: expirations, station: { code: stations.code, name: stations.name } })
      .from(expirations)
      .leftJoin(stations, eq(stations.id, expirations.station_id))
      .where(
        and(
          ...[eq(expirations.status, 'open'), gte(expirations.date, addDays(today, -BEFORE)), lte(expirations.date, addDays(today, AFTER))],
          expirationScope({ ...user, session_id: 0 }),
        ),
      )
      .orderBy(asc(expirations.date), asc(expirations.id))
      .limit(MOST)
    const days = rows.map(({ row, station }) => ({
      ...{ uid: `expiration-${row.id}@${new URL(origin).hostname}`, day: row.date, changed_at: row.updated_at },
      title: `[${expirationTypes[row.type]}] ${row.message}${station ? ` – ${station.code} ${station.name}` : ''}`,
      url: `${origin}/scadenze/${row.id}`,
    }))
    return { bytes: Buffer.from(calendarFile('Scadenze', days)), mime: 'text/calendar; charset=utf-8', name: 'scadenze.ics' }
  },
  async feed(_, { db, user }) {
    const [own] = await db.select().from(calendar_feeds).where(eq(calendar_feeds.user_id, user.id))
    return { since: own?.created_at ?? null }
  },
  async makeFeed(_, { db, user, now, origin, audit }) {
    const token = newToken()
    const fresh = { hash: sha256(token), created_at: now.toISOString() }
    await db
      .insert(calendar_feeds)
      .values({ user_id: user.id, ...fresh })
      .onConflictDoUpdate({ target: calendar_feeds.user_id, set: fresh })
    audit({ entity_id: user.id })
    return { address: `${origin}${API_BASE}/calendar/${token}.ics` }
  },
  async removeFeed(_, { db, user, audit }) {
    await db.delete(calendar_feeds).where(eq(calendar_feeds.user_id, user.id))
    audit({ entity_id: user.id })
    return undefined
  },
}
