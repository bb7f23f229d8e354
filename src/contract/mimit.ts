import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { list, resource } from './endpoint.ts'
import { anyText } from './filters.ts'

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

export const mimit = resource('mimit', {
  stations: list('/mimit/stations', {
    query: v.object({ ...ListQuery.entries, brand: anyText, province: anyText }),
    output: MimitStation,
    policy: 'net.read',
    steady: true,
    order: 'name',
  }),
})
