import { eq, inArray, isNotNull, like, or, sql } from 'drizzle-orm'
import { searchable } from '../../src/contract/kernel/fold.ts'
import { settings } from '../db/schema/core/system.ts'
import { mimit_prices, mimit_stations } from '../db/schema/prices/mimit.ts'
import { fuels, prices, station_fuels, stations } from '../db/schema/stations/stations.ts'
import { dayDoubts, pastDays } from '../domain/prices/mimit-days.ts'
import { MimitError, type MimitFile, type MimitPrice, type MimitStation, readPrices, readStations } from '../domain/prices/mimit-files.ts'
import { fuelMatcher } from '../domain/prices/mimit-fuels.ts'
import {
  type Fuel,
  type Offer,
  offersOf,
  ourStation,
  rejectionReason,
  type Selection,
  selects,
  townPostcodes,
} from '../domain/prices/mimit-network.ts'
import { dayInRome } from '../domain/shared/rome-time.ts'
import type { Db } from '../lib/core/db.ts'
import { batches, recordset, upsert, type Written } from '../lib/tables/upsert.ts'

type Counts = Record<string, number>
export interface MimitImport {
  /** Day of the extraction `YYYY-MM-DD`. */
  day: string | null
  registry: Written & { rows: number; removed: number }
  registryPrices: Written & { rows: number; removed: number }
  /** Our stations among the selected ones. */
  ours: { imported: number; updated: number; unchanged: number; skipped: Counts }
  /** Prices added to those of our stations. */
  published: number
  /** Lines of the files left out, with the reason. */
  left: Counts
  /** Prices of the selected stations that stay in the registry only, with the reason. */
  withheld: Counts
  /** Names of fuels yet to be associated, with their number of prices. */
  unknownFuels: [string, number][]
}
/**
 * Fills the copy of the ministry's registry, and brings the selected stations in as ours with fuels and prices (docs/spec/integrations.md#mimit).
 * Stations are recognised by `mise_id`; one that somebody has entered or changed by hand stays as it is. All in one transaction. The same files twice change
 * nothing. `insist`: also if the files look cut, or older than what is stored.
 * @throws MimitError for files that are not those of the ministry, {@link MimitDoubt} for those that look wrong
 */
export async function importMimit(
  connection: Db,
  files: { stations: Uint8Array; prices: Uint8Array },
  selection: Selection,
  insist = false,
): Promise<MimitImport> {
  const stationFile = readStations(files.stations)
  const priceFile = readPrices(files.prices)
  const rows = readable(stationFile, 'anagrafica')
  const left: Counts = {}
  const listed = withoutRepeats(readable(priceFile, 'prezzi'), left)
  for (const report of [stationFile.report, priceFile.report])
    for (const [reason, n] of Object.entries(report.skipped)) left[reason] = (left[reason] ?? 0) + n
  return connection.transaction(async (db) => {
    const doubts = await doubtsOf(db, stationFile, priceFile, rows.length, listed.length)
    if (doubts.length && !insist) throw new MimitDoubt(doubts)
    const ourFuels = (await db.select().from(fuels)).map((fuel) => ({ ...fuel, gpl: fuel.mise_names.includes('GPL') }))
    const registry = await fillRegistry(db, rows)
    const registryPrices = await fillPrices(db, listed, ourFuels)
    const selected = rows.filter(selects(selection))
    const numbers = new Set(selected.map((row) => row.id))
    const { offers, withheld } = offersOf(
      listed.filter((row) => numbers.has(row.station)),
      ourFuels,
    )
    const { ours, ids } = await bringIn(db, rows, selected, offers)
    const fuelOf = fuelMatcher(ourFuels)
    const days = pastDays({ anagrafica: stationFile.extracted, prezzi: priceFile.extracted }, dayInRome(new Date()))
    const value = { day: days.anagrafica, prices_day: days.prezzi }
    await db.insert(settings).values({ key: DAY, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
    return {
      day: stationFile.extracted,
      registry,
      registryPrices,
      ours,
      published: await publish(db, ids, offers),
      left,
      withheld,
      unknownFuels: [...priceFile.fuels].filter(([name]) => !fuelOf(name)).sort((a, b) => b[1] - a[1]),
    }
  })
}

/** The settings key of the day of the stored registry. */
const DAY = 'mimit'
/** The number of stations hardly changes from day to day: a smaller share of the last one means half a file. */
const LEAST_SHARE = 0.9
/** Files that look incomplete beside what is stored; `message` says why and how to insist, in Italian. */
export class MimitDoubt extends MimitError {
  constructor(doubts: readonly string[]) {
    super(`${doubts.join(' ')} Non è stato importato nulla; per importare comunque aggiungere --insist.`)
  }
}
async function doubtsOf(db: Db, stationFile: MimitFile<unknown>, priceFile: MimitFile<unknown>, stationRows: number, priceRows: number) {
  const doubts: string[] = []
  for (const [{ report }, name] of [
    [stationFile, 'anagrafica'],
    [priceFile, 'prezzi'],
  ] as const)
    if (report.cut) doubts.push(`L'ultima riga del file ${name} è incompleta: il file sembra interrotto.`)
  const [kept] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, DAY))
  const { day = null, prices_day = day } = (kept?.value ?? {}) as { day?: string | null; prices_day?: string | null }
  const days = { anagrafica: stationFile.extracted, prezzi: priceFile.extracted }
  doubts.push(...dayDoubts(days, { anagrafica: day, prezzi: prices_day }, dayInRome(new Date())))
  const counts = [
    ['impianti', await db.$count(mimit_stations), stationRows],
    ['prezzi', await db.$count(mimit_prices), priceRows],
  ] as const
  for (const [what, stored, found] of counts)
    if (found < stored * LEAST_SHARE) doubts.push(`I file contengono ${found} ${what}, il registro ne ha ${stored}: sembrano incompleti.`)
  return doubts
}

/** The rows of a file. At least nine lines in ten must be readable: else it is another file, or a broken one. */
function readable<Row>(file: MimitFile<Row>, name: string): Row[] {
  const rows = [...file.rows]
  if (!rows.length) throw new MimitError(`Il file ${name} del MIMIT non contiene righe leggibili.`)
  if (rows.length < file.report.lines * 0.9)
    throw new MimitError(
      `Del file ${name} del MIMIT si leggono solo ${rows.length} righe su ${file.report.lines}: non è stato importato nulla.`,
    )
  return rows
}
/** One price for each station, fuel name and mode. If a price appears twice, the latest communication wins. */
function withoutRepeats(rows: readonly MimitPrice[], left: Counts): MimitPrice[] {
  const last = new Map<string, MimitPrice>()
  for (const row of rows) {
    const key = `${row.station} ${row.self} ${row.fuel}`
    const other = last.get(key)
    if (other) left['prezzo ripetuto'] = (left['prezzo ripetuto'] ?? 0) + 1
    if (!other || other.at <= row.at) last.set(key, row)
  }
  return [...last.values()]
}

async function fillRegistry(db: Db, rows: readonly MimitStation[]) {
  const written = await upsert(
    db,
    mimit_stations,
    ['id'],
    rows.map((row) => ({
      ...row,
      search_text: searchable(`${row.id} ${row.name} ${row.brand} ${row.address} ${row.city} ${row.province ?? ''}`),
    })),
  )
  const kept = new Set(rows.map((row) => row.id))
  const stored = await db.select({ id: mimit_stations.id }).from(mimit_stations)
  const gone = stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  for (const ids of batches(gone)) await db.delete(mimit_stations).where(inArray(mimit_stations.id, ids))
  return { rows: rows.length, ...written, removed: gone.length }
}
async function fillPrices(db: Db, rows: readonly MimitPrice[], ourFuels: readonly Fuel[]) {
  const fuelOf = fuelMatcher(ourFuels)
  const written = await upsert(
    db,
    mimit_prices,
    ['station_id', 'fuel_raw', 'self'],
    rows.map((row) => ({
      station_id: row.station,
      fuel_raw: row.fuel,
      self: row.self,
      fuel_id: fuelOf(row.fuel) ?? null,
      price: row.price,
      dt: row.at,
    })),
  )
  let removed = 0
  // The keys (some hundred thousand) are read only if there are rows to delete.
  if ((await db.$count(mimit_prices)) > rows.length) {
    const { id, station_id, fuel_raw, self } = mimit_prices
    const kept = new Set(rows.map((row) => `${row.station} ${row.self} ${row.fuel}`))
    const stored = await db.select({ id, station_id, fuel_raw, self }).from(mimit_prices)
    const gone = stored.filter((row) => !kept.has(`${row.station_id} ${row.self} ${row.fuel_raw}`)).map((row) => row.id)
    for (const ids of batches(gone)) await db.delete(mimit_prices).where(inArray(id, ids))
    removed = gone.length
  }
  return { rows: rows.length, ...written, removed }
}

/** Adds and updates our stations; gives those that the import maintains, by the number of the ministry. */
async function bringIn(db: Db, all: readonly MimitStation[], selected: readonly MimitStation[], offers: Map<number, Offer[]>) {
  const { id, code, mise_id, deleted_at, created_by, updated_by } = stations
  const read = () =>
    db
      .select({ id, code, mise_id, deleted_at, created_by, updated_by })
      .from(stations)
      .where(or(isNotNull(mise_id), like(code, 'M%')))
  const stored = await read()
  const byNumber = new Map(stored.flatMap((row) => (row.mise_id === null ? [] : [[row.mise_id, row] as const])))
  const codes = new Map(stored.map((row) => [row.code, row.mise_id]))
  const refusal = (row: MimitStation) => {
    const known = byNumber.get(row.id)
    if (known?.deleted_at) return 'punto vendita eliminato'
    if (known && (known.created_by !== null || known.updated_by !== null || known.code !== `M${row.id}`))
      return 'punto vendita gestito a mano'
    if (!known && codes.has(`M${row.id}`)) return 'codice già in uso'
    return rejectionReason(row)
  }
  const postcode = townPostcodes(all)
  const skipped: Counts = {}
  const wanted = selected.filter((row) => {
    const reason = refusal(row)
    if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1
    return !reason
  })
  const { added, changed } = await upsert(
    db,
    stations,
    ['mise_id'],
    wanted.map((row) => ourStation(row, offers.get(row.id) ?? [], postcode(row))),
  )
  const numbers = new Set(wanted.map((row) => row.id))
  const ids = new Map((await read()).flatMap((row) => (row.mise_id && numbers.has(row.mise_id) ? [[row.mise_id, row.id] as const] : [])))
  return { ours: { imported: added, updated: changed, unchanged: wanted.length - added - changed, skipped }, ids }
}

/** Adds fuels and modes of our stations, and prices newer than theirs; gives how many prices were added. */
async function publish(db: Db, ids: Map<number, number>, offers: Map<number, Offer[]>): Promise<number> {
  const sold = new Map<string, { station_id: number; fuel_id: number; self: boolean; serve: boolean }>()
  const communicated = []
  for (const [number, station_id] of ids)
    for (const { fuel, mode, price, at } of offers.get(number) ?? []) {
      const key = `${station_id} ${fuel.id}`
      const row = sold.get(key) ?? { station_id, fuel_id: fuel.id, self: false, serve: false }
      sold.set(key, { ...row, [mode]: true })
      communicated.push({ station_id, fuel_id: fuel.id, mode, price, valid_from: at })
    }
  await upsert(db, station_fuels, ['station_id', 'fuel_id'], [...sold.values()])
  const { station_id, fuel_id, mode, price, valid_from } = prices
  let added = 0
  for (const batch of batches(communicated)) {
    const { rows } = (await db.execute(sql`
      with added as (
        insert into ${prices} (station_id, fuel_id, mode, price, valid_from, source)
        select station_id, fuel_id, mode, price, valid_from, 'mimit'
        from ${recordset(batch, [station_id, fuel_id, mode, price, valid_from], 'given')}
        where not exists (
          select 1 from ${prices} p
          where p.station_id = given.station_id and p.fuel_id = given.fuel_id and p.mode = given.mode and p.valid_from >= given.valid_from
        )
        returning 1
      )
      select count(*)::int as n from added
    `)) as unknown as { rows: { n: number }[] }
    added += rows[0]!.n
  }
  return added
}
