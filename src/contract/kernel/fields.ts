import * as v from 'valibot'
import { cleanText } from './clean-text.ts'
import * as codes from './italian-codes.ts'
import { provinceSigns } from './province-signs.ts'
import { isEmpty } from './request.ts'
import { labelled, messages } from './valibot-it.ts'

/**
 * Fields of forms and request bodies. Every builder takes the Italian label and gives a Valibot schema whose messages name it.
 * All are required; `optional(…)` makes a field nullable. Text is cleaned (`cleanText`) and trimmed. Source: docs/spec/api.md#validators
 */

/** Makes a field optional: blank text and null become null. An absent key stays absent, which on an update means "unchanged". */
export function optional<const S extends v.GenericSchema>(schema: S): v.OptionalSchema<v.NullableSchema<S, undefined>, undefined> {
  const inner = v.optional(v.nullable(schema))
  return v.config(
    {
      ...inner,
      '~run'(dataset, config) {
        const blank = typeof dataset.value === 'string' && cleanText(dataset.value).trim() === ''
        return inner['~run'](blank ? { ...dataset, value: null } : dataset, config)
      },
    },
    {},
  )
}

const upper = (value: string) => value.toUpperCase()
/** `trim` of a cleaned text. As a kind of `trim`, what follows it still describes the text that is sent. */
const cleanTrim: v.TrimAction = {
  ...v.trim(),
  '~run'(dataset) {
    dataset.value = cleanText(dataset.value).trim()
    return dataset
  },
}
const trimmed = v.pipe(v.string(), cleanTrim, v.nonEmpty())
/** Text that is rewritten and then checked by a rule with its own message. */
const checked = (label: string, check: (text: string) => boolean, message: string, rewrite = (text: string) => text) =>
  labelled(label, v.pipe(trimmed, v.transform(rewrite), v.check(check, message)))

/** Rule `required_if`: the message for a field left blank although other fields require it; undefined if it is valid. */
export const requiredIf = (asked: boolean, label: string, value: unknown) =>
  asked && isEmpty(value) ? messages.required(label) : undefined

/** Text of one or more lines, by default at most 255 characters. */
export const text = (label: string, { min = 1, max = 255 }: { min?: number; max?: number } = {}) =>
  labelled(label, v.pipe(trimmed, v.minLength(min), v.maxLength(max)))
/** Text converted to upper case, such as a code. */
export const upperText = (label: string, { max }: { max: number }) => labelled(label, v.pipe(trimmed, v.maxLength(max), v.transform(upper)))
/** Text that must match a pattern, with its own message. */
export const regexText = (label: string, form: RegExp, sentence: string) => checked(label, (value) => form.test(value), sentence)
export const optionalText = (label: string, limits?: { min?: number; max?: number }) => optional(text(label, limits))
/** Optional notes and descriptions of up to 10,000 characters. */
export const longText = (label: string) => optional(withKind('long', text(label, { max: 10_000 })))

const scaled = <S extends v.GenericSchema>(scale: number, schema: S) => v.pipe(schema, v.metadata({ scale })) as unknown as S
/** A whole number, by default in the range of a PostgreSQL `integer`. */
export const integer = (label: string, { min = -2_147_483_648, max = 2_147_483_647 }: { min?: number; max?: number } = {}) =>
  labelled(label, scaled(0, v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))))
/** Optimistic lock: the revision an update was made from. The server answers 409 if the record has a newer one. */
export const revision = integer('Revisione', { min: 0 })
/**
 * As `revision`, for a documented PUT: by type our client must send it, but the server also accepts a body without it, because the documents
 * know no revision. What is stored is then overwritten (decision 030).
 */
export const knownRevision = v.optional(revision) as v.GenericSchema<number, number | undefined>
/** The id of another record. The server checks that it exists (`messages.exists`). */
export const reference = (label: string) =>
  withKind(
    'figures',
    labelled(
      label,
      v.pipe(v.number(), v.integer(), v.minValue(1, messages.exists(label)), v.maxValue(2_147_483_647, messages.exists(label))),
    ),
  )
/** An id given by others, such as a public authority. */
export const identifier = (label: string) => withKind('figures', integer(label, { min: 1 }))
/** A number with at most `scale` decimals, by default 2. */
export const decimal = (
  label: string,
  { min = -9_999_999_999, max = 9_999_999_999, scale = 2 }: { min?: number; max?: number; scale?: number } = {},
) => {
  const fits = (value: number) => Number(value.toFixed(scale)) === value
  const number = v.number(({ input }) => {
    if (input == null || input === '') return messages.required(label)
    // NaN is what a box of a form holds while its text is no number; no request can carry it.
    return Number.isNaN(input) ? messages.numeric(label) : messages.decimal(label)
  })
  const pipe = v.pipe(number, v.finite(), v.minValue(min), v.maxValue(max), v.check(fits, messages.scale(label, scale)))
  return labelled(label, scaled(scale, pipe))
}
/** A price or a sum of money: its figures are typed with automatic decimals (decision 007). */
export const money = (label: string, limits?: { min?: number; max?: number; scale?: number }) => withKind('money', decimal(label, limits))
export const flag = (label: string) => labelled(label, v.boolean())
/** One of a few values. If their labels are given, everything that shows, sorts or searches the field uses them (`choiceLabels`). */
export function choice<const K extends string>(label: string, values: readonly K[] | Readonly<Record<K, string>>) {
  const words = (Array.isArray(values) ? undefined : values) as Readonly<Record<K, string>> | undefined
  const schema = v.picklist((words ? Object.keys(words) : values) as K[])
  return labelled(label, words ? (v.pipe(schema, v.metadata({ words })) as unknown as typeof schema) : schema)
}
/** Any number of a few values, without duplicates, with their labels. */
export function choices<const K extends string>(label: string, words: Readonly<Record<K, string>>) {
  const schema = v.array(choice(label, Object.keys(words) as K[]))
  const once = v.transform((values: K[]) => [...new Set(values)])
  return labelled(label, v.pipe(schema, once, v.metadata({ words })) as unknown as typeof schema)
}
const metadataOf = (schema: v.GenericSchema): Record<string, unknown> => {
  const { wrapped } = schema as { wrapped?: v.GenericSchema }
  return { ...(wrapped && metadataOf(wrapped)), ...v.getMetadata(schema) }
}
/** The labels of a choice by value; undefined for any other field. */
export const choiceLabels = (schema: v.GenericSchema) => metadataOf(schema).words as Readonly<Record<string, string>> | undefined
/** The number of decimals of a number field; undefined if not declared. */
export const scaleOf = (schema: v.GenericSchema) => metadataOf(schema).scale as number | undefined
/** The meaning of a field beside its type, which decides how it is entered and shown. `figures`: digits that are no quantity, such as an id or a year. */
export type FieldKind = 'day' | 'phone' | 'email' | 'iban' | 'long' | 'figures' | 'money'
export const fieldKind = (schema: v.GenericSchema) => metadataOf(schema).kind as FieldKind | undefined
const withKind = <S extends v.GenericSchema>(kind: FieldKind, schema: S) => v.pipe(schema, v.metadata({ kind })) as unknown as S

/** A calendar day, `YYYY-MM-DD`. */
export const date = (label: string) => withKind('day', checked(label, codes.isDay, messages.date_format(label)))
const romeDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
/** A day of what has happened: today in Rome at the latest. */
export const pastDate = (label: string) =>
  v.pipe(
    date(label),
    v.check((day) => day <= romeDay.format(new Date()), 'La data non può essere futura.'),
  )
/** An instant with offset, converted to UTC with milliseconds. */
export const instant = (label: string) =>
  labelled(
    label,
    v.pipe(
      trimmed,
      v.isoTimestamp(),
      v.check((value) => codes.isDay(value.slice(0, 10)), messages.date_format(label)),
      v.transform((value) => new Date(value).toISOString()),
    ),
  )
/** A time of day, `HH:MM`, up to `24:00` as in opening hours. */
export const time = (label: string) => checked(label, (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value), messages.time(label))
/** Year of construction of a piece of equipment: from 1950 to the next year. */
export const year = (label: string) => {
  const sensible = (value: number) => value >= 1950 && value <= new Date().getFullYear() + 1
  const whole = v.check((value: number) => Number.isInteger(value) && sensible(value), "L'anno non è valido.")
  return withKind('figures', labelled(label, scaled(0, v.pipe(v.number(), whole))))
}

const lower = (value: string) => value.toLowerCase()
export const email = (label: string) => withKind('email', checked(label, codes.isEmail, 'Inserire un indirizzo email valido.', lower))
export const pec = (label: string) => checked(label, codes.isEmail, 'Inserire un indirizzo PEC valido.', lower)
/** Several email addresses in one text of at most 2,000 characters. */
export const multipleEmail = (label: string, separator = ';') =>
  labelled(
    label,
    v.pipe(
      v.string(),
      v.check((value) => codes.isEmailList(value, separator), messages.multiple_email_receipt(label)),
      v.maxLength(2_000),
    ),
  )
/** The same where the field is required: left empty it says that, not how addresses are separated. */
export const requiredEmails = (label: string) => labelled(label, v.pipe(trimmed, multipleEmail(label)))
export const SEVERAL_PHONES = 'Sembrano due numeri di telefono: scriverne uno solo.'
/** A phone number, stored in E.164 if the country is known. */
export const phone = (label: string) => {
  const one = v.check((value: string) => !codes.isSeveralPhones(value), SEVERAL_PHONES)
  const valid = v.check((value: string) => codes.phoneNumber(value) !== null, 'Il numero di telefono non è valido.')
  return withKind(
    'phone',
    labelled(
      label,
      v.pipe(
        trimmed,
        one,
        valid,
        v.transform((value) => codes.phoneNumber(value) ?? value),
      ),
    ),
  )
}

export const cap = (label: string) => checked(label, (value) => /^\d{5}$/.test(value), 'Il CAP deve essere di 5 cifre.')
export const province = (label: string) => checked(label, (value) => provinceSigns.includes(value), 'La provincia non è valida.', upper)
const coordinate = (label: string, limit: 90 | 180, message: string) =>
  labelled(
    label,
    scaled(
      6,
      v.pipe(
        v.number(({ input }) => (input == null || input === '' ? messages.required(label) : message)),
        v.check((value) => codes.isCoordinate(value, limit), message),
      ),
    ),
  )
export const latitude = (label: string) => coordinate(label, 90, messages.latitude(label))
export const longitude = (label: string) => coordinate(label, 180, messages.longitude(label))

/** Fiscal code of a person (16 characters) or of a company (11 digits). */
export const fiscalCode = (label: string) => checked(label, codes.isFiscalCode, 'Il codice fiscale non è valido.', codes.compact)
/** VAT number; a leading `IT` is dropped. */
export const piva = (label: string) =>
  checked(label, codes.isPiva, 'La partita IVA non è valida.', (value) => codes.compact(value).replace(/^IT/, ''))
/** Recipient code of electronic invoices: 7 characters, 6 for public bodies. `0000000` also needs a PEC, which the form requires. */
export const sdi = (label: string) =>
  checked(label, (value) => /^[A-Z0-9]{6,7}$/.test(value), 'Il codice destinatario SDI deve essere di 7 caratteri.', upper)
export const iban = (label: string) => withKind('iban', checked(label, codes.isIban, "L'IBAN non è valido.", codes.compact))
const BAD_PLATE = 'La targa non è valida.'
export const plate = (label: string) => checked(label, codes.isPlate, BAD_PLATE, codes.compact)
/** Plate of a vehicle registered abroad. */
export const foreignPlate = (label: string) => checked(label, codes.isForeignPlate, BAD_PLATE, codes.compact)
/** Alias or last digits of a bank card. The full number is refused. */
export const maskedCard = (label: string) =>
  checked(
    label,
    (value) => value.length <= 40 && !codes.holdsCardNumber(value),
    'Per motivi di sicurezza non inserire il numero completo della carta: indicare solo le ultime 4 cifre.',
  )
export const productCode = (label: string) =>
  checked(label, (value) => /^[A-Z0-9._-]{1,30}$/.test(value), 'Il codice articolo non è valido.', upper)
export const pod = (label: string) =>
  checked(label, (value) => /^IT\d{3}E\d{8}[A-Z0-9]?$/.test(value), 'Il codice POD non è valido.', codes.compact)
export const pdr = (label: string) => checked(label, (value) => /^\d{14}$/.test(value), 'Il codice PDR non è valido.', codes.compact)
export const ip = (label: string) => labelled(label, v.pipe(trimmed, v.ipv4()))
/** A web address, `https://…`, of at most 500 characters. */
export const webAddress = (label: string) =>
  checked(label, (value) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(value) && URL.canParse(value) && value.length <= 500, messages.regex(label))
export const mac = (label: string) =>
  checked(
    label,
    (value) => /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(value),
    "L'indirizzo MAC non è valido.",
    (value) => upper(value).replaceAll('-', ':'),
  )

/** Rule `decimal`: a number written as text. Its message is English, as specified. */
export const decimalText = (label: string, { decimals, separator }: { decimals?: number; separator?: '.' | ',' } = {}) => {
  const message = messages.decimal(label)
  return labelled(
    label,
    v.pipe(
      v.string(message),
      v.check((value) => codes.isDecimalText(value, decimals, separator), message),
    ),
  )
}

/** A new password: 15–128 characters, no composition rules, NFC. `refuse` gives the Italian reason for one on a blocklist. */
export const password = (label: string, refuse: (password: string) => string | undefined = () => undefined) =>
  labelled(
    label,
    v.pipe(
      v.string(),
      v.nonEmpty(),
      v.check(codes.isPlainText, messages.characters(label)),
      v.normalize('NFC'),
      v.minCodePoints(15),
      v.maxCodePoints(128),
      v.rawCheck(({ dataset, addIssue }) => {
        const reason = dataset.typed ? refuse(dataset.value) : undefined
        if (reason) addIssue({ message: reason })
      }),
    ),
  )
