import { maintenanceTypes } from '../../../src/contract/equipment/tank-maintenances.ts'
import { URGENT } from '../tickets/due.ts'

interface FailedMaintenance {
  type: keyof typeof maintenanceTypes
  /** `YYYY-MM-DD` */
  date: string
  company: string
  note: string | null
  station_id: number
  tank_id: number
}
/** Ticket categories for failures; the first existing one is used. */
export const FAILURE_CATEGORIES = ['Impianto / Cisterne', 'Impianto']
/** The ticket for a tank maintenance with a negative outcome. */
export function failureTicket({ type, date, company, note, station_id, tank_id }: FailedMaintenance, number: string | null | undefined) {
  const label = `Cisterna ${number ?? tank_id}`
  const what = maintenanceTypes[type]
  return {
    ...{ priority: URGENT, source: 'system' as const, station_id },
    subject: `Esito negativo: ${what} – ${label}`,
    description: [`${what} del ${date.split('-').reverse().join('/')}, ditta ${company}: esito negativo.`, note].filter(Boolean).join('\n'),
    equipment: { type: 'tank' as const, id: tank_id, label },
  }
}
