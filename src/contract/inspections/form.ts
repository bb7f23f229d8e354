import * as v from 'valibot'
import { Condition, referencesOf } from './condition.ts'
import { keysOf, REPEAT_SOURCES, TICKET_MODES } from './labels.ts'
import { Question } from './question.ts'

/** Limits of a model (docs/spec/inspections.md#model). */
export const FORM_LIMITS = { sections: 40, questionsPerSection: 80, questions: 500 } as const
const FORWARD = 'La condizione fa riferimento a una domanda successiva.'
const UNKNOWN = 'La condizione fa riferimento a una domanda che non esiste.'

const line = (max: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, 'Il testo è obbligatorio.'), v.maxLength(max, `Il testo non può superare ${max} caratteri.`))
const percent = v.pipe(v.number(), v.minValue(0, 'La soglia va da 0 a 100.'), v.maxValue(100, 'La soglia va da 0 a 100.'))
export const sectionFields = {
  name: line(120),
  description: v.nullish(v.pipe(v.string(), v.maxLength(1000))),
  weight: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(99.99, 'Il peso massimo è 99,99.')), 1),
  icon: v.nullish(v.pipe(v.string(), v.maxLength(40))),
  /** A repeatable section is answered once for each equipment row of the station, or for each row added by hand (`free`). */
  repeat: v.nullish(v.object({ source: v.picklist(keysOf(REPEAT_SOURCES)), label: line(60) })),
  visible_if: v.nullish(Condition),
  questions: v.pipe(
    v.array(Question),
    v.maxLength(FORM_LIMITS.questionsPerSection, `Una sezione può avere al massimo ${FORM_LIMITS.questionsPerSection} domande.`),
  ),
}
export const Section = v.object({
  key: v.pipe(v.string(), v.regex(/^c_[a-z0-9_]{1,60}$/, 'La chiave della sezione non è valida.')),
  ...sectionFields,
})
export type Section = v.InferOutput<typeof Section>

const signatureNeeds = { inspector_signature: v.optional(v.boolean(), true), manager_signature: v.optional(v.boolean(), true) }
/** The part of a model's own fields that a version freezes; the rest (status, minutes, colour …) may change under a running verifica. */
export const definitionFields = {
  code: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9_-]{1,20}$/, 'Il codice non è valido.')),
  name: line(120),
  intro: v.nullish(v.pipe(v.string(), v.maxLength(5000), v.title('Introduzione'))),
  scoring: v.optional(v.pipe(v.boolean(), v.title('Punteggio')), true),
  thresholds: v.optional(
    v.pipe(
      v.object({ ok: percent, warn: percent }),
      v.check((t) => t.warn <= t.ok, 'La soglia di attenzione supera quella di conformità.'),
      v.title('Soglie'),
    ),
    { ok: 85, warn: 70 },
  ),
  require: v.optional(
    v.pipe(
      v.object({ ...signatureNeeds, gps: v.optional(v.boolean(), false), cover_photo: v.optional(v.boolean(), false) }),
      v.title('Alla chiusura'),
    ),
    {},
  ),
  /** Absent as in models of before: stamped, and without the place the camera wrote into them. */
  photos: v.nullish(v.pipe(v.object({ stamp: v.optional(v.boolean(), true), position: v.optional(v.boolean(), false) }), v.title('Foto'))),
  ticket_mode: v.optional(v.pipe(v.picklist(keysOf(TICKET_MODES)), v.title('Ticket')), 'grouped'),
  ticket_category_id: v.nullish(v.number()),
}
const definitionShape = v.object({
  ...definitionFields,
  categories: v.pipe(
    v.array(Section),
    v.minLength(1, 'Il modello non ha sezioni.'),
    v.maxLength(FORM_LIMITS.sections, `Un modello può avere al massimo ${FORM_LIMITS.sections} sezioni.`),
  ),
})

/** The whole frozen tree of a model version (docs/spec/inspections.md#model-versions): what is hashed, sent to phones and printed. */
export const ModelDefinition = v.pipe(
  definitionShape,
  v.check(
    (model) => model.categories.reduce((sum, section) => sum + section.questions.length, 0) <= FORM_LIMITS.questions,
    `Un modello può avere al massimo ${FORM_LIMITS.questions} domande.`,
  ),
  v.check((model) => allDifferent(model.categories.map((section) => section.key)), 'Due sezioni hanno la stessa chiave.'),
  v.check(
    (model) => allDifferent(model.categories.flatMap((section) => section.questions.map((question) => question.key))),
    'Due domande hanno la stessa chiave.',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const { message } of findForwardReferences(dataset.value)) addIssue({ message })
  }),
)
export type ModelDefinition = v.InferOutput<typeof ModelDefinition>
export type ModelDefinitionInput = v.InferInput<typeof ModelDefinition>

const allDifferent = (keys: string[]) => new Set(keys).size === keys.length

export interface ForwardReference {
  section: string
  /** Null when the condition is the section's own. */
  question: string | null
  reference: string
  message: string
}
/**
 * Conditions that look at a question standing at the same place or later, or nowhere. A section's condition may only look at earlier sections.
 * As every reference points backwards, cycles cannot exist.
 */
export function findForwardReferences(model: Pick<ModelDefinition, 'categories'>): ForwardReference[] {
  const all = new Set(model.categories.flatMap((section) => section.questions.map((question) => question.key)))
  const earlier = new Set<string>()
  const found: ForwardReference[] = []
  const look = (condition: Condition | null | undefined, section: string, question: string | null) => {
    for (const reference of condition ? referencesOf(condition) : [])
      if (!earlier.has(reference)) found.push({ section, question, reference, message: all.has(reference) ? FORWARD : UNKNOWN })
  }
  for (const section of model.categories) {
    look(section.visible_if, section.key, null)
    for (const question of section.questions) {
      look(question.visible_if, section.key, question.key)
      earlier.add(question.key)
    }
  }
  return found
}
