import * as v from 'valibot'

/**
 * Conditions (docs/spec/inspections.md#conditions): `{all:[…]}` or `{any:[…]}` of tests on earlier answers or on facts of the station, or of nested groups.
 * A test on an answer that is missing or hidden is false, whatever the operator, but for `not_answered`.
 */
export const QUESTION_KEY = /^q_[a-z0-9_]{1,60}$/
export const QuestionKey = v.pipe(v.string(), v.regex(QUESTION_KEY, 'La chiave della domanda non è valida.'))

export const COMPARE_OPS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const
export const LIST_OPS = ['in', 'not_in'] as const
export const PRESENCE_OPS = ['answered', 'not_answered'] as const
export const STATION_FACTS = ['self', 'serve', 'selfGPL', 'serveGPL', 'services', 'fuels', 'suitableForTruck', 'videoSurveillance'] as const
export type StationFact = (typeof STATION_FACTS)[number]
/** Groups inside groups: deeper trees are unreadable for whoever edits the model. */
export const MAX_CONDITION_DEPTH = 4

const Scalar = v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite()), v.boolean()])
export type Scalar = v.InferOutput<typeof Scalar>
const compare = { op: v.picklist(COMPARE_OPS), value: Scalar }
const among = { op: v.picklist(LIST_OPS), value: v.pipe(v.array(Scalar), v.minLength(1), v.maxLength(50)) }
const presence = { op: v.picklist(PRESENCE_OPS) }

/** A test on the answer it belongs to: the `when` of a non-conformity rule. */
export const AnswerTest = v.union([v.object(compare), v.object(among), v.object(presence)])
export type AnswerTest = v.InferOutput<typeof AnswerTest>
const station = v.picklist(STATION_FACTS)
const TestSchema = v.union([
  v.object({ q: QuestionKey, ...compare }),
  v.object({ q: QuestionKey, ...among }),
  v.object({ q: QuestionKey, ...presence }),
  v.object({ station, ...compare }),
  v.object({ station, ...among }),
])
export type ConditionTest = v.InferOutput<typeof TestSchema>
export type ConditionItem = ConditionTest | Condition
export type Condition = { all: ConditionItem[] } | { any: ConditionItem[] }

/** The depth is written out rather than recursive, so that a hostile tree cannot exhaust the stack. */
function group(depth: number): v.GenericSchema<Condition> {
  const item: v.GenericSchema<ConditionItem> = depth > 1 ? v.union([TestSchema, group(depth - 1)]) : TestSchema
  const items = v.pipe(v.array(item), v.minLength(1, 'La condizione è vuota.'), v.maxLength(20, 'La condizione ha più di 20 voci.'))
  return v.union([v.object({ all: items }), v.object({ any: items })])
}
export const Condition = group(MAX_CONDITION_DEPTH)

export const itemsOf = (condition: Condition): ConditionItem[] => ('all' in condition ? condition.all : condition.any)
export const isGroup = (item: ConditionItem): item is Condition => 'all' in item || 'any' in item

/** Keys of the questions a condition looks at, nested groups included, each once. */
export function referencesOf(condition: Condition): string[] {
  const found = itemsOf(condition).flatMap((item) => (isGroup(item) ? referencesOf(item) : 'q' in item ? [item.q] : []))
  return [...new Set(found)]
}
