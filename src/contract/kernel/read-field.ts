import type * as v from 'valibot'
import { cleanText } from './clean-text.ts'
import { choiceLabels, fieldKind, scaleOf } from './fields.ts'
import { fold } from './fold.ts'
import { parseItalianDate } from './italian-date.ts'
import { formatItalianNumber, parseItalianNumber } from './italian-number.ts'
import { labelOf, messages } from './valibot-it.ts'

/** One of the meanings of a text: how it is called, and the text that has this meaning alone. */
export interface Meaning {
  label: string
  text: string
}
/**
 * What a text means for a field. `refused`: it cannot be its value, and the sentence says why. `ambiguous`: it has several meanings, and a
 * person chooses.
 */
export type FieldReading =
  | { kind: 'empty' }
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'ambiguous'; meanings: Meaning[] }
  | { kind: 'refused'; sentence: string; unreadable?: true }

/** A text by its letters and figures alone, as headings and choices are compared. */
export const plain = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
const YES = ['si', 's', 'x', 'vero', 'true', '1', 'yes', 'y']
const NO = ['no', 'n', 'falso', 'false', '0']

/** Stands for the value of a cell that has none the program can know: a formula that was never calculated, a code that became a day. */
const NO_VALUE = '#FORMULA!'
export const CODE_AS_DAY = '#DATA!'
const SHEET_ERROR =
  /^#(N\/[AD]|REF!|RIF!|VALUE!|VALORE!|DIV\/0!|NAME\?|NOME\?|NUM!|NULL!|NULLO!|SPILL!|ESPANSIONE!|CALC!|CALCOLO!|FIELD!|CAMPO!|GETTING_DATA|FORMULA!|DATA!|ERROR!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|PYTHON!|#+)$|^Err:\d{3}$/i
/** The exponent has a sign, as spreadsheets write it: `12E5` is a code. */
const SCIENTIFIC = /^[+-]?\d([.,]\d+)?E[+-]\d+$/i
/** Why a cell of a spreadsheet has no value that can be read, whatever its field; undefined if it has. */
function unreadable(text: string): string | undefined {
  if (text.toUpperCase() === NO_VALUE) return 'la formula non ha un valore: apri il foglio, ricalcola e salva di nuovo.'
  if (text.toUpperCase() === CODE_AS_DAY)
    return 'il foglio ha trasformato il codice in una data: formatta la colonna come testo e riscrivilo.'
  if (/^#+$/.test(text)) return 'il foglio non mostra il valore perché la colonna è stretta: allargala e salva di nuovo.'
  if (SHEET_ERROR.test(text)) return `il foglio contiene l’errore ${text}.`
  if (SCIENTIFIC.test(text)) return `il foglio ha arrotondato il numero (${text}): formatta la colonna come testo e riscrivilo.`
  return undefined
}

interface Wrapped {
  type: string
  wrapped?: v.GenericSchema
}
/** The type of a field's value, without `optional` and `nullable`. */
export const valueType = (schema: v.GenericSchema): string => {
  const { type, wrapped } = schema as Wrapped
  return wrapped ? valueType(wrapped) : type
}

/**
 * The one reader of what a person or a spreadsheet has written for a field of the contract: numbers and days in Italian notation, choices by
 * their labels, yes and no. Texts are cleaned; the field itself judges them.
 */
export function readField(schema: v.GenericSchema, written: string): FieldReading {
  const text = cleanText(written).trim()
  if (!text) return { kind: 'empty' }
  const sentence = unreadable(text)
  if (sentence) return { kind: 'refused', sentence, unreadable: true }
  const words = choiceLabels(schema)
  const type = valueType(schema)
  if (words && type !== 'array') return readChoice(words, text)
  if (type === 'number') return readNumber(schema, text)
  if (type === 'boolean') return readFlag(text)
  if (fieldKind(schema) === 'day') return { kind: 'value', value: parseItalianDate(withoutMidnight(text)) ?? text }
  return type === 'string' ? readText(schema, text) : { kind: 'value', value: text }
}

/** A day that a program has written with its time. */
const withoutMidnight = (text: string) => text.replace(/[T ]0?0[:.]00([:.]00(\.0+)?)?Z?$/, '')

function readChoice(words: Readonly<Record<string, string>>, text: string): FieldReading {
  const said = plain(text)
  const found = Object.entries(words).find(([value, word]) => plain(word) === said || plain(value) === said)
  return found ? { kind: 'value', value: found[0] } : { kind: 'refused', sentence: notAllowed(text, Object.values(words)) }
}
function readFlag(text: string): FieldReading {
  const said = plain(text)
  if (YES.includes(said)) return { kind: 'value', value: true }
  return NO.includes(said) ? { kind: 'value', value: false } : { kind: 'refused', sentence: notAllowed(text, ['Sì', 'No']) }
}
/** The refusal of a value that is none of the allowed ones. */
const notAllowed = (text: string, words: readonly string[]) => `«${text}» non è ammesso. Valori ammessi: ${words.join(', ')}.`

function readNumber(schema: v.GenericSchema, text: string): FieldReading {
  const scale = scaleOf(schema) ?? 2
  const label = (labelOf(schema) ?? '').replace(/\*$/, '')
  const reading = parseItalianNumber(text, scale)
  switch (reading.kind) {
    case 'number':
      return { kind: 'value', value: reading.value }
    case 'ambiguous':
      return {
        kind: 'ambiguous',
        meanings: reading.values.map((value) => ({
          label: formatItalianNumber(value, scale),
          text: formatItalianNumber(value, scale, false),
        })),
      }
    case 'too-precise':
      return { kind: 'refused', sentence: scale ? messages.scale(label, scale) : messages.integer(label) }
    default:
      // The documented sentence of such a field is English.
      return scale
        ? { kind: 'refused', sentence: `Il campo ${label} deve essere un numero. Esempio: ${exampleOf(scale)}` }
        : { kind: 'value', value: text }
  }
}

const exampleOf = (scale: number) => formatItalianNumber(scale > 2 ? 0.05 : 150, scale)

/** `47111.0` is a code that some program took for a number, or a code with a point. */
function readText(schema: v.GenericSchema, text: string): FieldReading {
  if (fieldKind(schema) === 'long') return { kind: 'value', value: text }
  const [, code] = /^(\d+)[.,]0+$/.exec(text) ?? []
  return code ? { kind: 'ambiguous', meanings: [code, text].map((one) => ({ label: one, text: one })) } : { kind: 'value', value: text }
}
