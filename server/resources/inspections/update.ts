import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { StationContext } from '../../../src/contract/inspections/answers.ts'
import { type InspectionChanges, type InspectionFields, InspectionReceipt } from '../../../src/contract/inspections/inspections.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { decideAction, isOpen } from '../../../src/rules/inspections/actions.ts'
import { deadlineError } from '../../../src/rules/inspections/non-conformities.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { activity_log } from '../../db/schema/core/system.ts'
import { inspection_files, inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { changedHeadFields, mergeAnswers, notAfter, pickKeys } from '../../domain/inspections/merge-answers.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { stationScope } from '../stations/scope.ts'
import { BACK_TO_DRAFT, complete } from './complete.ts'
import { mailOutcome } from './mail-outcome.ts'
import { openNcTickets } from './nc-tickets.ts'
import { notifyNcs } from './notify-ncs.ts'
import { supersedePdf } from './pdfs.ts'
import { type FullInspection, lockInspection, readInspection, type StoredInspection, selectRows } from './read.ts'
import { refusedTransition, requireAction } from './require-action.ts'
import { contextAtStart, modelName, requireStation, startColumns, versionToUse } from './start.ts'
import { openNcs } from './station-context.ts'
import { versionOf } from './versions.ts'

/** Creating a verifica and saving it (domain.md 2.3, 3.6). */
type Changes = v.InferOutput<typeof InspectionChanges>
type Columns = Partial<typeof inspections.$inferInsert>
const isAdmin = ({ user }: Context) => user.roles.includes('superAdmin')
const readStored = (db: Db, id: number) => readInspection(db, eq(inspections.id, id)) as Promise<FullInspection>

/** What a 409 carries: the server's copy, all answers in it. */
export const fullReceipt = (whole: FullInspection) => v.parse(InspectionReceipt, whole)
/** The answer to a write, with the answers that were sent. */
const receipt = (whole: FullInspection, sent: object) => ({
  ...whole,
  answers: pickKeys(whole.answers, sent),
  answer_revs: pickKeys(whole.answer_revs, sent),
})
async function requireInspector(db: Db, id: number) {
  const able = sql`${users.roles} && array['inspection', 'superAdmin']`
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.enabled, 1), isNull(users.deleted_at), able))
  if (!found) throw problem.invalid({ inspector_id: messages.exists('Ispettore') })
}

export async function createInspection(input: v.InferOutput<typeof InspectionFields>, context: Context) {
  const { db, user, now } = context
  const client_uuid = input.client_uuid ?? randomUUID()
  const status = input.status ?? (input.scheduled_at ? 'planned' : 'draft')
  const inspector_id = (isAdmin(context) && input.inspector_id) || user.id
  if (inspector_id !== user.id) await requireInspector(db, inspector_id)
  const answers = mergeAnswers({ answers: {}, revs: {} }, input.answers ?? {}, 1)
  const common = {
    ...{ client_uuid, inspector_id, model_id: input.model_id, station_id: input.station_id },
    ...{ answers: answers.answers, answer_revs: answers.revs, present: input.present, notes: input.notes },
    ...{ created_at: now.toISOString(), updated_at: now.toISOString(), created_by: user.id, updated_by: user.id },
  }
  const repeated = await db.$count(inspections, eq(inspections.client_uuid, client_uuid))
  if (repeated) return answerRepeated(client_uuid, context)
  const values =
    status === 'planned'
      ? { ...common, ...(await planColumns(input, context)) }
      : { ...common, ...(await startColumns(input.station_id, input.model_id, input, context)) }
  const [made] = await db.insert(inspections).values(values).onConflictDoNothing({ target: inspections.client_uuid }).returning()
  if (!made) return answerRepeated(client_uuid, context)
  // Only now: had it been taken before, the one of a repetition that came at the same time would be lost.
  if (status === 'draft')
    await db
      .update(inspections)
      .set(await nextNumber(db, 'inspection', now))
      .where(eq(inspections.id, made.id))
  const saved = await readStored(db, made.id)
  context.audit({ entity_id: made.id })
  await context.history('inspection', made.id, 'created', null, withoutForm(saved))
  return receipt(saved, input.answers ?? {})
}
/** The same author sent it before: the record as it stands, nothing written. */
async function answerRepeated(client_uuid: string, context: Context) {
  const whole = await readInspection(context.db, eq(inspections.client_uuid, client_uuid))
  const author = whole?.created_by === context.user.id || whole?.inspector_id === context.user.id
  if (!whole || !author) throw problem.invalid({ client_uuid: messages.unique('client_uuid') })
  if (whole.deleted_at) throw problem.conflict('La verifica è stata eliminata.', { code: 'deleted' })
  context.status(200)
  context.audit({ entity_id: whole.id })
  return whole
}
/** Only administrators plan; number and version are taken when it is begun. */
async function planColumns(input: v.InferOutput<typeof InspectionFields>, context: Context) {
  const { db, user, now } = context
  if (!isAdmin(context)) throw problem.forbidden()
  if (!input.scheduled_at) throw problem.invalid({ scheduled_at: messages.required('Data programmata') })
  requireTodayOrLater(input.scheduled_at, now)
  const here = and(eq(stations.id, input.station_id), stationScope(user))
  if (!(await db.$count(stations, here))) throw problem.invalid({ station_id: messages.exists('Punto vendita') })
  await versionToUse(input.model_id, undefined, context)
  return { status: 'planned' as const, scheduled_at: input.scheduled_at, model_name: await modelName(db, input.model_id) }
}

function requireTodayOrLater(day: string, now: Date) {
  const past = deadlineError(day, dayInRome(now))
  if (past) throw problem.invalid({ scheduled_at: past })
}

/** Whose save, from what, stands there: what a conflict calls the other side. */
async function lastSave(db: Db, row: StoredInspection) {
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, row.updated_by ?? row.inspector_id))
  const [by] = await db
    .select({ agent: activity_log.user_agent })
    .from(activity_log)
    .where(
      and(
        eq(activity_log.user_id, row.updated_by ?? row.inspector_id),
        eq(activity_log.entity, 'inspections'),
        eq(activity_log.entity_id, String(row.id)),
        lt(activity_log.status, 300),
      ),
    )
    .orderBy(desc(activity_log.id))
    .limit(1)
  return { name: person?.name ?? null, agent: by?.agent ?? null }
}

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
  if (!row) throw problem.notFound()
  context.audit({ entity_id: row.id })
  const server = async () => ({ ...fullReceipt(await readStored(db, row.id)), last_save: await lastSave(db, row) })
  const resumed = input.status === 'draft' && decideAction('resume', row, user) !== 'impossible'
  if (!isOpen(row) && !resumed)
    throw problem.conflict('La verifica è completata e non può essere modificata.', { data: await server(), code: 'locked' })
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
  const completed_at = notAfter(input.completed_at, now)
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
/** Of a big record only what matters to its history. */
const withoutForm = ({ answers: _, answer_revs: __, context: ___, ...rest }: StoredInspection) => rest
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
