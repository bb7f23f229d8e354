import type { InspectionRow } from '../../contract/inspections/inspections.ts'
import { isOpen } from '../../rules/inspections/actions.ts'

/** One that is open is worked on under the name its device gave it. */
export const inspectionLink = (row: InspectionRow) => ({
  to: '/verifiche/$id' as const,
  params: { id: isOpen(row) ? row.client_uuid : `${row.id_year}-${row.id_number}` },
})
