import * as v from 'valibot'
import { wholeNumber } from '../kernel/crud.ts'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, integer, money, reference } from '../kernel/fields.ts'
import { suggestionQuery } from '../kernel/filters.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { priceModes } from '../stations/stations.ts'

/** Where a competitor's price comes from: the ministry's registry, or one of our people who saw it. */
export const competitorSources = { mimit: 'MIMIT', manuale: 'Rilevato' } as const
/** Days shown by the price chart. */
export const CHART_DAYS = 30
/** Limits of a search for neighbours: the radius in kilometres, and how many are returned and imported at once. */
export const MAX_RADIUS_KM = 50
export const MAX_NEIGHBOURS = 300

const price = v.nullable(v.number())
const one = '/station/competitors/{id}'
const mode = choice('Modalità', priceModes)

/** A station of the ministry's registry that may become a competitor. */
export const Neighbour = v.object({
  /** The ministry's id. */
  id: v.number(),
  name: v.string(),
  brand: v.nullable(v.string()),
  address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  province: v.nullable(v.string()),
  latitude: price,
  longitude: price,
  distance_km: price,
  /** True if it is already one of our competitors. */
  present: v.boolean(),
})
export type Neighbour = v.InferOutput<typeof Neighbour>
/** Prices of one fuel and mode, in euro: ours, theirs, and the means of the area. Null where unknown. */
export const ComparedPrice = v.object({
  fuel_id: v.number(),
  fuel: v.string(),
  unit: v.picklist(['l', 'kg']),
  mode,
  ours: price,
  theirs: price,
  /** When their price was communicated or seen; `source` tells which of the two. */
  at: v.nullable(v.string()),
  source: v.nullable(v.picklist(Object.keys(competitorSources) as (keyof typeof competitorSources)[])),
  province: price,
  region: price,
})
export const Comparison = v.object({
  name: v.string(),
  brand: v.string(),
  city: v.string(),
  station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
  distance_km: price,
  /** Areas the means are taken from: our station's, or the competitor's if it is compared with no station. */
  province: v.nullable(v.string()),
  region: v.nullable(v.string()),
  /** Day of the newest means, `YYYY-MM-DD`. */
  means_day: v.nullable(v.string()),
  prices: v.array(ComparedPrice),
})
export type Comparison = v.InferOutput<typeof Comparison>
/** Prices of one fuel and mode on one day. Null where unknown. */
export const PriceDay = v.object({ day: v.string(), ours: price, theirs: price, province: price, region: price })

export const competitorPrices = resource('competitors', {
  /** (+) Stations of the ministry's registry that are not ours: those matching the text, or those around one of our stations, nearest first. At most `MOST_NEIGHBOURS`. */
  neighbours: get('/station/competitors/neighbours', {
    query: v.object({
      value: suggestionQuery.value,
      station_id: v.optional(wholeNumber(1)),
      radius: v.optional(wholeNumber(1, MAX_RADIUS_KM)),
    }),
    output: Neighbour,
    envelope: 'list',
    policy: 'net.write',
  }),
  /** (+) Imports stations of the registry as competitors of the given station. Existing competitors stay unchanged. */
  take: post('/station/competitors/import', {
    body: v.object({
      station_id: reference('Punto vendita confrontato'),
      mise_ids: labelled('Impianti', v.pipe(v.array(integer('Impianto', { min: 1 })), v.minLength(1), v.maxLength(MAX_NEIGHBOURS))),
    }),
    output: v.object({ created: v.number(), present: v.number() }),
    success: [200],
    ok: 'Vicini importati',
    policy: 'net.write',
  }),
  /** (+) Their prices beside ours and the means of the area, by fuel and mode. */
  comparison: get(`${one}/comparison`, { output: Comparison, policy: 'net.read', steady: 5 }),
  /** (+) The last `CHART_DAYS` days of one fuel and mode, oldest first. */
  days: get(`${one}/days`, {
    query: v.object({ fuel_id: wholeNumber(1), mode }),
    output: PriceDay,
    envelope: 'list',
    policy: 'net.read',
    steady: 5,
  }),
  /** (+) Records a price that somebody saw at the competitor's station. */
  survey: post(`${one}/prices`, {
    body: v.object({ fuel_id: reference('Carburante'), mode, price: money('Prezzo', { min: 0.3, max: 5, scale: 3 }) }),
    output: Comparison,
    success: [200],
    ok: 'Prezzo rilevato',
    policy: 'net.write',
  }),
})
