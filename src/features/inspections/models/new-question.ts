import * as v from 'valibot'
import type { QuestionType } from '../../../contract/inspections/labels.ts'
import { Question, type QuestionInput } from '../../../contract/inspections/question.ts'
import { newKey } from '../../../rules/inspections/keys.ts'

/** Types as a person looks for them: by what is done. */
export const TYPE_GROUPS: readonly { name: string; types: readonly QuestionType[] }[] = [
  { name: 'Giudizio', types: ['yes_no_na', 'yes_no', 'rating', 'single_choice', 'multi_choice'] },
  { name: 'Dati', types: ['number', 'text', 'textarea', 'date', 'time', 'datetime'] },
  { name: 'Prove', types: ['photo', 'signature', 'gps', 'scan', 'file'] },
  { name: 'Punto vendita', types: ['equipment', 'price_check', 'table'] },
  { name: 'Testo da leggere', types: ['info'] },
]
/** Types that need no setting of their own: what many pasted lines can become. */
export const PLAIN_TYPES: readonly QuestionType[] = ['yes_no_na', 'yes_no', 'rating', 'number', 'text', 'textarea', 'date', 'photo']

/** Properties that a type requires. */
const settings: { [T in QuestionType]?: Partial<Extract<QuestionInput, { type: T }>> } = {
  yes_no_na: { nc: { severity: 'lieve', require: ['note'] } },
  yes_no: { nc: { severity: 'lieve', require: ['note'] } },
  single_choice: { options: twoOptions() },
  multi_choice: { options: twoOptions() },
  signature: { role: 'gestore', photo: 'none', note: 'none' },
  equipment: { source: 'dispensers' },
  table: { rows: 'free', columns: [{ key: 'valore', label: 'Valore', type: 'number' }] },
  info: { text: '-' },
}
function twoOptions() {
  return [
    { key: 'a', label: 'Opzione 1', score: 1 },
    { key: 'b', label: 'Opzione 2', score: 0, nc: true },
  ]
}
/** Settings that mean the same for every type, and those that only some types have. */
const KEPT_SETTINGS = ['help', 'required', 'weight', 'photo', 'note', 'critical', 'prefill', 'tags', 'norm', 'visible_if']
const SHARED_SETTINGS = ['options', 'invert']

/** A question with the usual settings of its type; a label may be empty while it is being written. */
export function newQuestion(type: QuestionType, label = '', key = newKey('q')): Question {
  const question = v.parse(Question, { ...settings[type], type, key, label: '-' })
  return question.type === 'info' ? { ...question, label, text: '' } : { ...question, label }
}
/** The same question as another type: what is said of any question stays, what belongs to the old type goes. */
export function changeType(question: Question, type: QuestionType): Question {
  const fresh = newQuestion(type, question.label, question.key)
  if (fresh.type === 'info' || question.type === 'info') return { ...fresh, visible_if: question.visible_if }
  const kept = Object.entries(question).filter(
    ([name]) => KEPT_SETTINGS.includes(name) || (SHARED_SETTINGS.includes(name) && name in fresh),
  )
  const nc = question.nc ? { ...question.nc, when: null } : fresh.nc
  return { ...fresh, ...Object.fromEntries(kept), nc }
}

/** One question a line; numbers, dashes and bullets in front of a line, and lines without a word, are left out. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:\d+(?:\.\d+)*[.):-]|[-–—*•·☐□▪])\s*/u, '').trim())
    .filter((line) => /\p{L}/u.test(line))
