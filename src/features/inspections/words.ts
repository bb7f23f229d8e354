import type { Outcome } from '../../contract/inspection-labels.ts'
import type { InspectionRow, InspectionStatus } from '../../contract/inspections.ts'
import { day } from '../../lib/format.ts'
import type { Ruled } from '../../rules/inspection-actions.ts'

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
/** What a verifica goes by in a list: its number, and before it has one where and when it is to be made: `PV003 · 21/11/2026`. */
export const nameOf = (row: Pick<InspectionRow, 'id_year' | 'id_number' | 'status' | 'station' | 'scheduled_at'>) =>
  row.status === 'planned' ? `${row.station.code} · ${day(row.scheduled_at)}` : numberOf(row)
/** As the shared rules look at it. */
export const ruled = ({ status, outcome, inspector }: Pick<InspectionRow, 'status' | 'outcome' | 'inspector'>): Ruled => ({
  ...{ status, outcome, inspector_id: inspector.id },
})
