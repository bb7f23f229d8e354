import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { managers as contract } from '../../../src/contract/people/managers.ts'
import { maskPersonal, personErrors } from '../../../src/rules/people/personal-data.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { folded } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { station_employees, managers as table } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { neverNull, onPage, ordering } from '../../lib/tables/table.ts'
import {
  cancelDocumentExpiration,
  documentExpiration,
  documentsOf,
  logFileRead,
  logReveal,
  maskedHistory,
  matchesPerson,
  syncPersonExpirations,
  uploadOf,
} from './personal.ts'
import { managerScope } from './scope.ts'

type Manager = Output<typeof contract.get>
type Row = typeof table.$inferSelect
const KIND = 'manager'
const TAKEN = 'Esiste già un gestore con questo codice fiscale.'
/** A management that runs today. */
const running = (today: string) =>
  sql`${managements.manager_id} = "managers"."id" and ${managements.deleted_at} is null and ${managements.from} <= ${today}::date
  and (${managements.ended_at} is null or ${managements.ended_at} > ${today}::date)`
const isActive = (today: string) => sql`exists (select from ${managements} where ${running(today)})`

const columns = (today: string) => ({
  ...getTableColumns(table),
  status: sql<Manager['status']>`case when ${isActive(today)} then 'with' else 'without' end`,
  stations: sql<
    Manager['stations']
  >`(select coalesce(json_agg(json_build_object('id', s.id, 'code', s.code, 'name', s.name) order by s.code), '[]')
    from ${stations} s where s.id in (select ${managements.station_id} from ${managements} where ${running(today)}))`,
  account: sql<Manager['account']>`(select json_build_object('id', u.id, 'enabled', u.enabled = 1) from ${users} u
    where u.id = ${table.user_id} and u.deleted_at is null)`,
  document_expiration: documentExpiration(KIND, table),
})
const sorts = {
  lastname: neverNull(sql`${folded(table.lastname)} || ' ' || ${folded(table.name)}`),
  name: table.name,
  created_at: table.created_at,
  identityCardExpiration: table.identityCardExpiration,
}
const ofCaller = ({ user_id }: Pick<Row, 'user_id'>, user: User) => user_id === user.id
/** Nothing of oneself is masked. */
const shown = <T extends Row>(row: T, user: User): T => (ofCaller(row, user) ? row : maskPersonal(row))

type Input = v.InferOutput<typeof contract.list.query>
function filtered(input: Input, { user, now }: Context): SQL | undefined {
  const today = dayInRome(now)
  const { has_management, account, document_expiring } = input
  const most = Math.max(...(document_expiring ?? []).map(Number))
  return and(
    managerScope(user),
    matchesPerson(input.search ?? input.query, table),
    has_management === undefined ? undefined : sql`${isActive(today)} = ${has_management}`,
    account === undefined ? undefined : sql`(${table.user_id} is not null) = ${account}`,
    document_expiring?.length ? sql`${documentExpiration(KIND, table)} <= ${addDays(today, most)}` : undefined,
  )
}
async function read(id: number, { db, user, now }: Context): Promise<Manager> {
  const [row] = await db
    .select({ ...columns(dayInRome(now)), documents: documentsOf(KIND) })
    .from(table)
    .where(and(eq(table.id, id), managerScope(user)))
  if (!row) throw problem.notFound()
  return { ...shown(row, user), own: ofCaller(row, user) } as Manager
}
/** The record in full, locked. @throws 404 out of scope */
async function lock(id: number, { db, user }: Context): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), managerScope(user)))
    .for('update')
  if (!row) throw problem.notFound()
  return row
}
/** Keeps the expirations of the manager's cards and documents, seen by the stations of the management that runs. */
export async function syncManagerExpirations(manager: Row, context: Context): Promise<void> {
  const [running] = await context.db
    .select({ station_id: managements.station_id })
    .from(managements)
    .where(and(eq(managements.manager_id, manager.id), isNull(managements.deleted_at), isNull(managements.ended_at)))
    .orderBy(managements.from)
    .limit(1)
  const gone = manager.deleted_at !== null
  await syncPersonExpirations(KIND, manager, { station_id: running?.station_id ?? null, gone }, context)
}
const crud = crudOn(contract, table, {
  ...{ model: KIND, search: [], sort: ['lastname'] },
  sentences: { managers_fiscal_code: ['fiscalCode', TAKEN] },
  inUse: [
    [managements.manager_id, (count) => `Impossibile eliminare: ${count} gestioni collegate.`],
    [station_employees.manager_id, (count) => `Impossibile eliminare: ${count} dipendenti collegati.`],
  ],
})
const files = attachmentsOf<{ id: number }>(KIND, ({ id }, context) => read(id, context))
const check = (person: Partial<Row>, { now }: Context) => refuse(personErrors(person, dayInRome(now)))

export default implement(contract, {
  list: exportableList((input, context) => {
    const { db, user, now } = context
    const order = ordering(input.sort ?? contract.list.order, sorts, table.id)
    return {
      ...{ id: table.id, from: table, where: filtered(input, context), order },
      async rows({ where, in_all, limit, offset }) {
        const rows = await db
          .select({ ...columns(dayInRome(now)), in_all })
          .from(table)
          .where(onPage(table.id, where, order, limit, offset))
          .orderBy(...order)
        return rows.map((row) => shown(row, user))
      },
    }
  }),
  all: (_, { db, user }) =>
    db
      .select({ id: table.id, name: table.name, lastname: table.lastname })
      .from(table)
      .where(managerScope(user))
      .orderBy(folded(table.lastname), folded(table.name), table.id),
  get: ({ id }, context) => read(id, context),
  async create(input, context) {
    check(input, context)
    const { id } = await crud.create(input, maskedHistory(context))
    context.audit({ entity_id: id })
    await syncManagerExpirations(await lock(id, context), context)
    return read(id, context)
  },
  async update({ id, rev, ...given }, context) {
    const before = await lock(id, context)
    if (isOlder(rev, before.rev)) throw problem.stale(await read(id, context))
    check({ ...before, ...given }, context)
    await crud.update({ id, rev, ...given }, maskedHistory(context))
    await syncManagerExpirations(await lock(id, context), context)
    return read(id, context)
  },
  async remove({ id }, context) {
    const [found] = await context.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), isNull(table.deleted_at)))
    if (!found) return undefined
    const before = await lock(id, context)
    await crud.remove({ id }, maskedHistory(context))
    await syncManagerExpirations({ ...before, deleted_at: context.now.toISOString() }, context)
    return undefined
  },
  ...files,
  upload: uploadOf(files.upload, async (id, context) => syncManagerExpirations(await lock(id, context), context)) as never,
  async file(input, context) {
    const found = await files.file(input, context)
    await logFileRead(contract.file, input, context)
    return found
  },
  async removeFile(input, context) {
    await lock(input.id, context)
    await files.removeFile(input, context)
    await cancelDocumentExpiration(KIND, input.id, input.fileId, context)
    return undefined
  },
  async reveal({ id, reason }, context) {
    const { fiscalCode, residence, identityCard } = await lock(id, context)
    await logReveal(KIND, id, reason, context)
    return { fiscalCode, residence, identityCard }
  },
})
