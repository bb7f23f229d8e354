import { and, eq, getTableColumns, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '../../src/contract/endpoint.ts'
import { pricePdfs as contract } from '../../src/contract/price-pdfs.ts'
import { italianDay } from '../../src/rules/inspection-italian.ts'
import { users } from '../db/schema/people.ts'
import { fuels, prices, stations } from '../db/schema/stations.ts'
import { addDays } from '../domain/days.ts'
import { HISTORY_DAYS, historyData, type InForce, networkData, type PricedFuel, signData } from '../domain/price-sheets.ts'
import { dayInRome, romeTime } from '../domain/rome-time.ts'
import { logoOf, readCompany } from '../lib/company.ts'
import type { Context } from '../lib/context.ts'
import { readFile } from '../lib/files.ts'
import { implement } from '../lib/implement.ts'
import { pdfImage } from '../lib/pdf-image.ts'
import { problem, refuse } from '../lib/problem.ts'
import { needStation, seesStationColumn, stationScope } from '../lib/scope.ts'
import { contains } from '../lib/table.ts'
import { renderPdf } from '../lib/typst.ts'

type Network = Parsed<typeof contract.network, never>
/** The prices of a station in force at a moment: one probe of the index for each fuel and mode, as the history of a network has a million rows. */
function inForceAt(at: Date): SQL<InForce[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  // Tables by their names: in a select from one table columns come without it, and there are several here.
  return sql`(select coalesce(json_agg(json_build_object('fuel_id', fuels.id, 'mode', mode.name, 'price', newest.price, 'valid_from', newest.valid_from)), '[]')
    from fuels cross join (values ('self'), ('serve')) mode (name) cross join lateral (
      select price::float8 as price, valid_from, valid_to from prices
      where station_id = stations.id and fuel_id = fuels.id and prices.mode = mode.name and valid_from <= ${moment}
      order by valid_from desc limit 1) newest
    where newest.valid_to is null or newest.valid_to > ${moment})` as SQL<InForce[]>
}
const fuelsOf = ({ db }: Context): Promise<PricedFuel[]> =>
  db.select({ id: fuels.id, name: fuels.name, code: fuels.code, unit: fuels.unit }).from(fuels).orderBy(fuels.position, fuels.id)
const place = { code: stations.code, name: stations.name, address: stations.address, city: stations.city, province: stations.province }

/** The moment that a paper of `date` tells of: the end of that day in Rome, or now, where the day is not over or not said. 422 for a day to come. */
function momentOf(date: string | undefined, now: Date): Date {
  if (!date || date === dayInRome(now)) return now
  refuse({ date: date > dayInRome(now) ? 'La data non può essere futura.' : undefined })
  const [year = 0, month = 0, day = 0] = addDays(date, 1).split('-').map(Number)
  return new Date(romeTime(year, month, day) - 1)
}
const nothingAt = (date: string | undefined) =>
  problem.unprocessable(date ? `Nessun prezzo in vigore il ${italianDay(date)}.` : 'Nessun prezzo in vigore.')
async function toldTo(date: string | undefined, { db, now, user }: Context) {
  return { at: momentOf(date, now), date, now, by: user.name, company: (await readCompany(db)).company }
}
const fileOf = (bytes: Buffer, name: string, at: Date) => ({
  ...{ bytes, mime: 'application/pdf' },
  name: `${name.replace(/[^\p{L}\p{N}]+/gu, '_')}_${dayInRome(at).replaceAll('-', '')}.pdf`,
})

async function sign({ id, date }: { id: number; date?: string }, context: Context) {
  const { db, user, files } = context
  await needStation(db, user, id)
  const told = await toldTo(date, context)
  const [station] = await db
    .select({ ...place, prices: inForceAt(told.at) })
    .from(stations)
    .where(eq(stations.id, id))
  const { prices: found, ...where } = station!
  if (!found.length) throw nothingAt(date)
  const stored = await logoOf(db)
  // A logo that cannot be read is left out, as on the verbale.
  const picture =
    stored &&
    (await readFile(stored, files).then(
      (bytes) => pdfImage(bytes, 600),
      () => null,
    ))
  const data = signData(where, inUtc(found), await fuelsOf(context), { ...told, means: null, logo: picture ? 'logo' : null })
  const bytes = await renderPdf('price-sign', data, new Map(picture ? [['logo', picture]] : []))
  return fileOf(bytes, `cartello_prezzi_${where.code}`, told.at)
}
/** As the database writes instants in JSON, into what they are on the wire. */
const inUtc = (found: InForce[]) => found.map((price) => ({ ...price, valid_from: new Date(price.valid_from).toISOString() }))

async function network({ date, ...asked }: Network & { date?: string }, context: Context) {
  const { db, user } = context
  const told = await toldTo(date, context)
  const words = asked.search ?? asked.query
  const { brand, province } = asked
  const found = await db
    .select({ ...place, prices: inForceAt(told.at) })
    .from(stations)
    .where(
      and(
        stationScope(user),
        asked.station_id?.length
          ? inArray(stations.id, asked.station_id)
          : and(eq(stations.is_warehouse, false), ne(stations.status, 'dismissed')),
        contains(words, stations.search_text),
        province?.length ? inArray(stations.province, province) : undefined,
        brand?.length ? and(seesStationColumn(user, 'brand'), inArray(stations.brand, brand)) : undefined,
      ),
    )
    .orderBy(stations.province, stations.name, stations.id)
  if (!found.some((station) => station.prices.length)) throw nothingAt(date)
  const filters = [
    words && `ricerca «${words}»`,
    province?.length && `provincia ${province.join(', ')}`,
    brand?.length && `bandiera ${brand.join(', ')}`,
    asked.station_id?.length && 'punti vendita scelti',
  ].filter(Boolean)
  const data = networkData(found, await fuelsOf(context), {
    ...told,
    filters: filters.length ? `Filtri: ${filters.join('; ')}` : 'Tutti i punti vendita',
  })
  return fileOf(await renderPdf('price-network', data), 'riepilogo_prezzi_rete', told.at)
}

async function history({ id, date }: { id: number; date?: string }, context: Context) {
  const { db, user } = context
  await needStation(db, user, id)
  const told = await toldTo(date, context)
  const [station] = await db.select(place).from(stations).where(eq(stations.id, id))
  const from = new Date(told.at.getTime() - HISTORY_DAYS * 86_400_000).toISOString()
  const { fuel_id, mode, price, valid_from, valid_to, source } = getTableColumns(prices)
  const of = { fuel_id, mode, price, valid_from, valid_to, source, who: users.name }
  const own = eq(prices.station_id, id)
  const written = () => db.select(of).from(prices).leftJoin(users, eq(users.id, prices.created_by))
  const before = db
    .selectDistinctOn([fuel_id, mode], { id: prices.id })
    .from(prices)
    .where(and(own, lte(valid_from, from)))
    .orderBy(fuel_id, mode, sql`${valid_from} desc`)
  const rows = [
    ...(await written().where(inArray(prices.id, before))),
    ...(await written().where(and(own, gt(valid_from, from), lte(valid_from, told.at.toISOString())))),
  ]
  const data = historyData(station!, rows, await fuelsOf(context), told)
  if (!data.rows.length && !data.chart) throw nothingAt(date)
  return fileOf(await renderPdf('price-history', data), `listino_storico_${station!.code}`, told.at)
}

export default implement(contract, { sign, signOn: sign, network, networkOn: network, history, historyOn: history })
