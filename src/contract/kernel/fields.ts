import * as v from 'valibot'
import * as codes from './italian-codes.ts'
import { provinceSigns } from './provinces.ts'
import { isEmpty } from './request.ts'
import { labelled, messages } from './valibot-it.ts'

/**
 * The fields of forms and request bodies: every builder takes the Italian label and gives a Valibot schema whose sentences name it
 * (domain.md 0.6, doc 0 §5). All are required; `optional(…)` makes any of them nullable. Text is trimmed on the way in.
 */

/** Makes a field optional: blank text and null become null, an absent key stays absent (on an update: unchanged). */
export function optional<const S extends v.GenericSchema>(schema: S): v.OptionalSchema<v.NullableSchema<S, undefined>, undefined> {
  const inner = v.optional(v.nullable(schema))
  return v.config(
    {
      ...inner,
      '~run'(dataset, config) {
        const blank = typeof dataset.value === 'string' && dataset.value.trim() === ''
        return inner['~run'](blank ? { ...dataset, value: null } : dataset, config)
      },
    },
    {},
  )
}

const upper = (value: string) => value.toUpperCase()
const trimmed = v.pipe(v.string(), v.trim(), v.nonEmpty())
/** Text that is rewritten, then checked against a rule with its own sentence. */
const checked = (label: string, check: (text: string) => boolean, message: string, rewrite = (text: string) => text) =>
  labelled(label, v.pipe(trimmed, v.transform(rewrite), v.check(check, message)))

/** Rule `required_if` (doc 0 §5): the sentence of a field left blank although what stands in others asks for it; undefined where all is well. */
export const requiredIf = (asked: boolean, label: string, value: unknown) =>
  asked && isEmpty(value) ? messages.required(label) : undefined

/** One line or more of text; `max` is 255 characters unless told. */
export const text = (label: string, { min = 1, max = 255 }: { min?: number; max?: number } = {}) =>
  labelled(label, v.pipe(trimmed, v.check(codes.isPlainText, messages.characters(label)), v.minLength(min), v.maxLength(max)))
/** A code in capitals. */
export const upperText = (label: string, { max }: { max: number }) =>
  labelled(label, v.pipe(trimmed, v.check(codes.isPlainText, messages.characters(label)), v.maxLength(max), v.transform(upper)))
/** Text of a form of its own, with its own sentence. */
export const regexText = (label: string, form: RegExp, sentence: string) => checked(label, (value) => form.test(value), sentence)
export const optionalText = (label: string, limits?: { min?: number; max?: number }) => optional(text(label, limits))
/** Optional notes and descriptions of up to 10,000 characters. */
export const longText = (label: string) => optional(of('long', text(label, { max: 10_000 })))

const scaled = <S extends v.GenericSchema>(scale: number, schema: S) => v.pipe(schema, v.metadata({ scale })) as unknown as S
/** A whole number; the range of a PostgreSQL `integer` unless told. */
export const integer = (label: string, { min = -2_147_483_648, max = 2_147_483_647 }: { min?: number; max?: number } = {}) =>
  labelled(label, scaled(0, v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))))
/** What an update was made from: the server refuses it (409) where the record has a newer one. Who names none would overwrite unseen. */
export const revision = integer('Revisione', { min: 0 })
/** The id of another record. Whether it exists is for the server to see (`messages.exists`). */
export const reference = (label: string) =>
  of(
    'figures',
    labelled(
      label,
      v.pipe(v.number(), v.integer(), v.minValue(1, messages.exists(label)), v.maxValue(2_147_483_647, messages.exists(label))),
    ),
  )
/** The id that others have given, such as an office of the state. */
export const identifier = (label: string) => of('figures', integer(label, { min: 1 }))
/** A number with at most `scale` decimals (2 unless told). */
export const decimal = (
  label: string,
  { min = -9_999_999_999, max = 9_999_999_999, scale = 2 }: { min?: number; max?: number; scale?: number } = {},
) => {
  const fits = (value: number) => Number(value.toFixed(scale)) === value
  const pipe = v.pipe(v.number(), v.finite(), v.minValue(min), v.maxValue(max), v.check(fits, messages.scale(label, scale)))
  return labelled(label, scaled(scale, pipe))
}
export const flag = (label: string) => labelled(label, v.boolean())
/** One of a few values; given with their words, whatever shows, sorts or searches the field uses these (`wordsOf`). */
export function choice<const K extends string>(label: string, values: readonly K[] | Readonly<Record<K, string>>) {
  const words = (Array.isArray(values) ? undefined : values) as Readonly<Record<K, string>> | undefined
  const schema = v.picklist((words ? Object.keys(words) : values) as K[])
  return labelled(label, words ? (v.pipe(schema, v.metadata({ words })) as unknown as typeof schema) : schema)
}
/** Any of a few values, each once, with their words. */
export function choices<const K extends string>(label: string, words: Readonly<Record<K, string>>) {
  const schema = v.array(choice(label, Object.keys(words) as K[]))
  const once = v.transform((values: K[]) => [...new Set(values)])
  return labelled(label, v.pipe(schema, once, v.metadata({ words })) as unknown as typeof schema)
}
const metadataOf = (schema: v.GenericSchema): Record<string, unknown> => {
  const { wrapped } = schema as { wrapped?: v.GenericSchema }
  return { ...(wrapped && metadataOf(wrapped)), ...v.getMetadata(schema) }
}
/** The words of a choice or of choices, by value; undefined for any other field. */
export const wordsOf = (schema: v.GenericSchema) => metadataOf(schema).words as Readonly<Record<string, string>> | undefined
/** How many decimals a number may have; undefined where that is not told. */
export const scaleOf = (schema: v.GenericSchema) => metadataOf(schema).scale as number | undefined
/** What a field is beside its type, where that matters to how it is written or shown. `figures`: a name made of figures, such as an id or a year, and no quantity. */
export type Kind = 'day' | 'phone' | 'email' | 'iban' | 'long' | 'figures'
export const kindOf = (schema: v.GenericSchema) => metadataOf(schema).kind as Kind | undefined
const of = <S extends v.GenericSchema>(kind: Kind, schema: S) => v.pipe(schema, v.metadata({ kind })) as unknown as S

/** A calendar day `YYYY-MM-DD` (rule `date_format`). */
export const date = (label: string) => of('day', checked(label, codes.isDay, messages.date_format(label)))
/** An instant with its offset, given on as UTC with milliseconds. */
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
/** A time of day `HH:MM`, up to `24:00`, as in opening hours. */
export const time = (label: string) => checked(label, (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value), messages.time(label))
/** Year of construction of a piece of equipment: from 1950 to the next year. */
export const year = (label: string) => {
  const sensible = (value: number) => value >= 1950 && value <= new Date().getFullYear() + 1
  const whole = v.check((value: number) => Number.isInteger(value) && sensible(value), "L'anno non è valido.")
  return of('figures', labelled(label, scaled(0, v.pipe(v.number(), whole))))
}

const lower = (value: string) => value.toLowerCase()
export const email = (label: string) => of('email', checked(label, codes.isEmail, 'Inserire un indirizzo email valido.', lower))
export const pec = (label: string) => checked(label, codes.isEmail, 'Inserire un indirizzo PEC valido.', lower)
/** Several addresses in one text (rule `multiple_email_receipt`); at most 2,000 characters. */
export const multipleEmail = (label: string, separator = ';') =>
  labelled(
    label,
    v.pipe(
      v.string(),
      v.check((value) => codes.isEmailList(value, separator) && codes.isPlainText(value), messages.multiple_email_receipt(label)),
      v.maxLength(2_000),
    ),
  )
/** A phone number, stored in E.164 where the country is known. */
export const phone = (label: string) =>
  of(
    'phone',
    checked(
      label,
      (value) => codes.phoneNumber(value) !== null,
      'Il numero di telefono non è valido.',
      (value) => codes.phoneNumber(value) ?? value,
    ),
  )

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
/** Recipient code of electronic invoices: 7 characters, 6 for public bodies. `0000000` also needs a PEC, which the form asks for. */
export const sdi = (label: string) =>
  checked(label, (value) => /^[A-Z0-9]{6,7}$/.test(value), 'Il codice destinatario SDI deve essere di 7 caratteri.', upper)
export const iban = (label: string) => of('iban', checked(label, codes.isIban, "L'IBAN non è valido.", codes.compact))
const BAD_PLATE = 'La targa non è valida.'
export const plate = (label: string) => checked(label, codes.isPlate, BAD_PLATE, codes.compact)
/** For vehicles registered abroad. */
export const foreignPlate = (label: string) => checked(label, codes.isForeignPlate, BAD_PLATE, codes.compact)
/** Alias or last digits of a bank card: the full number is refused. */
export const maskedCard = (label: string) =>
  checked(
    label,
    (value) => codes.isPlainText(value) && value.length <= 40 && !codes.holdsCardNumber(value),
    'Per motivi di sicurezza non inserire il numero completo della carta: indicare solo le ultime 4 cifre.',
  )
export const productCode = (label: string) =>
  checked(label, (value) => /^[A-Z0-9._-]{1,30}$/.test(value), 'Il codice articolo non è valido.', upper)
export const pod = (label: string) =>
  checked(label, (value) => /^IT\d{3}E\d{8}[A-Z0-9]?$/.test(value), 'Il codice POD non è valido.', codes.compact)
export const pdr = (label: string) => checked(label, (value) => /^\d{14}$/.test(value), 'Il codice PDR non è valido.', codes.compact)
export const ip = (label: string) => labelled(label, v.pipe(trimmed, v.ipv4()))
/** The address of a page on the web, `https://…`; at most 500 characters. */
export const webAddress = (label: string) =>
  checked(label, (value) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(value) && URL.canParse(value) && value.length <= 500, messages.regex(label))
export const mac = (label: string) =>
  checked(
    label,
    (value) => /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(value),
    "L'indirizzo MAC non è valido.",
    (value) => upper(value).replaceAll('-', ':'),
  )

/** The documented rule `decimal` (doc 0 §5): a number written as text, with the documented English sentence. */
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

/** A new password: 15–128 characters, no rule of composition, NFC. `refuse` gives the Italian reason for one on a blocklist. */
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
