import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { stationEmployees as contract } from '../../../src/contract/people/station-employees.ts'
import { maskPersonal, personErrors } from '../../../src/rules/people/personal-data.ts'
import { managers, station_employees as table } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { onPage, ordering } from '../../lib/tables/table.ts'
import { needStation } from '../stations/scope.ts'
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
import { employeeScope, managerScope } from './scope.ts'

type Employee = Output<typeof contract.get>
type Row = typeof table.$inferSelect
const KIND = 'station_employee'
const isActive = (today: string) => sql<boolean>`(${table.left_at} is null or ${table.left_at} > ${today}::date)`
const managerName = sql`(select ${managers.lastname} from ${managers} where ${eq(managers.id, table.manager_id)})`
const columns = (today: string) => ({
  ...getTableColumns(table),
  active: isActive(today),
  manager: sql<Employee['manager']>`(select json_build_object('id', m.id, 'name', m.name, 'lastname', m.lastname) from ${managers} m
    where m.id = ${table.manager_id})`,
  station: sql<Employee['station']>`(select json_build_object('id', s.id, 'code', s.code, 'name', s.name) from ${stations} s
    where s.id = ${table.station_id})`,
  document_expiration: documentExpiration(KIND, table),
})
const sorts = { lastname: table.lastname, name: table.name, manager: managerName, created_at: table.created_at, hired_at: table.hired_at }
/** Those of one surname by name. Two keys and not one text, so that the index of surnames is read. */
const byWhole = (sort: string) => (/^-?lastname$/.test(sort) ? `${sort},${sort.replace('lastname', 'name')}` : sort)

type Input = v.InferOutput<typeof contract.list.query>
const filtered = (input: Input, { user, now }: Context): SQL | undefined =>
  and(
    employeeScope(user),
    matchesPerson(input.search ?? input.query, table),
    input.manager_id?.length ? inArray(table.manager_id, input.manager_id) : undefined,
    input.station_id?.length ? inArray(table.station_id, input.station_id) : undefined,
    input.job?.length ? inArray(table.job, input.job) : undefined,
    input.active === undefined ? undefined : sql`${isActive(dayInRome(now))} = ${input.active}`,
  )
async function read(id: number, { db, user, now }: Context): Promise<Employee> {
  const [row] = await db
    .select(columns(dayInRome(now)))
    .from(table)
    .where(and(eq(table.id, id), employeeScope(user)))
  if (!row) throw problem.notFound()
  return maskPersonal(row)
}
/** The record in full, locked. @throws 404 out of reach, 403 if the caller may only read its station */
async function lock(id: number, { db, user }: Context, write = true): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), employeeScope(user)))
    .for('update')
  if (!row) throw problem.notFound()
  if (write && row.station_id) await needStation(db, user, row.station_id, 'mgmt.write')
  return row
}
/** Checks what a write gives: the person's data, the station, which the caller must be able to write, and the manager. */
async function check(row: Partial<Row>, before: Row | undefined, { db, user, now }: Context): Promise<void> {
  if (row.station_id && row.station_id !== before?.station_id) await needStation(db, user, row.station_id, 'mgmt.write')
  const known =
    row.manager_id === before?.manager_id || (await db.$count(managers, and(eq(managers.id, row.manager_id!), managerScope(user))))
  const ordered = !row.hired_at || !row.left_at || row.left_at >= row.hired_at
  refuse({
    ...personErrors(row, dayInRome(now)),
    manager_id: known ? undefined : messages.exists('Gestore'),
    left_at: ordered ? undefined : 'La data di fine deve essere successiva alla data di inizio.',
  })
}
const syncExpirations = (row: Row, context: Context) =>
  syncPersonExpirations(KIND, row, { station_id: row.station_id, gone: row.left_at !== null }, context)
const crud = crudOn(contract, table, {
  ...{ model: KIND, search: [], sort: ['lastname'] },
  sentences: { station_employees_fiscal_code: ['fiscalCode', 'Il valore del campo Codice fiscale è già presente.'] },
})
const files = attachmentsOf<{ id: number }>(
  KIND,
  ({ id }, context) => read(id, context),
  ({ id }, context) => lock(id, context),
)

export default implement(contract, {
  list: exportableList((input, context) => {
    const { db, now } = context
    const order = ordering(byWhole(input.sort ?? contract.list.order), sorts, table.id)
    return {
      ...{ id: table.id, from: table, where: filtered(input, context), order },
      async rows({ where, in_all, limit, offset }) {
        const rows = await db
          .select({ ...columns(dayInRome(now)), documents: documentsOf(KIND), in_all })
          .from(table)
          .where(onPage(table.id, where, order, limit, offset))
          .orderBy(...order)
        return rows.map(maskPersonal) as never[]
      },
    }
  }),
  get: ({ id }, context) => read(id, context),
  async create(input, context) {
    await check(input, undefined, context)
    const { id } = await crud.create(input, maskedHistory(context))
    context.audit({ entity_id: id })
    await syncExpirations(await lock(id, context), context)
    return read(id, context)
  },
  async update({ id, rev, ...given }, context) {
    const before = await lock(id, context)
    if (isOlder(rev, before.rev)) throw problem.stale(await read(id, context))
    await check({ ...before, ...given }, before, context)
    await crud.update({ id, rev, ...given }, maskedHistory(context))
    await syncExpirations(await lock(id, context), context)
    return read(id, context)
  },
  /** Who is deleted has left today, and stays in the list with the day. */
  async remove({ id }, context) {
    const { db, user, now } = context
    if (!(await db.$count(table, eq(table.id, id)))) return undefined
    const before = await lock(id, context)
    if (before.left_at) return undefined
    const [after] = await db
      .update(table)
      .set({ left_at: dayInRome(now), rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, id))
      .returning()
    await maskedHistory(context).history(KIND, id, 'deleted', before, null)
    await syncExpirations(after!, context)
    return undefined
  },
  ...files,
  upload: uploadOf(files.upload, async (id, context) => syncExpirations(await lock(id, context), context)) as never,
  async file(input, context) {
    const found = await files.file(input, context)
    await logFileRead(contract.file, input, context)
    return found
  },
  async removeFile(input, context) {
    await files.removeFile(input, context)
    await cancelDocumentExpiration(KIND, input.id, input.fileId, context)
    return undefined
  },
  async reveal({ id, reason }, context) {
    const { fiscalCode, residence, identityCard } = await lock(id, context, false)
    await logReveal(KIND, id, reason, context)
    return { fiscalCode, residence, identityCard }
  },
})
