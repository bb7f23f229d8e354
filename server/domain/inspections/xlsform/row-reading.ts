import type { Condition } from '../../../../src/contract/inspections/condition.ts'
import type { Question } from '../../../../src/contract/inspections/question.ts'
import { type Asked, readRelevant, writeRelevant } from './conditions.ts'
import { type FormRow, OWN_COLUMN } from './sheets.ts'

/** What a row is read against. */
export interface Reading {
  languages: readonly string[]
  lists: ReadonlyMap<string, readonly FormRow[]>
  /** Questions that stand before, by their names in the form. */
  asked: ReadonlyMap<string, Asked>
  types: ReadonlyMap<string, Question['type']>
}

/** Columns that are read; whatever else a row says is listed. */
const READ = new Set(['type', 'name', 'label', 'hint', 'required', 'relevant', 'constraint', OWN_COLUMN])
const TRANSLATED = /^(label|hint)::/

/** The columns of a row that nobody has read, as one sentence. */
export function leftovers({ cells }: FormRow, read: readonly string[] = []): string[] {
  const left = Object.entries(cells).filter(([name]) => !READ.has(name) && !TRANSLATED.test(name) && !read.includes(name))
  return left.length ? [`Senza corrispondenza: ${left.map(([name, text]) => `${name} (${text.slice(0, 60)})`).join(', ')}.`] : []
}
/** The condition of a row. `own`: the one that we wrote, which counts as long as the column says the same. */
export function conditionOf(row: FormRow, own: unknown, { asked, types }: Reading): { condition: Condition | null; reasons: string[] } {
  const text = row.cells.relevant ?? ''
  const written = own as Condition | null | undefined
  if (written && safely(() => writeRelevant(written, (key) => types.get(key))) === text) return { condition: written, reasons: [] }
  if (!text || /^(true\(\)|1|yes)$/i.test(text)) return { condition: null, reasons: [] }
  const condition = readRelevant(text, (name) => asked.get(name))
  return { condition, reasons: condition ? [] : [`La condizione non si può tradurre, e si vede sempre: ${text.slice(0, 200)}`] }
}
/** Of a hand-made column: undefined instead of an error. */
function safely<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
