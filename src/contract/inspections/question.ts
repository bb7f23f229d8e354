import * as v from 'valibot'
import { MAX_PHOTOS } from './answers.ts'
import { AnswerTest, Condition, QuestionKey } from './condition.ts'
import { keysOf, SEVERITIES, SIGNER_ROLES } from './labels.ts'
import { isSafePattern, PATTERN_TEXT_MAX } from './pattern.ts'

/**
 * A question of an inspection model: one object schema per type (docs/spec/inspections.md#question-types), told apart by `type`. The order in the section's array is the
 * order on screen; `key` is given once and never used again. Every text is plain text with line breaks, never HTML: `help`, `text` and the
 * model's `intro` are shown by whoever fills the verifica in and printed on the report, and nothing has to be sanitised that is never markup.
 */
const words = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, `Il testo non può superare ${max} caratteri.`))
const needed = (max: number) => v.pipe(words(max), v.minLength(1, 'Il testo è obbligatorio.'))
const finite = v.pipe(v.number(), v.finite())
const whole = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer('Il valore deve essere un numero intero.'),
    v.minValue(min, `Il valore minimo è ${min}.`),
    v.maxValue(max, `Il valore massimo è ${max}.`),
  )
const share = v.pipe(v.number(), v.minValue(0, 'Il punteggio va da 0 a 1.'), v.maxValue(1, 'Il punteggio va da 0 a 1.'))
const flag = (standard: boolean) => v.optional(v.boolean(), standard)
const evidence = v.optional(v.picklist(['none', 'optional', 'required']), 'optional')
const optionKey = v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,40}$/, 'La chiave dell’opzione non è valida.'))
/** `2026-01-31`, `today`, `today-30`: a bound of a date, moving with the day the verifica is filled in. */
const dateBound = v.nullish(v.pipe(v.string(), v.regex(/^(today([+-]\d{1,5})?|\d{4}-\d{2}-\d{2})$/, 'Il limite della data non è valido.')))

/** Without `when` the usual rule of the question's type decides (docs/spec/inspections.md#question-types). */
export const NcRule = v.object({
  when: v.nullish(AnswerTest),
  severity: v.picklist(keysOf(SEVERITIES)),
  require: v.optional(v.pipe(v.array(v.picklist(['note', 'photo'])), v.maxLength(2)), []),
  deadline_days: v.nullish(whole(0, 730)),
  ticket_category_id: v.nullish(whole(1, 2_147_483_647)),
  suggestion: v.nullish(words(500)),
})
export type NcRule = v.InferOutput<typeof NcRule>

const shown = { key: QuestionKey, label: needed(300), visible_if: v.nullish(Condition) }
const common = {
  ...shown,
  help: v.nullish(words(1000)),
  required: flag(true),
  /** 0 takes the question out of the score. */
  weight: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 1),
  photo: evidence,
  note: evidence,
  critical: flag(false),
  /** Without a rule the answer may lower the score but opens no non-conformity by itself. */
  nc: v.nullish(NcRule),
  prefill: v.nullish(v.picklist(['previous', 'today', 'now', 'equipment_number'])),
  tags: v.optional(v.pipe(v.array(needed(30)), v.maxLength(10)), []),
  norm: v.nullish(words(120)),
}

export const ChoiceOption = v.object({ key: optionKey, label: needed(120), score: v.nullish(share), nc: flag(false) })
const options = v.pipe(
  v.array(ChoiceOption),
  v.minLength(2, 'Servono almeno due opzioni.'),
  v.maxLength(50, 'Le opzioni sono più di 50.'),
  v.check((list) => new Set(list.map((option) => option.key)).size === list.length, 'Due opzioni hanno la stessa chiave.'),
)
const pattern = v.nullish(v.pipe(words(200), v.check(isSafePattern, 'L’espressione regolare non è ammessa.')))
const column = { key: optionKey, label: needed(60) }
export const TableColumn = v.variant('type', [
  v.object({
    ...column,
    type: v.literal('number'),
    unit: v.nullish(words(12)),
    decimals: v.optional(whole(0, 4), 2),
    ok_min: v.nullish(finite),
    ok_max: v.nullish(finite),
  }),
  v.object({ ...column, type: v.literal('text'), max_length: v.optional(whole(1, 500), 120) }),
  v.object({ ...column, type: v.literal('select'), options: v.pipe(v.array(needed(60)), v.minLength(2), v.maxLength(30)) }),
  v.object({ ...column, type: v.literal('date') }),
])
export type TableColumn = v.InferOutput<typeof TableColumn>

const moment = { not_before: dateBound, not_after: dateBound }
const text = <T extends 'text' | 'textarea'>(type: T, standard: number) =>
  v.pipe(
    v.object({ ...common, type: v.literal(type), max_length: v.optional(whole(1, 5000), standard), pattern }),
    v.check(
      (q) => !q.pattern || q.max_length <= PATTERN_TEXT_MAX,
      `Con un’espressione regolare il testo è al massimo di ${PATTERN_TEXT_MAX} caratteri.`,
    ),
  )
/** [minimum, maximum] pairs that must not cross. */
const ordered = (min: number | null | undefined, max: number | null | undefined) => min == null || max == null || min <= max
const CROSSED = 'Il minimo supera il massimo.'

const YesNoNa = v.object({ ...common, type: v.literal('yes_no_na'), invert: flag(false) })
const YesNo = v.object({ ...common, type: v.literal('yes_no'), invert: flag(false) })
const SingleChoice = v.object({ ...common, type: v.literal('single_choice'), options })
const MultiChoice = v.pipe(
  v.object({ ...common, type: v.literal('multi_choice'), options, min: v.nullish(whole(0, 50)), max: v.nullish(whole(1, 50)) }),
  v.check((q) => ordered(q.min, q.max), CROSSED),
)
const Rating = v.object({
  ...common,
  type: v.literal('rating'),
  max: v.optional(v.picklist([5, 10]), 5),
  nc_at: v.nullish(whole(1, 10)),
})
const Numeric = v.pipe(
  v.object({
    ...common,
    type: v.literal('number'),
    min: v.nullish(finite),
    max: v.nullish(finite),
    step: v.nullish(v.pipe(finite, v.gtValue(0))),
    unit: v.nullish(words(12)),
    decimals: v.optional(whole(0, 4), 2),
    ok_min: v.nullish(finite),
    ok_max: v.nullish(finite),
  }),
  v.check((q) => ordered(q.min, q.max) && ordered(q.ok_min, q.ok_max), CROSSED),
)
const DateQuestion = v.object({ ...common, type: v.literal('date'), ...moment, expires: flag(false) })
const Photo = v.pipe(
  v.object({
    ...common,
    type: v.literal('photo'),
    min: v.optional(whole(0, MAX_PHOTOS), 1),
    max: v.optional(whole(1, MAX_PHOTOS), 10),
    gallery: flag(false),
  }),
  v.check((q) => ordered(q.min, q.max), CROSSED),
)
const TableQuestion = v.pipe(
  v.object({
    ...common,
    type: v.literal('table'),
    columns: v.pipe(
      v.array(TableColumn),
      v.minLength(1, 'La tabella non ha colonne.'),
      v.maxLength(12, 'La tabella ha più di 12 colonne.'),
    ),
    rows: v.picklist(['guns', 'tanks', 'prices', 'free']),
    max_rows: v.optional(whole(1, 60), 60),
  }),
  v.check((q) => new Set(q.columns.map((c) => c.key)).size === q.columns.length, 'Due colonne hanno la stessa chiave.'),
)

export const Question = v.variant('type', [
  YesNoNa,
  YesNo,
  SingleChoice,
  MultiChoice,
  Rating,
  Numeric,
  text('text', 200),
  text('textarea', 2000),
  DateQuestion,
  v.object({ ...common, type: v.literal('time') }),
  v.object({ ...common, type: v.literal('datetime'), ...moment }),
  Photo,
  v.object({ ...common, type: v.literal('signature'), role: v.picklist(keysOf(SIGNER_ROLES)) }),
  v.object({ ...common, type: v.literal('gps'), max_distance: v.nullish(whole(10, 100_000)) }),
  v.object({ ...common, type: v.literal('scan'), expect: v.nullish(v.literal('equipment_number')) }),
  v.object({
    ...common,
    type: v.literal('equipment'),
    source: v.picklist(['dispensers', 'guns', 'tanks', 'fire_extinguishers', 'station_devices', 'pos', 'oil_separators']),
  }),
  TableQuestion,
  v.object({ ...common, type: v.literal('price_check') }),
  v.object({
    ...common,
    type: v.literal('file'),
    ext: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9]{1,8}$/))), v.minLength(1), v.maxLength(20)), [
      'pdf',
      'jpg',
      'jpeg',
      'png',
    ]),
  }),
  v.object({ ...shown, type: v.literal('info'), text: needed(5000) }),
])
export type Question = v.InferOutput<typeof Question>
export type QuestionInput = v.InferInput<typeof Question>
/** Every question but the read-only text. */
export type InputQuestion = Exclude<Question, { type: 'info' }>
export type QuestionOf<T extends Question['type']> = Extract<Question, { type: T }>
