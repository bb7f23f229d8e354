import * as v from 'valibot'
import { type Condition, isGroup, itemsOf } from '../../../contract/inspections/condition.ts'
import { findForwardReferences, ModelDefinition } from '../../../contract/inspections/form.ts'
import { italian } from '../../../contract/kernel/valibot-it.ts'
import type { Sections } from './edit-sections.ts'

/** Problems of one section, one question or the model itself: a sentence by the dotted path inside it (`options.1.label`, '' for the whole). */
export type Faults = Readonly<Record<string, string>>
export interface Checked {
  /** The form as it would be frozen; undefined while it cannot be. */
  definition: ModelDefinition | undefined
  /** By key of section or question; '' for the model's own fields. */
  faults: ReadonlyMap<string, Faults>
  /** Keys whose condition looks at a later question: told at once, not only when saving. */
  forward: ReadonlySet<string>
}
export const NO_FAULTS: Faults = {}
export const EMPTY_TEST = 'Una regola della condizione non ha un valore.'

/** Italian names of the settings, for the standard sentences. */
const NAMES: Record<string, string> = {
  label: 'Domanda',
  name: 'Titolo sezione',
  text: 'Testo',
  weight: 'Peso',
  options: 'Opzioni',
  score: 'Punteggio',
  min: 'Minimo',
  max: 'Massimo',
  ok_min: 'Conforme da',
  ok_max: 'Conforme fino a',
  step: 'Passo',
  unit: 'Unità',
  decimals: 'Decimali',
  max_length: 'Lunghezza massima',
  max_rows: 'Righe al massimo',
  max_distance: 'Distanza massima',
  nc_at: 'Non conforme fino a',
  deadline_days: 'Giorni per la risoluzione',
  when: 'Quando',
  visible_if: 'Condizione',
  ext: 'Formati ammessi',
  tags: 'Etichette',
  role: 'Firmatario',
  source: 'Attrezzatura',
  columns: 'Colonne',
  minutes: 'Durata stimata',
  ok: 'Soglia di conformità',
  warn: 'Soglia di attenzione',
}
/** The sentence of an issue; a standard one names the setting as the editor does. */
function sentence(issue: v.BaseIssue<unknown>): string {
  const names = (issue.path ?? []).map((step) => NAMES[String(step.key)]).filter(Boolean)
  const standard = issue.message === italian(issue, '')
  return standard && names.length ? italian(issue, names.at(-1)) : issue.message
}
const hasEmptyTest = (condition: Condition): boolean =>
  itemsOf(condition).some((item) => (isGroup(item) ? hasEmptyTest(item) : 'value' in item && item.value === ''))

/**
 * The rules of the contract over a model being edited (`model` are its own fields), each fault at the section or question it belongs to.
 * @returns the definition too where nothing is wrong: what a preview shows and a save sends
 */
export function checkModel(model: object, sections: Sections): Checked {
  const faults = new Map<string, Record<string, string>>()
  const add = (key: string, path: string, message: string) => {
    const known = faults.get(key) ?? {}
    faults.set(key, { ...known, [path]: known[path] ?? message })
  }
  const references = findForwardReferences({ categories: [...sections] })
  for (const { section, question, message } of references) add(question ?? section, 'visible_if', message)
  const result = v.safeParse(ModelDefinition, { ...model, categories: sections }, { lang: 'it' })
  for (const issue of result.issues ?? []) {
    const path = (issue.path ?? []).map((step) => String(step.key))
    const [first, section, second, question, ...rest] = path
    const inside = first === 'categories' && section !== undefined ? sections[Number(section)] : undefined
    const asked = second === 'questions' && question !== undefined ? inside?.questions[Number(question)] : undefined
    if (asked) add(asked.key, rest.join('.'), sentence(issue))
    else if (inside) add(inside.key, path.slice(2).join('.'), sentence(issue))
    else if (path.length || !references.some(({ message }) => message === issue.message)) add('', path.join('.'), sentence(issue))
  }
  for (const { key, visible_if, questions } of sections) {
    if (visible_if && hasEmptyTest(visible_if)) add(key, 'visible_if', EMPTY_TEST)
    for (const question of questions)
      if (question.visible_if && hasEmptyTest(question.visible_if)) add(question.key, 'visible_if', EMPTY_TEST)
  }
  return {
    definition: result.success && !faults.size ? result.output : undefined,
    faults,
    forward: new Set(references.map(({ section, question }) => question ?? section)),
  }
}
/** Something to put right: where it stands (a key; '' for the model's own fields), the name of the place and the sentence. */
export interface Problem {
  key: string
  where: string
  what: string
}
/** All of them, in the order of the form. */
export function problemsOf({ faults }: Checked, sections: Sections): readonly Problem[] {
  const places = sections.flatMap(({ key, name, questions }, at) => [
    { key, where: `Sezione ${at + 1}, ${name || 'senza titolo'}` },
    ...questions.map((one, place) => ({ key: one.key, where: `${at + 1}.${place + 1} ${one.label || 'Domanda senza testo'}` })),
  ])
  return [{ key: '', where: 'Dati del modello' }, ...places].flatMap(({ key, where }) =>
    Object.values(faults.get(key) ?? {}).map((what) => ({ key, where, what })),
  )
}

/** `now`, or the very object `before` where nothing else is to be told: what shows it is not drawn again. */
export const keepIfSame = (before: Checked, now: Checked): Checked =>
  JSON.stringify([[...before.faults], [...before.forward]]) === JSON.stringify([[...now.faults], [...now.forward]]) ? before : now
