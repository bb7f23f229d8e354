import type { Outcome } from '../../contract/inspection-labels.ts'
import type { InspectionStatus } from '../../contract/inspections.ts'

export const outcomeTone: Record<Outcome, 'ok' | 'wait' | 'error' | 'neutral'> = {
  conforme: 'ok',
  con_osservazioni: 'wait',
  non_conforme: 'error',
  incompleta: 'neutral',
}
export const statusTone: Record<InspectionStatus, 'ok' | 'wait' | 'error' | 'neutral'> = {
  planned: 'neutral',
  draft: 'wait',
  completed: 'ok',
  approved: 'ok',
  cancelled: 'neutral',
}
/** `2026/45`, or "Bozza" until the server has given a number. */
export const numberOf = (row: { id_year: number | null; id_number: number | null }) =>
  row.id_number ? `${row.id_year}/${row.id_number}` : 'Bozza'
