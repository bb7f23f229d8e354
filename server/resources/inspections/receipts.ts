import { and, desc, eq, lt } from 'drizzle-orm'
import * as v from 'valibot'
import { InspectionReceipt } from '../../../src/contract/inspections/inspections.ts'
import { romeMoment } from '../../../src/rules/shared/italian.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { activity_log } from '../../db/schema/core/system.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { pickKeys } from '../../domain/inspections/merge-answers.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { type FullInspection, readInspection, type StoredInspection } from './read.ts'

export const readStored = (db: Db, id: number) => readInspection(db, eq(inspections.id, id)) as Promise<FullInspection>

/** The data of a 409: the server's copy with all its answers. */
export const fullReceipt = (whole: FullInspection) => v.parse(InspectionReceipt, whole)
/** The answer to a write, with the answers that were sent. */
export const receipt = (whole: FullInspection, sent: object) => ({
  ...whole,
  answers: pickKeys(whole.answers, sent),
  answer_revs: pickKeys(whole.answer_revs, sent),
})

/** The author and source of the stored save: a conflict names them as the other side. */
export async function lastSave(db: Db, row: Pick<StoredInspection, 'id' | 'updated_by' | 'inspector_id'>) {
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

/** Why a verifica named by its device is not within the caller's reach: deleted, or given to somebody else. Anything else is not found. */
export async function whyGone(id: string, { db, user }: Context) {
  const [row] = id.length === 36 ? await db.select().from(inspections).where(eq(inspections.client_uuid, id)) : []
  if (!row) return problem.notFound()
  if (row.deleted_at && row.inspector_id === user.id) return problem.conflict(await deletedMessage(db, row), { code: 'deleted' })
  const { name } = await lastSave(db, { ...row, updated_by: row.inspector_id })
  return row.deleted_at ? problem.notFound() : problem.conflict(`La verifica è stata assegnata a ${name}.`, { code: 'reassigned' })
}
export const deletedMessage = async (db: Db, row: StoredInspection) =>
  `La verifica è stata eliminata da ${(await lastSave(db, row)).name} il ${romeMoment(row.deleted_at!)}.`
