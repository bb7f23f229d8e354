import type { Section } from '../../../contract/inspections/form.ts'
import type { Question } from '../../../contract/inspections/question.ts'
import { newKey, withNewKeys } from '../../../rules/inspections/keys.ts'

/** The sections of a model while they are edited. Pure: every change gives a new tree, and what it leaves alone stays the same object. */
export type Tree = readonly Section[]

/** A list with one item at another place; a place outside the list is the nearest in it. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, item)
}
export const sectionAt = (tree: Tree, key: string) => tree.findIndex((section) => section.key === key)
/** Where a question stands: its section and its place in it. */
export function findQuestion(tree: Tree, key: string): { section: Section; at: number; question: Question } | undefined {
  for (const section of tree) {
    const at = section.questions.findIndex((question) => question.key === key)
    if (at >= 0) return { section, at, question: section.questions[at]! }
  }
  return undefined
}
export const countQuestions = (tree: Tree) => tree.reduce((sum, section) => sum + section.questions.length, 0)

export const changeSection = (tree: Tree, key: string, patch: Partial<Section>): Tree =>
  tree.map((section) => (section.key === key ? { ...section, ...patch } : section))
const withQuestions = (tree: Tree, key: string, change: (questions: Question[]) => Question[]): Tree =>
  tree.map((section) => (section.key === key ? { ...section, questions: change(section.questions) } : section))
/** `change` gives what stands in the place of the question with this key. */
export const changeQuestion = (tree: Tree, key: string, change: (question: Question) => Question): Tree =>
  tree.map((section) =>
    section.questions.some((one) => one.key === key)
      ? { ...section, questions: section.questions.map((one) => (one.key === key ? change(one) : one)) }
      : section,
  )

export const moveSection = (tree: Tree, key: string, to: number): Tree => moved(tree, sectionAt(tree, key), to)
/** To a place of the same section. */
export const moveQuestion = (tree: Tree, section: string, from: number, to: number): Tree =>
  withQuestions(tree, section, (questions) => moved(questions, from, to))
/** To the end of another section. */
export function moveToSection(tree: Tree, key: string, section: string): Tree {
  const found = findQuestion(tree, key)
  if (!found || found.section.key === section) return tree
  return insertQuestions(removeQuestion(tree, key), section, Number.POSITIVE_INFINITY, [found.question])
}

export const insertSection = (tree: Tree, at: number, section: Section): Tree => tree.toSpliced(at, 0, section)
export const insertQuestions = (tree: Tree, section: string, at: number, added: readonly Question[]): Tree =>
  withQuestions(tree, section, (questions) => questions.toSpliced(at, 0, ...added))
export const removeSection = (tree: Tree, key: string): Tree => tree.filter((section) => section.key !== key)
export const removeQuestion = (tree: Tree, key: string): Tree => {
  const found = findQuestion(tree, key)
  return found ? withQuestions(tree, found.section.key, (questions) => questions.toSpliced(found.at, 1)) : tree
}

/** The copy follows the original; the second value is its key. */
export function duplicateQuestion(tree: Tree, key: string): [Tree, string] {
  const found = findQuestion(tree, key)
  const copy = newKey('q')
  return found ? [insertQuestions(tree, found.section.key, found.at + 1, [{ ...found.question, key: copy }]), copy] : [tree, key]
}
const NAME_MAX = 120
const COPY = ' (copia)'
export function duplicateSection(tree: Tree, key: string): [Tree, string] {
  const at = sectionAt(tree, key)
  const [copy] = withNewKeys(tree.slice(at, at + 1))
  if (at < 0 || !copy) return [tree, key]
  return [insertSection(tree, at + 1, { ...copy, name: `${copy.name.slice(0, NAME_MAX - COPY.length)}${COPY}` }), copy.key]
}
export const emptySection = (name: string): Section => ({ key: newKey('c'), name, weight: 1, questions: [] })
