import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type * as v from 'valibot'
import type { InspectionFields } from '../../../src/contract/inspections/inspections.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { mergeAnswers } from '../../domain/inspections/merge-answers.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { stationScope } from '../stations/scope.ts'
import { isAdmin, requireInspector, requireTodayOrLater } from './plan.ts'
import { readInspection, type StoredInspection } from './read.ts'
import { readStored, receipt } from './receipts.ts'
import { modelName, startColumns, versionToUse } from './start.ts'

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
/** The fields of a big record that matter to its history. */
const withoutForm = ({ answers: _, answer_revs: __, context: ___, ...rest }: StoredInspection) => rest
