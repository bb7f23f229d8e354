import { cleanText } from '../../../src/contract/kernel/clean-text.ts'
import { decodeText } from '../shared/decode-text.ts'
import { romeTime } from '../shared/rome-time.ts'
import { provinceSign } from '../stations/province-sign.ts'
import { dayOf, type MimitFileName } from './mimit-days.ts'

/**
 * Reader of the two files of the ministry's "Osservaprezzi carburanti". Fields are never quoted but contain quotes and even the
 * separator, so a CSV parser would fail. Rows are read one at a time; the report is complete after the last one.
 */
export class MimitError extends Error {}

export interface MimitStation {
  id: number
  brand: string
  kind: string
  name: string
  address: string
  city: string
  province: string | null
  latitude: number | null
  longitude: number | null
}
export interface MimitPrice {
  station: number
  /** As written by the ministry: `Blue Diesel`. */
  fuel: string
  /** Euro per litre, or per kilogram for Metano and GNL. */
  price: number
  self: boolean
  /** When it was communicated, ISO 8601 in UTC. */
  at: string
  /** Outside 0.3–5 €: such a price is kept but not used in means. */
  odd: boolean
}
/** True if a price in euro cannot be that of a fuel. */
export const isOddPrice = (price: number) => price < 0.3 || price > 5

type Counts = Record<string, number>
export interface MimitReport {
  /** Lines of data, empty ones excluded. */
  lines: number
  rows: number
  /** How many rows were skipped, by the reason in Italian. */
  skipped: Counts
  /** The skipped lines, with their number in the file (from 1) and the reason. */
  left: { line: number; reason: string }[]
  /** Number of the line read last. */
  line: number
  /** How many rows were corrected, by the correction in Italian. */
  repaired: Counts
  /** True if the last line lacks fields, so the file was truncated. */
  cut: boolean
}
export interface MimitFile<Row> {
  /** Day of the extraction, `YYYY-MM-DD`; null if the file does not say, or says a day that does not exist. */
  extracted: string | null
  rows: Generator<Row, void>
  report: MimitReport
}
const count = (counts: Counts, reason: string) => {
  counts[reason] = (counts[reason] ?? 0) + 1
}

/** Counts a skipped line. */
function skipLine(report: MimitReport, reason: string) {
  count(report.skipped, reason)
  report.left.push({ line: report.line, reason })
}
const newReport = (): MimitReport => ({ lines: 0, rows: 0, skipped: {}, left: [], line: 0, repaired: {}, cut: false })

const STATION_HEADER = 'idimpianto gestore bandiera tipo impianto nome impianto indirizzo comune provincia latitudine longitudine'
const PRICE_HEADER = 'idimpianto desccarburante prezzo isself dtcomu'

/**
 * Checks that the file is the expected one and finds its separator, day and first line of data. Files from before 2019 have no header and are
 * recognized by their first line (`isData`). Throws {@link MimitError}.
 */
function openFile(name: MimitFileName, bytes: Uint8Array, header: string, isData: (fields: string[]) => boolean) {
  const text = decodeText(bytes)
  const start = text.slice(0, 2_000).trimStart()
  if (!start) throw new MimitError(`Il file ${name} del MIMIT è vuoto.`)
  if (start.startsWith('<')) throw new MimitError(`Al posto del file ${name} del MIMIT è arrivata una pagina web.`)
  let extracted: string | null = null
  for (let from = 0; from >= 0 && from < 2_000; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? undefined : end).trim()
    if (/^estrazione del/i.test(line)) extracted = dayOf(line)
    const separator = ['|', ';'].find((candidate) => line.split(candidate).map(tidy).join(' ').toLowerCase() === header)
    if (separator && end >= 0) return { text, from: end + 1, separator, extracted }
    const bare = ['|', ';'].find((candidate) => isData(line.split(candidate)))
    if (bare) return { text, from, separator: bare, extracted }
    if (separator || end < 0) break
    from = end + 1
  }
  throw new MimitError(`Il file ${name} del MIMIT non ha l'intestazione attesa oppure non contiene righe.`)
}
/** Replaces control characters (mostly tabs) by spaces and runs of spaces by one; what is invisible goes. */
function tidy(written: string): string {
  const text = cleanText(/\p{Cc}/u.test(written) ? written.replace(/\p{Cc}+/gu, ' ') : written)
  return text.replace(/ {2,}/g, ' ').trim()
}
const number = (text: string) => (/^\s*-?\d+(?:[.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN)
const identifier = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0)

function* linesOf(text: string, from: number, report: MimitReport): Generator<string, void> {
  for (let at = text.indexOf('\n'); at >= 0 && at < from; at = text.indexOf('\n', at + 1)) report.line++
  for (let at = from; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
    at = end + 1
    report.line++
    if (!line.trim()) continue
    report.lines++
    yield line
  }
}

/**
 * Reads the registry of active stations, in the order of the file. The column `Gestore` is left out: it holds personal names
 * that nothing here needs. Throws {@link MimitError} for an empty file, a web page, or other columns.
 */
export function readStations(bytes: Uint8Array): MimitFile<MimitStation> {
  const { text, from, separator, extracted } = openFile(
    'anagrafica',
    bytes,
    STATION_HEADER,
    (fields) => fields.length >= 10 && !!identifier(fields[0]!) && fields.slice(3).some(isKind),
  )
  const report: MimitReport = newReport()
  let towns: Map<string, string | null> | undefined
  /** The province given by the other rows of the same town, if they agree. Computed only when the first dirty row appears. */
  const fromTown = (city: string) => {
    if (!towns) {
      towns = new Map()
      for (const line of linesOf(text, from, newReport())) {
        const fields = line.split(separator)
        const sign = provinceSign(fields.at(-3) ?? '')
        const town = (fields.at(-4) ?? '').trim().toUpperCase()
        if (sign) towns.set(town, (towns.get(town) ?? sign) === sign ? sign : null)
      }
    }
    return towns.get(city.toUpperCase()) ?? null
  }
  function* rows(): Generator<MimitStation, void> {
    const seen = new Set<number>()
    for (const line of linesOf(text, from, report)) {
      const fields = line.split(separator)
      report.cut = fields.length < 10
      const row = stationOf(fields, separator, report, fromTown)
      if (!row) continue
      if (seen.has(row.id)) skipLine(report, 'identificativo ripetuto')
      else {
        seen.add(row.id)
        report.rows++
        yield row
      }
    }
  }
  return { extracted, report, rows: rows() }
}

const KINDS = new Set(['stradale', 'autostradale', 'strada statale', 'altro'])
const isKind = (field: string | undefined) => KINDS.has(field?.trim().toLowerCase() ?? '')
function stationOf(
  fields: string[],
  separator: string,
  report: MimitReport,
  fromTown: (city: string) => string | null,
): MimitStation | undefined {
  const { repaired } = report
  if (fields.length < 10) return void skipLine(report, 'campi mancanti')
  const id = identifier(fields[0]!)
  if (!id) return void skipLine(report, 'identificativo non valido')
  // A separator inside the operator's name moves the kind to the right; one inside the station's name only adds fields in the middle.
  let kindAt = 3
  if (fields.length > 10) {
    count(repaired, 'separatore nel nome')
    const found = fields.findIndex((field, place) => place >= 3 && place <= fields.length - 7 && isKind(field))
    if (found > 3) kindAt = found
  }
  const [address, city, province, latitude, longitude] = fields.slice(-5).map(tidy) as [string, string, string, string, string]
  const brand = tidy(fields[kindAt - 1]!)
  const name = tidy(fields.slice(kindAt + 1, -5).join(separator))
  if (!name) count(repaired, 'nome mancante')
  let sign: string | null = provinceSign(province) ?? null
  if (sign !== province) {
    sign ??= fromTown(city)
    count(repaired, sign ? 'provincia corretta' : 'provincia sconosciuta')
  }
  const place = placeOf(number(latitude), number(longitude), repaired)
  return { id, brand, kind: tidy(fields[kindAt]!), name: name || brand, address, city, province: sign, ...place }
}

/** Accepts positions within Italy, islands included. Missing, zero, swapped or foreign coordinates become null. */
function placeOf(latitude: number, longitude: number, repaired: Counts) {
  const inItaly = (lat: number, lon: number) => lat >= 35.4 && lat <= 47.2 && lon >= 6.5 && lon <= 18.6
  if (inItaly(latitude, longitude)) return { latitude, longitude }
  const missing = !latitude || !longitude
  const swapped = inItaly(longitude, latitude)
  count(repaired, missing ? 'coordinate mancanti' : swapped ? 'coordinate scambiate' : "coordinate fuori dall'Italia")
  return { latitude: null, longitude: null }
}

/** Reads the prices in force, in the order of the file. Throws {@link MimitError} like {@link readStations}. */
export function readPrices(
  bytes: Uint8Array,
): MimitFile<MimitPrice> & { /** How many prices each fuel name has. */ fuels: Map<string, number> } {
  const { text, from, separator, extracted } = openFile(
    'prezzi',
    bytes,
    PRICE_HEADER,
    (fields) => fields.length >= 5 && !!identifier(fields[0]!) && !!instantOf(fields.at(-1)!.trim()),
  )
  const report: MimitReport = newReport()
  const fuels = new Map<string, number>()
  function* rows(): Generator<MimitPrice, void> {
    for (const line of linesOf(text, from, report)) {
      const fields = line.split(separator)
      report.cut = fields.length < 5
      const row = priceOf(fields, separator, report)
      if (!row) continue
      if (row.odd) count(report.repaired, 'prezzo fuori da 0,3–5 €')
      fuels.set(row.fuel, (fuels.get(row.fuel) ?? 0) + 1)
      report.rows++
      yield row
    }
  }
  return { extracted, report, fuels, rows: rows() }
}
function priceOf(fields: string[], separator: string, report: MimitReport): MimitPrice | undefined {
  const { repaired } = report
  if (fields.length < 5) return void skipLine(report, 'campi mancanti')
  if (fields.length > 5) count(repaired, 'separatore nel nome')
  const station = identifier(fields[0]!)
  if (!station) return void skipLine(report, 'identificativo non valido')
  const fuel = tidy(fields.slice(1, -3).join(separator))
  if (!fuel) return void skipLine(report, 'carburante mancante')
  const [written, mode, date] = fields.slice(-3).map((field) => field.trim()) as [string, string, string]
  const price = number(written)
  if (!(price > 0 && price < 1_000)) return void skipLine(report, 'prezzo non valido')
  if (mode !== '0' && mode !== '1') return void skipLine(report, 'modalità non valida')
  const at = instantOf(date)
  if (!at) return void skipLine(report, 'data non valida')
  return { station, fuel, price, self: mode === '1', at, odd: isOddPrice(price) }
}
/** Reads `20/08/2026 20:30:14` in Rome as an ISO 8601 instant; null if it is no date. */
function instantOf(text: string): string | null {
  const parts = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text)
  if (!parts) return null
  const [day, month, year, hour, minute, second] = parts.slice(1).map(Number) as [number, number, number, number, number, number]
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  return new Date(romeTime(year, month, day, hour, minute, second)).toISOString()
}
