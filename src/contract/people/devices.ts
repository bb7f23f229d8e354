import * as v from 'valibot'
import { ListQuery, wholeNumber } from '../kernel/crud.ts'
import { list, post, resource } from '../kernel/endpoint.ts'
import { booleanParam } from '../kernel/filters.ts'

/** (+) What devices tell the office of themselves: figures, never content (outbox.md 2.15). */
const count = wholeNumber(0, 1_000_000)
const bytes = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)))
export const DeviceReport = v.object({
  /** The device's own name for itself, random. */
  uuid: v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo del dispositivo non è valido.")),
  app_version: v.pipe(v.string(), v.maxLength(40)),
  /** Of everybody who works on it. */
  unsent: count,
  /** Seconds since the oldest of them was saved. */
  oldest_age_s: v.nullish(wholeNumber(0)),
  persistent: v.boolean(),
  usage: bytes,
  quota: bytes,
})
const nullableNumber = v.nullable(v.number())
export const Device = v.object({
  /** The device's uuid. */
  id: v.string(),
  last_contact: v.string(),
  /** Who was signed in then. */
  user: v.object({ id: v.number(), name: v.string() }),
  unsent: v.number(),
  /** When the oldest of them was saved. */
  oldest_at: v.nullable(v.string()),
  app_version: v.string(),
  agent: v.string(),
  persistent: v.boolean(),
  usage: nullableNumber,
  quota: nullableNumber,
  /** Silent for more than 24 hours with unsent work. */
  silent: v.boolean(),
})
export type Device = v.InferOutput<typeof Device>

export const devices = resource('devices', {
  report: post('/devices/report', { body: DeviceReport, success: [200], output: v.object({ at: v.string() }), policy: 'auth' }),
  list: list('/devices', {
    query: v.object({ ...ListQuery.entries, silent: booleanParam }),
    output: Device,
    policy: 'super',
    order: '-last_contact',
  }),
})
