import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { remuneration as contract } from '../../../src/contract/people/remuneration.ts'
import { managementStatus } from '../../../src/rules/people/management-states.ts'
import { remunerationErrors } from '../../../src/rules/people/remuneration.ts'
import { managements, management_remunerations as table } from '../../db/schema/people/managements.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { matches, ordering, unique } from '../../lib/tables/table.ts'
import { lockManagement, lockNamedManagement, moneyScope } from './scope.ts'

type Version = Output<typeof contract.get>
type Row = typeof table.$inferSelect
const columns = getTableColumns(table)
const sorts = { valid_from: table.valid_from, fixed: table.fixed }
const sentences = { management_remunerations_version: ['valid_from', 'Il valore del campo Valida dal è già presente.'] } as const

async function read(id: number, { db, user }: Context): Promise<Version> {
  const [row] = await db
    .select(columns)
    .from(table)
    .innerJoin(managements, eq(managements.id, table.management_id))
    .where(and(eq(table.id, id), moneyScope(user)))
  if (!row) throw problem.notFound()
  return row
}
async function lock(id: number, context: Context) {
  const management = await lockManagement((await read(id, context)).management_id, context, 'mgmt.fin')
  const [before] = await context.db.select().from(table).where(eq(table.id, id)).for('update')
  if (!before) throw problem.notFound()
  return { before, management }
}
type Terms = Parameters<typeof remunerationErrors>[0]
/** Writes a version of a locked management's remuneration. */
export async function addRemuneration(
  management: { id: number; station_id: number },
  terms: Omit<typeof table.$inferInsert, 'management_id'>,
  { db, user, history }: Context,
): Promise<Row> {
  refuse(remunerationErrors(terms as Terms))
  const [made] = await unique(sentences, () =>
    db
      .insert(table)
      .values({ ...terms, management_id: management.id, created_by: user.id, updated_by: user.id })
      .returning(),
  )
  await history('remuneration', made!.id, 'created', null, { ...made, station_id: management.station_id })
  return made!
}

export default implement(contract, {
  list: exportableList((input, { db, user }) => {
    const order = ordering(input.sort ?? contract.list.order, sorts, table.id)
    const mine = inArray(table.management_id, db.select({ id: managements.id }).from(managements).where(moneyScope(user)))
    const where = and(
      mine,
      input.management_id?.length ? inArray(table.management_id, input.management_id) : undefined,
      matches(input.search ?? input.query, sql`${table.valid_from}::text`),
    )
    return {
      ...{ id: table.id, from: table, where, order },
      rows: ({ where: which, in_all, limit, offset }) =>
        db
          .select({ ...columns, in_all })
          .from(table)
          .where(which)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
    }
  }),
  get: ({ id }, context) => read(id, context),
  async create({ management_id, ...terms }, context) {
    const management = await lockNamedManagement(management_id, context, 'mgmt.fin')
    const { id } = await addRemuneration(management, terms, context)
    context.audit({ entity_id: id })
    return read(id, context)
  },
  async update({ id, rev, management_id, ...given }, context) {
    const { db, user, now, history } = context
    const { before, management } = await lock(id, context)
    if (isOlder(rev, before.rev)) throw problem.stale(before)
    const moved = management_id !== undefined && management_id !== before.management_id
    refuse({ ...remunerationErrors({ ...before, ...given } as Terms), management_id: moved ? 'La gestione non si cambia.' : undefined })
    const [after] = await unique(sentences, () =>
      db
        .update(table)
        .set({ ...given, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
        .where(eq(table.id, id))
        .returning(),
    )
    const { station_id } = management
    await history('remuneration', id, 'updated', { ...before, station_id }, { ...after, station_id })
    return read(id, context)
  },
  async remove({ id }, context) {
    const { db, now, history } = context
    if (!(await db.$count(table, eq(table.id, id)))) return undefined
    const { before, management } = await lock(id, context)
    const running = managementStatus(management, dayInRome(now)) !== 'ended'
    if (running && (await db.$count(table, eq(table.management_id, management.id))) === 1)
      throw problem.conflict('È l’unica remunerazione di una gestione attiva: inserirne prima un’altra.')
    await db.delete(table).where(eq(table.id, id))
    await history('remuneration', id, 'deleted', { ...before, station_id: management.station_id }, null)
    return undefined
  },
})
