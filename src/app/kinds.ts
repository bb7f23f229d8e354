import { controlKind } from '../features/content/communications/control-kind.ts'
import { maintenanceKind } from '../features/equipment/tanks/maintenance-kind.ts'
import { inspectionKind } from '../features/inspections/inspection-kind.ts'
import { orderKind } from '../features/shop/order-kind.ts'
import { noteKind } from '../features/stations/notes-kind.ts'
import { newTicketKind, ticketKind } from '../features/tickets/ticket-kind.ts'
import type { OfflineKind } from '../outbox/kind.ts'

/** The kinds that may be written offline. Data without a kind's name belongs to the first (decision 036). */
export const kinds: readonly OfflineKind[] = [inspectionKind, noteKind, maintenanceKind, ticketKind, newTicketKind, controlKind, orderKind]
