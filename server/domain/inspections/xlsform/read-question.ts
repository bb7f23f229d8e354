import * as v from 'valibot'
import { PATTERN_TEXT_MAX } from '../../../../src/contract/inspections/pattern.ts'
import { Question } from '../../../../src/contract/inspections/question.ts'
import { readChoices } from './choices.ts'
import type { Asked } from './conditions.ts'
import { readConstraint, writeConstraint } from './limits.ts'
import { keepScores, kept, ownQuestion, ownTexts } from './own-question.ts'
import { conditionOf, leftovers, type Reading } from './row-reading.ts'
import { needed, texts } from './row-texts.ts'
import { basis } from './row-type.ts'
import type { FormRow } from './sheets.ts'
import { reasonFor, selectOf } from './types.ts'

/** What became of a row: a question or none, and what could not be taken over. */
export interface ReadRow {
  question?: Question
  asked?: Asked
  reasons: string[]
}
type Fields = Record<string, unknown>

function limited({ cells }: FormRow, fields: Fields): { fields: Fields; reasons: string[] } {
  const text = cells.constraint
  if (!text) return { fields: {}, reasons: [] }
  const { limits, lost } = readConstraint(text, fields.type as Question['type'], fields.decimals === 0)
  return { fields: limits, reasons: lost ? [`Il limite non si può tradurre del tutto: ${text.slice(0, 200)}`] : [] }
}

/** What the type of a row says, before its texts, conditions and limits. */
interface Start {
  fields: Fields
  own: Question | undefined
  /** Columns read for it. */
  read: readonly string[]
  reasons: readonly string[]
  option: Asked['option']
}
function startOfSelect(row: FormRow, select: NonNullable<ReturnType<typeof selectOf>>, { lists, languages }: Reading): Start | string {
  const rows = lists.get(select.list)
  if (!rows) return `La lista «${select.list}» non è nel foglio «choices».`
  const { answer, options, option, reasons } = readChoices(rows, select.other, select.type === 'single_choice', languages)
  const type = answer ?? select.type
  const found = ownQuestion(row)
  const own = found?.type === type ? found : undefined
  return { fields: answer ? { type } : { type, options: keepScores(options, own) }, own, read: [], reasons, option }
}
function startOfPlain(row: FormRow, type: string): Start | string {
  const base = basis(row, type)
  if (!base) return reasonFor(type)
  const own = ownQuestion(row)
  const acknowledged = base.fields.type === 'yes_no'
  const option = (name: string) => (acknowledged && name === 'OK' ? 'si' : undefined)
  const reasons = acknowledged ? ['La presa visione diventa una domanda Sì / No.'] : []
  return { ...base, own, reasons, option }
}

/** A row of the survey that is no group, as a question under this key. */
export function readQuestion(row: FormRow, key: string, reading: Reading): ReadRow {
  const type = (row.cells.type ?? '').replace(/\s+/g, ' ')
  const select = selectOf(type)
  const start = select ? startOfSelect(row, select, reading) : startOfPlain(row, type)
  if (typeof start === 'string') return { reasons: [start] }
  const { own, option } = start
  const before = kept(own, row)
  const basic: Fields = { ...start.fields, ...before, ...('options' in start.fields && { options: start.fields.options }) }
  const said = own ? ownTexts(row, own, reading) : texts(row, basic.type, reading)
  const required = needed(row, basic.type)
  const shown = conditionOf(row, own?.visible_if, reading)
  const limits = own && writeConstraint(own) === (row.cells.constraint ?? '') ? { fields: {}, reasons: [] } : limited(row, basic)
  const left = leftovers(row, own ? ['appearance', 'parameters', 'default'] : start.read)
  const visible = (shown.condition || own?.visible_if) && { visible_if: shown.condition }
  const reasons = [said, required, shown, limits, start, { reasons: left }].flatMap((part) => part.reasons)
  return finished({ ...basic, key, ...said.fields, ...required.fields, ...visible }, limits.fields, reasons, option)
}
/** Checks the question as a model would; limits that do not hold are left out before the whole question is. */
function finished(common: Fields, limits: Fields, reasons: string[], option: Asked['option']): ReadRow {
  const bounded = limits.pattern ? { ...limits, max_length: Math.min(Number(limits.max_length), PATTERN_TEXT_MAX) } : limits
  const whole = v.safeParse(Question, { ...common, ...bounded }, { lang: 'it' })
  const read = whole.success ? whole : v.safeParse(Question, common, { lang: 'it' })
  if (!read.success) return { reasons: [...reasons, read.issues[0].message] }
  const { key, type } = read.output
  const said = whole.success ? reasons : [...reasons, `Il limite non vale in un modello: ${whole.issues[0].message}`]
  return { question: read.output, asked: { key, type, option }, reasons: said }
}
