import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, resource } from '../kernel/endpoint.ts'
import { choice, date, decimal, flag, instant, optional, reference } from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, facets } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { priceModes, priceSources, StationRow } from '../stations/stations.ts'

/** Doc 1 §5 and §7 (prices); domain.md 1.2 and 5.2. */
/** A station sells so many fuels at most, each self and served. */
const MOST_PRICES = 60
const MOST_STATIONS = 5_000
const mode = v.picklist(Object.keys(priceModes) as (keyof typeof priceModes)[])
const source = v.picklist(Object.keys(priceSources) as (keyof typeof priceSources)[])
const nullable = v.nullable(v.string())

/** One price of a series, which is a station, a fuel and a mode. Euro per `unit`, three decimals. */
export const Price = v.object({
  id: v.number(),
  station_id: v.number(),
  fuel_id: v.number(),
  fuel: v.string(),
  unit: v.picklist(['l', 'kg']),
  mode,
  price: v.number(),
  /** The one before it in its series; null for the first. */
  previous: v.nullable(v.number()),
  valid_from: v.string(),
  /** Since when it is no more in force although no newer one follows: its fuel is not sold any longer. */
  valid_to: nullable,
  source,
  created_at: v.string(),
  /** Who published it, by name; null where nobody signed in has. */
  author: nullable,
  /** The newest of its series, planned ones included: that one may be deleted. */
  newest: v.boolean(),
  /** `future`: planned; `past`: another has followed, or its fuel is not sold any longer. */
  state: v.picklist(['current', 'future', 'past']),
})
export type Price = v.InferOutput<typeof Price>

/** What a station sells and at what, of the moment that is asked for. `id`, `price` and `since` are null where no price is known; `next` is the one that follows by itself. */
export const PriceCell = v.object({
  fuel_id: v.number(),
  mode,
  id: v.nullable(v.number()),
  price: v.nullable(v.number()),
  since: nullable,
  next: v.nullable(v.object({ id: v.number(), price: v.number(), valid_from: v.string() })),
})
export type PriceCell = v.InferOutput<typeof PriceCell>
export const StationPrices = v.object({
  id: v.number(),
  code: v.string(),
  name: v.string(),
  city: v.string(),
  province: v.string(),
  brand: nullable,
  status: StationRow.entries.status,
  /** Whether the caller may publish there. */
  writable: v.boolean(),
  /** Each fuel and mode that it sells, in the order of the fuels. */
  cells: v.array(PriceCell),
  /** When a price of it last came into force: from then on count the days until the next communication is due. */
  updated_at: nullable,
  /** Days in Rome since then. */
  age: v.nullable(v.number()),
})
export type StationPrices = v.InferOutput<typeof StationPrices>

/** What is asked around a station on average, as the ministry's registry has it. Null: not known. */
export const AreaMeans = v.object({
  /** Sign of the province and name of the region; null beside a motorway, where the mean of the nation counts. */
  province: nullable,
  region: nullable,
  /** `YYYY-MM-DD` */
  day: nullable,
  prices: v.array(v.object({ fuel_id: v.number(), mode, province: v.nullable(v.number()), region: v.nullable(v.number()) })),
})
export type AreaMeans = v.InferOutput<typeof AreaMeans>

export const priceFilters = {
  station_id: anyId,
  province: anyText,
  brand: anyText,
  /** Of stations that sell it. */
  fuel_id: anyId,
  /** Communicated more than eight days ago, or never. */
  stale: booleanParam,
  /** As it was at the end of that day in Rome. */
  date: v.optional(date('Data')),
  /** (+) As it was, or will be, at that moment. */
  at: v.optional(instant('Momento')),
}
export const priceEntry = {
  fuel_id: reference('Carburante'),
  mode: choice('Modalità', priceModes),
  /** Not above zero: left out. */
  price: decimal('Prezzo', { scale: 3 }),
  valid_from: optional(instant('Valido dal')),
}
const station = reference('Punto vendita')
const stations = 'stations'

export const prices = resource('prices', {
  /** A row a station with what it sells now, or when asked for. Sorts: `name`, `code`, `city`, `updated_at`, and `price-1-self` for what fuel 1 costs self. */
  list: list('/prices', {
    query: v.object({ ...listQuery, ...priceFilters, ...facets('province', 'brand') }),
    output: StationPrices,
    policy: 'prices.read',
    order: 'name',
    kept: { place: 'cache', by: ['superAdmin', 'station', 'network_manager', 'manager', 'worker'] },
  }),
  /** All that a station has, newest first, planned ones included. `since`: of that day in Rome and later. */
  history: get('/prices/station/{id}', {
    query: v.object({ fuel_id: anyId, since: v.optional(date('Dal')) }),
    output: Price,
    envelope: 'list',
    policy: 'prices.read',
  }),
  /** (+) The newest means of its province and region, of the last 30 days. */
  means: get('/prices/station/{id}/means', { output: AreaMeans, policy: 'prices.read', steady: 5 }),
  get: get('/prices/{id}', { output: Price, policy: 'prices.read' }),
  /**
   * Prices of one station, now or from `valid_from` on. `confirm`: prices that are unusual, or more than 15 % away from the one before, are meant. What may be so but
   * is odd (self dearer than served) is published, and told in `warnings`.
   */
  create: post('/prices', {
    body: v.object({
      station_id: station,
      prices: labelled('Prezzi', v.pipe(v.array(v.object(priceEntry)), v.maxLength(MOST_PRICES, `Al massimo ${MOST_PRICES} prezzi.`))),
      confirm: v.optional(flag('Conferma'), false),
    }),
    output: v.object({
      station_id: v.number(),
      prices: v.array(Price),
      warnings: v.array(v.object({ fuel_id: v.number(), mode, message: v.string() })),
    }),
    ok: 'Prezzo inserito',
    policy: 'prices.write',
    touches: [stations],
  }),
  remove: del('/prices/{stationId}/{priceId}', { ok: 'Prezzo eliminato', policy: 'prices.write', touches: [stations] }),
  /**
   * (+) "Applica variazione", as a job: each station is a row, done as `create` would. `seen` are the prices (ids) that the person has seen for what is to be changed:
   * where others are in force when its turn comes, the station is refused, for it would not become what was shown.
   */
  vary: post('/prices/variation', {
    body: v.object({
      stations: labelled(
        'Punti vendita',
        v.pipe(
          v.array(v.object({ id: station, seen: v.pipe(v.array(reference('Prezzo')), v.maxLength(MOST_PRICES)) })),
          v.minLength(1, 'Scegli almeno un punto vendita.'),
          v.maxLength(MOST_STATIONS, 'I punti vendita sono troppi.'),
        ),
      ),
      fuels: labelled(
        'Carburanti',
        v.pipe(v.array(reference('Carburante')), v.minLength(1, 'Scegli almeno un carburante.'), v.maxLength(100)),
      ),
      modes: labelled('Modalità', v.pipe(v.array(choice('Modalità', priceModes)), v.minLength(1, 'Scegli almeno una modalità.'))),
      /** Euro per unit, added to each. */
      delta: labelled(
        'Variazione',
        v.pipe(
          decimal('Variazione', { min: -1, max: 1, scale: 3 }),
          v.check((value) => value !== 0, 'Indica di quanto.'),
        ),
      ),
      valid_from: optional(instant('Valido dal')),
      confirm: v.optional(flag('Conferma'), false),
    }),
    output: Job,
    ok: 'Variazione avviata',
    policy: 'prices.write',
    touches: ['jobs', stations],
  }),
})
