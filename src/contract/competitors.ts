import * as v from 'valibot'
import { crud, wholeNumber } from './crud.ts'
import { get, post, resource } from './endpoint.ts'
import {
  cap,
  choice,
  decimal,
  flag,
  identifier,
  integer,
  latitude,
  longitude,
  longText,
  optional,
  optionalText,
  province,
  reference,
  text,
} from './fields.ts'
import { anyId, anyText, booleanParam, facets, typed } from './filters.ts'
import { priceModes, StationMap } from './stations.ts'
import { labelled } from './valibot-it.ts'

/** Stations of others, and what they ask (doc 0 §3, §7; domain.md 1.2, 6.5). */
export const competitorSources = { mimit: 'MIMIT', manuale: 'Rilevato' } as const
/** From so many days on a price is old: it must be communicated anew every eight days. */
export const STALE_DAYS = 8
/** The chart goes back so far. */
export const CHART_DAYS = 30
/** How far neighbours are looked for at most, in kilometres, and how many are taken at once. */
export const MOST_KM = 50
export const MOST_NEIGHBOURS = 300

const mode = choice('Modalità', priceModes)
const price = v.nullable(v.number())
const plain = crud('/station/competitors', {
  fields: {
    name: text('Nome'),
    brand: text('Bandiera', { max: 80 }),
    address: optionalText('Indirizzo'),
    cap: optional(cap('CAP')),
    city: text('Città', { max: 80 }),
    province: optional(province('Provincia')),
    latitude: optional(latitude('Latitudine')),
    longitude: optional(longitude('Longitudine')),
    mise_id: optional(identifier('ID impianto MIMIT')),
    station_id: optional(reference('Punto vendita confrontato')),
    note: longText('Note'),
    active: v.optional(flag('Attivo'), true),
  },
  row: {
    station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    /** As the crow flies from that station; null where one of the two has no position. */
    distance_km: price,
    /** Euro a litre, self service: petrol and diesel of theirs, and how much more their petrol costs than ours. */
    price,
    diesel: price,
    delta: price,
    /** When the newest of their prices was communicated, or seen. */
    seen_at: v.nullable(v.string()),
  },
  filters: { station_id: anyId, province: anyText, stale: booleanParam, ...facets('province') },
  ok: ['Concorrente creato', 'Concorrente modificato', 'Concorrente eliminato'],
  read: 'net.read',
  write: 'net.write',
  only: ['list', 'create', 'update', 'remove'],
})
const { page: _, per_page: __, is_paginated: ___, ...shared } = plain.list.query.entries
const { facet: ____, ...mapQuery } = shared
const one = '/station/competitors/{id}'

/** Of a competitor only what a map shows. */
export const MapCompetitor = v.object({
  id: v.number(),
  name: v.string(),
  brand: v.string(),
  city: v.string(),
  latitude: price,
  longitude: price,
  active: v.boolean(),
  price,
})
export type MapCompetitor = v.InferOutput<typeof MapCompetitor>
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

export const competitors = resource('competitors', {
  ...plain,
  // On the time too: prices come into force, and grow old.
  list: { ...plain.list, steady: 5 },
  /** (+) All that pass the filters, in the order of the list. */
  map: get('/station/competitors/map', {
    query: v.object(mapQuery),
    output: v.object({ competitors: v.array(MapCompetitor), tiles: StationMap.entries.tiles }),
    policy: 'net.read',
    steady: 5,
  }),
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
