import { OUTCOMES, type Outcome } from '../../contract/inspection-labels.ts'
import type { InspectionRow, InspectionStatus } from '../../contract/inspections.ts'
import type { RecordList } from '../../crud/Crumbs.tsx'
import type { Ruled } from '../../rules/inspection-actions.ts'

export const outcomeTone: Record<Outcome, 'ok' | 'wait' | 'error' | 'neutral'> = {
  conforme: 'ok',
  con_osservazioni: 'wait',
  non_conforme: 'error',
  incompleta: 'neutral',
}
/** In a chip of a list, where the whole would be cut. */
export const shortOutcome = (outcome: Outcome) => (outcome === 'con_osservazioni' ? 'Con osservazioni' : OUTCOMES[outcome])
export const statusTone: Record<InspectionStatus, 'ok' | 'wait' | 'error' | 'neutral'> = {
  planned: 'neutral',
  draft: 'wait',
  completed: 'ok',
  approved: 'ok',
  cancelled: 'neutral',
}
/** Where they all are. */
export const VERIFICHE: RecordList = { title: 'Verifiche', link: { to: '/verifiche' } }
/** As the shared rules look at it. */
export const ruled = ({ status, outcome, inspector }: Pick<InspectionRow, 'status' | 'outcome' | 'inspector'>): Ruled => ({
  ...{ status, outcome, inspector_id: inspector.id },
})
