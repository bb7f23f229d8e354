import type { NcStatus } from '../../contract/inspections/non-conformities.ts'

/** By hand (docs/spec/inspections.md#non-conformities); `verified` comes only from the re-check in a later verifica. */
const transitions: Record<NcStatus, readonly NcStatus[]> = {
  open: ['in_progress', 'resolved'],
  in_progress: ['open', 'resolved'],
  resolved: ['open'],
  verified: [],
}
export const ncMayBecome = (from: NcStatus, to: NcStatus) => transitions[from].includes(to)
/** Somebody has yet to solve it. */
export const NC_UNSOLVED = ['open', 'in_progress'] as const satisfies readonly NcStatus[]
