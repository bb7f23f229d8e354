import type { EquipmentRef, Position, PriceRow, Signature, TableRow } from '../../contract/inspections/answers.ts'
import type { QuestionType } from '../../contract/inspections/labels.ts'
import { cleanText } from '../../contract/kernel/clean-text.ts'

/** The stored value of each question type (docs/spec/inspections.md#question-types). Dates `YYYY-MM-DD`, times `HH:MM`, moments `YYYY-MM-DDTHH:MM` of the place. */
export interface Values {
  yes_no_na: 'si' | 'no' | 'na'
  yes_no: 'si' | 'no'
  single_choice: string
  multi_choice: string[]
  rating: number
  number: number
  text: string
  textarea: string
  date: string
  time: string
  datetime: string
  photo: string[]
  signature: Signature
  gps: Position
  scan: string
  equipment: EquipmentRef
  table: TableRow[]
  price_check: PriceRow[]
  file: string[]
  info: never
}

type Guard<T> = (value: unknown) => value is T
const filled = (value: unknown): value is string => typeof value === 'string' && cleanText(value).trim() !== ''
const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const among =
  <T extends string>(...allowed: T[]): Guard<T> =>
  (value): value is T =>
    (allowed as unknown[]).includes(value)
const list =
  <T>(item: (value: unknown) => boolean): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.length > 0 && value.every(item)
const object = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const matching =
  (pattern: RegExp): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value)
const hasCell = (row: unknown) =>
  object(row) && Object.entries(row).some(([key, cell]) => !key.startsWith('_') && cell !== null && cell !== '')
const hasPrice = (row: unknown) => object(row) && number(row.fuel_id) && (number(row.totem) || number(row.dispenser))

const guards: { [T in QuestionType]: Guard<Values[T]> } = {
  yes_no_na: among('si', 'no', 'na'),
  yes_no: among('si', 'no'),
  single_choice: filled,
  multi_choice: list(filled),
  rating: (value): value is number => number(value) && Number.isInteger(value),
  number,
  text: filled,
  textarea: filled,
  date: matching(/^\d{4}-\d{2}-\d{2}$/),
  time: matching(/^\d{2}:\d{2}$/),
  datetime: matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
  photo: list(filled),
  signature: (value): value is Signature => object(value) && (filled(value.file) || value.refused === true),
  gps: (value): value is Position => object(value) && number(value.lat) && number(value.lon),
  scan: filled,
  equipment: (value): value is EquipmentRef => object(value) && number(value.id) && filled(value.label),
  table: (value): value is TableRow[] => Array.isArray(value) && value.every(object) && value.some(hasCell),
  price_check: (value): value is PriceRow[] => Array.isArray(value) && value.every(object) && value.some(hasPrice),
  file: list(filled),
  info: (_value): _value is never => false,
}

/** The value if it is one this question type stores and it is not empty; else undefined, which everywhere means "not answered". */
export function readValue<T extends QuestionType>(type: T, value: unknown): Values[T] | undefined {
  const guard: Guard<Values[T]> = guards[type]
  return guard(value) ? value : undefined
}
