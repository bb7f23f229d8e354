import type { Question } from '../../../../contract/inspections/question.ts'
import type { Faults } from '../problems.ts'

/** A group of settings of a question. */
export interface SettingsProps<Q> {
  question: Q
  /** Changes some settings; the others stay. Works on the question as it is when it is called. */
  set: (patch: Partial<Q>) => void
  faults: Faults
}
const WORDS = ['label', 'help']
/** For `memo`: writing the words of a question draws none of its settings again. */
export function sameSettings<Q extends Question>(a: SettingsProps<Q>, b: SettingsProps<Q>): boolean {
  if (a.faults !== b.faults) return false
  const [before, after] = [a.question as Record<string, unknown>, b.question as Record<string, unknown>]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) => WORDS.includes(name) || before[name] === after[name])
}
