import type { NcTicket } from '../../contract/inspections/answers.ts'
import type { InspectionRow, InspectionStatus } from '../../contract/inspections/inspections.ts'
import { OUTCOMES, type Outcome, SEVERITIES, type Severity } from '../../contract/inspections/labels.ts'
import type { RecordList } from '../../crud/record/Crumbs.tsx'
import type { ActionSubject } from '../../rules/inspections/actions.ts'

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
export const severityOptions = (Object.keys(SEVERITIES) as Severity[]).map((value) => ({
  ...{ value, label: SEVERITIES[value], tone: 'error' as const },
}))
/** "Ticket 2026/113, chiuso" */
export const ticketWords = ({ id_year, id_number, closed }: NcTicket) => `Ticket ${id_year}/${id_number}${closed ? ', chiuso' : ''}`
export const ticketPage = ({ id_year, id_number }: NcTicket) => ({
  ...{ to: '/tickets/$slug/{-$id}' as const, params: { slug: String(id_year), id: id_number } },
})
/** The list of all verifiche, for breadcrumbs. */
export const VERIFICHE: RecordList = { title: 'Verifiche', link: { to: '/verifiche' } }
/** As the shared rules look at it. */
export const actionSubject = ({ status, outcome, inspector }: Pick<InspectionRow, 'status' | 'outcome' | 'inspector'>): ActionSubject => ({
  ...{ status, outcome, inspector_id: inspector.id },
})
