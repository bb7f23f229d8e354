import { eq, type SQL, sql } from 'drizzle-orm'
import { searchable } from '../../../src/contract/kernel/fold.ts'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { priceModes } from '../../../src/contract/stations/stations.ts'
import { settings } from '../../db/schema/core/system.ts'
import { mimit_prices_staged, mimit_stations_staged } from '../../db/schema/prices/mimit.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import type { MimitPrice, MimitStation } from '../../domain/prices/mimit-files.ts'
import { fuelMatcher } from '../../domain/prices/mimit-fuels.ts'
import type { Db } from '../../lib/core/db.ts'
import type { Tags } from '../../lib/jobs/feed.ts'
import { names, recordset } from '../../lib/tables/upsert.ts'
/** The stored edition of the ministry's registry, and the result of its import. */
export interface Edition {
  /** Day of the extraction `YYYY-MM-DD`. */
  day: string | null
  /** The day of the price file; absent in editions of before it was kept. */
  prices_day?: string | null
  stations?: number
  prices?: number
  competitors?: number
  differences?: number
  /** Cache tags that the source gave for its files, and the hash of the files. */
  tags?: Tags
  hash?: string
  /** Fuel names that belong to none of our fuels, with their number of prices. */
  unknown?: [name: string, prices: number][]
}
/** Key of the edition in `settings`. */
export const EDITION = 'mimit'
export async function editionOf(db: Db): Promise<Edition | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, EDITION))
  return row?.value as Edition | undefined
}
export async function saveEdition(db: Db, value: Edition) {
  await db.insert(settings).values({ key: EDITION, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}

/** Empties the staging tables before a new edition. */
export const clearStage = (db: Db) => db.execute(sql`truncate ${mimit_stations_staged}, ${mimit_prices_staged}`)
export async function stageStations(db: Db, rows: readonly MimitStation[]) {
  const values = rows.map((row) => ({
    ...row,
    search_text: searchable(`${row.id} ${row.name} ${row.brand} ${row.address} ${row.city} ${row.province ?? ''}`),
  }))
  const { id, brand, kind, name, address, city, province, latitude, longitude, search_text } = mimit_stations_staged
  const columns = [id, brand, kind, name, address, city, province, latitude, longitude, search_text]
  await db.execute(
    sql`insert into ${mimit_stations_staged} (${names(columns)}) select ${names(columns)} from ${recordset(values, columns, 'given')}`,
  )
}
/** If a price appears twice, the latest communication wins. */
export async function stagePrices(db: Db, rows: readonly MimitPrice[]) {
  const fuelOf = fuelMatcher(await db.select({ id: fuels.id, mise_names: fuels.mise_names }).from(fuels))
  const last = new Map<string, Record<string, unknown> & { dt: string }>()
  for (const { station, fuel, self, price, at } of rows) {
    const key = `${station} ${self} ${fuel}`
    const other = last.get(key)
    if (!other || other.dt <= at) last.set(key, { station_id: station, fuel_raw: fuel, fuel_id: fuelOf(fuel) ?? null, self, price, dt: at })
  }
  const { station_id, fuel_raw, fuel_id, self, price, dt } = mimit_prices_staged
  const columns = [station_id, fuel_raw, fuel_id, self, price, dt]
  await db.execute(sql`
    insert into ${mimit_prices_staged} as old (${names(columns)}) select ${names(columns)} from ${recordset([...last.values()], columns, 'given')}
    on conflict (station_id, fuel_raw, self) do update set fuel_id = excluded.fuel_id, price = excluded.price, dt = excluded.dt where excluded.dt >= old.dt`)
}

/** The tables to swap with their staged twins. Indexes are renamed too, so that later migrations find them under their names. */
const PAIRS = [
  ['table', 'mimit_stations'],
  ['table', 'mimit_prices'],
  ['index', 'mimit_stations', 'pkey'],
  ['index', 'mimit_stations', 'place'],
  ['index', 'mimit_stations', 'province'],
  ['index', 'mimit_prices', 'pkey'],
  ['index', 'mimit_prices', 'one'],
] as const
/** Replaces the live edition by the staged one. The tables exchange their names within the transaction, so nobody reads half an edition. */
export async function swapEdition(db: Db) {
  for (const [what, table, index] of PAIRS) {
    const [live, staged] = index ? [`${table}_${index}`, `${table}_staged_${index}`] : [table, `${table}_staged`]
    const rename = (from: string, to: string) => db.execute(sql.raw(`alter ${what} "${from}" rename to "${to}"`))
    await rename(live, `${live}_old`)
    await rename(staged, live)
    await rename(`${live}_old`, staged)
  }
  await clearStage(db)
}

/** Computes the means of a region and its provinces for a day, from road stations' prices of the last 30 days. If a fuel appears under two names, the first counts. */
export async function computeMeans(db: Db, region: string, day: string) {
  const signs = [...provinces].flatMap(([sign, one]) => (one.region === region ? [sign] : []))
  await db.execute(sql`
    insert into mimit_means (area, fuel_id, mode, day, price, stations)
    select coalesce(province, ${region}), fuel_id, case when self then 'self' else 'serve' end, ${day}::date, round(avg(price), 3), count(*)
    from (
      select distinct on (p.station_id, p.fuel_id, p.self) s.province, p.fuel_id, p.self, p.price
      from mimit_stations s join mimit_prices p on p.station_id = s.id join fuels f on f.id = p.fuel_id
      where s.province in ${signs} and lower(coalesce(s.kind, '')) <> 'autostradale' and p.price between 0.3 and 5
        and p.dt > ${day}::date - interval '30 days'
      order by p.station_id, p.fuel_id, p.self, array_position(f.mise_names, p.fuel_raw)
    ) priced
    group by grouping sets ((province, fuel_id, self), (fuel_id, self))
    on conflict (area, fuel_id, mode, day) do update set price = excluded.price, stations = excluded.stations
    where (mimit_means.price, mimit_means.stations) is distinct from (excluded.price, excluded.stations)`)
}
export const regions = [...new Set([...provinces.values()].map(({ region }) => region))]

interface Difference {
  code: string
  name: string
  fuel: string
  mode: keyof typeof priceModes
  communicated: number
  at: string
  listed: number
}
const euro = (price: number) => `${price.toFixed(3).replace('.', ',')} €`
/** Prices of our own stations that differ from the communicated ones. They are reported, never overwritten. `which` selects the stations, aliased `s`. */
export async function priceDifferences(db: Db, which: SQL, now: Date) {
  const at = now.toISOString()
  const { rows } = (await db.execute(sql`
    select code, name, fuel, mode, communicated::float8 as communicated, to_char(at at time zone 'Europe/Rome', 'DD/MM/YYYY') as at, listed::float8 as listed from (
      select distinct on (s.id, p.fuel_id, p.self) s.code, s.name, f.name as fuel, f.position, m.mode, p.price as communicated, p.dt as at, l.price as listed
      from stations s
      join mimit_prices p on p.station_id = s.mise_id
      join fuels f on f.id = p.fuel_id
      cross join lateral (select case when p.self then 'self' else 'serve' end as mode) m
      cross join lateral (
        select price, valid_to from prices l where l.station_id = s.id and l.fuel_id = p.fuel_id and l.mode = m.mode and l.valid_from <= ${at}
        order by l.valid_from desc nulls last limit 1
      ) l
      where ${which} and s.deleted_at is null and p.price between 0.3 and 5 and (l.valid_to is null or l.valid_to > ${at})
      order by s.id, p.fuel_id, p.self, array_position(f.mise_names, p.fuel_raw)
    ) d where communicated <> listed order by code, position, mode`)) as unknown as { rows: Difference[] }
  return rows.map(({ code, name, fuel, mode, communicated, at, listed }) => ({
    label: `${code} · ${fuel} ${priceModes[mode].toLowerCase()} · ${name}`,
    message: `Prezzo comunicato diverso dal prezzo di listino: comunicato ${euro(communicated)} il ${at}, a listino ${euro(listed)}.`,
  }))
}

/** Fuel names of the registry that belong to none of our fuels ("Carburanti da associare"), most frequent first. */
export async function unknownFuels(db: Db): Promise<[string, number][]> {
  const { rows } = (await db.execute(
    sql`select fuel_raw as name, count(*)::int as count from mimit_prices where fuel_id is null group by 1 order by 2 desc, 1`,
  )) as unknown as { rows: { name: string; count: number }[] }
  return rows.map(({ name, count }) => [name, count])
}
