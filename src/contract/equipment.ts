import * as v from 'valibot'
import { get, resource } from './endpoint.ts'

/** Equipment of a station (doc 1 §3 and §7; domain.md 1.2). In the reads `{id}` is the station. */
const text = v.nullable(v.string())
const number = v.nullable(v.number())
const Fuel = v.object({ id: v.number(), name: v.string() })
/** `number` is the serial on the plate. */
const piece = { id: v.number(), rev: v.number(), station_id: v.number(), brand: text, model: text, number: text, year: number, note: text }

export const Gun = v.object({
  id: v.number(),
  rev: v.number(),
  number: v.number(),
  fuel: Fuel,
  side: text,
  flow: text,
  tank: v.nullable(v.object({ id: v.number(), number: text })),
  /** Litres, or kilograms for gas sold by weight. */
  totalizer: number,
  last_metric_check: text,
  next_metric_check: text,
  seals_ok: v.nullable(v.boolean()),
  active: v.boolean(),
})
export const Dispenser = v.object({ ...piece, kind: text, island: number, status: text, guns: v.array(Gun) })
export type Dispenser = v.InferOutput<typeof Dispenser>
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
export const StationDevice = v.object({ ...piece, type: text, stacker: v.boolean(), status: text })
export type StationDevice = v.InferOutput<typeof StationDevice>

const ofStation = <const P extends string, S extends v.GenericSchema>(path: P, output: S) =>
  get(path, { output, envelope: 'list', policy: 'equip.read', steady: true })

export const equipment = resource('equipment', {
  dispensers: ofStation('/station/dispensers/{id}', Dispenser),
  tanks: ofStation('/station/tanks/{id}', Tank),
  devices: ofStation('/station/devices/{id}', StationDevice),
})
