import { type SQL, sql } from 'drizzle-orm'
import { competitor_price_days, competitor_prices, competitors } from '../../db/schema/prices/competitors.ts'
import { mimit_prices } from '../../db/schema/prices/mimit.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'

interface Counted {
  rows: { count: number }[]
}
/**
 * Updates the prices of the competitors selected by `which` (aliased `c`) from the registry: prices newer than the stored one, of a known fuel, between 0.3 and 5 €.
 * Prices that a station no longer communicates are deleted. If a fuel appears under two names, the first of the fuel's list counts. Gives how many competitors changed.
 */
export async function copyRegistryPrices(db: Db, which: SQL): Promise<number> {
  const found = sql`
    select distinct on (c.id, p.fuel_id, p.self) c.id as competitor_id, p.fuel_id, case when p.self then 'self' else 'serve' end as mode, p.price, p.dt as at
    from ${competitors} c
    join ${mimit_prices} p on p.station_id = c.mise_id
    join ${fuels} f on f.id = p.fuel_id
    where ${which} and p.price between 0.3 and 5 and p.dt is not null
    order by c.id, p.fuel_id, p.self, array_position(f.mise_names, p.fuel_raw), p.dt desc`
  const { rows } = (await db.execute(sql`
    with found as (${found}), written as (
      insert into ${competitor_prices} (competitor_id, fuel_id, mode, price, at, source)
      select competitor_id, fuel_id, mode, price, at, 'mimit' from found
      on conflict (competitor_id, fuel_id, mode) do update set price = excluded.price, at = excluded.at, source = 'mimit'
      where excluded.at > ${competitor_prices}.at or (excluded.at = ${competitor_prices}.at and excluded.price <> ${competitor_prices}.price)
      returning competitor_id
    ), gone as (
      delete from ${competitor_prices} p using ${competitors} c
      where p.competitor_id = c.id and p.source = 'mimit' and ${which}
        and exists (select 1 from found where found.competitor_id = c.id)
        and not exists (select 1 from found where found.competitor_id = c.id and found.fuel_id = p.fuel_id and found.mode = p.mode)
      returning p.competitor_id
    )
    select count(*)::int as count from (select competitor_id from written union select competitor_id from gone) changed
  `)) as unknown as Counted
  return rows[0]!.count
}

/** Stores the current prices of the selected competitors as their prices of a day (`YYYY-MM-DD`). */
export async function storeDay(db: Db, which: SQL, day: string): Promise<void> {
  await db.execute(sql`
    insert into ${competitor_price_days} (competitor_id, fuel_id, mode, price, day)
    select p.competitor_id, p.fuel_id, p.mode, p.price, ${day}::date from ${competitor_prices} p join ${competitors} c on c.id = p.competitor_id where ${which}
    on conflict (competitor_id, fuel_id, mode, day) do update set price = excluded.price where ${competitor_price_days}.price <> excluded.price
  `)
}
