import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AudienceInput, NAMED, type Reached } from '../../../src/contract/content/audience.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'
import { refuse } from '../../lib/core/problem.ts'
import { isAssignedOneOf } from '../stations/scope.ts'

/** Condition on `users`: an enabled person whom a choice of roles, stations and people reaches. */
export function isReached({ roles, stations: places, users: people }: AudienceInput): SQL {
  const ways = [
    roles.length ? sql`${users.roles} && ${`{${roles.join()}}`}::text[]` : undefined,
    places.length ? isAssignedOneOf(places) : undefined,
    people.length ? sql`${users.id} = any(${`{${people.join()}}`}::int[])` : undefined,
  ].filter((one) => one !== undefined)
  return and(eq(users.enabled, 1), isNull(users.deleted_at), ways.length ? or(...ways) : sql`false`)!
}
/** How many people a choice reaches, and the first of them by name. */
export async function reached(input: AudienceInput, db: Db): Promise<Reached> {
  const where = isReached(input)
  const people = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(where)
    .orderBy(users.name, users.id)
    .limit(NAMED)
  return { total: people.length < NAMED ? people.length : await db.$count(users, where), people }
}
/** Refuses stations and people that do not exist. */
export async function needAudience({ stations: places = [], users: people = [] }: Partial<AudienceInput>, db: Db): Promise<void> {
  const [places_known, people_known] = [new Set(places).size, new Set(people).size]
  const there = places_known ? await db.$count(stations, and(inArray(stations.id, places), isNull(stations.deleted_at))) : 0
  const known = people_known ? await db.$count(users, and(inArray(users.id, people), isNull(users.deleted_at))) : 0
  refuse({
    stations: there === places_known ? undefined : messages.exists('Punti vendita'),
    users: known === people_known ? undefined : messages.exists('Persone'),
  })
}
/** The chosen stations and people by name. */
export async function namesOf({ stations: places, users: people }: Pick<AudienceInput, 'stations' | 'users'>, db: Db) {
  const station_names = places.length
    ? await db
        .select({ id: stations.id, code: stations.code, name: stations.name })
        .from(stations)
        .where(inArray(stations.id, places))
        .orderBy(stations.code)
    : []
  const user_names = people.length
    ? await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, people)).orderBy(users.name)
    : []
  return { station_names, user_names }
}
