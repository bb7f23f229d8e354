import { INSPECTION_STATUSES, type InspectionStatus } from '../../src/contract/inspections.ts'
import { NC_STATUSES, type NcStatus } from '../../src/contract/non-conformities.ts'

/** State machines of verifiche and of their non-conformities (domain.md 2.3, 2.14). */
export type Actor = 'owner' | 'superAdmin' | 'network_manager'
interface Way {
  from: readonly InspectionStatus[]
  to: InspectionStatus
  by: readonly Actor[]
}
const ways: readonly Way[] = [
  { from: ['planned'], to: 'draft', by: ['owner', 'superAdmin'] },
  { from: ['draft'], to: 'completed', by: ['owner'] },
  { from: ['completed'], to: 'draft', by: ['superAdmin'] },
  { from: ['completed'], to: 'approved', by: ['superAdmin', 'network_manager'] },
  { from: ['planned', 'draft'], to: 'cancelled', by: ['owner', 'superAdmin'] },
]
export type Decision = 'yes' | 'forbidden' | 'impossible'

/** Whether somebody with these parts in a verifica may take it from one state to another. */
export function mayMove(from: InspectionStatus, to: InspectionStatus, actors: readonly Actor[]): Decision {
  const open = ways.filter((way) => way.from.includes(from) && way.to === to)
  if (!open.length) return 'impossible'
  return open.some((way) => way.by.some((actor) => actors.includes(actor))) ? 'yes' : 'forbidden'
}
/** An approved one stays for good; a completed one is deleted by administrators only. */
export function mayDelete(status: InspectionStatus, actors: readonly Actor[]): Decision {
  if (status === 'approved') return 'impossible'
  const by: Actor[] = status === 'completed' ? ['superAdmin'] : ['owner', 'superAdmin']
  return by.some((actor) => actors.includes(actor)) ? 'yes' : 'forbidden'
}

/** By hand; `verified` comes only from the re-check in a later verifica. */
const ncWays: Record<NcStatus, readonly NcStatus[]> = {
  open: ['in_progress', 'resolved'],
  in_progress: ['open', 'resolved'],
  resolved: ['open'],
  verified: [],
}
export const ncMayBecome = (from: NcStatus, to: NcStatus) => from === to || ncWays[from].includes(to)

const refusal = (from: string, to: string) => `Passaggio di stato non consentito: da "${from}" a "${to}".`
export const refusedMove = (from: InspectionStatus, to: InspectionStatus) => refusal(INSPECTION_STATUSES[from], INSPECTION_STATUSES[to])
export const refusedNcMove = (from: NcStatus, to: NcStatus) => refusal(NC_STATUSES[from], NC_STATUSES[to])
