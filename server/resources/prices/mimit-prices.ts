import { and, asc, eq, getTableColumns, gte, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { priceModes } from '../../../src/contract/stations/stations.ts'
import { mimit_prices } from '../../db/schema/prices/mimit.ts'
import { fuels, prices, station_fuels, stations } from '../../db/schema/stations/stations.ts'
import { isOddPrice } from '../../domain/prices/mimit-files.ts'
import { fuelMatcher } from '../../domain/prices/mimit-fuels.ts'
import { offersOf } from '../../domain/prices/mimit-network.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { jobKind } from '../../lib/jobs/job-kind.ts'
import { stationScope } from '../stations/scope.ts'

/** Data of a job row: a registry price of one of our stations. `fuel` is the ministry's name. */
interface Price {
  station_id: number
  mise_id: number
  fuel: string
  self: boolean
}
const modeOf = ({ self }: { self: boolean }) => (self ? ('self' as const) : ('serve' as const))
const ourFuels = async (db: Db) => (await db.select().from(fuels)).map((fuel) => ({ ...fuel, gpl: fuel.mise_names.includes('GPL') }))
const communicated = {
  station: mimit_prices.station_id,
  fuel: mimit_prices.fuel_raw,
  self: mimit_prices.self,
  price: mimit_prices.price,
  at: mimit_prices.dt,
}
interface Communicated {
  station: number
  fuel: string
  self: boolean
  price: number
  at: string | null
}
const offersAmong = (rows: Communicated[], known: Awaited<ReturnType<typeof ourFuels>>) =>
  offersOf(
    rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at, odd: isOddPrice(row.price) }] : [])),
    known,
  ).offers

/**
 * Copies the prices communicated to the ministry into the price lists of our stations: those newer than ours, of fuels the station sells.
 * If a fuel appears under two names, the first of the fuel's list counts.
 */
export const mimitPrices = jobKind({
  type: 'import_prezzi_mimit',
  name: 'Prezzi MIMIT a listino',
  policy: 'super',
  input: v.object({}),
  batch: 25,
  undo: true,
  async plan(_, { db, user }) {
    const rows = await db
      .select({ ...communicated, id: stations.id, code: stations.code, name: stations.name })
      .from(mimit_prices)
      .innerJoin(stations, and(eq(stations.mise_id, mimit_prices.station_id), isNotNull(stations.mise_id), stationScope(user)))
      .orderBy(asc(stations.code), asc(mimit_prices.fuel_raw), asc(mimit_prices.self))
    const known = await ourFuels(db)
    const fuelOf = fuelMatcher(known)
    const offers = offersAmong(rows, known)
    /** True if the price of another name of the same fuel is used instead. */
    const covered = (row: (typeof rows)[number]) => {
      const offer = offers.get(row.station)?.find(({ fuel, mode }) => fuel.id === fuelOf(row.fuel) && mode === modeOf(row))
      return offer && (offer.price !== row.price || offer.at !== row.at)
    }
    return rows
      .filter((row) => !covered(row))
      .map((row) => ({
        label: `${row.code} · ${row.fuel} ${priceModes[modeOf(row)].toLowerCase()} · ${row.name}`,
        data: { station_id: row.id, mise_id: row.station, fuel: row.fuel, self: row.self } satisfies Price,
      }))
  },
  async row({ station_id, mise_id, fuel: name, self }: Price, { db, history, user }) {
    const known = await ourFuels(db)
    const fuel_id = fuelMatcher(known)(name)
    if (!fuel_id) throw problem.unprocessable(`Carburante da associare: ${name}.`)
    const mode = modeOf({ self })
    const rows = await db.select(communicated).from(mimit_prices).where(eq(mimit_prices.station_id, mise_id))
    const offer = offersAmong(rows, known)
      .get(mise_id)
      ?.find(({ fuel, mode: its }) => fuel.id === fuel_id && its === mode)
    if (!offer) throw problem.unprocessable('Il prezzo comunicato non è tra 0,3 e 5 €, o non ha una data.')
    const of = { station_id, fuel_id }
    const [sold] = await db
      .select()
      .from(station_fuels)
      .where(and(eq(station_fuels.station_id, station_id), eq(station_fuels.fuel_id, fuel_id), station_fuels.active))
    if (!sold) return { outcome: 'invariato', message: 'Il punto vendita non vende questo carburante.' }
    const series = and(eq(prices.station_id, station_id), eq(prices.fuel_id, fuel_id), eq(prices.mode, mode))
    const [newer] = await db
      .select({ id: prices.id })
      .from(prices)
      .where(and(series, gte(prices.valid_from, offer.at)))
      .limit(1)
    if (newer) return { outcome: 'invariato', message: 'A listino c’è già questo prezzo, o uno più recente.' }
    const [made] = await db
      .insert(prices)
      .values({ ...of, mode, price: offer.price, valid_from: offer.at, source: 'mimit', created_by: user.id, updated_by: user.id })
      .returning(getTableColumns(prices))
    await history('price', made!.id, 'created', null, made)
    return { outcome: 'fatto', message: `${offer.price.toFixed(3).replace('.', ',')} €` }
  },
})
