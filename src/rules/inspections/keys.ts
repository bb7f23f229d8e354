import { type Condition, type ConditionItem, isGroup } from '../../contract/inspections/condition.ts'
import type { Section } from '../../contract/inspections/form.ts'

export const randomKey = () => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** Given once and never again: answers find their question by it (docs/spec/inspections.md#model). */
export const newKey = (prefix: 'c' | 'q') => `${prefix}_${randomKey()}`

type Keyed = Pick<Section, 'key' | 'questions' | 'visible_if'>
/** A copy of sections under new keys; their conditions follow the copied questions, and still look at those that were not copied. */
export function withNewKeys<T extends Keyed>(sections: readonly T[]): T[] {
  const names = new Map(sections.flatMap(({ questions }) => questions.map(({ key }) => [key, newKey('q')] as const)))
  const item = (test: ConditionItem): ConditionItem => {
    if (isGroup(test)) return condition(test)
    return 'q' in test ? { ...test, q: names.get(test.q) ?? test.q } : test
  }
  const condition = (group: Condition): Condition => ('all' in group ? { all: group.all.map(item) } : { any: group.any.map(item) })
  const visible = (group: Condition | null | undefined) => group && condition(group)
  return sections.map((section) => ({
    ...section,
    key: newKey('c'),
    visible_if: visible(section.visible_if),
    questions: section.questions.map((question) => ({
      ...question,
      key: names.get(question.key)!,
      visible_if: visible(question.visible_if),
    })),
  }))
}
