import * as v from 'valibot'
import { ListQuery } from '../kernel/crud.ts'
import { get, list, post, resource } from '../kernel/endpoint.ts'
import { text as line, reference } from '../kernel/fields.ts'
import { anyText } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'

/** The copy of the ministry's registry of stations (domain.md 8.4). Source: MIMIT – Osservaprezzi Carburanti, IODL 2.0. */
const text = v.nullable(v.string())
export const MimitStation = v.object({
  /** `mise_id` of our stations. */
  id: v.number(),
  name: v.string(),
  brand: text,
  kind: text,
  address: text,
  city: text,
  province: text,
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** Ours, where it is one already and the caller sees it. */
  station_id: v.nullable(v.number()),
})
export type MimitStation = v.InferOutput<typeof MimitStation>

/** Where the registry comes from, and what is stored of it. */
export const MimitSource = v.object({
  state: v.picklist(['off', 'drop', 'on']),
  where: text,
  day: text,
  stations: v.number(),
  prices: v.number(),
  /** Names of fuels that none of ours has ("Carburanti da associare"). */
  unknown: v.array(v.object({ name: v.string(), prices: v.number() })),
  job: v.nullable(Job),
})
export const mimit = resource('mimit', {
  source: get('/mimit/source', { output: MimitSource, policy: 'super' }),
  /** From now on prices under this name are of that fuel. */
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
