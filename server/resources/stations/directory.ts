import { and, eq, getTableColumns, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type AppStation, appStations, type DirectoryStation, stationDirectory } from '../../../src/contract/stations/openings.ts'
import { byWeek, romeWallClock, stationOpenState } from '../../../src/rules/stations/open-now.ts'
import { openings, station_phones } from '../../db/schema/stations/station-sets.ts'
import { available_services, station_services, stations } from '../../db/schema/stations/stations.ts'
import { reduceStation } from '../../domain/stations/visible-columns.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import { contains, ordering } from '../../lib/tables/table.ts'
import { isAssigned, stationScope } from './scope.ts'

const { id, code, name, address, cap, city, province, latitude, longitude, status, brand, is_warehouse } = stations
const { self, serve, selfGPL, serveGPL, suitableForTruck } = stations
const { id: _, station_id: __, ...hours } = getTableColumns(openings)
const phones = jsonRows(
  { number: station_phones.number, type: station_phones.type, label: station_phones.label },
  station_phones,
  eq(station_phones.station_id, id),
  station_phones.id,
)
const opening = jsonRows(hours, openings, eq(openings.station_id, id), openings.weekday)
const services = jsonRows(
  { name: available_services.name },
  sql`${station_services} inner join ${available_services} on ${eq(available_services.id, station_services.available_service_id)}`,
  eq(station_services.station_id, id),
  available_services.position,
  available_services.id,
)
const namesOf = (rows: readonly { name: string }[]) => rows.map((row) => row.name)
const place = { id, code, name, address, cap, city, province, status, phones, services }

export const directory = implement(stationDirectory, {
  list: exportableList((input, { db, user }) => {
    const order = ordering(input.sort, { name, code, city }, id)
    const where = and(
      stationScope(user),
      eq(is_warehouse, false),
      ne(status, 'dismissed'),
      contains(input.search ?? input.query, stations.search_text),
    )
    return {
      ...{ id, from: stations, where, order },
      async rows({ where, in_all, limit, offset }) {
        const rows = await db
          .select({ ...place, latitude, longitude, opening, assigned: sql<boolean>`${isAssigned(user, id)}`, in_all })
          .from(stations)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
        return rows.map(({ in_all, assigned, ...row }) => {
          const seen = reduceStation({ services: namesOf(row.services) }, user, assigned)
          return { ...row, services: seen.services, in_all } as DirectoryStation & { in_all: number }
        })
      },
    }
  }),
})

/** Current self and served prices of each fuel, by station. */
async function pricesOf({ db, now }: Context) {
  const at = now.toISOString()
  const newest = (mode: 'self' | 'serve') => sql`left join lateral (
    select price, valid_from from prices p where p.station_id = sf.station_id and p.fuel_id = sf.fuel_id and p.mode = ${mode}
      and p.valid_from <= ${at} and (p.valid_to is null or p.valid_to > ${at}) order by p.valid_from desc nulls last limit 1) ${sql.raw(mode)} on true`
  const { rows } = (await db.execute(sql`
    select sf.station_id, f.name, f.unit, self.price::float8 as self, serve.price::float8 as serve,
      to_char(greatest(self.valid_from, serve.valid_from) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
    from station_fuels sf join fuels f on f.id = sf.fuel_id ${newest('self')} ${newest('serve')}
    where sf.active order by f.position, f.id`)) as unknown as { rows: ({ station_id: number } & AppStation['fuels'][number])[] }
  const byStation = new Map<number, AppStation['fuels']>()
  for (const { station_id, ...fuel } of rows) {
    const list = byStation.get(station_id)
    if (list) list.push(fuel)
    else byStation.set(station_id, [fuel])
  }
  return byStation
}

export const app = implement(appStations, {
  async list(_, context) {
    const inBusiness = and(
      ...[isNull(stations.deleted_at), eq(is_warehouse, false), ne(status, 'dismissed'), isNotNull(latitude), isNotNull(longitude)],
    )
    const rows = await context.db
      .select({ ...place, brand, lat: latitude, lon: longitude, self, serve, selfGPL, serveGPL, suitableForTruck, openings: opening })
      .from(stations)
      .where(inBusiness)
      .orderBy(name, id)
    const prices = await pricesOf(context)
    const wall = romeWallClock(context.now.getTime())
    return rows.map((row) => ({
      ...row,
      services: namesOf(row.services),
      fuels: prices.get(row.id) ?? [],
      open_now: stationOpenState(row.status, byWeek(row.openings), wall)?.open ?? null,
    })) as unknown as AppStation[]
  },
})
