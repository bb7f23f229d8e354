import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { priceModes, priceSources } from '../../../src/contract/stations/stations.ts'
import { daysBetween } from '../../../src/rules/prices/communication.ts'
import { COMMUNICATION_DAYS } from '../../../src/rules/prices/price-checks.ts'
import { changesOf, inForce, type PriceRow, seriesOf } from '../../../src/rules/prices/series.ts'
import { italianDay, italianNumber, romeMoment } from '../../../src/rules/shared/italian.ts'
import { dayInRome } from '../shared/rome-time.ts'
// Builds the data that the PDF templates of prices print. Prices are euro per unit of the fuel, instants ISO 8601.
export type Mode = keyof typeof priceModes
export interface PricedFuel {
  id: number
  name: string
  code: string | null
  unit: 'l' | 'kg'
}
export interface InForce {
  fuel_id: number
  mode: Mode
  price: number
  valid_from: string
}
export interface PricedStation {
  code: string
  name: string
  address: string
  city: string
  province: string
}
interface PdfContext {
  now: Date
  /** The moment whose prices are printed. */
  at: Date
  /** The requested day; undefined means now. */
  date: string | undefined
  company: { name: string; address: string | null }
  by: string
}
/** A price with its author and source. */
export interface AuthoredPrice extends PriceRow {
  source: keyof typeof priceSources
  who: string | null
}
export type MeanPrices = { title: string; day: string; prices: readonly { fuel: string; price: number }[] } | null

export const HISTORY_DAYS = 60
const DAY_MS = 86_400_000
const modes = Object.keys(priceModes) as Mode[]
/** Fuels in the order of the signs of mean prices (D.M. 31-03-2023); all others follow by position. */
const FIRST = ['GA', 'BZ', 'GP', 'ME']
const signPosition = ({ code }: PricedFuel) => (code && FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length)
const inSignOrder = (fuels: readonly PricedFuel[]) => [...fuels].sort((a, b) => signPosition(a) - signPosition(b))

const decimals = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
/** 1.789 -> "1,789" */
const figure = (price: number) => decimals.format(price)
/** 0.01 -> "+0,010", -0.005 -> "−0,005" */
const difference = (change: number) => `${change < 0 ? '−' : '+'}${figure(Math.abs(change))}`
const unitOf = ({ unit }: PricedFuel) => `€/${unit}`
const provinceName = (sign: string) => (provinces.has(sign) ? `${provinces.get(sign)!.name} (${sign})` : sign)
const counted = (many: number, one: string, more: string) => `${italianNumber(many)} ${many === 1 ? one : more}`
const addressOf = ({ address, city, province }: PricedStation) => `${address}, ${city} (${province})`
const companyOf = ({ company: { name, address } }: PdfContext) => [name, address].filter(Boolean).join(' · ')
const whenOf = ({ at, date, now }: PdfContext) =>
  date && date !== dayInRome(now) ? `alla fine del ${italianDay(date)}` : `il ${romeMoment(at.toISOString())}`
const isOld = ({ valid_from }: Pick<InForce, 'valid_from'>, { at }: PdfContext) =>
  daysBetween(valid_from, at.toISOString()) > COMMUNICATION_DAYS
const common = (title: string, told: PdfContext) => ({
  title,
  company: companyOf(told),
  made: `Generato il ${romeMoment(told.now.toISOString())} da ${told.by}`,
})

/** The regional means that the law puts on a station's sign: petrol and diesel at self service, gas served. Null if none is known. */
export function meanPrices(
  region: string,
  day: string,
  means: readonly { fuel_id: number; mode: Mode; price: number }[],
  fuels: readonly PricedFuel[],
): MeanPrices {
  const shown = inSignOrder(fuels).filter(({ code }) => code && FIRST.includes(code))
  const prices = shown.flatMap(({ id, name, code }) => {
    const mode = code === 'GP' || code === 'ME' ? 'serve' : 'self'
    const found = means.find((mean) => mean.fuel_id === id && mean.mode === mode)
    return found ? [{ fuel: `${name} ${priceModes[mode].toLowerCase()}`, price: found.price }] : []
  })
  return prices.length ? { title: `Prezzo medio regionale, ${region}`, day, prices } : null
}

/** Data of "Cartello prezzi" (`price-sign.typ`). */
export function signData(
  station: PricedStation,
  prices: readonly InForce[],
  fuels: readonly PricedFuel[],
  { means, ...told }: PdfContext & { means: MeanPrices; logo: string | null },
) {
  const sold = inSignOrder(fuels.filter(({ id }) => prices.some(({ fuel_id }) => fuel_id === id)))
  const newest = prices
    .map(({ valid_from }) => valid_from)
    .sort()
    .at(-1)!
  return {
    ...common('Cartello prezzi', told),
    logo: told.logo,
    station: { name: station.name, place: addressOf(station), code: station.code },
    valid: `Prezzi validi dal ${romeMoment(newest)}`,
    asked: told.date && told.date !== dayInRome(told.now) ? `Prezzi in vigore ${whenOf(told)}` : null,
    modes: Object.values(priceModes),
    rows: sold.map((fuel) => ({
      name: fuel.name,
      unit: unitOf(fuel),
      prices: modes.map((mode) => {
        const found = prices.find((price) => price.fuel_id === fuel.id && price.mode === mode)
        return found ? figure(found.price) : null
      }),
    })),
    means: means && {
      title: means.title,
      day: italianDay(means.day),
      prices: means.prices.map(({ fuel, price }) => ({ fuel, price: figure(price) })),
    },
  }
}

const inKilograms = (fuels: readonly PricedFuel[]) => {
  const named = fuels.filter(({ unit }) => unit === 'kg').map(({ name }) => name)
  return named.length ? `, di ${named.join(' e ')} in €/kg` : ''
}
/** Widest letter of each kind in the PDFs' bold face, in ems. A test measures them. */
const WIDTHS = [
  [/[ .,:;'’!|ijlftrI()/-]/, 0.45],
  [/[mwMW]/, 1.1],
  [/[a-z\d]/, 0.62],
  [/[A-ZÀ-ÅÇ-ÖØ-åç-öø-ÿ–&"]/, 0.85],
] as const
/** Upper bound of the width of a text, in ems. An unknown letter counts 100 ems, so that its text takes the safe layout. */
export const emsOf = (text: string) => [...text].reduce((sum, letter) => sum + (WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? 100), 0)
interface Line extends PricedStation {
  prices: readonly InForce[]
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
/** Applies `of` to the prices of each column; null for a column without prices. */
const perColumn = (rows: readonly (readonly (InForce | undefined)[])[], columns: number, of: (prices: number[]) => number) =>
  Array.from({ length: columns }, (_, at) => {
    const found = rows.flatMap((row) => row[at]?.price ?? [])
    return found.length ? figure(of(found)) : null
  })

/** Data of "Riepilogo prezzi rete" (`price-network.typ`). `lines` must be sorted by province. */
export function networkData(lines: readonly Line[], fuels: readonly PricedFuel[], { filters, ...told }: PdfContext & { filters: string }) {
  const sales = new Set(lines.flatMap(({ prices }) => prices.map(({ fuel_id, mode }) => `${fuel_id} ${mode}`)))
  const heads = inSignOrder(fuels)
    .map((fuel) => ({ fuel, modes: modes.filter((mode) => sales.has(`${fuel.id} ${mode}`)) }))
    .filter((head) => head.modes.length)
  const columns = heads.flatMap(({ fuel, modes }) => modes.map((mode) => `${fuel.id} ${mode}`))
  const rowOf = ({ prices }: Line) => {
    const found = new Map(prices.map((price) => [`${price.fuel_id} ${price.mode}`, price]))
    return columns.map((column) => found.get(column))
  }
  const rows = new Map(lines.map((line) => [line, rowOf(line)]))
  const rowsOf = (of: readonly Line[]) => of.map((line) => rows.get(line)!)
  const all = rowsOf(lines)
  const signs = [...new Set(lines.map(({ province }) => province))]
  const title = 'Riepilogo prezzi rete'
  return {
    ...common(title, told),
    running: `${title} – ${whenOf(told)}`,
    subtitle: `Prezzi in vigore ${whenOf(told)} – ${filters} – ${counted(lines.length, 'punto vendita', 'punti vendita')}`,
    legend: `Prezzi in €/l${inKilograms(heads.map(({ fuel }) => fuel))}; in corsivo i prezzi fermi da più di ${COMMUNICATION_DAYS} giorni; dove non c’è nulla, nessun prezzo in vigore.`,
    fuels: heads.map(({ fuel, modes }) => ({ name: fuel.name, modes: modes.map((mode) => priceModes[mode]) })),
    groups: signs.map((province) => {
      const own = lines.filter((line) => line.province === province)
      return {
        name: provinceName(province),
        count: counted(own.length, 'punto vendita', 'punti vendita'),
        means: perColumn(rowsOf(own), columns.length, mean),
        stations: own.map((line) => ({
          ...{ code: line.code, name: line.name, city: line.city },
          ...{ 'name-ems': emsOf(`${line.code} ${line.name}`), 'city-ems': emsOf(line.city) },
          prices: rows.get(line)!.map((price) => (price ? { figure: figure(price.price), old: isOld(price, told) } : null)),
        })),
      }
    }),
    totals: [
      ['Minimo', perColumn(all, columns.length, (prices) => Math.min(...prices))],
      ['Medio', perColumn(all, columns.length, mean)],
      ['Massimo', perColumn(all, columns.length, (prices) => Math.max(...prices))],
    ],
  }
}

/** Possible distances between two marks of the chart in euro, and how many marks fit. */
const STEPS = [0.02, 0.05, 0.1, 0.2, 0.5]
const MOST_MARKS = 7
/** Lines of the chart, with coordinates from 0 to 1 in both directions, and the labels of its axes. */
function chartOf(series: readonly AuthoredPrice[][], fuels: readonly PricedFuel[], { at }: PdfContext) {
  const to = at.getTime()
  const from = to - HISTORY_DAYS * DAY_MS
  const x = (moment: string) => Math.min(1, Math.max(0, (Date.parse(moment) - from) / (to - from)))
  const until = at.toISOString()
  const since = new Date(from).toISOString()
  const drawn = series.map((rows) => {
    const first = inForce(rows, since)
    const changes = changesOf(rows, until).filter(({ at }) => at > since)
    return { row: rows[0]!, first, changes, last: inForce(rows, until) }
  })
  const values = drawn
    .flatMap(({ first, changes }) => [first?.price, ...changes.map((change) => change.new)])
    .filter((price) => price != null)
  if (!values.length) return null
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const step = STEPS.find((step) => most - least <= step * MOST_MARKS) ?? 1
  // A single flat line at the height of a mark still gets one mark below and one above.
  const low = Math.floor(least / step - 0.01) * step
  const marks = Math.ceil((most - low) / step + 0.01)
  const y = (price: number) => (price - low) / (marks * step)
  return {
    lines: drawn
      .filter(({ first, changes }) => first || changes.length)
      .map(({ row, first, changes, last }) => {
        const runs: [number, number][][] = first ? [[[0, y(first.price)]]] : []
        for (const change of changes) {
          const place = x(change.at)
          if (change.old !== null) runs.at(-1)?.push([place, y(change.old)])
          if (change.new !== null) change.old === null ? runs.push([[place, y(change.new)]]) : runs.at(-1)?.push([place, y(change.new)])
        }
        if (last) runs.at(-1)?.push([1, y(last.price)])
        return { ...nameOf(row, fuels), dashed: row.mode === 'serve', runs }
      }),
    prices: Array.from({ length: marks + 1 }, (_, index) => ({ at: index / marks, label: figure(low + index * step) })),
    days: Array.from({ length: 7 }, (_, index) => {
      const moment = new Date(from + ((to - from) * index) / 6)
      return { at: index / 6, label: italianDay(dayInRome(moment)).slice(0, 5) }
    }),
  }
}
const nameOf = ({ fuel_id, mode }: { fuel_id: number; mode: Mode }, fuels: readonly PricedFuel[]) => ({
  fuel: fuels.find(({ id }) => id === fuel_id)?.name ?? '',
  mode: priceModes[mode],
})

/** Data of "Listino e storico" (`price-history.typ`). `rows`: the prices in force when the 60 days begin, and all that began since. */
export function historyData(station: PricedStation, rows: readonly AuthoredPrice[], fuels: readonly PricedFuel[], told: PdfContext) {
  const until = told.at.toISOString()
  const since = new Date(told.at.getTime() - HISTORY_DAYS * DAY_MS).toISOString()
  const sorted = inSignOrder(fuels)
  const place = new Map(sorted.map(({ id }, index) => [id, index]))
  const series = seriesOf(rows).sort(
    (a, b) => place.get(a[0]!.fuel_id)! - place.get(b[0]!.fuel_id)! || modes.indexOf(a[0]!.mode) - modes.indexOf(b[0]!.mode),
  )
  const current = series.flatMap((rows) => inForce(rows, until) ?? [])
  const title = 'Listino e storico'
  return {
    ...common(title, told),
    running: `${title} – ${station.code} ${station.name}`,
    station: { name: station.name, place: addressOf(station), code: station.code },
    asked: `Prezzi in vigore ${whenOf(told)}`,
    modes: Object.values(priceModes),
    rows: sorted
      .filter(({ id }) => current.some(({ fuel_id }) => fuel_id === id))
      .map((fuel) => ({
        name: fuel.name,
        unit: unitOf(fuel),
        prices: modes.map((mode) => {
          const found = current.find((price) => price.fuel_id === fuel.id && price.mode === mode)
          return found ? { figure: figure(found.price), since: romeMoment(found.valid_from), old: isOld(found, told) } : null
        }),
      })),
    legend: `In corsivo i prezzi fermi da più di ${COMMUNICATION_DAYS} giorni.`,
    period: `Dal ${italianDay(dayInRome(new Date(since)))} al ${italianDay(dayInRome(told.at))}`,
    chart: chartOf(series, fuels, told),
    changes: series
      .flatMap((rows) => changesOf(rows, until))
      .filter(({ at }) => at > since)
      .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .map(({ at, old, new: made, row }) => ({
        ...nameOf(row, fuels),
        at: romeMoment(at),
        old: old === null ? null : figure(old),
        new: made === null ? null : figure(made),
        difference: old === null || made === null ? null : difference(Math.round((made - old) * 1_000) / 1_000),
        // The end of a sale is recorded, with its author, in the history of the station's fuels.
        who: made === null ? null : row.source === 'manuale' ? row.who : priceSources[row.source],
      })),
  }
}
