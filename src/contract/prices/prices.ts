import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, resource } from '../kernel/endpoint.ts'
import { choice, date, decimal, flag, instant, money, optional, reference } from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, facets } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { priceModes, priceSources, StationRow } from '../stations/stations.ts'

/** Upper bound of the prices in one publication: each fuel of a station, self and served. */
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
  /** The price before it in its series; null for the first. */
  previous: v.nullable(v.number()),
  valid_from: v.string(),
  /** When it was taken back, or its fuel was no longer sold. */
  valid_to: nullable,
  source,
  created_at: v.string(),
  /** Name of the person who published it; null if no signed-in person did. */
  author: nullable,
  /** True for the newest of its series, planned prices included, unless it has ended. Only that one may be deleted. */
  newest: v.boolean(),
  /** `future`: planned; `past`: replaced by another, taken back, or its fuel is no longer sold. */
  state: v.picklist(['current', 'future', 'past']),
})
export type Price = v.InferOutput<typeof Price>

/** The price of one fuel and mode at the requested moment. `id`, `price` and `since` are null if no price is known; `next` is the planned price that follows. */
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
  /** True if the caller may publish prices of this station. */
  writable: v.boolean(),
  /** Every fuel and mode it sells, by position of the fuel. */
  cells: v.array(PriceCell),
  /** When one of its prices last came into force. The days until the next communication count from here. */
  updated_at: nullable,
  /** Calendar days in Rome since `updated_at`. */
  age: v.nullable(v.number()),
})
export type StationPrices = v.InferOutput<typeof StationPrices>

/** Mean prices around a station, from the ministry's registry. Null where unknown. */
export const AreaMeans = v.object({
  /** Province code and region name; null for a motorway station, where the national mean counts. */
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
  /** Stations that sell one of these fuels. */
  fuel_id: anyId,
  /** Prices communicated more than eight days ago, or never. */
  stale: booleanParam,
  /** The prices at the end of that day in Rome. */
  date: v.optional(date('Data')),
  /** (+) The prices at that moment, past or future. */
  at: v.optional(instant('Momento')),
}
export const priceEntry = {
  fuel_id: reference('Carburante'),
  mode: choice('Modalità', priceModes),
  /** Entries that are not above zero are ignored. */
  price: money('Prezzo', { scale: 3 }),
  valid_from: optional(instant('Valido dal')),
  /** (+) The price in force that the writer saw, null for none. If another is in force by now, the publication is refused. */
  expected: v.optional(v.nullable(decimal('Prezzo atteso', { scale: 3 }))),
}
const station = reference('Punto vendita')
const stations = 'stations'

export const prices = resource('prices', {
  /** One row per station with its prices, now or at the requested moment. Sorts: `name`, `code`, `city`, `updated_at`, and `price-1-self` for the self price of fuel 1. */
  list: list('/prices', {
    query: v.object({ ...listQuery, ...priceFilters, ...facets('province', 'brand') }),
    output: StationPrices,
    policy: 'prices.read',
    order: 'code',
    kept: { place: 'cache', by: ['superAdmin', 'station', 'network_manager', 'manager', 'worker'] },
  }),
  /** All prices of a station, newest first, planned ones included. `since`: only those from that day in Rome on. */
  history: get('/prices/station/{id}', {
    query: v.object({ fuel_id: anyId, since: v.optional(date('Dal')) }),
    output: Price,
    envelope: 'list',
    policy: 'prices.read',
  }),
  /** (+) The newest means of its province and region, not older than 30 days. */
  means: get('/prices/station/{id}/means', { output: AreaMeans, policy: 'prices.read', steady: 5 }),
  get: get('/prices/{id}', { output: Price, policy: 'prices.read' }),
  /**
   * Publishes prices of one station, from now or from `valid_from` on. A price that is unusual, or more than 15 % away from the one before, needs `confirm`.
   * A self price above the served price is published and reported in `warnings`.
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
  /** A price that was in force stays in the history with its end, and the one before it is published again from now on. */
  remove: del('/prices/{stationId}/{priceId}', { ok: 'Prezzo eliminato', policy: 'prices.write', touches: [stations] }),
  /**
   * (+) "Applica variazione", as a job with one row per station, each published like `create`. `seen` holds the ids of the prices shown in the preview:
   * if others are in force when the job reaches a station, the station is refused, because the result would differ from the preview.
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
      /** Euro per unit, added to each price. */
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
