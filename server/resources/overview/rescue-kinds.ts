import type { RescueCopy, RescueTicket } from '../../../src/contract/inspections/rescue.ts'
import { createBody, updateBody } from '../../../src/contract/kernel/offline-copy.ts'
import { fillPlaceholders, type Json, type RefValues } from '../../../src/contract/kernel/placeholder.ts'
import { newTicketBody } from '../../../src/contract/tickets/new-ticket.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Implementation } from '../../lib/core/implement.ts'
import type { Call } from '../../lib/core/run-call.ts'
import { sha256 } from '../../lib/files/files.ts'
import { controlCalls } from '../content/communications.ts'
import tankMaintenances from '../equipment/tank-maintenances.ts'
import inspectionFiles from '../inspections/files.ts'
import inspections from '../inspections/inspections.ts'
import orders from '../shop/orders.ts'
import stationNotes from '../stations/notes.ts'
import tickets from '../tickets/tickets.ts'
import { applyInput, type RowResult, refused } from './rescue-apply.ts'

const offlineOf = ({ endpoints, handlers }: Implementation): [string, Call][] =>
  Object.entries(endpoints).flatMap(([key, endpoint]) =>
    endpoint.offline ? [[endpoint.name, { endpoint, handler: handlers[key]! }] as [string, Call]] : [],
  )
/** The calls a device may queue: those the contract marks as offline. */
export const offlineCalls = new Map(
  [inspections, inspectionFiles, stationNotes, tankMaintenances, tickets, controlCalls, orders].flatMap(offlineOf),
)

/** The kinds declared with `offlinePart()`, by their name on the device: the resource whose calls each queues. */
const copyResources: Readonly<Record<string, string>> = { station_note: 'station_notes', tank_maintenance: 'tank_maintenances' }
const DEFAULT_UPLOAD = 'inspection-files'
/** Tickets and comments are queued whole, and never changed: on the device there is one being written, or nothing. */
const TICKETS = ['ticket', 'new_ticket']
export const isReply = (key: unknown) => /^(ticket:|new_ticket:.*\/reply$)/.test(String(key))
export const isNewTicket = (key: unknown) => String(key).startsWith('new_ticket:') && !isReply(key)
/** Takes the pictures of a kind; those that name none are of the first (docs/decisions/036). */
export const uploadCall = (kind = ''): Call =>
  offlineCalls.get(TICKETS.includes(kind) ? 'tickets.picture' : `${copyResources[kind] ?? DEFAULT_UPLOAD}.upload`)!
/** The resource of a draft named by its lane; undefined where it is none of these. */
export const copyResource = (key: unknown): string | undefined => copyResources[String(key).split(':')[0]!]

/** A key that a repetition finds again. */
export const stableKey = (...parts: string[]) => sha256(parts.join()).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')

/** Text that was still being typed is reported. */
export const reportUnsent = (text: readonly unknown[], was = 'salvato'): RowResult =>
  text.length ? refused(`Non era stato ${was}. Testo: ${text.join(' · ')}`.slice(0, 10_300)) : { result: 'present', reason: null }

/** Content confirmed on the device that is in no item. Text that was still being typed is reported and not published. */
export function applyCopy(
  author: User,
  context: Context,
  refs: Map<string, RefValues>,
  { key, writer, data: copy }: RescueCopy,
): Promise<RowResult> | RowResult {
  const resource = copyResource(key)!
  if (copy.state === 'queued') return { result: 'present', reason: null }
  if (copy.state === 'writing') return reportUnsent(Object.values(copy.values).filter((value) => typeof value === 'string' && value))
  const call = (name: 'create' | 'update') => offlineCalls.get(`${resource}.${name}`)!
  if (copy.rev === null && refs.get(copy.uuid)?.rev === undefined)
    return applyInput(author, context, call('create'), stableKey(writer, 'create'), createBody(copy) as Json)
  const filled = fillPlaceholders(updateBody(copy), refs)
  return 'missing' in filled
    ? refused("L'elemento da cui questo dipende non è mai arrivato al server.")
    : applyInput(author, context, call('update'), stableKey(writer, 'update'), filled.input)
}
/** A ticket that was confirmed and is in no item. One that was still being written is reported and not opened. */
export function applyNewTicket(author: User, context: Context, { writer, data }: RescueTicket): Promise<RowResult> | RowResult {
  if (data.state === 'queued') return { result: 'present', reason: null }
  const { subject, description } = data.values
  if (data.state === 'writing') return reportUnsent([subject, description].filter((text) => text.trim()))
  const body = newTicketBody(data as unknown as Parameters<typeof newTicketBody>[0])
  return applyInput(author, context, offlineCalls.get('tickets.create')!, stableKey(writer, 'create'), body)
}
