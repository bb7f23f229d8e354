import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { managementObligations as contract, type ManagementObligation } from '../../../src/contract/people/management-obligations.ts'
import type { GivenObligation } from '../../../src/contract/people/managements.ts'
import { nextDate } from '../../../src/rules/expirations/due-dates.ts'
import { DUE_SOON_DAYS } from '../../../src/rules/people/management-states.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { foldedText } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { managements, obligations, management_obligations as table } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { filesOf, type Stored, saveRow, storeBytes, type Upload } from '../../lib/files/files.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'
import { grantColumns, mayWriteStation } from '../stations/scope.ts'
import { lockManagement, lockNamedManagement, managementScope } from './scope.ts'

const KIND = 'management_obligation'
/** The state on a day, as `obligationStatus` says it. */
export const stateOn = (today: string) =>
  sql<
    ManagementObligation['status']
  >`case when not ${table.applicable} then 'non_applicabile' when ${table.due_date} < ${today}::date then 'scaduto'
    when ${table.due_date} <= ${addDays(today, DUE_SOON_DAYS)}::date then 'in_scadenza' when ${table.last_done_at} is not null then 'adempiuto' else 'da_fare' end`
const station = { id: stations.id, code: stations.code, name: stations.name }
const columns = (today: string) => ({
  ...{ id: table.id, management_id: table.management_id, obligation_id: table.obligation_id, name: obligations.name },
  ...{ description: obligations.description, category: obligations.category, periodicity: obligations.periodicity },
  ...{ document_required: obligations.document_required, applicable: table.applicable, due_date: table.due_date },
  ...{ last_done_at: table.last_done_at, note: table.note, status: stateOn(today), station },
  done_by: sql<string | null>`(select ${users.name} from ${users} where ${eq(users.id, table.done_by)})`,
  files: filesOf(KIND, table.id),
})
/** Those due first come first; what has no day comes after, and what does not apply last. */
const order = [sql`${table.applicable} desc`, sql`${table.due_date} nulls last`, obligations.position, table.id]
const notEnded = (today: string) => sql`(${managements.ended_at} is null or ${managements.ended_at} > ${today}::date)`

function rows(where: SQL | undefined, { db, now }: Context) {
  return db
    .select(columns(dayInRome(now)))
    .from(table)
    .innerJoin(managements, eq(managements.id, table.management_id))
    .innerJoin(obligations, eq(obligations.id, table.obligation_id))
    .innerJoin(stations, eq(stations.id, managements.station_id))
    .where(where)
    .orderBy(...order)
}
async function read(id: number, context: Context): Promise<ManagementObligation> {
  const [row] = await rows(and(eq(table.id, id), managementScope(context.user)), context)
  if (!row) throw problem.notFound()
  return row as ManagementObligation
}
interface Filters {
  station_id?: number[] | undefined
  status?: string[] | undefined
  category?: string[] | undefined
}
const cellFilter = ({ status, category }: Filters, today: string) =>
  and(
    status?.length ? inArray(stateOn(today), status as never) : undefined,
    category?.length ? inArray(obligations.category, category as never) : undefined,
  )

type Given = v.InferOutput<typeof GivenObligation>
/**
 * Replaces the obligations of a locked management. What is no longer named goes; one that was done once stays, as not applicable, because its proofs
 * belong to it.
 */
export async function syncObligations(management_id: number, given: readonly Given[], context: Context): Promise<void> {
  const { db, user, now, history } = context
  const ids = [...new Set(given.map(({ obligation_id }) => obligation_id))]
  const known = ids.length ? await db.$count(obligations, inArray(obligations.id, ids)) : 0
  refuse({
    obligations:
      known < ids.length ? messages.exists('Obbligo') : ids.length < given.length ? 'Un obbligo è indicato più di una volta.' : undefined,
  })
  const held = await db.select().from(table).where(eq(table.management_id, management_id)).for('update')
  const stamp = { updated_at: now.toISOString(), updated_by: user.id }
  const change = async (before: typeof table.$inferSelect, set: Partial<typeof table.$inferInsert>) => {
    if (Object.entries(set).every(([name, value]) => before[name as keyof typeof before] === value)) return
    const [after] = await db
      .update(table)
      .set({ ...set, ...stamp, rev: before.rev + 1 })
      .where(eq(table.id, before.id))
      .returning()
    await history(KIND, before.id, 'updated', before, after)
  }
  for (const before of held.filter(({ obligation_id }) => !ids.includes(obligation_id)))
    if (before.last_done_at) await change(before, { applicable: false })
    else {
      await db.delete(table).where(eq(table.id, before.id))
      await history(KIND, before.id, 'deleted', before, null)
    }
  for (const { obligation_id, applicable, due_date, note } of given) {
    const before = held.find((one) => one.obligation_id === obligation_id)
    if (before) await change(before, { applicable, ...(due_date !== undefined && { due_date }), ...(note !== undefined && { note }) })
    else {
      const [made] = await db
        .insert(table)
        .values({ management_id, obligation_id, applicable, due_date, note, created_by: user.id, updated_by: user.id })
        .returning()
      await history(KIND, made!.id, 'created', null, made)
    }
  }
}

interface Done {
  id: number
  done_at: string
  note?: string | null | undefined
  files: Upload[]
}
/** The obligation with its management locked. @throws 404 out of reach, 403 if the caller may only read it */
async function lock(id: number, context: Context) {
  const { management_id, ...row } = await read(id, context)
  const management = await lockManagement(management_id, context, 'obl.done')
  const [before] = await context.db.select().from(table).where(eq(table.id, id)).for('update')
  return { row, before: before!, management }
}
async function checkDone({ id, done_at, files }: Done, context: Context) {
  const found = await lock(id, context)
  const { row, management } = found
  const today = dayInRome(context.now)
  if (row.status === 'non_applicabile') throw problem.conflict('L’obbligo non è applicabile a questa gestione.')
  if (management.ended_at && management.ended_at <= today) throw problem.conflict('La gestione è cessata.')
  refuse({
    done_at: done_at > today ? 'La data di adempimento non può essere nel futuro.' : undefined,
    files: row.document_required && !files.length ? 'Questo obbligo richiede un documento: allegare una foto o un file.' : undefined,
  })
  return found
}
const papers = attachmentsOf<{ id: number }>(KIND, ({ id }, context) => read(id, context))

export default implement(contract, {
  list(input, context) {
    const today = dayInRome(context.now)
    const { management_id, station_id } = input
    return rows(
      and(
        managementScope(context.user),
        management_id?.length ? inArray(table.management_id, management_id) : notEnded(today),
        station_id?.length ? inArray(managements.station_id, station_id) : undefined,
        cellFilter(input, today),
      ),
      context,
    ) as Promise<ManagementObligation[]>
  },
  async sync({ management_id, obligations: given }, context) {
    const management = await lockNamedManagement(management_id, context, 'obl.write')
    await syncObligations(management.id, given, context)
    context.audit({ entity: 'managements', entity_id: management.id, action: 'modifica' })
    return (await rows(eq(table.management_id, management.id), context)) as ManagementObligation[]
  },
  async matrix(input, context) {
    const { db, user, now } = context
    const today = dayInRome(now)
    const from = sql`${managements} inner join ${stations} on ${eq(stations.id, managements.station_id)} inner join ${managers} on ${eq(managers.id, managements.manager_id)}`
    const filtered = cellFilter(input, today)
    const where = and(
      managementScope(user),
      notEnded(today),
      input.station_id?.length ? inArray(managements.station_id, input.station_id) : undefined,
      matches(input.search ?? input.query, stations.code, stations.name, managers.lastname, managers.name),
      filtered &&
        sql`exists (select from ${table} inner join ${obligations} on ${eq(obligations.id, table.obligation_id)}
          where ${eq(table.management_id, managements.id)} and ${filtered})`,
    )
    const sorts = { station: stations.code, manager: foldedText(managers.lastname), code: stations.code }
    const sorted = ordering(input.sort ?? contract.matrix.order, sorts, managements.id)
    return paged(input, context, [from, where], async (in_all, limit, offset) => {
      const found = await db
        .select({
          ...{ id: managements.id, station, in_all, ...grantColumns(user) },
          manager: { id: managers.id, name: managers.name, lastname: managers.lastname },
        })
        .from(managements)
        .innerJoin(stations, eq(stations.id, managements.station_id))
        .innerJoin(managers, eq(managers.id, managements.manager_id))
        .where(where)
        .orderBy(...sorted)
        .limit(limit)
        .offset(offset)
      const cells = found.length
        ? await db
            .select({
              ...{ id: table.id, management_id: table.management_id, obligation_id: table.obligation_id },
              ...{ due_date: table.due_date, status: stateOn(today) },
            })
            .from(table)
            .innerJoin(obligations, eq(obligations.id, table.obligation_id))
            .where(
              and(
                inArray(
                  table.management_id,
                  found.map(({ id }) => id),
                ),
                filtered,
              ),
            )
            .orderBy(obligations.position, table.id)
        : []
      return found.map(({ assigned, given, ...one }) => ({
        ...one,
        writable: mayWriteStation(user, { assigned, given }, 'obl.write'),
        cells: cells.filter(({ management_id }) => management_id === one.id),
      }))
    })
  },
  done: preparedWrite(
    async (input: Done, context: Context) => {
      await checkDone(input, context)
      const stored = []
      for (const upload of input.files) stored.push(await storeBytes(upload, context))
      return stored
    },
    async (input: Done, context: Context, stored: Stored[]) => {
      const { db, user, now, history } = context
      const { before, row } = await checkDone(input, context)
      const { id, done_at, note } = input
      for (const one of stored) await saveRow(one, { type: KIND, id }, context)
      const due_date = nextDate({ date: done_at, periodicity: row.periodicity }, done_at, false) ?? null
      const [after] = await db
        .update(table)
        .set({
          ...{ due_date, last_done_at: done_at, done_by: user.id, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id },
          ...(note != null && { note }),
        })
        .where(eq(table.id, id))
        .returning()
      await history(KIND, id, 'status', before, after)
      return read(id, context)
    },
  ),
  file: papers.file,
})
