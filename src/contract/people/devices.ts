import * as v from 'valibot'
import { ListQuery, wholeNumber } from '../kernel/crud.ts'
import { list, post, resource } from '../kernel/endpoint.ts'
import { booleanParam } from '../kernel/filters.ts'

const count = wholeNumber(0, 1_000_000)
const bytes = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)))
/** (+) A device's report about its unsent work and storage: numbers, never content. */
export const DeviceReport = v.object({
  /** Random identifier that the device has chosen. */
  uuid: v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo del dispositivo non è valido.")),
  app_version: v.pipe(v.string(), v.maxLength(40)),
  /** Unsent items of everybody who works on it. */
  unsent: count,
  /** Of these, refused by the office or in conflict; absent from older versions of the app. */
  stuck: v.optional(count, 0),
  /** Seconds since the oldest unsent item was saved. */
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
  /** The person signed in at the time of the report. */
  user: v.object({ id: v.number(), name: v.string() }),
  unsent: v.number(),
  /** Of these, waiting for a decision of the person. */
  stuck: v.number(),
  /** When the oldest unsent item was saved. */
  oldest_at: v.nullable(v.string()),
  app_version: v.string(),
  agent: v.string(),
  persistent: v.boolean(),
  usage: nullableNumber,
  quota: nullableNumber,
  /** No contact for more than 24 hours, with unsent work. */
  silent: v.boolean(),
})
export type Device = v.InferOutput<typeof Device>

export const devices = resource('devices', {
  report: post('/devices/report', {
    body: DeviceReport,
    success: [200],
    output: v.object({ at: v.string() }),
    policy: 'auth',
    fleeting: true,
  }),
  list: list('/devices', {
    query: v.object({ ...ListQuery.entries, silent: booleanParam }),
    output: Device,
    policy: 'super',
    order: '-last_contact',
  }),
})
