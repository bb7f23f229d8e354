import * as v from 'valibot'
import { ListQuery } from '../kernel/crud.ts'
import { get, list, post, resource } from '../kernel/endpoint.ts'
import { text as line, reference } from '../kernel/fields.ts'
import { anyText } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'

/** Our copy of the ministry's registry of stations. Source: MIMIT – Osservaprezzi Carburanti, IODL 2.0. */
const text = v.nullable(v.string())
export const MimitStation = v.object({
  /** The ministry's id, which is `mise_id` on our stations. */
  id: v.number(),
  name: v.string(),
  brand: text,
  kind: text,
  address: text,
  city: text,
  province: text,
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** The id of our station, if it is one of ours and the caller may see it. */
  station_id: v.nullable(v.number()),
})
export type MimitStation = v.InferOutput<typeof MimitStation>

/** Where the registry is read from, and how much of it is stored. */
export const MimitSource = v.object({
  state: v.picklist(['off', 'drop', 'on']),
  where: text,
  day: text,
  stations: v.number(),
  prices: v.number(),
  /** Fuel names of the registry that belong to none of our fuels ("Carburanti da associare"). */
  unknown: v.array(v.object({ name: v.string(), prices: v.number() })),
  job: v.nullable(Job),
  /** Why the files of the last import were left, where `force` of `miseimport` takes them all the same; null else. */
  doubt: text,
})
export const mimit = resource('mimit', {
  source: get('/mimit/source', { output: MimitSource, policy: 'super' }),
  /** Assigns a fuel name of the registry to one of our fuels. */
  associate: post('/mimit/fuels', {
    body: v.object({ name: line('Nome'), fuel_id: reference('Carburante') }),
    output: MimitSource,
    success: [200],
    ok: 'Carburante associato',
    touches: ['competitors'],
    policy: 'super',
  }),
  stations: list('/mimit/stations', {
    query: v.object({ ...ListQuery.entries, brand: anyText, province: anyText }),
    output: MimitStation,
    policy: 'net.read',
    steady: true,
    order: 'name',
  }),
})
