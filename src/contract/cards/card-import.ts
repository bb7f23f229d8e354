import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, date, decimal, flag, integer, longText, optional, optionalText, regexText } from '../kernel/fields.ts'
import { importing } from '../kernel/importing.ts'
import { cardStatuses, cardTypes } from './words.ts'

/** Most rows of a file of `importData`. */
export const MAX_IMPORTED = 20_000
/** How the column of fuels is filled in. */
export const HOW_FUELS = 'nomi o codici (Gasolio o GA), separati da punto e virgola'
/** The columns of the sheet, by their documented headings; those with an asterisk are needed for a new card. */
export const cardSheet = {
  customer_code: integer('Codice cliente*', { min: 1 }),
  number: optional(regexText('Numero tessera', /^\d{10,19}$/, 'Il numero di tessera non è valido.')),
  type: choice('Tipo*', cardTypes),
  plate: optionalText('Targa', { max: 20 }),
  holder: optionalText('Intestatario', { max: 40 }),
  status: optional(choice('Stato', cardStatuses)),
  valid_from: optional(date('Valida dal')),
  expires_at: optional(date('Scadenza')),
  /** Names or codes of fuels, separated by semicolons. */
  fuels: optionalText('Carburanti', { max: 200 }),
  limit_day: optional(decimal('Plafond giornaliero', { min: 0, max: 99_999_999 })),
  limit_month: optional(decimal('Plafond mensile', { min: 0, max: 99_999_999 })),
  km_required: v.optional(v.nullable(flag('Richiedi km (S/N)'))),
  note: longText('Note'),
  /** Needed for the type Sconto alone. */
  discount: optional(decimal('Sconto €/l', { min: 0, max: 0.5, scale: 4 })),
}
export type CardSheet = v.InferOutput<v.ObjectSchema<typeof cardSheet, undefined>>
const yes = v.pipe(
  v.union([v.boolean(), v.string()]),
  v.transform((value) => value === true || value === 'true' || value === '1'),
)

export const cardImport = resource('card_import', {
  ...importing('/cards', 'cards.write'),
  downloadModel: get('/cards/downloadModelImport', { envelope: 'blob', policy: 'cards.write' }),
  /** Reads a whole file and writes it at once: all rows or, with `partial`, those without errors. With `dry_run` nothing is written. */
  importData: post('/cards/importData', {
    files: true,
    spool: 'prepared',
    body: v.object({ dry_run: v.optional(yes, false), partial: v.optional(yes, false) }),
    output: v.object({
      imported: v.number(),
      updated: v.number(),
      skipped: v.number(),
      errors: v.array(v.object({ row: v.number(), field: v.string(), value: v.string(), message: v.string() })),
    }),
    envelope: 'bare',
    success: [200],
    policy: 'cards.write',
    touches: ['cards', 'customers', 'customer-logs', 'jobs'],
  }),
})
