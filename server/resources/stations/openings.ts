import { and, eq, exists, getTableColumns, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows, policies } from '../../../src/contract/kernel/policies.ts'
import { detailedOpenings as contract, MAX_PRINTED_STATIONS, type StationHours } from '../../../src/contract/stations/openings.ts'
import { italianNumber } from '../../../src/rules/shared/italian.ts'
import { isHoliday } from '../../../src/rules/shared/italian-holidays.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { dayBefore, dayOf, END_OF_NIGHT, romeWallClock, timeOf, weekdayAt, weekdaysFor } from '../../../src/rules/stations/open-now.ts'
import { detailedErrors } from '../../../src/rules/stations/opening-hours.ts'
import { detailed_openings } from '../../db/schema/stations/station-sets.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { hoursData } from '../../domain/stations/hours-pdf-data.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { replaceRows } from '../../lib/tables/children.ts'
import { exportableList, type ListSource } from '../../lib/tables/exportable-list.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import { contains, ordering } from '../../lib/tables/table.ts'
import { grantColumns, mayWriteStation, needStation, stationScope } from './scope.ts'

const { name, code, city, province } = stations
const sorts = { name, code, city, province }
const { station_id, ...entry } = getTableColumns(detailed_openings)
const { mode, season, weekday } = detailed_openings
const entries = jsonRows(entry, detailed_openings, eq(station_id, stations.id), mode, season, weekday)

/** Hours are public: callers who may read them by other roles than those of the network read the hours of every station. */
function readable(user: User): SQL {
  const { roles, permissions } = policies['net.read']
  const otherwise = {
    roles: user.roles.filter((one) => !roles.includes(one)),
    permissions: user.permissions.filter((one) => !permissions.includes(one)),
  }
  return allows('hours.read', otherwise) ? isNull(stations.deleted_at) : stationScope(user)
}
const shown = (user: User) => ({
  ...{ id: stations.id, station_id: stations.id, rev: stations.rev, ...sorts, brand: stations.brand, status: stations.status },
  ...{ ...grantColumns(user), entries },
})
/** Adds whether the caller may read and write the station, as `needStation` decides. */
const withRights = <R extends { assigned: boolean; given: string | null }>({ assigned, given, ...row }: R, user: User) => ({
  ...row,
  readable: seesAllStations(user) || assigned,
  writable: mayWriteStation(user, { assigned, given }, contract.create.policy),
})

/** The rule of `src/rules/stations/open-now.ts` in SQL, for one moment. A test compares the two. */
function isOpen(wanted: (typeof mode)['_']['data'], { db, now }: Context): SQL {
  const wall = romeWallClock(now.getTime())
  const [day, time] = [dayOf(wall), timeOf(wall)]
  const { valid_from, valid_to, open1, close1, open2, close2, closed, h24 } = detailed_openings
  const date = sql`${day.slice(5)}::text`
  const within = sql`case when ${valid_from} <= ${valid_to} then ${date} between ${valid_from} and ${valid_to} else ${date} >= ${valid_from} or ${date} <= ${valid_to} end`
  /** Whether the hours of the first of these weekdays that has some are so. */
  const hours = (weekdays: readonly number[], are: SQL) =>
    sql`coalesce(${db
      .select({ are })
      .from(detailed_openings)
      .where(and(eq(station_id, stations.id), eq(mode, wanted), inArray(weekday, [...weekdays]), sql`(${season} = 'annuale' or ${within})`))
      .orderBy(sql`${season} = 'annuale'`, sql`array_position(array[${sql.raw(weekdays.join(','))}], ${weekday})`)
      .limit(1)}, false)`
  const open = hours(
    weekdaysFor(day),
    sql`not ${closed} and (${h24} or coalesce(${time} >= ${open1} and ${time} < ${close1}, false) or coalesce(${time} >= ${open2} and ${time} < ${close2}, false))`,
  )
  const night =
    isHoliday(day) &&
    and(
      hours(weekdaysFor(day), sql`${open1} is distinct from '00:00' and not ${h24}`),
      hours(weekdaysFor(dayBefore(day)), sql`not ${closed} and coalesce(${close2}, ${close1}) = '24:00'`),
      hours([weekdayAt(day)], sql`${open1} = '00:00' and ${close1} <= ${END_OF_NIGHT} and ${time} < ${close1}`),
    )
  return and(eq(stations.status, 'active'), night ? or(open, night) : open)!
}

/** A station with all its detailed hours. */
async function hoursOf(id: number, { db, user }: Context) {
  const [row] = await db.select(shown(user)).from(stations).where(eq(stations.id, id))
  return withRights(row!, user) as unknown as StationHours
}

/** The stations that match the filters, with their hours. */
function hoursList(input: Parsed<typeof contract.pdf, never>, context: Context): ListSource<StationHours & { in_all: number }> {
  const { db, user } = context
  const order = ordering(input.sort, sorts, stations.id)
  const filled = db
    .select({ id: detailed_openings.id })
    .from(detailed_openings)
    .where(and(eq(station_id, stations.id), eq(mode, input.mode), eq(season, input.season)))
  const where = and(
    readable(user),
    input.station_id?.length
      ? inArray(stations.id, input.station_id)
      : and(eq(stations.is_warehouse, false), ne(stations.status, 'dismissed')),
    contains(input.search ?? input.query, stations.search_text),
    input.province?.length ? inArray(province, input.province) : undefined,
    input.brand?.length ? inArray(stations.brand, input.brand) : undefined,
    input.open_now === undefined ? undefined : sql`(${isOpen(input.mode, context)}) is ${input.open_now ? sql`true` : sql`not true`}`,
    input.missing === undefined ? undefined : input.missing ? not(exists(filled)) : exists(filled),
  )
  return {
    ...{ id: stations.id, from: stations, where, order },
    async rows({ where, in_all, limit, offset }) {
      const rows = await db
        .select({ ...shown(user), in_all })
        .from(stations)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map((row) => withRights(row, user)) as unknown as (StationHours & { in_all: number })[]
    },
  }
}

export default implement(contract, {
  list: exportableList((input: Parsed<typeof contract.list, never>, context) => hoursList(input, context)),
  async pdf(input, context) {
    const { where, rows } = hoursList(input, context)
    const found = await rows({ where, in_all: sql`1`, limit: MAX_PRINTED_STATIONS + 1, offset: 0 })
    if (found.length > MAX_PRINTED_STATIONS)
      throw problem.unprocessable(`Il PDF contiene al massimo ${italianNumber(MAX_PRINTED_STATIONS)} punti vendita: restringere i filtri.`)
    const { company } = await readCompany(context.db)
    const bytes = await renderPdf('hours', hoursData(found, { asked: input, company, now: context.now }))
    return { bytes, mime: 'application/pdf', name: `riepilogo_orari_${dayInRome(context.now).replaceAll('-', '')}.pdf` }
  },
  async create({ station_id: id, rev, entries }, context) {
    const { db, user, now } = context
    await needStation(db, user, id, contract.create.policy)
    await db.select({ id: stations.id }).from(stations).where(eq(stations.id, id)).for('update')
    const before = await hoursOf(id, context)
    if (rev !== before.rev) throw problem.stale(before)
    refuse(Object.fromEntries(Object.entries(detailedErrors(entries)).map(([path, sentence]) => [`entries.${path}`, sentence])))
    await replaceRows(db, detailed_openings.station_id, id, before.entries, entries)
    await db
      .update(stations)
      .set({ rev: rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(stations.id, id))
    const after = await hoursOf(id, context)
    context.audit({ entity_id: id })
    await context.history('station_detailed_openings', id, 'updated', historyValues(before), historyValues(after))
    return after
  },
})
/** The hours as stored in the history. */
const historyValues = ({ rev, entries }: StationHours) => ({ rev, entries })
