import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { inspections as contract, INSPECTION_STATUSES } from '../../../src/contract/inspections/inspections.ts'
import { OUTCOMES } from '../../../src/contract/inspections/labels.ts'
import { inWords } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { ordering } from '../../lib/tables/table.ts'
import { managerNames } from '../stations/managers.ts'
import { BACK_TO_DRAFT } from './complete.ts'
import { createInspection } from './create.ts'
import { inspectionPdf, printBeforeWrite, supersedePdf } from './pdfs.ts'
import {
  byIdentifier,
  filesWithStray,
  hasOpenNc,
  inScope,
  inspectionDay,
  lockInspection,
  matchesSearch,
  readInspection,
  type StoredInspection,
  selectRows,
} from './read.ts'
import { fullReceipt, lastSave } from './receipts.ts'
import { refusedTransition, requireAction } from './require-action.ts'
import { ncsById } from './station-context.ts'
import { updateInspection } from './update.ts'
import { versionOf } from './versions.ts'

const sorts = {
  date: inspectionDay,
  number: sql`${inspections.id_year}::bigint * 10000000 + ${inspections.id_number}`,
  station: stations.code,
  score: inspections.score,
  outcome: inWords(inspections.outcome, OUTCOMES),
  status: inWords(inspections.status, INSPECTION_STATUSES),
  model: inspections.model_name,
  inspector: users.name,
}
const facets = { status: inspections.status, outcome: inspections.outcome, province: stations.province, with_open_nc: hasOpenNc }
/** Planned ones first, the nearest day on top, then all others from the newest. */
const planned = eq(inspections.status, 'planned')
const agendaFirst = [
  sql`case when ${planned} then 0 else 1 end`,
  sql`case when ${planned} then ${inspectionDay} end`,
  sql`${inspectionDay} desc nulls last`,
  sql`${inspections.id} desc`,
]
const isAmong = <T extends string | number>(column: Parameters<typeof inArray>[0], values: readonly T[] | undefined) =>
  values?.length ? inArray(column, [...values]) : undefined

/** Locks a verifica, lets `change` decide, writes it with the next `rev` and its history. */
type ColumnChanges = Partial<typeof inspections.$inferInsert>
async function moveState(id: string, context: Context, change: (row: StoredInspection) => ColumnChanges | Promise<ColumnChanges>) {
  const { db, user, now } = context
  const row = await lockInspection(db, user, id)
  if (!row) throw problem.notFound()
  context.audit({ action: 'comando', entity_id: row.id })
  const next = await change(row)
  const stamp = { rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
  await db
    .update(inspections)
    .set({ ...next, ...stamp })
    .where(eq(inspections.id, row.id))
  const before = Object.fromEntries(Object.keys(next).map((name) => [name, row[name as keyof StoredInspection]]))
  await context.history('inspection', row.id, 'status', before, next)
  return (await readInspection(db, eq(inspections.id, row.id)))!
}

export default implement(contract, {
  list: exportableList((input, { db, user }) => {
    const where = and(
      inScope(user),
      matchesSearch(input.search ?? input.query),
      isAmong(inspections.model_id, input.model_id),
      isAmong(inspections.station_id, input.station_id),
      isAmong(inspections.inspector_id, input.inspector_id),
      isAmong(inspections.status, input.status),
      isAmong(inspections.outcome, input.outcome),
      isAmong(stations.province, input.province),
      input.from ? sql`${inspectionDay} >= ${input.from}::date` : undefined,
      input.to ? sql`${inspectionDay} <= ${input.to}::date` : undefined,
      input.with_open_nc === undefined ? undefined : input.with_open_nc ? hasOpenNc : not(hasOpenNc),
    )
    const order = input.sort ? ordering(input.sort, sorts, inspections.id) : agendaFirst
    return {
      ...{ id: inspections.id, where, order, facets },
      from: sql`${inspections} inner join ${stations} on ${eq(stations.id, inspections.station_id)} inner join ${users} on ${eq(users.id, inspections.inspector_id)}`,
      rows: ({ where, in_all, limit, offset }) =>
        selectRows(db, in_all)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
    }
  }),
  async get({ id }, { db, user }) {
    const row = await readInspection(db, and(byIdentifier(id), inScope(user)))
    if (!row) throw problem.notFound()
    const version = row.model_version === null ? undefined : await versionOf(db, row.model_id, row.model_version)
    return {
      ...row,
      ...(row.status === 'cancelled' && { last_save: await lastSave(db, row) }),
      model: version?.definition ?? null,
      model_hash: version?.hash ?? null,
      open: await ncsById(db, row.open_ncs),
      files: await filesWithStray(db, row),
      manager: row.station_snapshot?.manager ?? (await managerNames(db, row.station_id)),
    }
  },
  create: createInspection,
  update: preparedWrite(
    // Taken up again, an incomplete one has its verbale first.
    async ({ id, status }, context) => (status === 'draft' ? printBeforeWrite(id, context) : undefined),
    (input, context) => updateInspection(input, context),
  ),
  /** Deleting what is already gone is a success. */
  async remove({ id }, context) {
    const { db, user, now } = context
    const row = await lockInspection(db, user, id)
    if (!row) return undefined
    context.audit({ entity_id: row.id })
    requireAction('remove', row, user, 'La verifica è approvata e non può essere eliminata.')
    await db.update(inspections).set({ deleted_at: now.toISOString(), updated_by: user.id }).where(eq(inspections.id, row.id))
    await context.history('inspection', row.id, 'deleted', { status: row.status, id_year: row.id_year, id_number: row.id_number }, null)
    return undefined
  },
  approve: async ({ id }, context) =>
    fullReceipt(
      await moveState(id, context, (row) => {
        const incomplete = row.status === 'completed' && row.outcome === 'incompleta'
        const impossible = incomplete
          ? 'La verifica è incompleta: va completata prima di approvarla.'
          : refusedTransition(row.status, 'approved')
        requireAction('approve', row, context.user, impossible)
        return { status: 'approved' }
      }),
    ),
  reopen: preparedWrite(
    ({ id }, context) => printBeforeWrite(id, context),
    async ({ id, reason }, context) =>
      fullReceipt(
        await moveState(id, context, async (row) => {
          requireAction('reopen', row, context.user, refusedTransition(row.status, 'draft'))
          await supersedePdf((await readInspection(context.db, eq(inspections.id, row.id)))!, context)
          return { ...BACK_TO_DRAFT, reason }
        }),
      ),
  ),
  async pdf({ id }, context) {
    const row = await readInspection(context.db, and(byIdentifier(id), inScope(context.user)))
    if (!row) throw problem.notFound()
    return inspectionPdf(row, context)
  },
})
