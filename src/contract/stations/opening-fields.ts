import * as v from 'valibot'
import { choice, flag, integer, longText, optional, regexText, time } from '../kernel/fields.ts'

/** Days of the opening hours; 8 stands for holidays. A station has one week, and detailed weeks by mode and season. */
export const weekdays = {
  1: 'Lunedì',
  2: 'Martedì',
  3: 'Mercoledì',
  4: 'Giovedì',
  5: 'Venerdì',
  6: 'Sabato',
  7: 'Domenica',
  8: 'Festivi',
} as const
export const openingModes = { servito: 'Servito', self: 'Self', bar: 'Bar', lavaggio: 'Lavaggio' } as const
export const openingSeasons = { annuale: 'Annuale', invernale: 'Invernale', estivo: 'Estivo' } as const

/** Hours of a day: at most two intervals `HH:MM`. An interval past midnight ends at `24:00` and continues on the next day. */
export const hoursFields = {
  open1: optional(time('Apertura')),
  close1: optional(time('Chiusura')),
  open2: optional(time('Seconda apertura')),
  close2: optional(time('Seconda chiusura')),
  closed: v.optional(flag('Chiuso'), false),
  h24: v.optional(flag('24 ore'), false),
}
/** `weekday`: 1 is Monday. */
export const openingFields = { weekday: integer('Giorno', { min: 1, max: 7 }), ...hoursFields }
const yearDay = (label: string) =>
  regexText(
    label,
    /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2\d))$/,
    `Il campo ${label} deve essere un giorno nel formato MM-GG.`,
  )
/** `weekday` 8 stands for holidays; `valid_from` and `valid_to` are days `MM-DD` of every year. */
export const detailedOpeningFields = {
  mode: choice('Modalità', openingModes),
  season: v.optional(choice('Stagione', openingSeasons), 'annuale'),
  valid_from: v.optional(yearDay('Dal'), '01-01'),
  valid_to: v.optional(yearDay('Al'), '12-31'),
  weekday: integer('Giorno', { min: 1, max: 8 }),
  ...hoursFields,
  note: longText('Note'),
}

const hour = v.nullable(v.string())
const hours = { open1: hour, close1: hour, open2: hour, close2: hour, closed: v.boolean(), h24: v.boolean() }
export const Opening = v.object({ id: v.number(), weekday: v.number(), ...hours })
export type Opening = v.InferOutput<typeof Opening>
export const DetailedOpening = v.object({
  id: v.number(),
  mode: detailedOpeningFields.mode,
  season: v.picklist(['annuale', 'invernale', 'estivo']),
  valid_from: v.string(),
  valid_to: v.string(),
  weekday: v.number(),
  ...hours,
  note: hour,
})
export type DetailedOpening = v.InferOutput<typeof DetailedOpening>
