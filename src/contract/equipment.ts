import * as v from 'valibot'
import { get, resource } from './endpoint.ts'

/** Equipment of a station (doc 1 §3 and §7; domain.md 1.2). In the reads `{id}` is the station. */
const text = v.nullable(v.string())
const number = v.nullable(v.number())
const Fuel = v.object({ id: v.number(), name: v.string() })
/** `number` is the serial on the plate. */
const piece = { id: v.number(), rev: v.number(), station_id: v.number(), brand: text, model: text, number: text, year: number, note: text }

export const Tank = v.object({
  ...piece,
  type: text,
  /** Litres. */
  capacity: number,
  probe: v.boolean(),
  fuel: v.nullable(Fuel),
  compartment: number,
  status: text,
  last_test: text,
  next_test: text,
})
export type Tank = v.InferOutput<typeof Tank>
const ofStation = <const P extends string, S extends v.GenericSchema>(path: P, output: S) =>
  get(path, { output, envelope: 'list', policy: 'equip.read', steady: true })

export const equipment = resource('equipment', {
  tanks: ofStation('/station/tanks/{id}', Tank),
})
