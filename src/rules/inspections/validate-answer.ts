import * as v from 'valibot'
import { type AnswerValue, MAX_FILES, Position, Signature, type TableRow } from '../../contract/inspections/answers.ts'
import { matchesPattern } from '../../contract/inspections/pattern.ts'
import type { InputQuestion, QuestionOf, TableColumn } from '../../contract/inspections/question.ts'
import { cleanInput } from '../../contract/kernel/clean-text.ts'
import { howMany } from '../shared/how-many.ts'
import { addDays, isRealDay, italianDay, italianNumber, tooLong } from '../shared/italian.ts'
import { readValue } from './values.ts'

/** Checks a given value as the answer of a question: an Italian message, or null if it is valid. Missing answers are checked elsewhere. */
const EPSILON = 1e-9

const boundDay = (bound: string, today: string) => (bound.startsWith('today') ? addDays(today, Number(bound.slice(5) || 0)) : bound)

const hasTooManyDecimals = (value: number, decimals: number) => Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) > 1e-6
function numberError(q: QuestionOf<'number'>, value: number): string | null {
  if (q.min != null && value < q.min) return `Il valore deve essere maggiore o uguale a ${italianNumber(q.min)}.`
  if (q.max != null && value > q.max) return `Il valore deve essere minore o uguale a ${italianNumber(q.max)}.`
  if (hasTooManyDecimals(value, q.decimals))
    return q.decimals === 0 ? 'Inserire un numero intero.' : `Sono ammessi al massimo ${q.decimals} decimali.`
  const steps = q.step ? (value - (q.min ?? 0)) / q.step : 0
  return Math.abs(steps - Math.round(steps)) > EPSILON * Math.max(1, Math.abs(steps))
    ? `Il valore deve procedere a passi di ${italianNumber(q.step ?? 0)}.`
    : null
}
function momentError(q: QuestionOf<'date'> | QuestionOf<'datetime'>, value: string, today: string): string | null {
  const day = value.slice(0, 10)
  if (!isRealDay(day)) return 'La data non è valida.'
  if (q.not_before && day < boundDay(q.not_before, today))
    return `La data non può essere precedente al ${italianDay(boundDay(q.not_before, today))}.`
  if (q.not_after && day > boundDay(q.not_after, today))
    return `La data non può essere successiva al ${italianDay(boundDay(q.not_after, today))}.`
  return null
}
function countError(count: number, min: number | null | undefined, max: number | null | undefined, thing: string): string | null {
  if (min != null && count < min) return `Numero minimo di ${thing}: ${min}.`
  if (max != null && count > max) return `Numero massimo di ${thing}: ${max}.`
  return null
}
function cellError(column: TableColumn, cell: string | number | null | undefined): boolean {
  if (cell === null || cell === undefined || cell === '') return false
  if (column.type === 'number') return typeof cell !== 'number' || hasTooManyDecimals(cell, column.decimals)
  if (typeof cell !== 'string') return true
  if (column.type === 'select') return !column.options.includes(cell)
  return column.type === 'date' ? !isRealDay(cell) : cell.length > column.max_length
}
function wanted(column: TableColumn): string {
  if (column.type !== 'number') return 'non è valido'
  return column.decimals === 0
    ? 'deve essere un numero intero'
    : `deve essere un numero, con al massimo ${howMany(column.decimals, 'decimale', 'decimali')}`
}
function tableError(q: QuestionOf<'table'>, rows: TableRow[]): string | null {
  if (rows.length > q.max_rows) return `Numero massimo di righe: ${q.max_rows}.`
  for (const [index, row] of rows.entries())
    for (const column of q.columns)
      if (cellError(column, row[column.key])) return `${row._label ?? `Riga ${index + 1}`}: «${column.label}» ${wanted(column)}.`
  return null
}
export const PRICE_RANGE = 'Il prezzo deve essere compreso tra 0,100 e 9,999.'
/** A price that no totem shows; a text is what could not be read as one. */
export const badPrice = (price: number | string | null | undefined) =>
  price != null && (typeof price !== 'number' || price < 0.1 || price > 9.999 || hasTooManyDecimals(price, 3))

/**
 * @param written what the answer's `v` holds; undefined and null pass
 * @param today `YYYY-MM-DD` of the place, for bounds such as `today-30`
 */
export function validateAnswer(question: InputQuestion, written: AnswerValue | null | undefined, today: string): string | null {
  // As the server takes it in: what is called saved is not refused later for a character that nobody sees.
  const value = cleanInput(written)
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const of = <T extends InputQuestion['type']>(q: { type: T }) => readValue(q.type, value)
  const wrong = 'Il valore non è adatto a questa domanda.'
  switch (question.type) {
    case 'number': {
      const read = of(question)
      return read === undefined ? 'Inserire un numero.' : numberError(question, read)
    }
    case 'rating': {
      const read = of(question)
      return read !== undefined && read >= 1 && read <= question.max ? null : `La valutazione va da 1 a ${question.max}.`
    }
    case 'single_choice':
      return question.options.some((option) => option.key === value) ? null : 'L’opzione scelta non è ammessa.'
    case 'multi_choice': {
      const read = of(question)
      if (!read || new Set(read).size !== read.length || !read.every((key) => question.options.some((option) => option.key === key)))
        return 'Le opzioni scelte non sono ammesse.'
      return countError(read.length, question.min, question.max, 'scelte')
    }
    case 'text':
    case 'textarea': {
      if (typeof value !== 'string') return wrong
      const long = tooLong(value, question.max_length)
      if (long) return long
      return !question.pattern || matchesPattern(question.pattern, value) ? null : 'Il formato non è valido.'
    }
    case 'date':
    case 'datetime': {
      const read = of(question)
      return read === undefined ? 'La data non è valida.' : momentError(question, read, today)
    }
    case 'time':
      return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : 'L’ora non è valida.'
    case 'photo': {
      const read = of(question)
      return read ? countError(read.length, question.min, question.max, 'foto') : wrong
    }
    case 'file': {
      const read = of(question)
      return read ? countError(read.length, null, MAX_FILES, 'file') : wrong
    }
    case 'table': {
      const read = of(question)
      return read ? tableError(question, read) : wrong
    }
    case 'price_check': {
      const read = of(question)
      if (!read) return wrong
      return read.some((row) => badPrice(row.totem) || badPrice(row.dispenser)) ? PRICE_RANGE : null
    }
    case 'signature':
      return v.safeParse(Signature, value, { abortEarly: true }).issues?.[0].message ?? null
    case 'gps':
      return v.is(Position, value) ? null : 'La posizione non è valida.'
    case 'scan':
      return typeof value === 'string' && value.length <= 200 ? null : 'Il codice non può superare 200 caratteri.'
    case 'equipment': {
      const read = of(question)
      return read?.type === question.source ? null : 'L’attrezzatura scelta non è ammessa.'
    }
    case 'yes_no':
    case 'yes_no_na':
      return of(question) ? null : wrong
  }
}
