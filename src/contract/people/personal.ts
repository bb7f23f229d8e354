import * as v from 'valibot'
import { date, email, fiscalCode, longText, optional, optionalText, phone, text, upperText } from '../kernel/fields.ts'

/** Personal data of managers and of the employees of stations. Source: docs/spec/people.md#managers */
export const personalFields = {
  name: text('Nome', { max: 80 }),
  lastname: text('Cognome', { max: 80 }),
  bornIn: optionalText('Luogo di nascita', { max: 120 }),
  bornDate: optional(date('Data di nascita')),
  phone: phone('Telefono'),
  email: email('Email'),
  residence: optionalText('Residenza'),
  fiscalCode: fiscalCode('Codice fiscale'),
  expiration: optional(date('Scadenza tessera sanitaria')),
  identityCard: optional(upperText("N. carta d'identità", { max: 20 })),
  identityCardExpiration: optional(date("Scadenza carta d'identità")),
  note: longText('Note'),
}
const hidden = v.nullable(v.string())
/** The fields that are masked in every answer but that of `reveal`. */
export const maskedFields = { fiscalCode: hidden, residence: hidden, identityCard: hidden }
export type MaskedField = keyof typeof maskedFields
export const maskedNames = Object.keys(maskedFields) as MaskedField[]
/** Body of the calls that show personal data in full: the reason is written to the activity log. */
export const revealBody = v.object({ reason: text('Motivo', { min: 3, max: 200 }) })

export const documentTypes = {
  carta_identita: "Carta d'identità",
  codice_fiscale: 'Codice fiscale',
  visura: 'Visura camerale',
  durc: 'DURC',
  contratto: 'Contratto',
  patentino_gpl: 'Patentino GPL',
  haccp: 'Attestato HACCP',
  antincendio: 'Attestato antincendio',
  primo_soccorso: 'Attestato primo soccorso',
  altro: 'Altro',
} as const
