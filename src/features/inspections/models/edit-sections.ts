import type { Section } from '../../../contract/inspections/form.ts'
import type { Question } from '../../../contract/inspections/question.ts'
import { newKey, withNewKeys } from '../../../rules/inspections/keys.ts'

/** The sections of a model while they are edited. Pure: every change gives a new sections, and what it leaves alone stays the same object. */
export type Sections = readonly Section[]

/** A list with one item at another place; a place outside the list is the nearest in it. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, item)
}
export const sectionIndex = (sections: Sections, key: string) => sections.findIndex((section) => section.key === key)
/** The place of a question: its section and its index there. */
export function findQuestion(sections: Sections, key: string): { section: Section; at: number; question: Question } | undefined {
  for (const section of sections) {
    const at = section.questions.findIndex((question) => question.key === key)
    if (at >= 0) return { section, at, question: section.questions[at]! }
  }
  return undefined
}
export const countQuestions = (sections: Sections) => sections.reduce((sum, section) => sum + section.questions.length, 0)

export const changeSection = (sections: Sections, key: string, patch: Partial<Section>): Sections =>
  sections.map((section) => (section.key === key ? { ...section, ...patch } : section))
const withQuestions = (sections: Sections, key: string, change: (questions: Question[]) => Question[]): Sections =>
  sections.map((section) => (section.key === key ? { ...section, questions: change(section.questions) } : section))
/** `change` gives what stands in the place of the question with this key. */
export const changeQuestion = (sections: Sections, key: string, change: (question: Question) => Question): Sections =>
  sections.map((section) =>
    section.questions.some((one) => one.key === key)
      ? { ...section, questions: section.questions.map((one) => (one.key === key ? change(one) : one)) }
      : section,
  )

export const moveSection = (sections: Sections, key: string, to: number): Sections => moveItem(sections, sectionIndex(sections, key), to)
/** Moves it within its section. */
export const moveQuestion = (sections: Sections, section: string, from: number, to: number): Sections =>
  withQuestions(sections, section, (questions) => moveItem(questions, from, to))
/** Moves it to the end of another section. */
export function moveToSection(sections: Sections, key: string, section: string): Sections {
  const found = findQuestion(sections, key)
  if (!found || found.section.key === section) return sections
  return insertQuestions(removeQuestion(sections, key), section, Number.POSITIVE_INFINITY, [found.question])
}

export const insertSection = (sections: Sections, at: number, section: Section): Sections => sections.toSpliced(at, 0, section)
export const insertQuestions = (sections: Sections, section: string, at: number, added: readonly Question[]): Sections =>
  withQuestions(sections, section, (questions) => questions.toSpliced(at, 0, ...added))
export const removeSection = (sections: Sections, key: string): Sections => sections.filter((section) => section.key !== key)
export const removeQuestion = (sections: Sections, key: string): Sections => {
  const found = findQuestion(sections, key)
  return found ? withQuestions(sections, found.section.key, (questions) => questions.toSpliced(found.at, 1)) : sections
}

/** The copy follows the original; the second value is its key. */
export function duplicateQuestion(sections: Sections, key: string): [Sections, string] {
  const found = findQuestion(sections, key)
  const copy = newKey('q')
  return found ? [insertQuestions(sections, found.section.key, found.at + 1, [{ ...found.question, key: copy }]), copy] : [sections, key]
}
const NAME_MAX = 120
const COPY = ' (copia)'
export function duplicateSection(sections: Sections, key: string): [Sections, string] {
  const at = sectionIndex(sections, key)
  const [copy] = withNewKeys(sections.slice(at, at + 1))
  if (at < 0 || !copy) return [sections, key]
  return [insertSection(sections, at + 1, { ...copy, name: `${copy.name.slice(0, NAME_MAX - COPY.length)}${COPY}` }), copy.key]
}
export const emptySection = (name: string): Section => ({ key: newKey('c'), name, weight: 1, questions: [] })
