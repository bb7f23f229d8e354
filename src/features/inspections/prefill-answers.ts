import type { Answer } from '../../contract/inspections/answers.ts'
import { prefillValue } from '../../rules/inspections/prefill.ts'
import { visibleForm } from '../../rules/inspections/visibility.ts'
import type { LocalInspection } from './local-inspection.ts'

type Form = Pick<LocalInspection, 'definition' | 'context' | 'previous' | 'answers' | 'offered' | 'dirty'>

/**
 * The form with what its visible questions offer by themselves (date, time, serial number, the previous answer), also those that an offered value
 * brings into view. Each is offered once, and only where nothing was answered: what the inspector takes out stays out.
 * @param now local moment `YYYY-MM-DDTHH:MM`
 */
export function withPrefills<T extends Form>(local: T, now = localMoment()): T {
  if (!local.definition.categories.some(({ questions }) => questions.some((one) => one.type !== 'info' && one.prefill))) return local
  const before = new Set(local.offered)
  const given: Record<string, Answer> = {}
  const seen: string[] = []
  const at = new Date().toISOString()
  for (const { blocks } of visibleForm(local.definition, local.answers, local.context))
    for (const { block, questions } of blocks)
      for (const { question, key, answer } of questions) {
        if (question.type === 'info' || !question.prefill || before.has(key)) continue
        // Not known yet is not none: it is offered when it is known.
        if (question.prefill === 'previous' && local.previous === undefined) continue
        seen.push(key)
        const value = answer ? undefined : prefillValue(question, block, now, local.previous?.answers ?? {}, local.context)
        if (value !== undefined) given[key] = { v: value, at }
      }
  if (!seen.length) return local
  const offered = [...before, ...seen]
  const keys = Object.keys(given)
  if (!keys.length) return { ...local, offered }
  return withPrefills({ ...local, offered, answers: { ...local.answers, ...given }, dirty: [...new Set([...local.dirty, ...keys])] }, now)
}
const localMoment = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
