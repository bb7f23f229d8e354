import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { StationContext } from '../../../src/contract/inspections/answers.ts'
import { BLOCK_PREFIX, SEVERITIES, type Severity } from '../../../src/contract/inspections/labels.ts'
import { graverSeverity } from '../../../src/rules/inspections/non-conformities.ts'
import { italianDay } from '../../../src/rules/shared/italian.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspection_files, inspection_models, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { type TicketEquipment, ticket_categories, ticket_files, ticket_tasks, tickets } from '../../db/schema/tickets/tickets.ts'
import { romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { openTicket, type Ticket } from '../tickets/open-ticket.ts'
import type { FullInspection } from './read.ts'

/** From a non-conformity to its ticket and back (docs/spec/inspections.md#non-conformities). */
type Nc = typeof non_conformities.$inferSelect

/** The category of tickets where neither rule nor model has chosen one: that of verifiche, else of maintenance (docs/spec/inspections.md#non-conformities), else the first. */
const USUAL_CATEGORIES = ['non conformità', 'manutenzione', '']
const PRIORITY: Record<Severity, 2 | 3 | 4> = { lieve: 2, grave: 3, critica: 4 }
const SUBJECT_MAX = 160

/** The equipment of a ticket for a block of a verifica; a gun is told by its dispenser. */
function ticketEquipment({ block, block_label: label }: Nc, station: StationContext | null): TicketEquipment | undefined {
  const [prefix, number] = block.split('-')
  const id = Number(number)
  if (!Number.isInteger(id)) return undefined
  const one = (type: TicketEquipment['type'], piece = id): TicketEquipment => ({ type, id: piece, label })
  switch (prefix) {
    case BLOCK_PREFIX.dispensers:
      return one('dispenser')
    case BLOCK_PREFIX.tanks:
      return one('tank')
    case BLOCK_PREFIX.fire_extinguishers:
      return one('extinguisher')
    case BLOCK_PREFIX.station_devices:
      return one('device')
    case BLOCK_PREFIX.pos:
      return one('pos')
    case BLOCK_PREFIX.guns: {
      const dispenser = station?.equipment.guns?.find((gun) => gun.id === id)?.parent_id
      return dispenser ? one('dispenser', Number(dispenser)) : undefined
    }
    default:
      return undefined
  }
}
/** The one value that all have; undefined where they differ. */
const commonValue = <T>(values: readonly T[]): T | undefined =>
  new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values[0] : undefined
const endOfDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date, 23, 59)).toISOString()
}
export const ncName = ({ label, block_label }: Pick<Nc, 'label' | 'block_label'>) => (block_label ? `${block_label}: ${label}` : label)
const ncText = (nc: Nc) =>
  [
    ncName(nc),
    `Gravità: ${SEVERITIES[nc.severity]}, entro il ${italianDay(nc.deadline)}`,
    nc.reason && `Rilevato: ${nc.reason}`,
    nc.note && `Nota: ${nc.note}`,
    nc.suggestion && `Rimedio: ${nc.suggestion}`,
  ]
    .filter(Boolean)
    .join('\n')

/** Text and properties of the ticket for these non-conformities, the gravest first: `number` as in "Verifica 2026/45". */
export const ncTicketFields = (number: string, model_name: string, ncs: readonly Nc[]) => ({
  subject: `[${number}] ${ncs.length > 1 ? `${ncs.length} non conformità` : ncName(ncs[0]!)}`.slice(0, SUBJECT_MAX),
  description: [`${number}, ${model_name}.`, ...ncs.map((nc, at) => (ncs.length > 1 ? `${at + 1}. ` : '') + ncText(nc))].join('\n\n'),
  priority: PRIORITY[ncs.map(({ severity }) => severity).reduce(graverSeverity)],
  due_at: endOfDay(ncs.map(({ deadline }) => deadline).sort()[0]!),
})

/**
 * Opens the tickets of a completed verifica as its model says now: of what it found, and of what it found still unsolved that no open ticket is for. Each
 * non-conformity keeps its ticket, so that completing again opens none twice. Of a verifica that is locked, with its number.
 */
export async function openNcTickets(row: FullInspection, context: Context): Promise<void> {
  const { db } = context
  const [model] = await db.select().from(inspection_models).where(eq(inspection_models.id, row.model_id))
  if (!model || model.ticket_mode === 'none') return
  const underWay = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.id, non_conformities.ticket_id), isNull(tickets.deleted_at), sql`${tickets.status_id} <> 5`))
  const found = await db
    .select()
    .from(non_conformities)
    .where(
      and(
        or(eq(non_conformities.inspection_id, row.id), eq(non_conformities.checked_in, row.id)),
        eq(non_conformities.status, 'open'),
        sql`not exists ${underWay}`,
      ),
    )
    .orderBy(sql`array_position(array['critica', 'grave', 'lieve'], ${non_conformities.severity})`, non_conformities.id)
  const together = model.ticket_mode === 'grouped' ? (found.length ? [found] : []) : found.map((nc) => [nc])
  for (const ncs of together) await openTicketFor(row, ncs, model.ticket_category_id, context)
}

/** The first of them that is there, else a usual one; undefined where there is no category at all. */
async function categoryOf(chosen: readonly (number | null | undefined)[], db: Db): Promise<number | undefined> {
  const { id, name, active, position } = ticket_categories
  const all = await db.select({ id, name, active }).from(ticket_categories).orderBy(asc(position), asc(id))
  const named = chosen.map((wanted) => all.find((one) => one.id === wanted))
  const usual = USUAL_CATEGORIES.map((word) => all.find((one) => one.active && one.name.toLowerCase().startsWith(word)))
  return [...named, ...usual].find((one) => one)?.id
}
async function openTicketFor(row: FullInspection, ncs: readonly Nc[], usual: number | null, context: Context) {
  const { db, user, now, history } = context
  const number = `Verifica ${row.id_year}/${row.id_number}`
  const [first] = ncs as [Nc]
  const category = await categoryOf([commonValue(ncs.map((nc) => nc.ticket_category_id)), usual], db)
  if (!category) return
  const equipment = commonValue(ncs.map((nc) => ticketEquipment(nc, row.context)))
  const ticket = await openTicket(
    {
      category,
      station_id: row.station_id,
      ...ncTicketFields(number, row.model_name, ncs),
      source: 'inspection',
      requester_id: row.inspector_id,
      inspection_id: row.id,
      ...(ncs.length === 1 && { nc_id: first.id }),
      ...(equipment && { equipment }),
    },
    context,
  )
  if (!ticket) return
  if (ncs.length > 1)
    await db.insert(ticket_tasks).values(
      ncs.map((nc, position) => ({
        ...{ ticket_id: ticket.id, text: ncName(nc).slice(0, 500), position },
        ...{ created_at: now.toISOString(), created_by: user.id },
      })),
    )
  await attachPhotos(ticket, [...new Set(ncs.flatMap(({ photos }) => photos))], context)
  const stamp = { updated_at: now.toISOString(), updated_by: user.id }
  await db
    .update(non_conformities)
    .set({ ticket_id: ticket.id, status: 'in_progress', rev: sql`${non_conformities.rev} + 1`, ...stamp })
    .where(
      inArray(
        non_conformities.id,
        ncs.map(({ id }) => id),
      ),
    )
  for (const { id } of ncs) await history('non_conformity', id, 'status', { status: 'open' }, { status: 'in_progress' })
}

/** The pictures of the non-conformities, as attachments of the ticket: the same files, not copies. */
async function attachPhotos(ticket: Ticket, uuids: readonly string[], { db, user, now }: Context) {
  if (!uuids.length) return
  const held = await db
    .select({ uuid: inspection_files.uuid, file_id: files.id, name: files.name })
    .from(inspection_files)
    .innerJoin(files, eq(files.id, inspection_files.file_id))
    .where(inArray(inspection_files.uuid, [...uuids]))
    .orderBy(inspection_files.id)
  if (!held.length) return
  await db.insert(ticket_files).values(
    held.map(({ uuid, file_id, name }) => ({
      ...{ ticket_id: ticket.id, file_id, file_name: `${uuid}${/\.\w+$/.exec(name)?.[0] ?? ''}`, original_name: name },
      ...{ created_by: user.id, created_at: now.toISOString() },
    })),
  )
}
