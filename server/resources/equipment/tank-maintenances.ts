import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { tankMaintenances } from '../../../src/contract/equipment/tank-maintenances.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { maintenanceErrors } from '../../../src/rules/equipment/tank-tests.ts'
import { tanks } from '../../db/schema/equipment/equipment.ts'
import { tank_maintenances as table } from '../../db/schema/equipment/tank-maintenances.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import { FAILURE_CATEGORIES, failureTicket } from '../../domain/equipment/tank-failure.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { offlinePartOn } from '../stations/offline-part.ts'
import { needStation } from '../stations/scope.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { updateTankTests } from './tank-tests.ts'

type Row = typeof table.$inferSelect
const tankOf = async (id: number, { db }: Context) => (await db.select().from(tanks).where(eq(tanks.id, id)))[0]
const rowOf = async (of: { uuid: string } | { id: number }, { db }: Context): Promise<Row | undefined> =>
  (
    await db
      .select()
      .from(table)
      .where('uuid' in of ? eq(table.uuid, of.uuid) : eq(table.id, of.id))
  )[0]

/** A negative outcome opens a ticket, once per maintenance, even if the outcome changes later. */
async function ticketOfFailure(input: Partial<Row>, held: Row | undefined, context: Context): Promise<{ ticket_id?: number }> {
  const row = { ...held, ...input } as Row
  refuse(maintenanceErrors(row))
  if (row.outcome !== 'negativo' || held?.ticket_id) return {}
  const tank = await tankOf(row.tank_id, context)
  const asked = { ...failureTicket(row, tank?.number), page: `/stazioni/cisterne/${row.station_id}` }
  let ticket: { id: number } | undefined
  for (const category of FAILURE_CATEGORIES) ticket ??= await openTicket({ ...asked, category }, context)
  return ticket ? { ticket_id: ticket.id } : {}
}

const part = offlinePartOn(tankMaintenances, table, {
  ...{
    model: 'tank_maintenance',
    gone: 'L’intervento è stato eliminato.',
    write: 'tanks.maintain',
    sharedDeletion: true,
    computed: ticketOfFailure,
  },
  row: {
    ticket: sql`(select json_build_object('id_year', t.id_year, 'id_number', t.id_number) from ${tickets} t where t.id = "tank_maintenances"."ticket_id")`,
  },
})

export default implement(tankMaintenances, {
  ...part,
  async create({ station_id, ...input }, context) {
    const tank = await tankOf(input.tank_id, context)
    if (!tank || (station_id !== undefined && station_id !== tank.station_id)) {
      if (station_id === undefined) throw problem.invalid({ tank_id: messages.exists('Cisterna') })
      // The station is checked first, so that the answer does not reveal tanks of other stations.
      await needStation(context.db, context.user, station_id, 'tanks.maintain')
      throw problem.invalid({ tank_id: messages.exists('Cisterna') })
    }
    const { uuid = randomUUID(), noted_at = context.now.toISOString() } = input
    const before = await rowOf({ uuid }, context)
    const made = await part.create({ ...input, uuid, noted_at, station_id: tank.station_id }, context)
    await updateTankTests(tank.id, before, context)
    return made
  },
  async update(input, context) {
    const before = await rowOf(/^\d+$/.test(input.uuid) ? { id: Number(input.uuid) } : { uuid: input.uuid }, context)
    if (!before) throw problem.notFound()
    const made = await part.update({ ...input, uuid: before.uuid }, context)
    await updateTankTests(before.tank_id, before, context)
    return made
  },
  async remove({ tankId, maintenanceId }, context) {
    const before = await rowOf({ id: maintenanceId }, context)
    const tank = await tankOf(tankId, context)
    if (tank) await needStation(context.db, context.user, tank.station_id, 'tanks.maintain')
    if (!before) return undefined
    if (before.tank_id !== tankId) throw problem.notFound()
    await part.remove({ uuid: before.uuid }, context)
    await updateTankTests(tankId, before, context)
    return undefined
  },
})
