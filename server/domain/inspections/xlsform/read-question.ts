import * as v from 'valibot'
import type { Condition } from '../../../../src/contract/inspections/condition.ts'
import { PATTERN_TEXT_MAX } from '../../../../src/contract/inspections/pattern.ts'
import { Question } from '../../../../src/contract/inspections/question.ts'
import { type Choices, readChoices } from './choices.ts'
import { type Asked, readRelevant, writeRelevant } from './conditions.ts'
import { LIMIT_FIELDS, readConstraint, writeConstraint } from './limits.ts'
import { type FormRow, OWN_COLUMN, ownOf, textIn } from './sheets.ts'
import { plainType, reasonFor, selectOf, TYPES, typeText } from './types.ts'

/** What a row is read against. */
export interface Reading {
  languages: readonly string[]
  lists: ReadonlyMap<string, readonly FormRow[]>
  /** Questions that stand before, by their names in the form. */
  asked: ReadonlyMap<string, Asked>
  types: ReadonlyMap<string, Question['type']>
}
/** What became of a row: a question or none, and what could not be taken over. */
export interface ReadRow {
  question?: Question
  asked?: Asked
  reasons: string[]
}
type Fields = Record<string, unknown>

/** Columns that are read; whatever else a row says is listed. */
const READ = new Set(['type', 'name', 'label', 'hint', 'required', 'relevant', 'constraint', OWN_COLUMN])
const TRANSLATED = /^(label|hint)::/
const MAX_LABEL = 300
const MAX_HELP = 1000
const isYes = (text: string) => /^(yes|y|true|true\(\)|sì|si|1)$/i.test(text)
const isNo = (text: string) => /^(no|n|false|false\(\)|0)?$/i.test(text)

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
  return { condition, reasons: condition ? [] : [`La condizione non si può tradurre, e la domanda si vede sempre: ${text.slice(0, 200)}`] }
}
/** Of a hand-made column: undefined instead of an error. */
function safely<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** The steps of a `range` as a rating of stars, or as a number with limits. */
function rangeOf(parameters: string): Fields {
  const given = Object.fromEntries(
    [...parameters.matchAll(/(start|end|step)\s*=\s*(-?[\d.]+)/g)].map(([, name, value]) => [name, Number(value)]),
  )
  const { start = 1, end = 10, step = 1 } = given as Record<string, number>
  if (start === 1 && step === 1 && (end === 5 || end === 10)) return { type: 'rating', max: end }
  const decimals = Math.max(...[start, end, step].map((number) => String(number).split('.')[1]?.length ?? 0))
  return { type: 'number', min: Math.min(start, end), max: Math.max(start, end), step, decimals: Math.min(4, decimals) }
}
/** What the type makes of a row, and the columns that were read for it. */
function basis({ cells }: FormRow, type: string): { fields: Fields; read: string[] } | undefined {
  const made = TYPES[plainType(type)]
  if (!made) return undefined
  const appearance = cells.appearance ?? ''
  if (plainType(type) === 'range') return { fields: rangeOf(cells.parameters ?? ''), read: ['parameters'] }
  if (made.type === 'photo' && /\bsignature\b/.test(appearance)) return { fields: { ...TYPES.signature }, read: ['appearance'] }
  if (made.type === 'text' && /^multiline$/.test(appearance)) return { fields: { type: 'textarea' }, read: ['appearance'] }
  const standing = cells.default?.replace(/\s/g, '')
  if (made.type === 'date' && standing === 'today()') return { fields: { ...made, prefill: 'today' }, read: ['default'] }
  if (made.type === 'datetime' && standing === 'now()') return { fields: { ...made, prefill: 'now' }, read: ['default'] }
  return { fields: { ...made }, read: [] }
}
const ROLES = [
  [/gestor/i, 'gestore'],
  [/ispettor|inspector|verificator/i, 'ispettore'],
] as const

function texts(row: FormRow, type: unknown, { languages }: Reading): { fields: Fields; reasons: string[] } {
  const reasons: string[] = []
  const label = textIn(row, 'label', languages) || row.cells.name || ''
  const hint = textIn(row, 'hint', languages)
  if (/\$\{/.test(label + hint)) reasons.push('Il testo contiene la risposta a un’altra domanda: resta scritto come nel foglio.')
  if (type === 'info') {
    const fields = hint && label.length <= MAX_LABEL ? { label, text: hint } : { label: 'Nota', text: hint ? `${label}\n${hint}` : label }
    return { fields, reasons }
  }
  if (hint.length > MAX_HELP) reasons.push(`L’aiuto è accorciato a ${MAX_HELP} caratteri.`)
  const long = label.length > MAX_LABEL
  // The whole of a long text is kept where there is room for it.
  if (long) reasons.push(`La domanda ha più di ${MAX_LABEL} caratteri: il testo intero sta nell’aiuto.`)
  const help = (long ? [label, hint].filter(Boolean).join('\n') : hint).slice(0, MAX_HELP)
  const role = type === 'signature' && { role: ROLES.find(([word]) => word.test(label))?.[1] ?? 'terzo' }
  return { fields: { label: long ? `${label.slice(0, MAX_LABEL - 1)}…` : label, ...(help && { help }), ...role }, reasons }
}
function needed({ cells }: FormRow, type: unknown): { fields: Fields; reasons: string[] } {
  const text = cells.required ?? ''
  if (type === 'info') return { fields: {}, reasons: isNo(text) || isYes(text) ? [] : [`Una nota non è obbligatoria: ${text}.`] }
  const reasons = isYes(text) || isNo(text) ? [] : [`Obbligatoria solo a una condizione: non lo è mai (${text.slice(0, 100)}).`]
  return { fields: { required: isYes(text) }, reasons }
}
function limited({ cells }: FormRow, fields: Fields): { fields: Fields; reasons: string[] } {
  const text = cells.constraint
  if (!text) return { fields: {}, reasons: [] }
  const { limits, lost } = readConstraint(text, fields.type as Question['type'], fields.decimals === 0)
  return { fields: limits, reasons: lost ? [`Il limite non si può tradurre del tutto: ${text.slice(0, 200)}`] : [] }
}

/** The question that we wrote into this row, as far as the other columns still say so. */
function ownQuestion(row: FormRow): Question | undefined {
  const own = ownOf(row)
  const parsed = own && v.safeParse(Question, own)
  if (!parsed?.success) return undefined
  const [type] = (row.cells.type ?? '').split(' ')
  return typeText(parsed.output).split(' ')[0] === type ? parsed.output : undefined
}
/** Options keep what a form has no column for, by their names. */
function keepScores(options: Choices['options'], own: Question | undefined) {
  const before = own && 'options' in own ? own.options : []
  return options.map((option) => ({ ...before.find(({ key }) => key === option.key), ...option }))
}
/** What a question of ours keeps of itself; limits go where the column no longer says them. */
function kept(own: Question | undefined, { cells }: FormRow): Fields {
  if (!own) return {}
  const same = writeConstraint(own) === (cells.constraint ?? '')
  const dropped = same ? [] : (LIMIT_FIELDS[own.type] ?? [])
  return Object.fromEntries(Object.entries(own).filter(([name]) => !dropped.includes(name)))
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
/** The texts of a question of ours: those that were changed in the sheet count, and one that was emptied. */
function ownTexts(row: FormRow, own: Question, { languages }: Reading): { fields: Fields; reasons: string[] } {
  const [label, hint] = [textIn(row, 'label', languages), textIn(row, 'hint', languages)]
  const rest = own.type === 'info' ? hint && { text: hint } : (hint || own.help) && { help: hint || null }
  return { fields: { ...(label && { label }), ...rest }, reasons: [] }
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
