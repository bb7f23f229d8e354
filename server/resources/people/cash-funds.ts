import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { cashFunds as contract } from '../../../src/contract/people/cash-funds.ts'
import { files } from '../../db/schema/core/system.ts'
import { managements, cash_funds as table } from '../../db/schema/people/managements.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { filesOf } from '../../lib/files/files.ts'
import { addCash, needCashLeft } from './cash.ts'
import { cashReceipt } from './cash-receipt.ts'
import { lockManagement, lockNamedManagement, moneyScope } from './scope.ts'

type Movement = Output<typeof contract.get>
const KIND = 'cash_fund'
const columns = { ...getTableColumns(table), files: filesOf(KIND, table.id) }
const selectFrom = ({ db }: Context) => db.select(columns).from(table).innerJoin(managements, eq(managements.id, table.management_id))

async function read(id: number, context: Context): Promise<Movement> {
  const [row] = await selectFrom(context).where(and(eq(table.id, id), moneyScope(context.user)))
  if (!row) throw problem.notFound()
  return row
}
/** The movement and its management, locked. @throws 404 out of reach, 403 if the caller may only read it */
async function lock(id: number, context: Context) {
  const { management_id } = await read(id, context)
  const management = await lockManagement(management_id, context, 'mgmt.fin')
  const [before] = await context.db.select().from(table).where(eq(table.id, id)).for('update')
  if (!before) throw problem.notFound()
  return { before, management }
}
const check = ({ cashFundDate }: { cashFundDate?: string | undefined }, { now }: Context) =>
  refuse({ cashFundDate: cashFundDate && cashFundDate > dayInRome(now) ? 'Il campo Data non può essere nel futuro.' : undefined })

export default implement(contract, {
  list: ({ management }, context) =>
    selectFrom(context)
      .where(and(eq(table.management_id, management), moneyScope(context.user)))
      .orderBy(desc(table.cashFundDate), desc(table.id)),
  get: ({ id }, context) => read(id, context),
  async create({ management_id, ...movement }, context) {
    check(movement, context)
    const management = await lockNamedManagement(management_id, context, 'mgmt.fin')
    const { id } = await addCash(management, movement, context)
    context.audit({ entity_id: id })
    return read(id, context)
  },
  async update({ id, rev, management_id, ...given }, context) {
    const { db, user, now, history } = context
    const { before, management } = await lock(id, context)
    if (isOlder(rev, before.rev)) throw problem.stale(await read(id, context))
    const moved = management_id !== undefined && management_id !== before.management_id
    refuse({ management_id: moved ? 'La gestione di un movimento non si cambia.' : undefined })
    check(given, context)
    const [after] = await db
      .update(table)
      .set({ ...given, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, id))
      .returning()
    await needCashLeft(db, management.id)
    const { station_id } = management
    await history(KIND, id, 'updated', { ...before, station_id }, { ...after, station_id })
    return read(id, context)
  },
  async remove({ id }, context) {
    const { db, history } = context
    if (!(await db.$count(table, eq(table.id, id)))) return undefined
    const { before, management } = await lock(id, context)
    await db.delete(table).where(eq(table.id, id))
    await db.delete(files).where(and(eq(files.owner_type, KIND), eq(files.owner_id, id)))
    await needCashLeft(db, management.id)
    await history(KIND, id, 'deleted', { ...before, station_id: management.station_id }, null)
    return undefined
  },
  ...attachmentsOf<{ id: number }>(
    KIND,
    ({ id }, context) => read(id, context),
    ({ id }, context) => lock(id, context),
  ),
  receipt: async ({ id }, context) => cashReceipt(await read(id, context), context),
})
