import * as v from 'valibot'
import { wholeNumber } from '../kernel/crud.ts'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, decimal, integer, reference } from '../kernel/fields.ts'
import { typed } from '../kernel/filters.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { priceModes } from '../stations/stations.ts'

/** What competitors ask, and where they are found (domain.md 6.5): the calls of one of them beside those of the list. */
export const competitorSources = { mimit: 'MIMIT', manuale: 'Rilevato' } as const
/** The chart goes back so far. */
export const CHART_DAYS = 30
/** How far neighbours are looked for at most, in kilometres, and how many are taken at once. */
export const MOST_KM = 50
export const MOST_NEIGHBOURS = 300

const price = v.nullable(v.number())
const one = '/station/competitors/{id}'
const mode = choice('Modalità', priceModes)

/** A station of the ministry's registry that may become a competitor. */
export const Neighbour = v.object({
  /** That of the ministry. */
  id: v.number(),
  name: v.string(),
  brand: v.nullable(v.string()),
  address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  province: v.nullable(v.string()),
  latitude: price,
  longitude: price,
  distance_km: price,
  /** It is a competitor already. */
  present: v.boolean(),
})
export type Neighbour = v.InferOutput<typeof Neighbour>
/** What one of a fuel and a mode costs with us, with them, and on average around; null is not known. */
export const ComparedPrice = v.object({
  fuel_id: v.number(),
  fuel: v.string(),
  unit: v.picklist(['l', 'kg']),
  mode,
  ours: price,
  theirs: price,
  /** When theirs was communicated, or seen; and which of the two. */
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
  /** The areas of the means: of our station, or where there is none of the competitor. */
  province: v.nullable(v.string()),
  region: v.nullable(v.string()),
  /** Day of the newest means. */
  means_day: v.nullable(v.string()),
  prices: v.array(ComparedPrice),
})
export type Comparison = v.InferOutput<typeof Comparison>
/** One fuel and mode day by day, oldest first; null where nothing is known of a day. */
export const PriceDay = v.object({ day: v.string(), ours: price, theirs: price, province: price, region: price })

export const competitorPrices = resource('competitors', {
  /** (+) Of the ministry's registry what is not ours: by what is typed, and around a station of ours nearest first; at most `MOST_NEIGHBOURS`. */
  neighbours: get('/station/competitors/neighbours', {
    query: v.object({ value: typed.value, station_id: v.optional(wholeNumber(1)), radius: v.optional(wholeNumber(1, MOST_KM)) }),
    output: Neighbour,
    envelope: 'list',
    policy: 'net.write',
  }),
  /** (+) Takes stations of the registry in, each compared with the station; one that is a competitor already stays as it is. */
  take: post('/station/competitors/import', {
    body: v.object({
      station_id: reference('Punto vendita confrontato'),
      mise_ids: labelled('Impianti', v.pipe(v.array(integer('Impianto', { min: 1 })), v.minLength(1), v.maxLength(MOST_NEIGHBOURS))),
    }),
    output: v.object({ created: v.number(), present: v.number() }),
    success: [200],
    ok: 'Vicini importati',
    policy: 'net.write',
  }),
  /** (+) What they ask against what we ask, and what is asked around, by fuel and mode. */
  comparison: get(`${one}/comparison`, { output: Comparison, policy: 'net.read', steady: 5 }),
  /** (+) The last `CHART_DAYS` days of one fuel and mode. */
  days: get(`${one}/days`, {
    query: v.object({ fuel_id: wholeNumber(1), mode }),
    output: PriceDay,
    envelope: 'list',
    policy: 'net.read',
    steady: 5,
  }),
  /** (+) A price that somebody has seen there. */
  survey: post(`${one}/prices`, {
    body: v.object({ fuel_id: reference('Carburante'), mode, price: decimal('Prezzo', { min: 0.3, max: 5, scale: 3 }) }),
    output: Comparison,
    success: [200],
    ok: 'Prezzo rilevato',
    policy: 'net.write',
  }),
})
