import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { type AccessLevel, accessLevels, stationAcl as contract, type StationViewer } from '../../../src/contract/stations/acl.ts'
import { mayManage } from '../../../src/rules/people/user-rights.ts'
import { accessOf } from '../../../src/rules/stations/access.ts'
import { folded } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { station_acl } from '../../db/schema/stations/station-acl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { needStation, stationScope } from './scope.ts'

const { id: user_id, name, email, roles, permissions, all_stations } = users
const notDeleted = isNull(users.deleted_at)

/** The users that the station is granted to, by name. */
const listOf = (db: Db, station_id: number) =>
  db
    .select({ user_id, name, email, roles, level: station_acl.level })
    .from(station_acl)
    .innerJoin(users, eq(user_id, station_acl.user_id))
    .where(and(eq(station_acl.station_id, station_id), notDeleted))
    .orderBy(folded(name), user_id)
type Listed = Awaited<ReturnType<typeof listOf>>
interface Entry {
  user_id: number
  level: AccessLevel
}

/** Ids of users whose grant was added, removed or changed. */
function changedIn(before: readonly Entry[], after: readonly Entry[]): number[] {
  const levels = (list: readonly Entry[]) => new Map(list.map(({ user_id, level }) => [user_id, level]))
  const [was, is] = [levels(before), levels(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id))
}
/** Refuses unknown users, the caller's own grants, and users that the caller may not manage. */
async function check(wanted: readonly Entry[], changed: readonly number[], { db, user }: Context) {
  const named = await db
    .select({ id: user_id, roles })
    .from(users)
    .where(and(inArray(user_id, [...changed, ...wanted.map((one) => one.user_id)]), notDeleted))
  const unknown = wanted.findIndex((one) => !named.some(({ id }) => id === one.user_id))
  refuse({
    [`users.${unknown}.user_id`]: unknown < 0 ? undefined : messages.exists('Utente'),
    users: changed.includes(user.id) ? 'Non puoi cambiare i tuoi punti vendita.' : undefined,
  })
  if (named.some((one) => changed.includes(one.id) && !mayManage(user, one))) throw problem.forbidden()
}
/** The grants as stored in the history. */
const historyValues = (list: Listed) => ({
  users: list.map(({ name, level }) => `${name} (${accessLevels[level].toLowerCase()})`).join(', '),
  levels: Object.fromEntries(list.map(({ user_id, level }) => [user_id, level])),
})

/** The stations granted to a user, of those that the caller sees, by code. */
const ofUser = (user_id: number, { db, user }: Pick<Context, 'db' | 'user'>) =>
  db
    .select({ station_id: station_acl.station_id, code: stations.code, name: stations.name, level: station_acl.level })
    .from(station_acl)
    .innerJoin(stations, eq(stations.id, station_acl.station_id))
    .where(and(eq(station_acl.user_id, user_id), stationScope(user)))
    .orderBy(stations.code, stations.id)
async function needUser(db: Db, id: number) {
  const [found] = await db
    .select({ id: user_id, roles })
    .from(users)
    .where(and(eq(user_id, id), notDeleted))
  if (!found) throw problem.notFound()
  return found
}
/** Ids of stations whose grant was added, removed or changed. */
const stationsChangedIn = (before: readonly { station_id: number; level: AccessLevel }[], after: typeof before) =>
  changedIn(
    before.map(({ station_id, level }) => ({ user_id: station_id, level })),
    after.map(({ station_id, level }) => ({ user_id: station_id, level })),
  )

export default implement(contract, {
  async get({ id }, { db, user }) {
    await needStation(db, user, id)
    return listOf(db, id)
  },
  async viewers({ id }, { db, user }) {
    await needStation(db, user, id)
    const people: StationViewer[] = await db
      .select({
        ...{ user_id, name, email, roles, permissions, all_stations, level: station_acl.level },
        enabled: sql<boolean>`${users.enabled} = 1`,
        area: sql<boolean>`exists (select from ${stations} where ${stations.id} = ${id} and ${stations.area_manager_id} = ${user_id})`,
      })
      .from(users)
      .leftJoin(station_acl, and(eq(station_acl.user_id, user_id), eq(station_acl.station_id, id)))
      .where(notDeleted)
      .orderBy(folded(name), user_id)
    return people.filter((one) => one.level || (one.enabled && accessOf(one, one).sees))
  },
  async set({ station_id, users: wanted, was }, context) {
    const { db, user } = context
    await needStation(db, user, station_id)
    // The lock makes concurrent calls wait, or their sets would be mixed.
    await db.select({ id: stations.id }).from(stations).where(eq(stations.id, station_id)).for('update')
    const before = await listOf(db, station_id)
    if (was && changedIn(was, before).length) throw problem.stale(before)
    const changed = changedIn(before, wanted)
    await check(wanted, changed, context)
    context.audit({ action: 'modifica', entity_id: station_id })
    if (!changed.length) return before
    const kept = wanted.map((one) => one.user_id)
    await db
      .delete(station_acl)
      .where(and(eq(station_acl.station_id, station_id), kept.length ? notInArray(station_acl.user_id, kept) : undefined))
    if (wanted.length)
      await db
        .insert(station_acl)
        .values(wanted.map((one) => ({ station_id, ...one })))
        .onConflictDoUpdate({ target: [station_acl.station_id, station_acl.user_id], set: { level: sql`excluded.level` } })
    const after = await listOf(db, station_id)
    await context.history('station_acl', station_id, 'updated', historyValues(before), historyValues(after))
    return after
  },
  async ofUser({ id }, context) {
    await needUser(context.db, id)
    return ofUser(id, context)
  },
  async setOfUser({ id, stations: wanted, was }, context) {
    const { db, user } = context
    const person = await needUser(db, id)
    const named = await db
      .select({ id: stations.id })
      .from(stations)
      .where(and(inArray(stations.id, [0, ...wanted.map((one) => one.station_id)]), stationScope(user)))
    const unknown = wanted.findIndex((one) => !named.some((station) => station.id === one.station_id))
    refuse({ [`stations.${unknown}.station_id`]: unknown < 0 ? undefined : messages.exists('Punto vendita') })
    // Two who change the stations of a person wait for each other, and for those who change the people of one of these stations.
    await db.select({ id: user_id }).from(users).where(eq(user_id, id)).for('update')
    const touched = [0, ...wanted.map((one) => one.station_id), ...(await ofUser(id, context)).map((one) => one.station_id)]
    await db.select({ id: stations.id }).from(stations).where(inArray(stations.id, touched)).orderBy(stations.id).for('update')
    const before = await ofUser(id, context)
    if (was && stationsChangedIn(was, before).length) throw problem.stale(before)
    const changed = stationsChangedIn(before, wanted)
    if (!mayManage(user, person)) throw problem.forbidden()
    refuse({ stations: changed.length && id === user.id ? 'Non puoi cambiare i tuoi punti vendita.' : undefined })
    context.audit({ action: 'modifica', entity: 'users', entity_id: id })
    for (const station_id of changed) {
      const people = await listOf(db, station_id)
      const level = wanted.find((one) => one.station_id === station_id)?.level
      const target = [station_acl.station_id, station_acl.user_id]
      if (level) await db.insert(station_acl).values({ station_id, user_id: id, level }).onConflictDoUpdate({ target, set: { level } })
      else await db.delete(station_acl).where(and(eq(station_acl.station_id, station_id), eq(station_acl.user_id, id)))
      await context.history('station_acl', station_id, 'updated', historyValues(people), historyValues(await listOf(db, station_id)))
    }
    return ofUser(id, context)
  },
})
