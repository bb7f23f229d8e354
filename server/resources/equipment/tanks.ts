import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { tankMaintenances } from '../../../src/contract/equipment/tank-maintenances.ts'
import { tanks as contract, SOON_DAYS, type tankAges, tankTypes } from '../../../src/contract/equipment/tanks.ts'
import { nextTest } from '../../../src/rules/equipment/tank-tests.ts'
import { inWords } from '../../db/folded.ts'
import { guns, tanks as table } from '../../db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../db/schema/equipment/tank-maintenances.ts'
import { fuels, stations } from '../../db/schema/stations/stations.ts'
import { addDays, yearOf } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { contains, matches, ordering, paged } from '../../lib/tables/table.ts'
import { cancelExpirationsAbout } from '../expirations/sync-expiration.ts'
import { grantColumns, mayWriteStation, needStation, stationScope } from '../stations/scope.ts'
import { stationPartOn } from '../stations/station-part.ts'
import { nextDayErrors } from './equipment-part.ts'
import { syncTestExpiration } from './tank-tests.ts'

type Tank = typeof table.$inferSelect
const linkedMessage = (count: number) => `La cisterna è collegata a ${count} pistole.`
const part = stationPartOn(contract, table, {
  model: 'tank',
  search: ['number', 'type', 'brand', 'model'],
  sort: ['number', 'type', 'year', 'capacity', 'last_test', 'next_test', 'status'],
  sentences: { tanks_number: ['number', 'Numero già presente per questo punto vendita.'] },
  inUse: [[guns.tank_id, linkedMessage]],
  // Written out, because drizzle omits the table name in a select from one table.
  row: {
    place: sql<string>`(select s.code || ' ' || s.name from ${stations} s where s.id = "tanks"."station_id")`,
    fuel: sql<{
      id: number
      name: string
    } | null>`(select json_build_object('id', f.id, 'name', f.name) from ${fuels} f where f.id = "tanks"."fuel_id")`,
    maintenances: sql<
      { id: number; uuid: string; type: string; date: string; company: string; outcome: string | null; next_date: string | null }[]
    >`coalesce((select json_agg(json_build_object('id', m.id, 'uuid', m.uuid, 'type', m.type, 'date', m.date, 'company', m.company,
      'outcome', m.outcome, 'next_date', m.next_date) order by m.date desc, m.id desc) from ${tank_maintenances} m where m.tank_id = "tanks"."id" and m.deleted_at is null), '[]')`,
  },
})

const sorts = {
  ...{ station: stations.code, number: table.number, fuel: fuels.name, capacity: table.capacity, type: inWords(table.type, tankTypes) },
  ...{ year: table.year, last_test: table.last_test, next_test: table.next_test },
}
const ageCondition = (age: keyof typeof tankAges, today: string): SQL => {
  const years = sql`${yearOf(today)}::int - ${table.year}`
  if (age === 'ignota') return isNull(table.year)
  return age === 'giovane' ? sql`${years} < 15` : age === 'media' ? sql`${years} between 15 and 30` : sql`${years} > 30`
}
const isDue = (today: string) =>
  sql`coalesce(${table.next_test} <= ${addDays(today, SOON_DAYS)} and ${table.status} is distinct from 'dismesso', false)`
type Filters = Parameters<Parameters<typeof implement<typeof contract>>[1]['capacity']>[0]
/** Tanks with their station and fuel. */
const from = sql`${table} inner join ${stations} on ${stations.id} = ${table.station_id} left join ${fuels} on ${fuels.id} = ${table.fuel_id}`
function tankFilter(input: Filters, { user, now }: Context): SQL | undefined {
  const today = dayInRome(now)
  const { age, without_probe, due } = input
  const typed = input.search ?? input.query
  return and(
    stationScope(user),
    input.station_id?.length ? inArray(table.station_id, input.station_id) : undefined,
    input.fuel_id?.length ? inArray(table.fuel_id, input.fuel_id) : undefined,
    input.type?.length ? inArray(table.type, input.type as Tank['type'][] as NonNullable<Tank['type']>[]) : undefined,
    input.status?.length ? inArray(table.status, input.status as NonNullable<Tank['status']>[]) : undefined,
    age?.length
      ? sql`(${sql.join(
          age.map((one) => ageCondition(one, today)),
          sql` or `,
        )})`
      : undefined,
    without_probe === undefined ? undefined : eq(table.probe, !without_probe),
    due === undefined ? undefined : sql`${isDue(today)} = ${due}`,
    typed ? sql`(${contains(typed, stations.search_text)} or ${matches(typed, table.number)})` : undefined,
  )
}
const gunsOfTank = async (db: Context['db'], id: number, other?: number) =>
  db.$count(guns, and(eq(guns.tank_id, id), other === undefined ? undefined : sql`${guns.fuel_id} <> ${other}`))

const TEST = [{ last: 'last_test', next: 'next_test' }]

export default implement(contract, {
  async list(input, context) {
    const { db, user } = context
    const rows = await part.list(input, context)
    const [hold] = await db.select(grantColumns(user)).from(stations).where(eq(stations.id, input.id))
    const writable = mayWriteStation(user, hold!, tankMaintenances.create.policy)
    return rows.map((row) => ({ ...(row as object), writable })) as never
  },
  async create(given, context) {
    const next_test = given.next_test ?? (given.last_test ? nextTest(given, given.last_test) : null)
    refuse(nextDayErrors(TEST, { ...given, next_test }))
    const made = await part.create({ ...given, next_test } as typeof given, context)
    await syncTestExpiration(made, context)
    return made as never
  },
  async update(input, context) {
    const { db } = context
    const { fuel_id, last_test, next_test } = input
    const [before] = await db.select().from(table).where(eq(table.id, input.id))
    const other = before && fuel_id && fuel_id !== before.fuel_id ? await gunsOfTank(db, input.id, fuel_id) : 0
    const usual = before && last_test && next_test === undefined && last_test !== before.last_test
    const tested = usual ? { next_test: nextTest({ ...before, ...input } as Tank, last_test) } : {}
    if (before) refuse(nextDayErrors(TEST, { ...before, ...input, ...tested }, before))
    if (other) {
      await needStation(db, context.user, before!.station_id, 'net.write')
      throw problem.conflict(linkedMessage(other))
    }
    const made = await part.update({ ...input, ...tested } as typeof input, context)
    await syncTestExpiration(made, context)
    return made as never
  },
  async remove({ stationId, id, force }, context) {
    const { db, user } = context
    await needStation(db, user, stationId, 'net.write')
    const [here] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), eq(table.station_id, stationId)))
      .for('update')
    const alive = and(eq(tank_maintenances.tank_id, id), isNull(tank_maintenances.deleted_at))
    const done = here && !force && !(await gunsOfTank(db, id)) ? await db.$count(tank_maintenances, alive) : 0
    if (done)
      throw problem.conflict(`La cisterna ha ${done === 1 ? 'un intervento, eliminato' : `${done} interventi, eliminati`} insieme a lei.`, {
        code: 'has_maintenances',
      })
    await part.remove({ stationId, id }, context)
    if (here) await cancelExpirationsAbout('tank', id, context)
    return undefined
  },
  all(input, context) {
    const where = tankFilter(input, context)
    return paged(input, context, [from, where], (in_all, limit, offset) =>
      context.db
        .select({
          ...{ id: table.id, number: table.number, capacity: table.capacity, type: table.type, year: table.year, probe: table.probe },
          ...{ last_test: table.last_test, next_test: table.next_test, status: table.status, in_all },
          station: { id: stations.id, code: stations.code, name: stations.name },
          fuel: { id: fuels.id, name: fuels.name },
        })
        .from(table)
        .innerJoin(stations, eq(stations.id, table.station_id))
        .leftJoin(fuels, eq(fuels.id, table.fuel_id))
        .where(where)
        .orderBy(...ordering(input.sort ?? 'station', sorts, table.id))
        .limit(limit)
        .offset(offset),
    )
  },
  async capacity(input, context) {
    const rows = await context.db
      .select({
        fuel: { id: fuels.id, name: fuels.name },
        tanks: sql<number>`count(*)::int`,
        capacity: sql<number>`coalesce(sum(${table.capacity}), 0)::float8`,
      })
      .from(table)
      .innerJoin(stations, eq(stations.id, table.station_id))
      .leftJoin(fuels, eq(fuels.id, table.fuel_id))
      .where(tankFilter(input, context))
      .groupBy(fuels.id, fuels.name, fuels.position)
      .orderBy(fuels.position)
    return rows
  },
})
