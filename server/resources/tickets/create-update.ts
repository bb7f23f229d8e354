import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { ticketPriorities } from '../../../src/contract/tickets/categories.ts'
import type { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import { TICKET_EQUIPMENT, type TicketStatus, WAITING_FOR } from '../../../src/contract/tickets/words.ts'
import { romeMoment } from '../../../src/rules/shared/italian.ts'
import { isAgent, nextStatuses, REMINDER_IS_PAST, transitionRefused, WAITING } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import * as equipment from '../../db/schema/equipment/equipment.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { type TicketEquipment, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { needPictures } from '../../lib/files/offline-pictures.ts'
import { stationScope } from '../stations/scope.ts'
import type { Part } from '../stations/station-part.ts'
import { addHistory, may, needMay, needTicketForUpdate, transitionTo, updateTicket } from './change.ts'
import { currentDueDate } from './clock.ts'
import { notifyRequester, openTicket } from './open-ticket.ts'
import { PICTURE_PLACE } from './pictures.ts'
import { readWritten } from './read.ts'
import type { TicketRecord } from './scope.ts'
import { indexTickets } from './search-index.ts'
import { writtenOnDevice } from './written-on-device.ts'

type Fields = Parsed<typeof contract.create, never>
type Changes = Parsed<typeof contract.update, never>
const equipmentTables: Record<TicketEquipment['type'], Part> = {
  dispenser: equipment.dispensers,
  tank: equipment.tanks,
  device: equipment.station_devices,
  pos: equipment.pos,
  extinguisher: equipment.fire_extinguishers,
  network_device: equipment.network_devices,
}
/** The piece of equipment with its present label. @throws 422 if it is not at that station */
async function pieceOf(asked: Fields['equipment'], station_id: number | null, { db }: Context): Promise<TicketEquipment | null> {
  if (!asked) return null
  const table = equipmentTables[asked.type]
  const [piece] = (await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, asked.id), eq(table.station_id, station_id ?? 0)))) as Record<string, string | null>[]
  if (!piece) throw problem.invalid({ equipment: messages.exists('Attrezzatura') })
  const name = [piece.tml ? `TML ${piece.tml}` : (piece.number ?? piece.serial ?? piece.ip), piece.brand, piece.model]
    .filter(Boolean)
    .join(' · ')
  return { ...asked, label: `${TICKET_EQUIPMENT[asked.type]} ${name || asked.id}` }
}
interface Placement {
  category_id: number
  station_id: number | null
}
/** Checks that the category is active and that the caller sees the station. Values that stay as they were are not checked. */
async function needPlacement({ category_id, station_id }: Placement, was: Placement | undefined, { db, user }: Context) {
  const [category] = await db.select().from(ticket_categories).where(eq(ticket_categories.id, category_id))
  const known = category && (category.active || category_id === was?.category_id)
  const same = station_id === was?.station_id
  const reached = station_id === null || same || (await db.$count(stations, and(eq(stations.id, station_id), stationScope(user))))
  refuse({
    category_id: known ? undefined : messages.exists('Categoria'),
    station_id: reached ? requiredIf(!!category?.requires_station, 'Punto vendita', station_id) : messages.exists('Punto vendita'),
  })
  return category!
}

const ARRIVED = 'È già arrivato, e intanto è cambiato: aprirlo e aggiungere con una risposta quello che manca.'
/** The ticket that was opened under this uuid before; undefined if there is none. @throws 422 if it is another's, deleted, or says something else */
async function openedBefore(uid: string, input: Fields, context: Context) {
  const { db, user } = context
  // Two requests for one ticket wait for each other, so that the second finds what the first has opened.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 0))`)
  const [row] = await db.select().from(tickets).where(eq(tickets.uid, uid))
  if (!row) return undefined
  if (row.created_by !== user.id) throw problem.unprocessable('Un altro ticket ha già questo identificativo.', { code: 'uuid_taken' })
  const { subject, description, category_id, station_id = null } = input
  const same = Object.entries({ subject, description, category_id, station_id }).every(([field, value]) => row[field as Field] === value)
  if (row.deleted_at || !same) throw problem.unprocessable(ARRIVED, { code: 'arrived' })
  context.status(200)
  context.audit({ entity_id: row.id })
  return readWritten(context, row.id)
}

async function needPerson(requester_id: number, db: Db) {
  const person = and(eq(users.id, requester_id), eq(users.enabled, 1), isNull(users.deleted_at))
  if (!(await db.$count(users, person))) throw problem.invalid({ requester_id: messages.exists('Richiedente') })
}
async function create(input: Fields, context: Context) {
  const { db, user } = context
  const {
    category_id,
    station_id = null,
    requester_id,
    equipment: asked,
    uuid = randomUUID(),
    photos,
    written_at: _,
    clock_behind_s: __,
    ...given
  } = input
  const before = await openedBefore(uuid, input, context)
  if (before) return before
  await needPlacement({ category_id, station_id }, undefined, context)
  if (requester_id !== undefined && requester_id !== user.id) {
    if (!isAgent(user)) throw problem.invalid({ requester_id: 'Solo chi gestisce i ticket può aprirne per altri.' })
    await needPerson(requester_id, db)
  }
  const piece = await pieceOf(asked, station_id, context)
  await needPictures(db, PICTURE_PLACE, { by: user.id }, photos)
  const { written_at } = writtenOnDevice(input, context)
  const made = await openTicket(
    { ...given, uid: uuid, category: category_id, station_id, requester_id, equipment: piece, photos, source: 'web', written_at },
    context,
  )
  context.audit({ entity_id: made!.id })
  return readWritten(context, made!.id)
}

const NOT_WAITING = 'Il promemoria vale finché il ticket è in attesa.'
const LABELS = {
  ...{ subject: 'Oggetto', description: 'Descrizione', category_id: 'Categoria', station_id: 'Punto vendita', priority: 'Priorità' },
  ...{
    contact: 'Referente / telefono',
    equipment: 'Attrezzatura',
    company: 'Ditta esterna',
    company_email: 'Email della ditta',
    due_at: 'Scadenza SLA',
    requester_id: 'Richiedente',
    remind_on: 'Promemoria',
  },
} as const
export const FIELD_LABELS: Readonly<Record<string, string>> = { ...LABELS, status_id: 'Stato' }
type Field = keyof typeof LABELS
/** The value of a field as the history shows it. */
export async function valueInWords(field: Field, row: TicketRecord, { db }: Pick<Context, 'db'>): Promise<string | null> {
  if (row[field] === null) return null
  if (field === 'category_id')
    return (await db.select({ name: ticket_categories.name }).from(ticket_categories).where(eq(ticket_categories.id, row.category_id)))[0]!
      .name
  if (field === 'station_id') {
    const [station] = await db
      .select({ code: stations.code, name: stations.name })
      .from(stations)
      .where(inArray(stations.id, [row.station_id!]))
    return station ? `${station.code} ${station.name}` : null
  }
  if (field === 'priority') return ticketPriorities[row.priority] ?? String(row.priority)
  if (field === 'equipment') return row.equipment!.label
  if (field === 'requester_id') {
    const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, row.requester_id))
    return person!.name
  }
  if (field === 'remind_on') return row.remind_on!.split('-').toReversed().join('/')
  return field === 'due_at' ? romeMoment(row.due_at) : row[field]
}

type Given = Omit<Changes, 'year' | 'number' | 'rev' | 'status_id' | 'waiting_for' | 'equipment'>
/** The fields of the ticket after the change, with the due time that follows from them. */
async function changedFields(row: TicketRecord, given: Given, asked: Changes['equipment'], context: Context) {
  const place = {
    category_id: given.category_id ?? row.category_id,
    station_id: given.station_id === undefined ? row.station_id : given.station_id,
  }
  const category = await needPlacement(place, row, context)
  // A piece of equipment belongs to one station, so it goes if the station changes.
  const kept = place.station_id === row.station_id ? row.equipment : null
  // A form sends the piece back as it was, which may have been removed since.
  const same = kept && asked?.type === kept.type && asked.id === kept.id
  const equipment = asked === undefined || same ? kept : await pieceOf(asked, place.station_id, context)
  const sla_hours = category.id === row.category_id ? row.sla_hours : category.sla_hours
  // A form sends the due time back as it was; only another one is set by hand.
  const set =
    given.due_at && Date.parse(given.due_at) !== Date.parse(row.due_at) ? { due_at: given.due_at, due_given: true } : { due_at: row.due_at }
  const next = { ...row, ...given, ...place, equipment, sla_hours, ...set }
  const recomputed = next.sla_hours !== row.sla_hours || next.priority !== row.priority
  if (recomputed && !next.due_given) next.due_at = await currentDueDate(context.db, next)
  const { subject, description, priority, contact, company, company_email, due_at, due_given, requester_id, remind_on } = next
  return {
    ...{ subject, description, priority, contact, company, company_email, due_at, due_given, requester_id, remind_on },
    ...{ sla_hours, ...place, equipment },
  }
}
async function addChangesToHistory(before: TicketRecord, after: TicketRecord, context: Context) {
  for (const field of Object.keys(LABELS) as Field[]) {
    const [old, now] = [await valueInWords(field, before, context), await valueInWords(field, after, context)]
    if (old !== now) await addHistory(context, before.id, 'modificato', { field, old, new: now })
  }
}
/** A reminder is for a waiting ticket, on a day that is still to come; one that stays as it was may be past by now. */
function reminderProblem(day: string | null | undefined, row: TicketRecord, status: TicketStatus, { now }: Context): string | undefined {
  if (!day) return undefined
  if (status !== WAITING) return NOT_WAITING
  return day !== row.remind_on && day < dayInRome(now) ? REMINDER_IS_PAST : undefined
}

async function update(input: Changes & { year: number; number: number }, context: Context) {
  const row = await needTicketForUpdate(input, context)
  const { year: _, number: __, rev, status_id, waiting_for, equipment: asked, ...given } = input
  const changed = Object.entries({ ...given, status_id, waiting_for, equipment: asked }).filter(([, value]) => value !== undefined)
  if (changed.every(([name]) => name === 'description') && !may('update', row, context)) needMay('describe', row, context)
  else needMay('update', row, context)
  if (rev !== row.rev) throw problem.stale(await readWritten(context, row.id))
  const to = status_id === undefined || status_id === row.status_id ? undefined : (status_id as TicketStatus)
  if (to && !nextStatuses(row.status_id).includes(to)) throw problem.conflict(transitionRefused(row.status_id, to))
  refuse({
    waiting_for: requiredIf(to === WAITING, 'In attesa di', waiting_for),
    remind_on: reminderProblem(given.remind_on, row, to ?? row.status_id, context),
  })
  const requester_id = given.requester_id ?? row.requester_id
  if (requester_id !== row.requester_id) await needPerson(requester_id, context.db)

  const fields = await changedFields(row, given, asked, context)
  // While the ticket waits, for whom it waits may be corrected without a change of status.
  const waiting = to === undefined && row.status_id === WAITING && waiting_for ? { waiting_for } : {}
  const status = to ? await transitionTo(context, { ...row, ...fields } as TicketRecord, to, waiting_for) : {}
  const after = await updateTicket(context, row, { ...fields, ...waiting, ...status }, to ? 'status' : 'updated')
  await addChangesToHistory(row, after, context)
  if (requester_id !== row.requester_id) await notifyRequester(after, context)
  if (waiting.waiting_for && waiting.waiting_for !== row.waiting_for)
    await addHistory(context, row.id, 'stato', {
      old: `In attesa di: ${WAITING_FOR[row.waiting_for!]}`,
      new: `In attesa di: ${WAITING_FOR[waiting.waiting_for]}`,
    })
  await indexTickets(context.db, row.id)
  return readWritten(context, row.id)
}
export const ticketFields = { create, update }
