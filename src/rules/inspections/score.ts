import type { AnswerValue, StationContext } from '../../contract/inspections/answers.ts'
import type { InputQuestion, QuestionOf } from '../../contract/inspections/question.ts'
import { distance } from '../shared/distance.ts'
import { italianDay, italianNumber } from '../shared/italian.ts'
import { badPrice } from './validate-answer.ts'
import { readValue, type Values } from './values.ts'
import { type Block, operandOf, passes } from './visibility.ts'

/** Score and conformity of one answer by the rules of its type (docs/spec/inspections.md#question-types). */
export type Verdict = 'conforme' | 'non_conforme' | 'na'
export interface Judgement {
  /** 0…1, or null where nothing is scored. */
  score: number | null
  /** Null where the type, as configured, has nothing to be conforming to, or there is no answer. */
  verdict: Verdict | null
  /** Why it does not conform, in Italian. */
  reason: string | null
}
const NONE: Judgement = { score: null, verdict: null, reason: null }
const conforms = (score: number | null): Judgement => ({ score, verdict: 'conforme', reason: null })
const doesNotConform = (score: number | null, reason: string): Judgement => ({ score, verdict: 'non_conforme', reason })

interface Range {
  ok_min?: number | null
  ok_max?: number | null
  unit?: string | null
}
const hasRange = (range: Range) => range.ok_min != null || range.ok_max != null
const inRange = (range: Range, value: number) => (range.ok_min ?? -Infinity) <= value && value <= (range.ok_max ?? Infinity)
function rangeText({ ok_min, ok_max, unit }: Range): string {
  const tail = unit ? ` ${unit}` : ''
  if (ok_min != null && ok_max != null) return `tra ${italianNumber(ok_min)} e ${italianNumber(ok_max)}${tail}`
  return ok_min != null ? `almeno ${italianNumber(ok_min)}${tail}` : `al massimo ${italianNumber(ok_max ?? 0)}${tail}`
}

function judgeChoice(q: QuestionOf<'single_choice'> | QuestionOf<'multi_choice'>, chosen: string[]): Judgement {
  const picked = q.options.filter((option) => chosen.includes(option.key))
  if (!picked.length) return NONE
  const scored = q.options.filter((option) => option.score != null)
  const sum = (options: typeof picked) => options.reduce((total, option) => total + (option.score ?? 0), 0)
  const best = q.type === 'multi_choice' ? sum(scored) : 1
  const counts = q.type === 'multi_choice' ? best > 0 : picked.some((option) => option.score != null)
  const score = counts ? Math.min(1, sum(picked) / best) : null
  const bad = picked.filter((option) => option.nc)
  if (bad.length) return doesNotConform(score, bad.map((option) => option.label).join(', '))
  return scored.length || q.options.some((option) => option.nc) ? conforms(score) : NONE
}
function judgePrices(rows: Values['price_check']): Judgement {
  const equal = (a: number, b: number) => Math.round(a * 1000) === Math.round(b * 1000)
  const compared = rows.flatMap(({ expected, totem, dispenser }) => {
    const target = expected ?? dispenser
    if (target == null || badPrice(target)) return []
    const read = expected == null ? [totem] : [totem, dispenser]
    // What is no price was misread: it is asked again, and says nothing of the station.
    return read.flatMap((price) => (price == null || badPrice(price) ? [] : [equal(price, target)]))
  })
  if (!compared.length) return NONE
  const wrong = compared.filter((same) => !same).length
  const score = (compared.length - wrong) / compared.length
  return wrong ? doesNotConform(score, wrong === 1 ? 'Un prezzo non corrisponde' : `${wrong} prezzi non corrispondono`) : conforms(score)
}
function judgeTable(q: QuestionOf<'table'>, rows: Values['table']): Judgement {
  const limits = q.columns.flatMap((column) => (column.type === 'number' && hasRange(column) ? [column] : []))
  if (!limits.length) return NONE
  for (const [index, row] of rows.entries())
    for (const column of limits) {
      const cell = row[column.key]
      if (typeof cell === 'number' && !inRange(column, cell))
        return doesNotConform(
          null,
          `${row._label ?? `Riga ${index + 1}`}: ${column.label} ${italianNumber(cell)}, deve essere ${rangeText(column)}`,
        )
    }
  return conforms(null)
}

/** The facts a judgement may depend on beside the answer. `today` is `YYYY-MM-DD` of the place. */
export interface Circumstances {
  today: string
  station: StationContext
  block: Block
}
/** By the rule of the type alone. */
function judgeByType(q: InputQuestion, value: AnswerValue, { today, station, block }: Circumstances): Judgement {
  switch (q.type) {
    case 'yes_no':
    case 'yes_no_na': {
      if (value === 'na') return { score: null, verdict: 'na', reason: null }
      const good = (value === 'si') !== q.invert
      return good ? conforms(1) : doesNotConform(0, value === 'si' ? 'Risposta: Sì' : 'Risposta: No')
    }
    case 'single_choice':
      return judgeChoice(q, [String(value)])
    case 'multi_choice':
      return judgeChoice(q, readValue('multi_choice', value) ?? [])
    case 'rating': {
      const stars = Math.min(q.max, Math.max(1, Number(value)))
      const score = (stars - 1) / (q.max - 1)
      if (q.nc_at == null) return { score, verdict: null, reason: null }
      return stars <= q.nc_at ? doesNotConform(score, `Valutazione ${stars} su ${q.max}`) : conforms(score)
    }
    case 'number':
      if (!hasRange(q)) return NONE
      return inRange(q, Number(value)) ? conforms(1) : doesNotConform(0, `${italianNumber(Number(value))}, deve essere ${rangeText(q)}`)
    case 'date':
      if (!q.expires) return NONE
      return String(value) < today ? doesNotConform(0, `Scaduto il ${italianDay(String(value))}`) : conforms(1)
    case 'gps': {
      const here = readValue('gps', value)
      if (!here || q.max_distance == null || station.latitude == null || station.longitude == null) return NONE
      const metres = distance(here, { lat: station.latitude, lon: station.longitude })
      return metres > q.max_distance
        ? doesNotConform(
            null,
            `Posizione a ${italianNumber(Math.round(metres))} m dal punto vendita (massimo ${italianNumber(q.max_distance)} m)`,
          )
        : conforms(null)
    }
    case 'scan': {
      const expected = q.expect && block.row?.number
      if (!expected) return NONE
      return expected.trim().toUpperCase() === String(value).trim().toUpperCase()
        ? conforms(null)
        : doesNotConform(null, `Letto ${value}, atteso ${expected}`)
    }
    case 'table':
      return judgeTable(q, readValue('table', value) ?? [])
    case 'price_check':
      return judgePrices(readValue('price_check', value) ?? [])
    default:
      return NONE
  }
}

/** The model's own rule (`nc.when`) stands over the rule of the type; the score is always the type's. N.A. is never scored. */
export function judge(question: InputQuestion, value: AnswerValue | undefined, circumstances: Circumstances): Judgement {
  const usual = value === undefined ? NONE : judgeByType(question, value, circumstances)
  const score = question.weight > 0 ? usual.score : null
  const when = question.nc?.when
  if (!when) return { ...usual, score }
  const fires = passes(when, value === undefined ? undefined : operandOf(value))
  if (fires) return doesNotConform(score, usual.reason ?? 'Risposta non conforme')
  return { score, verdict: value === undefined ? null : usual.verdict === 'na' ? 'na' : 'conforme', reason: null }
}
