import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { and, between, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { job_rows } from '../../db/schema/core/jobs.ts'
import { competitors } from '../../db/schema/prices/competitors.ts'
import { mimit_prices, mimit_prices_staged, mimit_stations, mimit_stations_staged } from '../../db/schema/prices/mimit.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayDoubts, type MimitDays, pastDays } from '../../domain/prices/mimit-days.ts'
import {
  MimitError,
  type MimitFile,
  type MimitPrice,
  type MimitStation,
  readPrices,
  readStations,
} from '../../domain/prices/mimit-files.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { problem } from '../../lib/core/problem.ts'
import { sha256 } from '../../lib/files/files.ts'
import type { Tags } from '../../lib/jobs/feed.ts'
import { type JobContext, type JobDeps, jobKind, type PlannedRow, type RowResult } from '../../lib/jobs/job-kind.ts'
import { kmBetween } from './competitor-neighbours.ts'
import { copyRegistryPrices, storeDay } from './competitor-price-store.ts'
import {
  clearStage,
  computeMeans,
  editionOf,
  priceDifferences,
  regions,
  saveEdition,
  stagePrices,
  stageStations,
  swapEdition,
  unknownFuels,
} from './mimit-registry.ts'

const SYSTEM = 'MIMIT'
/** Lines of a file per job row. Other requests are served between two rows. */
const PIECE = 400
/** A file with fewer rows than this share of the stored registry counts as incomplete. */
const LEAST_SHARE = 0.5
const LEAST_READ = 0.9
const COMPETITORS = 250
const STATIONS = 250
const number = new Intl.NumberFormat('it-IT', { useGrouping: 'always' } as Intl.NumberFormatOptions)

/** Data of a job row. A piece of a file is parsed once, at the start, and kept in the file store under its `uuid`. */
type Part =
  | { part: 'none'; said: string }
  /** Read again it would be refused again. */
  | { part: 'line'; reason: string; final: true }
  | { part: 'stations' | 'prices'; uuid: string; at: string; rows: number }
  | { part: 'swap'; stations: number; hash: string; days: MimitDays; tags: Tags }
  | { part: 'means'; region: string; day: string }
  | { part: 'competitors' | 'ours'; from: number; to: number; day: string }
  | { part: 'close'; names: string[] }
interface Ready {
  said?: string
  days?: MimitDays
  tags?: Tags
  hash?: string
  names?: string[]
  lines?: PlannedRow<Part>[]
  pieces?: PlannedRow<Part>[]
  stations?: number
}

/** Reads a whole file and stores it in pieces. It yields to other requests after every piece. */
async function storePieces<Row extends MimitStation | MimitPrice>(
  name: string,
  part: 'stations' | 'prices',
  { rows, report }: MimitFile<Row>,
  { files, now }: JobDeps,
) {
  const at = now()
  const pieces: PlannedRow<Part>[] = []
  let piece: Row[] = []
  let first = 3
  const put = async () => {
    const uuid = randomUUID()
    await files.write(uuid, Buffer.from(JSON.stringify(piece)), at)
    pieces.push({
      label: `${name}, righe ${number.format(first)}–${number.format(report.line)}`,
      data: { part, uuid, at: at.toISOString(), rows: piece.length },
    })
    first = report.line + 1
    piece = []
    await turn()
  }
  for (const row of rows) {
    if ('odd' in row && row.odd)
      report.left.push({ line: report.line, reason: `prezzo fuori da 0,3–5 €: ${row.price.toFixed(3).replace('.', ',')}` })
    else piece.push(row)
    if (piece.length === PIECE) await put()
  }
  if (piece.length) await put()
  if (!pieces.length) throw new MimitError(`Il file ${name.toLowerCase()} del MIMIT non contiene righe leggibili.`)
  if (report.rows < report.lines * LEAST_READ)
    throw new MimitError(
      `Del file ${name.toLowerCase()} del MIMIT si leggono solo ${number.format(report.rows)} righe su ${number.format(report.lines)}, la prima che non si legge è la ${report.left[0]?.line} (${report.left[0]?.reason}): non è stato importato nulla.`,
    )
  if (report.cut) throw new MimitError(`L'ultima riga del file ${name.toLowerCase()} è incompleta: il file sembra interrotto.`)
  const lines = report.left.map(
    ({ line, reason }): PlannedRow<Part> => ({ label: `${name}, riga ${line}`, data: { part: 'line', reason, final: true } }),
  )
  return { pieces, lines }
}
const rowsIn = (pieces: readonly PlannedRow<Part>[]) => pieces.reduce((sum, { data }) => sum + ('rows' in data ? data.rows : 0), 0)

/** Fetches the files, parses them and checks that they are plausible, all before the transaction begins. */
async function prepare({ force }: { force: boolean }, deps: JobDeps): Promise<Ready> {
  const { db, registry: feed } = deps
  if (!feed) throw problem.off(SYSTEM)
  const known = await editionOf(db)
  const taken = await feed.take(force ? undefined : known?.tags)
  if (taken === 'none') return { said: `Nessun file da importare nella cartella ${feed.where}.` }
  if (taken === 'same') return { said: 'I file non sono cambiati dall’ultima importazione: non c’era nulla da fare.' }
  const { files, tags, names } = taken
  const hash = sha256(`${sha256(files.stations!)} ${sha256(files.prices!)}`)
  const same = !force && known?.hash === hash
  try {
    if (same) {
      await feed.close(names, true, 'Già importati.', deps.now())
      return { said: 'I file sono quelli già importati: non c’era nulla da fare.' }
    }
    const [stationFile, priceFile] = [readStations(files.stations!), readPrices(files.prices!)]
    const registry = await storePieces('Anagrafica', 'stations', stationFile, deps)
    const prices = await storePieces('Prezzi', 'prices', priceFile, deps)
    const said = { anagrafica: stationFile.extracted, prezzi: priceFile.extracted }
    const days = pastDays(said, dayInRome(deps.now()))
    if (!force) await refuseImplausible(said, known, [rowsIn(registry.pieces), rowsIn(prices.pieces)], deps)
    return {
      ...{ days, tags, hash, names, stations: rowsIn(registry.pieces) },
      ...{ lines: [...registry.lines, ...prices.lines], pieces: [...registry.pieces, ...prices.pieces] },
    }
  } catch (error) {
    if (!(error instanceof MimitError)) throw error
    // Doubtful files stay where they are, for the person who says that they are right.
    if (!(error instanceof MimitDoubt)) await feed.close(names, false, error.message, deps.now())
    throw problem.unprocessable(error.message)
  }
}
const italianDay = (day: string) => day.split('-').reverse().join('/')
type Edition = Awaited<ReturnType<typeof editionOf>>
/** The days of the stored files; before both were kept, the registry's stood for both. */
const daysOf = (edition: Edition): MimitDays => ({ anagrafica: edition?.day ?? null, prezzi: edition?.prices_day ?? edition?.day ?? null })
/** How the sentence about doubtful files ends, by which the screen knows that a person may go on with `force`. */
export const ALL_THE_SAME = 'Non è stato importato nulla: se è giusto così, importa comunque.'
class MimitDoubt extends MimitError {}
/** @throws {MimitDoubt} with a sentence for each thing that is odd about them */
async function refuseImplausible(days: MimitDays, known: Edition, [many, prices]: [number, number], { db, now }: JobDeps) {
  const doubts = dayDoubts(days, daysOf(known), dayInRome(now()))
  for (const [what, stored, found] of [
    ['impianti', await db.$count(mimit_stations), many],
    ['prezzi', await db.$count(mimit_prices), prices],
  ] as const)
    if (found < stored * LEAST_SHARE)
      doubts.push(`I file contengono ${number.format(found)} ${what}, il registro ne ha ${number.format(stored)}: sembrano incompleti.`)
  if (doubts.length) throw new MimitDoubt(`${doubts.join(' ')} ${ALL_THE_SAME}`)
}

/** Ranges of ids of rows with a ministry id, `size` rows each. */
async function ranges(db: JobContext['db'], table: 'competitors' | 'stations', size: number) {
  const { rows } = (await db.execute(
    sql`select min(id) as "from", max(id) as "to" from (select id, (row_number() over (order by id) - 1) / ${size} as piece from ${sql.raw(table)}
      where mise_id is not null) t group by piece order by piece`,
  )) as unknown as { rows: { from: number; to: number }[] }
  return rows
}

async function plan(_: object, { db, now }: JobContext, ready: Ready): Promise<PlannedRow<Part>[]> {
  if (!ready.pieces) return [{ label: 'Nulla da importare', data: { part: 'none', said: ready.said! } }]
  await clearStage(db)
  const { hash, tags, days, stations: many } = ready as Required<Ready>
  // Means and competitors are of the day of the prices.
  const day = days.prezzi ?? dayInRome(now)
  const theirs = await ranges(db, 'competitors', COMPETITORS)
  const ours = await ranges(db, 'stations', STATIONS)
  return [
    ...ready.pieces,
    { label: 'Sostituzione del registro', data: { part: 'swap', stations: many, hash, tags, days } },
    ...regions.map((region): PlannedRow<Part> => ({ label: `Medie ${region}`, data: { part: 'means', region, day } })),
    ...theirs.map(
      (range, at): PlannedRow<Part> => ({
        label: `Concorrenti, parte ${at + 1} di ${theirs.length}`,
        data: { part: 'competitors', ...range, day },
      }),
    ),
    ...ours.map(
      (range, at): PlannedRow<Part> => ({
        label: `Confronto con il listino, parte ${at + 1} di ${ours.length}`,
        data: { part: 'ours', ...range, day },
      }),
    ),
    ...ready.lines!,
    ...(ready.names!.length
      ? [{ label: 'Archiviazione dei file', data: { part: 'close', names: ready.names! } } satisfies PlannedRow<Part>]
      : []),
  ]
}

const done = (message: string, more?: RowResult['more']): RowResult => ({ outcome: 'fatto', message, ...(more && { more }) })
async function row(data: Part, job: JobContext): Promise<RowResult> {
  const { db, now, deps } = job
  switch (data.part) {
    case 'none':
      return { outcome: 'invariato', message: data.said }
    case 'line':
      throw problem.unprocessable(`Riga scartata: ${data.reason}.`)
    case 'stations':
    case 'prices': {
      const rows = JSON.parse(String(await deps.files.read(data.uuid, new Date(data.at))))
      await (data.part === 'stations' ? stageStations(db, rows) : stagePrices(db, rows))
      return done(`${howMany(rows.length, 'riga letta', 'righe lette')}.`)
    }
    case 'swap':
      return swapIn(data, job)
    case 'means':
      await requireSwap(job)
      await computeMeans(db, data.region, data.day)
      return done('Medie per provincia, regione, carburante e modalità.')
    case 'competitors': {
      await requireSwap(job)
      const these = sql`c.id between ${data.from} and ${data.to}`
      const count = await copyRegistryPrices(db, these)
      await fillPlaces(job, data.from, data.to)
      await storeDay(db, these, data.day)
      await addCounts(job, { competitors: count })
      return done(`${howMany(count, 'aggiornato', 'aggiornati')}.`)
    }
    case 'ours': {
      await requireSwap(job)
      const found = await priceDifferences(db, sql`s.id between ${data.from} and ${data.to}`, now)
      await addCounts(job, { differences: found.length })
      return done(`${howMany(found.length, 'prezzo comunicato diverso', 'prezzi comunicati diversi')} dal listino.`, found)
    }
    case 'close':
      await deps.registry?.close(data.names, true, summaryOf(await editionOf(db)), now)
      return done('File messi da parte.')
  }
}

/** The steps after the swap must not run on the old registry. @throws 409 if the swap failed */
async function requireSwap({ db, job }: JobContext) {
  const [row] = await db
    .select({ outcome: job_rows.outcome })
    .from(job_rows)
    .where(sql`${job_rows.job_id} = ${job} and ${job_rows.data} ->> 'part' = 'swap'`)
  if (row?.outcome === 'errore') throw problem.conflict('Il registro non è stato sostituito.')
}
async function swapIn({ stations: many, hash, days, tags }: Extract<Part, { part: 'swap' }>, { db, job }: JobContext): Promise<RowResult> {
  const staged = { stations: await db.$count(mimit_stations_staged), prices: await db.$count(mimit_prices_staged) }
  const missing = await db.$count(
    job_rows,
    sql`${job_rows.job_id} = ${job} and ${job_rows.outcome} <> 'fatto' and ${job_rows.data} ->> 'part' in ('stations', 'prices')`,
  )
  if (missing || staged.stations !== many) throw problem.conflict('Non tutte le righe sono pronte: il registro resta quello di prima.')
  // The embedded database has no autovacuum, so its statistics are refreshed here.
  await db.execute(sql`analyze ${mimit_stations_staged}, ${mimit_prices_staged}`)
  await swapEdition(db)
  await saveEdition(db, {
    day: days.anagrafica,
    prices_day: days.prezzi,
    ...staged,
    hash,
    tags,
    competitors: 0,
    differences: 0,
    unknown: await unknownFuels(db),
  })
  return done(`${howMany(staged.stations, 'impianto', 'impianti')} e ${howMany(staged.prices, 'prezzo', 'prezzi')}.`)
}
/** Fills in the position, and with it the distance, of competitors that have none. */
async function fillPlaces({ db, history }: JobContext, from: number, to: number) {
  const { latitude, longitude } = mimit_stations
  const rows = await db
    .select({ row: competitors, latitude, longitude, station: { latitude: stations.latitude, longitude: stations.longitude } })
    .from(competitors)
    .innerJoin(mimit_stations, eq(mimit_stations.id, competitors.mise_id))
    .leftJoin(stations, eq(stations.id, competitors.station_id))
    .where(and(between(competitors.id, from, to), isNull(competitors.latitude), isNotNull(latitude)))
  for (const { row, station, ...place } of rows) {
    const [filled] = await db
      .update(competitors)
      .set({ ...place, distance_km: kmBetween(station ?? undefined, place), rev: row.rev + 1, updated_at: sql`now()` })
      .where(eq(competitors.id, row.id))
      .returning()
    await history('competitor', row.id, 'updated', row, filled)
  }
}
async function addCounts({ db }: JobContext, counts: { competitors?: number; differences?: number }) {
  const edition = await editionOf(db)
  if (!edition) return
  const { competitors = 0, differences = 0 } = edition
  await saveEdition(db, {
    ...edition,
    competitors: competitors + (counts.competitors ?? 0),
    differences: differences + (counts.differences ?? 0),
  })
}
const summaryOf = (edition: Edition) => {
  const { stations = 0, prices = 0, competitors = 0, differences = 0 } = edition ?? {}
  const { anagrafica, prezzi } = daysOf(edition)
  const of = (day: string | null) => (day ? italianDay(day) : '–')
  const registry = anagrafica === prezzi ? '' : ` del ${of(anagrafica)}`
  return `Importati ${howMany(stations, 'impianto', 'impianti')}${registry} e ${howMany(prices, 'prezzo', 'prezzi')} del ${of(prezzi)}; ${howMany(competitors, 'concorrente aggiornato', 'concorrenti aggiornati')}, ${howMany(differences, 'differenza', 'differenze')} sui propri punti vendita.`
}

/** Imports the ministry's registry and prices: staged, checked, and swapped in at once; then the means, the competitors and the comparison with our prices. */
export const mimitImport = jobKind({
  type: 'import_mimit',
  name: 'Importazione MIMIT',
  policy: 'super',
  input: v.object({ force: v.optional(v.boolean(), false) }),
  // Later rows read the outcome of earlier ones, so each is committed alone.
  batch: 1,
  before: prepare,
  plan,
  row,
  async end(_, __, { db, job, deps }) {
    const parts = (await db.select({ data: job_rows.data }).from(job_rows).where(eq(job_rows.job_id, job))) as { data: Part }[]
    for (const { data } of parts) if ('uuid' in data) await deps.files.remove(data.uuid, new Date(data.at))
    const [first] = parts
    return first?.data.part === 'none' ? first.data.said : summaryOf(await editionOf(db))
  },
})
