import { and, eq, getTableColumns, gt, inArray, lte, max, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { pricePdfs as contract } from '../../../src/contract/prices/pdfs.ts'
import { italianDay } from '../../../src/rules/shared/italian.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { mimit_means } from '../../db/schema/prices/mimit.ts'
import { fuels, prices, stations } from '../../db/schema/stations/stations.ts'
import {
  HISTORY_DAYS,
  historyData,
  type InForce,
  type MeanPrices,
  meanPrices,
  networkData,
  type PricedFuel,
  signData,
} from '../../domain/prices/pdf-data.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../domain/shared/rome-time.ts'
import { logoOf, readCompany } from '../../lib/core/company.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { readFile } from '../../lib/files/files.ts'
import { pdfImage } from '../../lib/files/pdf-image.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { needStation } from '../stations/scope.ts'
import { priceListFilter } from './prices.ts'
import { inForce, iso } from './read.ts'

type Network = Parsed<typeof contract.network, never>
/** All prices of the row's station at a moment, including fuels that it no longer sells today. */
const inForceAt = (at: Date) =>
  sql<InForce[]>`(
    select coalesce(json_agg(json_build_object('fuel_id', f.id, 'mode', m.mode, 'price', c.price, 'valid_from', ${iso(sql`c.valid_from`)})), '[]')
    from ${fuels} f cross join (values ('self'), ('serve')) m(mode) cross join lateral (${inForce(at, sql`f.id`, sql`m.mode`)}) c)`
const fuelsOf = ({ db }: Context): Promise<PricedFuel[]> =>
  db.select({ id: fuels.id, name: fuels.name, code: fuels.code, unit: fuels.unit }).from(fuels).orderBy(fuels.position, fuels.id)
const place = { code: stations.code, name: stations.name, address: stations.address, city: stations.city, province: stations.province }

/** The moment a PDF of `date` describes: the end of that day in Rome, or now if the day is today or missing. @throws 422 for a future day */
function momentOf(date: string | undefined, now: Date): Date {
  if (!date || date === dayInRome(now)) return now
  refuse({ date: date > dayInRome(now) ? 'La data non può essere futura.' : undefined })
  const [year = 0, month = 0, day = 0] = addDays(date, 1).split('-').map(Number)
  return new Date(romeTime(year, month, day) - 1)
}
const nothingAt = (date: string | undefined) =>
  problem.unprocessable(date ? `Nessun prezzo in vigore il ${italianDay(date)}.` : 'Nessun prezzo in vigore.')
async function pdfContextOf(date: string | undefined, { db, now, user }: Context) {
  return { at: momentOf(date, now), date, now, by: user.name, company: (await readCompany(db)).company }
}
const fileOf = (bytes: Buffer, name: string, at: Date) => ({
  ...{ bytes, mime: 'application/pdf' },
  name: `${name.replace(/[^\p{L}\p{N}]+/gu, '_')}_${dayInRome(at).replaceAll('-', '')}.pdf`,
})

async function sign({ id, date }: { id: number; date?: string }, context: Context) {
  const { db, user, files } = context
  await needStation(db, user, id)
  const told = await pdfContextOf(date, context)
  const [station] = await db
    .select({ ...place, kind: stations.kind, region: stations.region, prices: inForceAt(told.at) })
    .from(stations)
    .where(eq(stations.id, id))
  const { prices: found, kind: _, region: __, ...where } = station!
  if (!found.length) throw nothingAt(date)
  const stored = await logoOf(db)
  // An unreadable logo is left out rather than failing the PDF.
  const picture =
    stored &&
    (await readFile(stored, files).then(
      (bytes) => pdfImage(bytes, 600),
      () => null,
    ))
  const known = await fuelsOf(context)
  const data = signData(where, found, known, {
    ...told,
    means: await meansAt(station!, told.at, known, context),
    logo: picture ? 'logo' : null,
  })
  const bytes = await renderPdf('price-sign', data, new Map(picture ? [['logo', picture]] : []))
  return fileOf(bytes, `cartello_prezzi_${where.code}`, told.at)
}
/**
 * The newest regional means known at that moment, for the fuels that the law puts on the sign. For a motorway station the national mean
 * would count, which is not stored, so there is none.
 */
async function meansAt(
  { kind, region, province }: Pick<typeof stations.$inferSelect, 'kind' | 'region' | 'province'>,
  at: Date,
  known: readonly PricedFuel[],
  { db }: Context,
): Promise<MeanPrices> {
  const area = region ?? provinces.get(province)?.region
  if (kind === 'autostradale' || !area) return null
  const [newest] = await db
    .select({ day: max(mimit_means.day) })
    .from(mimit_means)
    .where(and(eq(mimit_means.area, area), lte(mimit_means.day, dayInRome(at))))
  if (!newest?.day) return null
  const { fuel_id, mode, price } = mimit_means
  const rows = await db
    .select({ fuel_id, mode, price })
    .from(mimit_means)
    .where(and(eq(mimit_means.area, area), eq(mimit_means.day, newest.day)))
  return meanPrices(area, newest.day, rows, known)
}

async function network({ date, ...asked }: Network & { date?: string }, context: Context) {
  const { db } = context
  const told = await pdfContextOf(date, context)
  const words = asked.search ?? asked.query
  const { brand, province, fuel_id, stale } = asked
  const known = await fuelsOf(context)
  const found = await db
    .select({ ...place, prices: inForceAt(told.at) })
    .from(stations)
    .where(priceListFilter(asked, told.at, context))
    .orderBy(stations.province, stations.name, stations.id)
  if (!found.some((station) => station.prices.length)) throw nothingAt(date)
  const filters = [
    words && `ricerca «${words}»`,
    province?.length && `provincia ${province.join(', ')}`,
    brand?.length && `bandiera ${brand.join(', ')}`,
    fuel_id?.length && `carburante ${fuel_id.map((id) => known.find((fuel) => fuel.id === id)?.name ?? `n. ${id}`).join(', ')}`,
    stale !== undefined && (stale ? 'comunicazione da rinnovare' : 'comunicazione non da rinnovare'),
    asked.station_id?.length && 'punti vendita scelti',
  ].filter(Boolean)
  const data = networkData(found, known, {
    ...told,
    filters: filters.length ? `Filtri: ${filters.join('; ')}` : 'Tutti i punti vendita',
  })
  return fileOf(await renderPdf('price-network', data), 'riepilogo_prezzi_rete', told.at)
}

async function history({ id, date }: { id: number; date?: string }, context: Context) {
  const { db, user } = context
  await needStation(db, user, id)
  const told = await pdfContextOf(date, context)
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
