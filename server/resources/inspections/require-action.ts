import { INSPECTION_STATUSES, type InspectionStatus } from '../../../src/contract/inspections/inspections.ts'
import { decide, type InspectionAction, type Ruled } from '../../../src/rules/inspections/actions.ts'
import type { User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'

/** 409 with this sentence where nobody may do it as things stand, 403 for somebody else's. */
export function needMay(action: InspectionAction, row: Ruled, user: User, impossible: string) {
  const answer = decide(action, row, user)
  if (answer === 'impossible') throw problem.conflict(impossible)
  if (answer === 'forbidden') throw problem.forbidden()
}
export const refusedMove = (from: InspectionStatus, to: InspectionStatus) =>
  `Passaggio di stato non consentito: da "${INSPECTION_STATUSES[from]}" a "${INSPECTION_STATUSES[to]}".`
