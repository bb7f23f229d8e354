import type { ExportedList } from '../../../src/contract/kernel/exporting.ts'
import { cardColumns } from '../../../src/rules/cards/card-columns.ts'
import { customerColumns } from '../../../src/rules/cards/customer-columns.ts'
import { logColumns } from '../../../src/rules/cards/log-columns.ts'
import { inspectionColumns } from '../../../src/rules/inspections/columns.ts'
import { activityColumns } from '../../../src/rules/overview/activity-columns.ts'
import { historyModels } from '../../../src/rules/overview/history-models.ts'
import { historyColumns } from '../../../src/rules/shared/history-format.ts'
import type { SheetColumn } from '../../../src/rules/shared/sheet-cells.ts'
import { orderColumns } from '../../../src/rules/shop/columns.ts'
import { stationColumns } from '../../../src/rules/stations/columns.ts'
import { ticketColumns } from '../../../src/rules/tickets/columns.ts'
import type { Implementation } from '../../lib/core/implement.ts'
import cards from '../cards/cards.ts'
import customerLogs from '../cards/customer-logs.ts'
import customers from '../cards/customers.ts'
import inspections from '../inspections/inspections.ts'
import ecommerceOrders from '../shop/orders.ts'
import stations from '../stations/stations.ts'
import tickets from '../tickets/tickets.ts'
import activity from './activity.ts'
import history from './history.ts'

/** A list that can be written as a file: its columns are those of the screen, in the same words. */
interface WrittenList {
  of: Implementation
  /** 'Accessi' */
  name: string
  columns: Readonly<Record<string, SheetColumn<never>>>
}
export const exportLists: Readonly<Record<ExportedList, WrittenList>> = {
  'activity.list': { of: activity, name: 'Accessi', columns: activityColumns },
  'cards.list': { of: cards, name: 'Tessere', columns: cardColumns },
  'customer-logs.list': { of: customerLogs, name: 'Log operazioni clienti', columns: logColumns },
  'customers.list': { of: customers, name: 'Clienti tessere', columns: customerColumns },
  'ecommerce-orders.list': { of: ecommerceOrders, name: 'Ordini', columns: orderColumns },
  'inspections.list': { of: inspections, name: 'Verifiche', columns: inspectionColumns },
  'tickets.list': { of: tickets, name: 'Tickets', columns: ticketColumns },
  'stations.list': { of: stations, name: 'Stazioni', columns: stationColumns },
  'history.list': { of: history, name: 'Storico modifiche', columns: historyColumns(historyModels) },
}
