import { fold } from '../../../src/contract/kernel/fold.ts'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { stationText } from '../shared/search-text.ts'
import { splitPostcode, townName } from '../stations/town-name.ts'
import type { MimitPrice, MimitStation } from './mimit-files.ts'

/** One of our fuels, as the import of the ministry's registry needs it. */
export interface Fuel {
  id: number
  mise_names: readonly string[]
  /** GPL has its own two flags on the station (`selfGPL`, `serveGPL`). */
  gpl: boolean
  gas: boolean
}
/** A price of the registry for one of our fuels. */
export interface Offer {
  fuel: Fuel
  mode: 'self' | 'serve'
  price: number
  /** When it was communicated, ISO 8601 in UTC. */
  at: string
}
/** The wanted stations of the registry. An empty list selects everything; brands are compared without case and accents. */
export interface Selection {
  brands: readonly string[]
  provinces: readonly string[]
}

export function selects({ brands, provinces: wanted }: Selection): (row: MimitStation) => boolean {
  const names = new Set(brands.map(fold))
  return (row) => (!names.size || names.has(fold(row.brand))) && (!wanted.length || wanted.includes(row.province ?? ''))
}

/**
 * The offers of each station, by station id. If a station lists one fuel under two names (Gasolio and Gasolio Alpino), the name that comes
 * first in the fuel's list wins. Prices outside 0.3–5 € are left out. `withheld` counts the rows left out, by reason.
 */
export function offersOf(prices: readonly MimitPrice[], fuels: readonly Fuel[]) {
  const withheld: Record<string, number> = {}
  const known = new Map(fuels.flatMap((fuel) => fuel.mise_names.map((name, rank) => [name.trim().toLowerCase(), { fuel, rank }] as const)))
  const best = new Map<string, { rank: number; station: number; offer: Offer }>()
  const skip = (reason: string) => {
    withheld[reason] = (withheld[reason] ?? 0) + 1
  }
  for (const { station, fuel: name, self, price, at, odd } of prices) {
    const found = known.get(name.trim().toLowerCase())
    if (!found) continue
    if (odd) {
      skip('prezzo fuori da 0,3–5 €')
      continue
    }
    const mode = self ? ('self' as const) : ('serve' as const)
    const key = `${station} ${found.fuel.id} ${mode}`
    const other = best.get(key)
    if (other) skip('altro nome dello stesso carburante')
    if (!other || found.rank < other.rank) best.set(key, { rank: found.rank, station, offer: { fuel: found.fuel, mode, price, at } })
  }
  const offers = new Map<number, Offer[]>()
  for (const { station, offer } of best.values()) offers.set(station, [...(offers.get(station) ?? []), offer])
  return { offers, withheld }
}

/** Gives a function from a row to the postcode of its town: the one that most stations of the town write. */
export function townPostcodes(rows: readonly MimitStation[]): (row: MimitStation) => string | undefined {
  const key = (row: MimitStation) => `${row.province} ${fold(row.city)}`
  const counts = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const { cap } = splitPostcode(row.address)
    if (!cap) continue
    const town = counts.get(key(row)) ?? new Map<string, number>()
    counts.set(key(row), town.set(cap, (town.get(cap) ?? 0) + 1))
  }
  return (row) => [...(counts.get(key(row)) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0]
}

const kinds: Record<string, string> = { stradale: 'stradale', autostradale: 'autostradale', 'strada statale': 'strada_statale' }
/** The reason, in Italian, that a row of the registry cannot become one of our stations; undefined if it can. */
export function rejectionReason(row: MimitStation): string | undefined {
  if (!row.province) return 'provincia sconosciuta'
  if (!row.city) return 'comune mancante'
  return undefined
}
/** Makes a row of `stations` from a row of the registry. The code is `M` plus the ministry's number; an unknown postcode stays empty. */
export function ourStation(row: MimitStation, offers: readonly Offer[], postcode: string | undefined) {
  const { address, cap } = splitPostcode(row.address)
  const sells = (gpl: boolean, mode: Offer['mode']) =>
    offers.some((offer) => offer.mode === mode && offer.fuel.gpl === gpl && (gpl || !offer.fuel.gas))
  const unknown = offers.length === 0
  const station = {
    mise_id: row.id,
    code: `M${row.id}`,
    name: row.name.slice(0, 120),
    address: address.slice(0, 160),
    cap: cap ?? postcode ?? '',
    city: townName(row.city).slice(0, 80),
    province: row.province ?? '',
    region: provinces.get(row.province ?? '')?.region ?? null,
    latitude: row.latitude,
    longitude: row.longitude,
    brand: row.brand || null,
    kind: kinds[row.kind.toLowerCase()] ?? null,
    self: unknown || sells(false, 'self'),
    serve: unknown || sells(false, 'serve'),
    selfGPL: sells(true, 'self'),
    serveGPL: sells(true, 'serve'),
  }
  return { ...station, search_text: stationText(station) }
}
