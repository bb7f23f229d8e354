import { type SQL, sql } from 'drizzle-orm'
import { competitor_price_days, competitor_prices, competitors } from '../../db/schema/prices/competitors.ts'
import { mimit_prices } from '../../db/schema/prices/mimit.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'

/** The prices of competitors, as the ministry's registry has them (domain.md 8.4). */
interface Counted {
  rows: { count: number }[]
}
/**
 * What the registry says of the competitors that `which` names: each price that is newer than ours of it, of a fuel that is known and between 0.3 and 5 €; what a
 * station there no longer communicates is gone. Of two names of one fuel the first of the fuel's list counts. Gives how many competitors have changed.
 */
export async function takePrices(db: Db, which: SQL): Promise<number> {
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

/** Keeps what the competitors ask now as their prices of a day (`YYYY-MM-DD`). */
export async function keepDay(db: Db, which: SQL, day: string): Promise<void> {
  await db.execute(sql`
    insert into ${competitor_price_days} (competitor_id, fuel_id, mode, price, day)
    select p.competitor_id, p.fuel_id, p.mode, p.price, ${day}::date from ${competitor_prices} p join ${competitors} c on c.id = p.competitor_id where ${which}
    on conflict (competitor_id, fuel_id, mode, day) do update set price = excluded.price where ${competitor_price_days}.price <> excluded.price
  `)
}
