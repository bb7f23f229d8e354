import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import {
  cap,
  flag,
  identifier,
  latitude,
  longitude,
  longText,
  optional,
  optionalText,
  province,
  reference,
  text,
} from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, facets } from '../kernel/filters.ts'
import { StationMap } from '../stations/stations.ts'

/** After this many days a price counts as old: the law requires a new communication every eight days. */
export const STALE_DAYS = 8
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
    /** Straight-line distance from that station; null if either has no position. */
    distance_km: price,
    /** Euro per litre, self service: their petrol, their diesel, and how much more their petrol costs than ours. */
    price,
    diesel: price,
    delta: price,
    /** When the newest of their prices was communicated or seen. */
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

/** The part of a competitor that a map shows. */
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
export const competitors = resource('competitors', {
  ...plain,
  // The answer also depends on the time: prices come into force and grow old.
  list: {
    ...{ ...plain.list, steady: 5 },
    bulk: {
      activate: { label: 'Attiva', call: 'update', policy: 'net.write', given: { active: true } },
      deactivate: { label: 'Disattiva', call: 'update', policy: 'net.write', given: { active: false } },
    },
  },
  /** (+) All competitors that match the filters, in the order of the list. */
  map: get('/station/competitors/map', {
    query: v.object(mapQuery),
    output: v.object({ competitors: v.array(MapCompetitor), tiles: StationMap.entries.tiles }),
    policy: 'net.read',
    steady: 5,
  }),
})
