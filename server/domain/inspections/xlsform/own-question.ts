import * as v from 'valibot'
import { Question } from '../../../../src/contract/inspections/question.ts'
import type { Choices } from './choices.ts'
import { LIMIT_FIELDS, writeConstraint } from './limits.ts'
import type { Reading } from './row-reading.ts'
import { type FormRow, ownOf, textIn } from './sheets.ts'
import { typeText } from './types.ts'

/** The question that we wrote into this row, as far as the other columns still say so. */
export function ownQuestion(row: FormRow): Question | undefined {
  const own = ownOf(row)
  const parsed = own && v.safeParse(Question, own)
  if (!parsed?.success) return undefined
  const [type] = (row.cells.type ?? '').split(' ')
  return typeText(parsed.output).split(' ')[0] === type ? parsed.output : undefined
}
/** Options keep what a form has no column for, by their names. */
export function keepScores(options: Choices['options'], own: Question | undefined) {
  const before = own && 'options' in own ? own.options : []
  return options.map((option) => ({ ...before.find(({ key }) => key === option.key), ...option }))
}
/** What a question of ours keeps of itself; limits go where the column no longer says them. */
export function kept(own: Question | undefined, { cells }: FormRow): Record<string, unknown> {
  if (!own) return {}
  const same = writeConstraint(own) === (cells.constraint ?? '')
  const dropped = same ? [] : (LIMIT_FIELDS[own.type] ?? [])
  return Object.fromEntries(Object.entries(own).filter(([name]) => !dropped.includes(name)))
}
/** The texts of a question of ours: those that were changed in the sheet count, and one that was emptied. */
export function ownTexts(row: FormRow, own: Question, { languages }: Reading): { fields: Record<string, unknown>; reasons: string[] } {
  const [label, hint] = [textIn(row, 'label', languages), textIn(row, 'hint', languages)]
  const rest = own.type === 'info' ? hint && { text: hint } : (hint || own.help) && { help: hint || null }
  return { fields: { ...(label && { label }), ...rest }, reasons: [] }
}
