import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PieceKind } from '../../../src/contract/equipment/piece-kinds.ts'
import { pieces } from '../../../src/contract/equipment/pieces.ts'
import type { Answer } from '../../../src/contract/inspections/answers.ts'
import { BLOCK_PREFIX, type EquipmentSource } from '../../../src/contract/inspections/labels.ts'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { CLOSED } from '../../../src/rules/inspections/actions.ts'
import { printAnswer } from '../../../src/rules/inspections/print-answer.ts'
import { files } from '../../db/schema/core/system.ts'
import * as equipment from '../../db/schema/equipment/equipment.ts'
import { inspection_model_versions, inspections } from '../../db/schema/inspections/inspections.ts'
import { type TicketEquipment, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { inScope, inspectionDay } from '../inspections/read.ts'
import { needStation } from '../stations/scope.ts'
import type { Part } from '../stations/station-part.ts'
import { ticketScope } from '../tickets/scope.ts'

interface Kind {
  table: Part
  read: PolicyName
  write: PolicyName
  /** Name of the kind in inspections and in tickets. */
  source?: EquipmentSource
  ticket?: TicketEquipment['type']
}
const usual = { read: 'equip.read', write: 'net.write' } as const
const kinds: Readonly<Record<PieceKind, Kind>> = {
  dispenser: { ...usual, table: equipment.dispensers, source: 'dispensers', ticket: 'dispenser' },
  tank: { ...usual, table: equipment.tanks, source: 'tanks', ticket: 'tank' },
  station_device: { ...usual, table: equipment.station_devices, source: 'station_devices', ticket: 'device' },
  pos: { read: 'net.fin', write: 'net.fin', table: equipment.pos, source: 'pos', ticket: 'pos' },
  fire_extinguisher: { ...usual, table: equipment.fire_extinguishers, source: 'fire_extinguishers', ticket: 'extinguisher' },
  oil_separator: { ...usual, table: equipment.oil_separators, source: 'oil_separators' },
  network_device: { read: 'net.tech', write: 'net.write', table: equipment.network_devices, ticket: 'network_device' },
}
interface PieceRef {
  kind: PieceKind
  id: number
}
/** The station of a piece that the caller may read or, with `write`, may write. @throws 403, 404 */
async function stationOf({ kind, id }: PieceRef, { db, user }: Context, write = false): Promise<number> {
  const { table, read, write: policy } = kinds[kind]
  if (!allows(read, user)) throw problem.forbidden()
  const [row] = await db
    .select({ station_id: table.station_id })
    .from(table as PgTable)
    .where(eq(table.id, id))
  if (!row) throw problem.notFound()
  await needStation(db, user, row.station_id as number, write ? policy : undefined)
  return row.station_id as number
}

const MAX_ROWS = 100
/** Answers about a piece in closed inspections of its station. A dispenser includes those of its guns. */
async function answersOf({ kind, id }: PieceRef, station: number, { db, user }: Context) {
  const { source } = kinds[kind]
  if (!source || !allows('insp.read', user)) return []
  const held =
    kind === 'dispenser' ? await db.select({ id: equipment.guns.id }).from(equipment.guns).where(eq(equipment.guns.dispenser_id, id)) : []
  const blocks = [`${BLOCK_PREFIX[source]}-${id}`, ...held.map((gun) => `${BLOCK_PREFIX.guns}-${gun.id}`)]
  const rows = await db
    .select({
      ...{ id_year: inspections.id_year, id_number: inspections.id_number, model_name: inspections.model_name },
      ...{
        date: sql<string | null>`${inspectionDay}::text`,
        context: inspections.context,
        definition: inspection_model_versions.definition,
      },
      key: sql<string>`said.key`,
      answer: sql<Answer>`said.value`,
    })
    .from(inspections)
    .innerJoin(
      inspection_model_versions,
      and(eq(inspection_model_versions.model_id, inspections.model_id), eq(inspection_model_versions.version, inspections.model_version)),
    )
    .innerJoin(sql`jsonb_each(${inspections.answers}) said`, inArray(sql`split_part(said.key, '#', 2)`, blocks))
    .where(and(eq(inspections.station_id, station), inScope(user), inArray(inspections.status, [...CLOSED])))
    .orderBy(desc(inspections.completed_at), desc(inspections.id))
    .limit(MAX_ROWS)
  return rows.flatMap(({ id_year, id_number, model_name, date, context, definition, key, answer }) => {
    const question = definition.categories.flatMap((section) => section.questions).find((one) => one.key === key.split('#')[0])
    if (!question || question.type === 'info' || !context) return []
    const { text } = printAnswer(question, answer.v ?? undefined, context)
    const [note, photos] = [answer.note || null, answer.photos?.length ?? 0]
    if (!text && !note && !photos) return []
    return [{ inspection: `${id_year}-${id_number}`, model_name, date, question: question.label, text, note, photos }]
  })
}
/** The tickets about a piece that the caller sees in the list of tickets. */
async function ticketsOf({ kind, id }: PieceRef, { db, user }: Context) {
  const type = kinds[kind].ticket
  if (!type) return []
  const named: SQL = sql`${tickets.equipment} @> ${JSON.stringify({ type, id })}::jsonb`
  const rows = await db
    .select({
      id_year: tickets.id_year,
      id_number: tickets.id_number,
      subject: tickets.subject,
      status_id: tickets.status_id,
      created_at: tickets.created_at,
    })
    .from(tickets)
    .where(and(named, ticketScope(user)))
    .orderBy(sql`${tickets.status_id} = 5`, desc(tickets.id))
    .limit(MAX_ROWS)
  return rows.map(({ id_year, id_number, ...row }) => ({ ...row, number: `${id_year}/${id_number}` }))
}
const filesOf = ({ kind, id }: PieceRef, { db }: Context) =>
  db
    .select()
    .from(files)
    .where(and(eq(files.owner_type, kind), eq(files.owner_id, id)))
    .orderBy(files.id)
const mayWrite = async (of: PieceRef, context: Context) =>
  stationOf(of, context, true).then(
    () => true,
    () => false,
  )

export default implement(pieces, {
  async get(of, context) {
    const station = await stationOf(of, context)
    return {
      files: await filesOf(of, context),
      answers: await answersOf(of, station, context),
      tickets: await ticketsOf(of, context),
      writable: await mayWrite(of, context),
    }
  },
  ...attachmentsOf<PieceRef>(
    ({ kind }) => kind,
    (of, context) => stationOf(of, context),
    (of, context) => stationOf(of, context, true),
  ),
})
