import * as v from 'valibot'
import type { ContactKind } from '../../contract/content/useful-contacts.ts'
import { email, pec, phone, SEVERAL_PHONES, text, webAddress } from '../../contract/kernel/fields.ts'
import { isSeveralPhones } from '../../contract/kernel/italian-codes.ts'

const LABEL = 'Valore'
/** 112, 118, 1515: numbers of public services have no country and fewer digits than others. */
const SHORT_NUMBER = /^\d{3,5}$/
const INVALID = 'Il numero di telefono non è valido.'
const number = v.union([v.pipe(v.string(), v.trim(), v.regex(SHORT_NUMBER, INVALID)), phone(LABEL)], INVALID)
const schemas = {
  telefono: number,
  cellulare: number,
  email: email(LABEL),
  pec: pec(LABEL),
  link: webAddress(LABEL),
  indirizzo: text(LABEL, { max: 500 }),
  testo: text(LABEL, { max: 500 }),
} satisfies Record<ContactKind, v.GenericSchema<unknown, string>>

/** The value of a contact as it is stored (phone numbers in E.164), or why it is refused. Source: docs/spec/content.md#useful-contacts */
export function contactValue(kind: ContactKind, typed: string): { value: string; problem?: undefined } | { problem: string } {
  if ((kind === 'telefono' || kind === 'cellulare') && isSeveralPhones(typed)) return { problem: SEVERAL_PHONES }
  const { success, output, issues } = v.safeParse(schemas[kind] as v.GenericSchema<unknown, string>, typed)
  return success ? { value: output } : { problem: issues[0].message }
}
/** What a tap on a contact opens; undefined for text. */
export function contactLink(kind: ContactKind, value: string): string | undefined {
  if (kind === 'telefono' || kind === 'cellulare') return `tel:${value}`
  if (kind === 'email' || kind === 'pec') return `mailto:${value}`
  if (kind === 'link') return value
  if (kind === 'indirizzo') return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(value)}`
  return undefined
}
