import { INSPECTION_STATUSES, type InspectionStatus } from '../../../src/contract/inspections/inspections.ts'
import { type ActionSubject, decideAction, type InspectionAction } from '../../../src/rules/inspections/actions.ts'
import type { User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'

/** 409 with this sentence where nobody may do it as things stand, 403 for somebody else's. */
export function requireAction(action: InspectionAction, row: ActionSubject, user: User, impossible: string) {
  const answer = decideAction(action, row, user)
  if (answer === 'impossible') throw problem.conflict(impossible)
  if (answer === 'forbidden') throw problem.forbidden()
}
export const refusedTransition = (from: InspectionStatus, to: InspectionStatus) =>
  `Passaggio di stato non consentito: da "${INSPECTION_STATUSES[from]}" a "${INSPECTION_STATUSES[to]}".`
