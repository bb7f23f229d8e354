import * as v from 'valibot'
import { notDecimal } from './italian-number.ts'

/** Validation messages, byte for byte as specified; `f` is the label of the field. Source: docs/spec/api.md#messages-of-validation */
export const messages = {
  required: (f: string) => `Il campo ${f} è obbligatorio.`,
  min: (f: string, length: unknown) => `Il campo ${f} deve contenere almeno ${length} caratteri.`,
  max: (f: string, length: unknown) => `Il campo ${f} non può superare ${length} caratteri.`,
  email: (f: string) => `Il campo ${f} deve essere un indirizzo email valido.`,
  numeric: (f: string) => `Il campo ${f} può contenere solo numeri.`,
  confirmed: (f: string) => `Il campo ${f} non corrisponde.`,
  regex: (f: string) => `Il formato del campo ${f} non è valido.`,
  oneOf: (f: string) => `Il valore del campo ${f} non è ammesso.`,
  ext: (f: string) => `Il campo ${f} non contiene un file di tipo valido.`,
  size: (kilobytes: number) => `La dimensione del file deve essere inferiore a ${kilobytes}KB.`,
  min_value: (f: string, min: unknown) => `Il campo ${f} deve essere maggiore o uguale a ${min}.`,
  max_value: (f: string, max: unknown) => `Il campo ${f} deve essere minore o uguale a ${max}.`,
  unique: (f: string) => `Il valore del campo ${f} è già presente.`,
  exists: (f: string) => `Il valore selezionato per ${f} non esiste.`,
  date_order: 'La data di fine deve essere successiva alla data di inizio.',
  latitude: (f: string) => `Il campo ${f} non contiene un valore lat valido.`,
  longitude: (f: string) => `Il campo ${f} non contiene un valore long valido.`,
  ip: (f: string) => `Il campo ${f} non contiene un indirizzo IPv4 valido.`,
  date_format: (f: string) => `Il campo ${f} non contiene una data valida.`,
  decimal: notDecimal,
  multiple_email_receipt: (f: string) =>
    `Il campo ${f} deve contenere gli indirizzi email delimitati da ";", tranne l'ultimo indirizzo e non contenere spazi.`,
  integer: (f: string) => `Il campo ${f} deve essere un numero intero.`,
  scale: (f: string, count: number) => `Il campo ${f} può avere al massimo ${count} decimali.`,
  time: (f: string) => `Il campo ${f} non è un orario valido. Esempio: 08:30.`,
  characters: (f: string) => `Il campo ${f} contiene caratteri non ammessi.`,
  length: (f: string, length: unknown) => `Il campo ${f} deve essere di ${length} caratteri.`,
  fewest: (f: string, count: unknown) => `Il campo ${f} deve contenere almeno ${count} ${count === 1 ? 'elemento' : 'elementi'}.`,
  most: (f: string, count: unknown) => `Il campo ${f} non può superare ${count} ${count === 1 ? 'elemento' : 'elementi'}.`,
  unexpected: (f: string) => `Il campo ${f} non è previsto.`,
}

type Issue = v.BaseIssue<unknown>
type Rule = (label: string, requirement: unknown, issue: Issue) => string
const comma = (value: unknown) => (typeof value === 'number' ? String(value).replace('.', ',') : value)
const atLeast: Rule = (f, min) => messages.min_value(f, comma(min))
const atMost: Rule = (f, max) => messages.max_value(f, comma(max))
const tooShort: Rule = (f, min, { input }) => {
  if (Array.isArray(input)) return input.length ? messages.fewest(f, min) : messages.required(f)
  return messages.min(f, min)
}
const tooLong: Rule = (f, max, { input }) => (Array.isArray(input) ? messages.most(f, max) : messages.max(f, max))
/** Messages by valibot issue type; any other type gets the `regex` message. */
const rules: Record<string, Rule> = {
  non_empty: messages.required,
  non_nullable: messages.required,
  non_nullish: messages.required,
  non_optional: messages.required,
  min_length: tooShort,
  min_code_points: tooShort,
  max_length: tooLong,
  max_code_points: tooLong,
  length: messages.length,
  number: messages.numeric,
  bigint: messages.numeric,
  finite: messages.numeric,
  decimal: messages.numeric,
  digits: messages.numeric,
  integer: messages.integer,
  safe_integer: messages.integer,
  min_value: atLeast,
  gt_value: atLeast,
  max_value: atMost,
  lt_value: atMost,
  email: messages.email,
  rfc_email: messages.email,
  ip: messages.ip,
  ipv4: messages.ip,
  iso_date: messages.date_format,
  iso_timestamp: messages.date_format,
  date: messages.date_format,
  iso_time: messages.time,
  picklist: messages.oneOf,
  literal: messages.oneOf,
  enum: messages.oneOf,
  union: messages.oneOf,
  variant: messages.oneOf,
  values: messages.oneOf,
  boolean: messages.oneOf,
  file: messages.ext,
  blob: messages.ext,
  mime_type: messages.ext,
  max_size: (_, bytes) => messages.size(Math.floor(Number(bytes) / 1024)),
  never: messages.unexpected,
}

/** The Italian message of a valibot issue. Without a label it names the key, if valibot gives one (a missing or unknown key). */
export function italian(issue: Issue, label?: string): string {
  const key = issue.path?.at(-1)?.key
  const name = label ?? (key === undefined ? '' : String(key))
  const blank = issue.input === undefined || issue.input === null || issue.input === ''
  return ruleFor(issue, blank)(name, issue.requirement, issue).replace(/ {2,}/g, ' ')
}
function ruleFor(issue: Issue, blank: boolean): Rule {
  if (issue.expected === 'never') return messages.unexpected
  if (issue.kind === 'schema' && blank) return messages.required
  return rules[issue.type] ?? messages.regex
}

v.setGlobalConfig({ lang: 'it' })
v.setGlobalMessage((issue) => italian(issue), 'it')

/**
 * Gives a schema its label: the title, which every standard message of the schema names.
 * A pipe stops at its first failure, so that a field shows one message.
 */
export function labelled<const S extends v.GenericSchema>(label: string, schema: S): S {
  const titled = v.pipe(schema, v.title(label)) as unknown as S
  return v.config(titled, { abortPipeEarly: true, message: (issue: Issue) => italian(issue, label) })
}

/** The parts of schemas that contain other schemas. */
interface SchemaParts {
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
  options?: readonly v.GenericSchema[]
}
function fieldIn(schema: v.GenericSchema, key: unknown): v.GenericSchema | undefined {
  const { wrapped, item, entries, options } = schema as SchemaParts
  if (wrapped) return fieldIn(wrapped, key)
  if (entries) return typeof key === 'string' && Object.hasOwn(entries, key) ? entries[key] : undefined
  for (const option of options ?? []) {
    const found = fieldIn(option, key)
    if (found) return found
  }
  return item
}
/** The label of a field, optional or not. */
export function labelOf(schema: v.GenericSchema): string | undefined {
  const { wrapped } = schema as SchemaParts
  return v.getTitle(schema) ?? (wrapped && labelOf(wrapped))
}

/** One message per invalid field, by its dotted path ('' for the whole). A missing key is named by its label. */
export function fieldErrors(schema: v.GenericSchema, issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path ?? []
    const last = path.at(-1)
    const place = path.map((step) => step.key).join('.')
    let field: v.GenericSchema | undefined = schema
    if (last?.type === 'object' && last.origin === 'key') for (const step of path) field = field && fieldIn(field, step.key)
    else field = undefined
    const label = field && labelOf(field)
    errors[place] ??= label ? italian(issue, label) : issue.message
  }
  return errors
}
