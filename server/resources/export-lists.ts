import type { ExportedList } from '../../src/contract/exporting.ts'
import { activityColumns } from '../../src/rules/activity-columns.ts'
import { historyModels } from '../../src/rules/history-models.ts'
import { historyColumns } from '../../src/rules/history-words.ts'
import { inspectionColumns } from '../../src/rules/inspection-columns.ts'
import type { Written } from '../../src/rules/sheet.ts'
import { stationColumns } from '../../src/rules/station-columns.ts'
import { ticketColumns } from '../../src/rules/ticket-columns.ts'
import type { Implementation } from '../lib/implement.ts'
import activity from './activity.ts'
import history from './history.ts'
import inspections from './inspections.ts'
import stations from './stations.ts'
import tickets from './tickets.ts'

/** A list that can be written as a file: its columns are those of the screen, in the same words. */
interface WrittenList {
  of: Implementation
  /** 'Accessi' */
  name: string
  columns: Readonly<Record<string, Written<never>>>
}
export const exportLists: Readonly<Record<ExportedList, WrittenList>> = {
  'activity.list': { of: activity, name: 'Accessi', columns: activityColumns },
  'inspections.list': { of: inspections, name: 'Verifiche', columns: inspectionColumns },
  'tickets.list': { of: tickets, name: 'Tickets', columns: ticketColumns },
  'stations.list': { of: stations, name: 'Stazioni', columns: stationColumns },
  'history.list': { of: history, name: 'Storico modifiche', columns: historyColumns(historyModels) },
}
