import type { InspectionRow } from '../../contract/inspections.ts'
import { isOpen } from '../../rules/inspection-actions.ts'
import { nameOf } from '../../rules/inspection-columns.ts'

/** One that is open is worked on under the name its device gave it. */
export const placeOf = (row: InspectionRow) => ({
  to: '/verifiche/$id' as const,
  params: { id: isOpen(row) ? row.client_uuid : `${row.id_year}-${row.id_number}` },
})
/** `2026/45 Eni Ivrea`: one of many, among records of other kinds. */
export const labelOf = (row: InspectionRow) => `${nameOf(row)} ${row.station.name}`
