import * as v from 'valibot'
import { isCoordinate, isDay } from './italian-codes.ts'

// Facts that a camera writes into its files. One that cannot be is dropped, on the device and on the server: the file itself is good.

/** True for a moment by a camera's clock, `YYYY-MM-DDTHH:MM:SS`, that exists. */
export const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT([01]\d|2[0-3])(:[0-5]\d){2}$/.test(text) && isDay(text.slice(0, 10))
/** True for a place on earth (WGS 84 degrees). Cameras without a fix write 0, 0. */
export const isPlace = (latitude: unknown, longitude: unknown) =>
  typeof latitude === 'number' &&
  typeof longitude === 'number' &&
  isCoordinate(latitude, 90) &&
  isCoordinate(longitude, 180) &&
  !(latitude === 0 && longitude === 0)
/** The place, or none: half a position is no place. */
export const placeOf = (latitude: number | undefined, longitude: number | undefined) =>
  isPlace(latitude, longitude) ? { latitude, longitude } : {}

export const takenAtField = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => (isMoment(text) ? text : undefined)),
  ),
)
/** Degrees, as a number or as the text of a form. */
export const degreesField = (limit: 90 | 180) =>
  v.optional(
    v.pipe(
      v.union([v.number(), v.string()]),
      v.transform((value) => (String(value).trim() !== '' && isCoordinate(Number(value), limit) ? Number(value) : undefined)),
    ),
  )
