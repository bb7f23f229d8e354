import { maintenanceTypes } from '../../../src/contract/equipment/tank-maintenances.ts'
import { URGENT } from '../tickets/due.ts'

interface Failed {
  type: keyof typeof maintenanceTypes
  /** `YYYY-MM-DD` */
  date: string
  company: string
  note: string | null
  station_id: number
  tank_id: number
}
/** Where it is asked for: of the first that there is. */
export const FAILURE_CATEGORIES = ['Impianto / Cisterne', 'Impianto']
/** What is said of an intervention on a tank with a negative outcome in the ticket that it opens (domain.md 5.2). */
export function tankFailure({ type, date, company, note, station_id, tank_id }: Failed, number: string | null | undefined) {
  const label = `Cisterna ${number ?? tank_id}`
  const what = maintenanceTypes[type]
  return {
    ...{ priority: URGENT, source: 'system' as const, station_id },
    subject: `Esito negativo: ${what} – ${label}`,
    description: [`${what} del ${date.split('-').reverse().join('/')}, ditta ${company}: esito negativo.`, note].filter(Boolean).join('\n'),
    equipment: { type: 'tank' as const, id: tank_id, label },
  }
}
