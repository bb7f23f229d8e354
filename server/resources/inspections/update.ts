import { and, eq, inArray } from 'drizzle-orm'
import type * as v from 'valibot'
import type { StationContext } from '../../../src/contract/inspections/answers.ts'
import type { InspectionChanges } from '../../../src/contract/inspections/inspections.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { decideAction, isOpen, lockedMessage } from '../../../src/rules/inspections/actions.ts'
import { inspection_files, inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { changedHeadFields, mergeAnswers, pickKeys } from '../../domain/inspections/merge-answers.ts'
import type { Context } from '../../lib/core/context.ts'
import { byOurClock, notAfter } from '../../lib/core/device-clock.ts'
import { problem } from '../../lib/core/problem.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { BACK_TO_DRAFT, complete } from './complete.ts'
import { mailOutcome } from './mail-outcome.ts'
import { openNcTickets } from './nc-tickets.ts'
import { notifyNcs } from './notify-ncs.ts'
import { supersedePdf } from './pdfs.ts'
import { isAdmin, requireInspector, requireTodayOrLater } from './plan.ts'
import { lockInspection, type StoredInspection, selectRows } from './read.ts'
import { fullReceipt, lastSave, readStored, receipt, whyGone } from './receipts.ts'
import { refusedTransition, requireAction } from './require-action.ts'
import { contextAtStart, requireStation, startColumns, versionToUse } from './start.ts'
import { openNcs } from './station-context.ts'
import { versionOf } from './versions.ts'

type Changes = v.InferOutput<typeof InspectionChanges>
type Columns = Partial<typeof inspections.$inferInsert>
const FILLING = [
  'answers',
  'present',
  'notes',
  'signatures',
  'gps_start',
  'gps_end',
  'started_at',
  'completed_at',
  'context',
  'open',
  'model_hash',
  'removed_files',
] as const

export async function updateInspection({ id, ...input }: Changes & { id: string }, context: Context) {
  const { db, user, now } = context
  const row = await lockInspection(db, user, id)
  if (!row) throw await whyGone(id, context)
  context.audit({ entity_id: row.id })
  const server = async () => ({ ...fullReceipt(await readStored(db, row.id)), last_save: await lastSave(db, row) })
  const resumed = input.status === 'draft' && decideAction('resume', row, user) !== 'impossible'
  if (!isOpen(row) && !resumed) throw problem.conflict(lockedMessage(row), { data: await server(), code: 'locked' })
  if (input.rev !== row.rev) throw problem.stale(await server())
  const rev = row.rev + 1
  const next: Columns = {}
  if (resumed) {
    requireAction('resume', row, user, refusedTransition(row.status, 'draft'))
    await supersedePdf(await readStored(db, row.id), context)
    Object.assign(next, BACK_TO_DRAFT)
  } else if (input.status === 'cancelled') {
    requireAction('cancel', row, user, refusedTransition(row.status, 'cancelled'))
    if (!input.reason) throw problem.invalid({ reason: messages.required('Motivo') })
    Object.assign(next, { status: 'cancelled', reason: input.reason })
  } else if (input.status || FILLING.some((name) => input[name] !== undefined))
    Object.assign(next, await fillColumns(row, input, rev, context))
  if (isAdmin(context) && row.status === 'planned' && !next.status) {
    if (input.inspector_id) await requireInspector(db, input.inspector_id)
    if (input.scheduled_at && input.scheduled_at !== row.scheduled_at) requireTodayOrLater(input.scheduled_at, now)
    Object.assign(next, { inspector_id: input.inspector_id, scheduled_at: input.scheduled_at ?? row.scheduled_at })
  }
  const after: StoredInspection = { ...row, ...definedOnly(next), rev, updated_at: now.toISOString(), updated_by: user.id }
  const { id: _id, ...columns } = after
  await db.update(inspections).set(changedColumns(row, columns)).where(eq(inspections.id, row.id))
  await context.history('inspection', row.id, after.status === row.status ? 'updated' : 'status', ...historyOf(row, after, input))
  const [light] = await selectRows(db).where(eq(inspections.id, row.id))
  const whole = { ...after, ...light! }
  if (next.status === 'completed') {
    await notifyNcs(whole, context)
    await openNcTickets(whole, context)
    await mailOutcome(whole, context)
    await context.jobs.print(db, { id: row.id })
  }
  return receipt(whole, input.answers ?? {})
}

/** Begins what was planned, takes in what was filled in, completes where that is asked. Only the inspector's own, but for the start. */
async function fillColumns(row: StoredInspection, input: Changes, rev: number, context: Context): Promise<Columns> {
  const { db, user, now } = context
  const onlyStart = row.status === 'planned' && input.status === 'draft' && !FILLING.some((name) => input[name] !== undefined)
  requireAction(onlyStart ? 'begin' : 'fill', row, user, refusedTransition(row.status, 'draft'))
  const start: Columns = {}
  if (row.status === 'planned') {
    Object.assign(start, await startColumns(row.station_id, row.model_id, input, context), await nextNumber(db, 'inspection', now))
  } else {
    if (input.model_hash) start.model_version = (await versionToUse(row.model_id, input.model_hash, context)).version
    if (input.context) Object.assign(start, await refreshedContext(row, input.context, input.open, context))
    Object.assign(start, { gps_start: input.gps_start })
  }
  if (input.removed_files?.length)
    await db
      .update(inspection_files)
      .set({ removed: true })
      .where(and(eq(inspection_files.client_uuid, row.client_uuid), inArray(inspection_files.uuid, input.removed_files)))
  const merged = mergeAnswers({ answers: row.answers, revs: row.answer_revs }, input.answers ?? {}, rev)
  const next: Columns = {
    ...start,
    ...(input.answers && { answers: merged.answers }),
    answer_revs: { ...merged.revs, ...Object.fromEntries(changedHeadFields(row, input).map((name) => [name, rev])) },
    ...(input.signatures && { signatures: { ...row.signatures, ...input.signatures } }),
    ...{ present: input.present, notes: input.notes, gps_end: input.gps_end },
  }
  if (input.status !== 'completed') return next
  requireAction('complete', row, user, refusedTransition(row.status, 'completed'))
  const now_ = { ...row, ...definedOnly(next) } as StoredInspection
  const { definition } = await versionOf(db, row.model_id, now_.model_version!)
  const completed_at = byOurClock(input.completed_at, input.clock_behind_s, context)
  const record = { ...now_, context: now_.context!, started_at: notAfter(now_.started_at!, new Date(completed_at)), completed_at }
  return { ...next, started_at: record.started_at, ...(await complete(record, definition, context)) }
}

/** A verifica begun without knowing its station has learned of it meanwhile: its equipment and prices, and what earlier ones left open. */
async function refreshedContext(
  { station_id, model_id }: StoredInspection,
  sent: StationContext,
  open: readonly number[] | undefined,
  context: Context,
) {
  const station = await requireStation(station_id, context)
  const own = { context: await contextAtStart(station, sent, context) }
  if (!open) return own
  const earlier = await openNcs(context.db, station_id, eq(non_conformities.model_id, model_id))
  return { ...own, open_ncs: earlier.map(({ id }) => id).filter((id) => open.includes(id)) }
}

const definedOnly = <T extends object>(columns: T) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }
/** The columns that are another value than before: what is not touched need not be written, least of all a frozen context. */
const changedColumns = (before: StoredInspection, after: Columns): Columns =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof StoredInspection]))
/** Before and after, only of what differs: an automatic save every few seconds must not store the whole form each time. */
function historyOf(before: StoredInspection, after: StoredInspection, input: Changes): [object, object] {
  const names = (Object.keys(after) as (keyof StoredInspection)[]).filter(
    (name) =>
      !['answers', 'answer_revs', 'context', 'updated_at'].includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const of = (row: StoredInspection) => ({
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    ...(input.answers && { answers: pickKeys(row.answers, input.answers) }),
  })
  return [of(before), of(after)]
}
