import * as v from 'valibot'
import { findForwardReferences, ModelDefinition } from '../../../src/contract/inspections/form.ts'

/** The tree of a model as it would be frozen now, or one Italian sentence for each fault (by question or section key, or '' for the whole). */
export function readDefinition(
  model: object,
  sections: readonly object[],
): { definition: ModelDefinition; errors?: never } | { errors: Record<string, string> } {
  const result = v.safeParse(ModelDefinition, { ...model, categories: sections }, { lang: 'it' })
  if (result.success) return { definition: result.output }
  const errors: Record<string, string> = {}
  if (result.typed)
    for (const { section, question, message } of findForwardReferences(result.output)) errors[question ?? section] ??= message
  for (const issue of result.issues) if (!Object.values(errors).includes(issue.message)) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return { errors }
}

/**
 * Keys are given once (docs/spec/inspections.md#model): where a version was frozen, a question keeps its type, and the key of one that was removed is not taken
 * up again, or old answers would be read as answers to another question.
 * @param known type of every question of the versions frozen so far
 * @param present keys that stand in the tree before the change
 */
export function keyErrors(
  definition: ModelDefinition,
  known: ReadonlyMap<string, string>,
  present: ReadonlySet<string>,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { questions } of definition.categories)
    for (const { key, type, label } of questions) {
      if (!known.has(key)) continue
      if (!present.has(key)) errors[key] = `La chiave «${key}» appartiene a una domanda eliminata: usarne una nuova.`
      else if (known.get(key) !== type) errors[key] = `«${label}»: il tipo di una domanda già usata non può cambiare, crearne una nuova.`
    }
  return errors
}

/** The first of `base`, `base-2`, `base-3` … (by `name`) that is not taken. */
export function firstFreeName(taken: readonly string[], name: (n: number) => string, from = 1): string {
  let n = from
  while (taken.includes(name(n))) n++
  return name(n)
}
