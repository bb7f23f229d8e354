import { asc, eq } from 'drizzle-orm'
import { prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import type { StationPrices } from '../../../src/contract/prices/prices.ts'
import { makeFuel, makeStation } from './fixtures.ts'
import type { Caller, World } from './world.ts'

const HOUR = 3_600_000
/** A station that sells two fuels, the second only served, of which one has a price of three days ago. */
export async function shop(world: World, code = 'ZP1') {
  const { db, deps } = world
  const began = Math.floor(deps.now().getTime() / HOUR) * HOUR
  const at = (hours: number) => new Date(began + hours * HOUR).toISOString()
  const station = await makeStation(db, { code })
  const petrol = await makeFuel(db, `Benzina ${code}`)
  const gas = await makeFuel(db, `Gas di ${code}`)
  await db.insert(station_fuels).values([
    { station_id: station.id, fuel_id: petrol.id },
    { station_id: station.id, fuel_id: gas.id, self: false },
  ])
  const [now] = await db
    .insert(prices)
    .values({ station_id: station.id, fuel_id: petrol.id, mode: 'self', price: 1.789, valid_from: at(-72) })
    .returning()
  const put = (caller: Caller, entries: object[], more: object = {}) =>
    caller.post('/prices', { station_id: station.id, prices: entries, ...more })
  const self = (price: unknown, more: object = {}) => ({ fuel_id: petrol.id, mode: 'self', price, ...more })
  const stored = async () =>
    (await db.select().from(prices).where(eq(prices.station_id, station.id)).orderBy(asc(prices.id))).map((row) => [
      row.fuel_id === petrol.id ? 'petrol' : 'gas',
      row.mode,
      row.price,
    ])
  const row = async (caller: Caller, more = '') =>
    (await caller.get(`/prices?station_id=${station.id}${more}`)).body.data.data[0] as StationPrices
  return { station, petrol, gas, first: now!, at, put, self, stored, row }
}
