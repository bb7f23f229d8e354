import type { ModelRow, ModelStatus } from '../../contract/inspections/models.ts'
import type { Decision, Person } from './decision.ts'

/** The actions on a model of verifiche (docs/spec/inspections.md#model). */
const transitions: Record<ModelStatus, readonly ModelStatus[]> = { draft: ['active'], active: ['archived'], archived: ['active'] }
export const modelMayBecome = (from: ModelStatus, to: ModelStatus) => transitions[from].includes(to)
/** One that was used is archived instead; an inspector deletes only what he made. */
export function mayRemoveModel({ created_by, used_count }: Pick<ModelRow, 'created_by' | 'used_count'>, { id, roles }: Person): Decision {
  if (used_count) return 'impossible'
  return roles.includes('superAdmin') || created_by === id ? 'yes' : 'forbidden'
}
